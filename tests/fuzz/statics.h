/* SPDX-License-Identifier: MIT */
/* Included before each source of the program: what is zero when it starts gets a section, which program.c can zero
 * again. */
#pragma clang section bss = "program_statics"
