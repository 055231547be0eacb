/* SPDX-License-Identifier: MIT */
#include "formats/hatch.h"

struct box hatch_stroke(uint32_t index)
{
	/* Vectors of about 20, 80, and 140 degrees, as long as half a stroke. */
	static const int8_t directions[3][2] = {{33, 12}, {6, 35}, {-27, 23}};
	const uint32_t cell = index / 3;
	const uint32_t column = cell % HATCH_CELLS;
	const uint32_t row = cell / HATCH_CELLS;
	/* Mixes the bits, so that neighbors differ. */
	uint32_t hash = (column * 0x9e3779b1U) ^ (row * 0x85ebca77U);
	hash = (hash ^ hash >> 15) * 0x2c1b3c6dU;
	hash ^= hash >> 12;
	const int8_t *direction = directions[hash % 3];
	/* Strokes of a cell are beside each other, and of different lengths. */
	const int64_t across = (int64_t)(index % 3) - 1;
	const int64_t percent = 80 + (int64_t)(hash >> (14 + 4 * (index % 3)) & 15) * 3;
	const int64_t x = column * (int64_t)HATCH_CELL + HATCH_CELL / 2 + (hash >> 8 & 15) - 8 -
			  direction[1] * across * 2 / 3;
	const int64_t y = row * (int64_t)HATCH_CELL + HATCH_CELL / 2 + (hash >> 11 & 15) - 8 +
			  direction[0] * across * 2 / 3;
	return (struct box){
		.x1 = x - direction[0] * percent / 100,
		.y1 = y - direction[1] * percent / 100,
		.x2 = x + direction[0] * percent / 100,
		.y2 = y + direction[1] * percent / 100,
	};
}
