/* SPDX-License-Identifier: MIT */
#include "formats/png_stream.h"
#include "formats/tiled.h"

#include <string.h>

enum { DRAWING_SIZE = 16 };

/*
 * Wall, floor, door and stairs down, in the order of enum tileset_tile; each character is a color.
 */
static const char *const drawing[DRAWING_SIZE][TILESET_TILES] = {
	{"lllllllllllllll#", "hhhhhhhhhhhhhhhf", "##dddddddddddd##", "################"},
	{"lwwwwwwwwwwwwwd#", "hffffffffffffffs", "#dllllllllllllw#", "#hhhhhhhhhhhhhh#"},
	{"lwwwwwwwwwwwwwd#", "hffffffffffffffs", "#lboobooboobobd#", "#ffffffffffffff#"},
	{"lwwwwwwwwwwwwwd#", "hffffffffffffffs", "#lboobooboobobd#", "#dddddddddddddd#"},
	{"lwwwwwwwwwwwwwd#", "hfffssfffffffffs", "#l############d#", "##ffffffffffff##"},
	{"lwwwwwwwwwwwwwd#", "hfffhhfffffffffs", "#lboobooboobobd#", "##ssssssssssss##"},
	{"ddddddddddddddd#", "hffffffffffffffs", "#lboobooboobobd#", "##dddddddddddd##"},
	{"################", "hffffffffffsfffs", "#lboobooboobobd#", "###llllllllll###"},
	{"lllllll#llllllll", "hffffffffffhfffs", "#lbooboobooyobd#", "###llllllllll###"},
	{"wwwwwwd#lwwwwwww", "hffffffffffffffs", "#lbooboobooyobd#", "###dddddddddd###"},
	{"wwwwwwd#lwwwwwww", "hffffffffffffffs", "#lboobooboobobd#", "####wwwwwwww####"},
	{"wwwwwwd#lwwwwwww", "hffsfffffffffffs", "#lboobooboobobd#", "####wwwwwwww####"},
	{"wwwwwwd#lwwwwwww", "hffhfffffssffffs", "#l############d#", "####dddddddd####"},
	{"wwwwwwd#lwwwwwww", "hffffffffhhffffs", "#lboobooboobobd#", "#####dddddd#####"},
	{"ddddddd#dddddddd", "hffffffffffffffs", "#lboobooboobobd#", "#####dddddd#####"},
	{"################", "ssssssssssssssss", "#lboobooboobobd#", "################"},
};

static const char color_names[] = "#dwlsfhboy";
static const uint32_t colors[] = {0x22252e, 0x3d4250, 0x5b6072, 0x777d92, 0xc3b591,
				  0xd9cdb0, 0xe6dcc3, 0x6b4426, 0x95643a, 0xefc15b};

bool tileset_write(struct output *output, uint32_t tile_size)
{
	uint8_t row[TILESET_TILES * TILESET_SIZE_MOST];
	struct png png = {0};
	bool made = png_start(&png, output, TILESET_TILES * tile_size, tile_size, colors,
			      strlen(color_names));
	for (uint32_t y = 0; made && y < tile_size; y++) {
		for (uint32_t x = 0; x < TILESET_TILES * tile_size; x++) {
			const char *line = drawing[y * DRAWING_SIZE / tile_size][x / tile_size];
			char color = line[x % tile_size * DRAWING_SIZE / tile_size];
			row[x] = (uint8_t)(strchr(color_names, color) - color_names);
		}
		png_row(&png, row);
	}
	if (made)
		png_end(&png);
	png_free(&png);
	return made;
}
