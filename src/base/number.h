/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdint.h>

/*
 * Reads decimal digits into *number, and returns the text after them. Returns NULL, and leaves
 * *number unchanged, if the text does not start with a digit or the number exceeds 2^64 - 1.
 */
const char *number_read(const char *text, uint64_t *number);
