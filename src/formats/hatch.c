/* SPDX-License-Identifier: MIT */
#include "formats/hatch.h"

struct box hatch_stroke(uint32_t index)
{
	/* Directions of strokes: unit vectors, in hundredths, of about 20, 80, and 140 degrees. */
	static const int8_t directions[3][2] = {{94, 34}, {17, 98}, {-77, 64}};
	const uint32_t cell = index / 3;
	const uint32_t column = cell % HATCH_CELLS;
	const uint32_t row = cell / HATCH_CELLS;
	/* Mixes the bits, so that neighbors differ. */
	uint32_t hash = (column * 0x9e3779b1U) ^ (row * 0x85ebca77U);
	hash = (hash ^ hash >> 15) * 0x2c1b3c6dU;
	hash ^= hash >> 12;
	const int8_t *direction = directions[hash % 3];
	const int64_t shift_x = (int64_t)(hash >> 8 & 7) - 4;
	const int64_t shift_y = (int64_t)(hash >> 11 & 7) - 4;
	const int64_t length = 20 + (int64_t)(hash >> (14 + 4 * (index % 3)) & 7);
	const int64_t across = ((int64_t)(index % 3) - 1) * 14;
	const int64_t x = column * INT64_C(50) + 25 + shift_x - direction[1] * across / 100;
	const int64_t y = row * INT64_C(50) + 25 + shift_y + direction[0] * across / 100;
	return (struct box){
		.x1 = x - direction[0] * length / 100,
		.y1 = y - direction[1] * length / 100,
		.x2 = x + direction[0] * length / 100,
		.y2 = y + direction[1] * length / 100,
	};
}
