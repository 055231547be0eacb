/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_DIGITS_H
#define DUNGEN_DIGITS_H

#include <stdint.h>

enum { DIGIT_WIDTH = 5, DIGIT_HEIGHT = 7 };

/* The digits 0 to 9 as bitmaps, from top to bottom; the leftmost of a row's DIGIT_WIDTH bits is the most significant.
 */
extern const uint8_t digits[10][DIGIT_HEIGHT];

#endif
