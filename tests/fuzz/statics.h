/* SPDX-License-Identifier: MIT */
/* Included before every source of the program: what begins as zero is in one section, for program.c to reset. */
#pragma clang section bss = "program_statics"
