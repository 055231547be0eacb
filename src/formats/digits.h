/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_DIGITS_H
#define DUNGEN_DIGITS_H

#include <stdint.h>

enum { DIGIT_WIDTH = 5, DIGIT_HEIGHT = 7 };

/* The digits 0 to 9 as bitmaps, row by row from the top; a row's highest bit of DIGIT_WIDTH is its leftmost pixel. */
extern const uint8_t digits[10][DIGIT_HEIGHT];

#endif
