/* SPDX-License-Identifier: MIT */
#pragma once

#include "model/rows.h"

#include <stdlib.h>
#include <string.h>

/*
 * The tiles of a map, drawn as plainly as possible from rooms and tunnels, and checks on a grid of them. Shared by the
 * fuzzer of the generator and unit tests.
 */

/* Kinds of tile. GRID_ROOM and GRID_TUNNEL are floor; only the grid of tunnels around rooms tells them apart. */
enum { GRID_WALL = '#', GRID_ROOM = 'r', GRID_TUNNEL = '.', GRID_DOOR = '+' };

/* The center of a room, computed without overflow. */
static inline struct point plain_center(struct area room)
{
	return (struct point){(uint32_t)(((uint64_t)room.x1 + room.x2) / 2),
			      (uint32_t)(((uint64_t)room.y1 + room.y2) / 2)};
}

static inline void tiles_carve(char *tile, size_t width, struct point a, struct point b)
{
	for (size_t y = a.y < b.y ? a.y : b.y; y <= (a.y < b.y ? b.y : a.y); y++)
		for (size_t x = a.x < b.x ? a.x : b.x; x <= (a.x < b.x ? b.x : a.x); x++)
			tile[y * width + x] = GRID_TUNNEL;
}

/* Draws the rooms of a map, row by row, and its tunnels from center to center. */
static inline void tiles_draw(char *tile, const struct dungeon *dungeon)
{
	size_t width = dungeon->recipe.width;
	memset(tile, GRID_WALL, width * dungeon->recipe.height);
	for (uint32_t i = 0; i < dungeon->room_count; i++) {
		struct area room = dungeon->rooms[i];
		tiles_carve(tile, width, (struct point){room.x1 + 1, room.y1 + 1},
			    (struct point){room.x2 - 1, room.y2 - 1});
	}
	for (uint32_t i = 0; i < dungeon->tunnel_count; i++) {
		struct tunnel tunnel = dungeon->tunnels[i];
		struct point a = plain_center(dungeon->rooms[tunnel.from]);
		struct point b = plain_center(dungeon->rooms[tunnel.to]);
		struct point bend = {tunnel.row_first ? b.x : a.x, tunnel.row_first ? a.y : b.y};
		tiles_carve(tile, width, a, bend);
		tiles_carve(tile, width, bend, b);
	}
}

/* Whether the map has these tiles both when drawn whole and when swept. */
static inline bool tiles_are_drawn(const char *tile, const struct dungeon *dungeon)
{
	const struct row_bytes with = {
		.kind = {[TILE_WALL] = GRID_WALL, [TILE_FLOOR] = GRID_TUNNEL, [TILE_DOOR] = GRID_DOOR}, .end = "\n"};
	size_t width = dungeon->recipe.width, height = dungeon->recipe.height;
	static struct rows rows;
	bool same = true;
	for (int whole = 0; whole < 2; whole++) {
		if (!rows_start_as(&rows, dungeon, &with, whole))
			abort();
		const char *row, *expected = tile;
		for (; same && (row = rows_next(&rows)); expected += width)
			same = expected < tile + width * height && memcmp(row, expected, width) == 0 &&
			       row[width] == '\n';
		same = same && expected == tile + width * height;
	}
	return same;
}

enum { GRID_TILES = 1000 * 700 };

struct grid {
	size_t width, size;
	char tile[GRID_TILES];      /* row by row */
	uint32_t owner[GRID_TILES]; /* the room, plus 1, that the tile belongs to; 0: none */
	uint32_t steps[GRID_TILES]; /* of a walk to the tile, plus 1; 0: not reached */
	uint32_t queue[GRID_TILES]; /* of a walk */
	uint32_t line[GRID_TILES];  /* the tiles of a path */
};

/* Starts a grid of walls. */
static inline void grid_start(struct grid *grid, const struct recipe *recipe)
{
	grid->width = recipe->width;
	grid->size = grid->width * recipe->height;
	memset(grid->tile, GRID_WALL, grid->size);
	memset(grid->owner, 0, grid->size * sizeof *grid->owner);
}

static inline uint32_t grid_place(const struct grid *grid, struct point point)
{
	return (uint32_t)(point.y * grid->width + point.x);
}

/* The four tiles that share an edge with one that is not on the map's edge. */
static inline void grid_beside(const struct grid *grid, uint32_t place, uint32_t beside[4])
{
	uint32_t width = (uint32_t)grid->width;
	beside[0] = place - 1, beside[1] = place + 1, beside[2] = place - width, beside[3] = place + width;
}

/* Walks from a tile over all floor that can be reached. Returns how many tiles that is. */
static inline uint32_t grid_walk(struct grid *grid, uint32_t start)
{
	uint32_t first = 0, last = 0;
	grid->queue[last++] = start;
	grid->steps[start] = 1;
	for (; first < last; first++) {
		uint32_t at = grid->queue[first], beside[4];
		grid_beside(grid, at, beside);
		for (int k = 0; k < 4; k++)
			if ((grid->tile[beside[k]] == GRID_ROOM || grid->tile[beside[k]] == GRID_TUNNEL) &&
			    grid->steps[beside[k]] == 0) {
				grid->steps[beside[k]] = grid->steps[at] + 1;
				grid->queue[last++] = beside[k];
			}
	}
	return last;
}

/* Whether a walk from the spawn reaches every tile that is not wall. */
static inline bool grid_is_reached(struct grid *grid, const struct dungeon *dungeon)
{
	uint32_t floor = 0;
	for (size_t i = 0; i < grid->size; i++)
		floor += grid->tile[i] != GRID_WALL;
	memset(grid->steps, 0, grid->size * sizeof *grid->steps);
	return grid_walk(grid, grid_place(grid, dungeon->marks[MARK_SPAWN].at)) == floor;
}

static inline bool grid_edge_is_wall(const struct grid *grid)
{
	size_t width = grid->width, size = grid->size;
	bool solid = true;
	for (size_t x = 0; x < width; x++)
		solid = solid && grid->tile[x] == GRID_WALL && grid->tile[size - 1 - x] == GRID_WALL;
	for (size_t y = 0; y < size; y += width)
		solid = solid && grid->tile[y] == GRID_WALL && grid->tile[y + width - 1] == GRID_WALL;
	return solid;
}

/* Whether spawn, exit and its distance are right. Call it after grid_is_reached. */
static inline bool grid_marks_are_right(const struct grid *grid, const struct dungeon *dungeon)
{
	uint32_t exit_room = dungeon->room_count - 1, most = 0;
	for (uint32_t i = 0; i < dungeon->room_count && dungeon->recipe.exit == EXIT_FARTHEST; i++) {
		uint32_t steps = grid->steps[grid_place(grid, plain_center(dungeon->rooms[i]))];
		exit_room = steps > most ? i : exit_room;
		most = steps > most ? steps : most;
	}
	struct point spawn = plain_center(dungeon->rooms[0]), exit = plain_center(dungeon->rooms[exit_room]);
	struct mark first = dungeon->marks[MARK_SPAWN], last = dungeon->marks[MARK_EXIT];
	return first.is_set && first.at.x == spawn.x && first.at.y == spawn.y && last.is_set && last.at.x == exit.x &&
	       last.at.y == exit.y && (most == 0 || dungeon->exit_distance == most - 1);
}
