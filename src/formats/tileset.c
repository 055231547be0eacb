/* SPDX-License-Identifier: MIT */
#include "formats/tileset.h"

#include "formats/png_stream.h"

#include <string.h>

enum { DRAWING_SIZE = 16 }; /* side of a tile in the drawing */

/*
 * By row of pixels, and by tile in the order of enum tileset_tile: wall, floor, door, and stairs
 * down. Each character is the name of a color.
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

/* The names of the colors, and in the same order their values as 0xRRGGBB. */
static const char color_names[] = "#dwlsfhboy";
static const uint32_t colors[] = {0x22252e, 0x3d4250, 0x5b6072, 0x777d92, 0xc3b591,
				  0xd9cdb0, 0xe6dcc3, 0x6b4426, 0x95643a, 0xefc15b};

/* Returns the color of a pixel, as an index into `colors`. */
static uint8_t tileset_color(uint32_t x, uint32_t y, uint32_t tile_size)
{
	const uint32_t tile = x / tile_size;
	const uint32_t drawing_x = x % tile_size * DRAWING_SIZE / tile_size;
	const uint32_t drawing_y = y * DRAWING_SIZE / tile_size;
	const char name = drawing[drawing_y][tile][drawing_x];
	return (uint8_t)(strchr(color_names, name) - color_names);
}

bool tileset_write(struct output *output, uint32_t tile_size)
{
	const uint32_t width = TILESET_TILES * tile_size;
	struct png png = {0};
	const bool has_memory = png_start(&png, output, width, tile_size, colors,
					  strlen(color_names));
	if (has_memory) {
		uint8_t pixels[TILESET_TILES * TILESET_SIZE_MAX];
		for (uint32_t y = 0; y < tile_size; y++) {
			for (uint32_t x = 0; x < width; x++)
				pixels[x] = tileset_color(x, y, tile_size);
			png_row(&png, pixels);
		}
		png_end(&png);
	}
	png_free(&png);
	return has_memory;
}
