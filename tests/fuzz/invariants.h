/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_INVARIANTS_H
#define DUNGEN_INVARIANTS_H

#include "dungeon/dungeon.h"
#include "drawn.h"

#include <stdlib.h>
#include <string.h>

/*
 * What holds for every map of --tunnels around, counted on a grid of its tiles. Fuzzer and unit test share this. The
 * grid is drawn from rooms and paths, as a document has them, with nothing else of the program's geometry.
 */

enum invariant {
	INVARIANT_ROOMS,
	INVARIANT_PATHS,
	INVARIANT_EDGE,
	INVARIANT_OPENINGS,
	INVARIANT_NARROW,
	INVARIANT_REACHED,
	INVARIANT_LOOPS,
	INVARIANT_MARKS,
	INVARIANT_DOORS,
	INVARIANT_SHUT,
	INVARIANT_DRAWN,
	INVARIANTS
};

static const char *const invariant_texts[INVARIANTS] = {
	[INVARIANT_ROOMS] = "rooms are those of the same map with --tunnels through, in order, but for some dropped",
	[INVARIANT_PATHS] = "a path has 2 to 4 points, from floor to floor through an opening of either room, and else "
			    "lies outside of rooms",
	[INVARIANT_EDGE] = "the map's edge is wall",
	[INVARIANT_OPENINGS] =
		"an opening of a room is one tile, in no corner, with floor on both sides and wall beside",
	[INVARIANT_NARROW] = "floor outside of rooms is one tile wide",
	[INVARIANT_REACHED] = "every floor tile can be reached from the spawn",
	[INVARIANT_LOOPS] = "there are no more loops than asked for, and each adds a cycle",
	[INVARIANT_MARKS] = "the spawn is in the first room, the exit in the last or the farthest, at its distance",
	[INVARIANT_DOORS] =
		"every opening has its door, but for one end of a tunnel of up to three tiles that no other "
		"meets",
	[INVARIANT_SHUT] = "with all doors shut no room can be reached from another",
	[INVARIANT_DRAWN] = "drawn whole and swept, the tiles are those of rooms and paths",
};

enum { GRID_TILES = 1000 * 700 };

/* Kinds of tile on the grid. */
enum { GRID_WALL = '#', GRID_ROOM = 'r', GRID_TUNNEL = '.', GRID_DOOR = '+' };

struct grid {
	size_t width, size;
	char tile[GRID_TILES];         /* row by row */
	uint32_t owner[GRID_TILES];    /* the room, plus 1, whose rectangle the tile is in; 0: none */
	uint8_t tunnels[GRID_TILES];   /* that have the tile; 2 stands for more */
	uint32_t steps[GRID_TILES];    /* of a walk to the tile, plus 1; 0: not reached */
	uint32_t queue[GRID_TILES];    /* of a walk */
	uint32_t line[GRID_TILES];     /* the tiles of a path */
	uint32_t lone, dropped, loops; /* for tests: tunnels with one door, rooms dropped, loops dug */
};

static uint32_t grid_place(const struct grid *grid, struct point point)
{
	return (uint32_t)(point.y * grid->width + point.x);
}

/* The four tiles that share an edge with one that is not on the map's edge. */
static void grid_beside(const struct grid *grid, uint32_t place, uint32_t beside[4])
{
	uint32_t width = (uint32_t)grid->width;
	beside[0] = place - 1, beside[1] = place + 1, beside[2] = place - width, beside[3] = place + width;
}

static void grid_draw_rooms(struct grid *grid, const struct dungeon *dungeon)
{
	grid->width = dungeon->recipe.width;
	grid->size = grid->width * dungeon->recipe.height;
	memset(grid->tile, GRID_WALL, grid->size);
	memset(grid->owner, 0, grid->size * sizeof *grid->owner);
	memset(grid->tunnels, 0, grid->size);
	for (uint32_t i = 0; i < dungeon->room_count; i++) {
		struct room room = dungeon->rooms[i];
		for (uint32_t y = room.y1; y <= room.y2; y++)
			for (uint32_t x = room.x1; x <= room.x2; x++) {
				bool wall = x == room.x1 || x == room.x2 || y == room.y1 || y == room.y2;
				uint32_t place = grid_place(grid, (struct point){x, y});
				grid->owner[place] = i + 1;
				grid->tile[place] = wall ? GRID_WALL : GRID_ROOM;
			}
	}
}

/* Lists the tiles of a tunnel's path. Returns how many, or 0 if its points do not make sense. */
static uint32_t grid_follow(struct grid *grid, const struct dungeon *dungeon, uint32_t tunnel)
{
	struct point path[PATH_POINTS];
	unsigned points = tunnel_path(dungeon, tunnel, path);
	uint32_t count = 0;
	if (points < 2 || points > 4)
		return 0;
	for (unsigned i = 0; i < points; i++) {
		/* Floor is not on the map's edge. */
		if (path[i].x < 1 || path[i].x > grid->width - 2 || path[i].y < 1 ||
		    path[i].y > dungeon->recipe.height - 2)
			return 0;
		bool turns = i < 2 || (path[i].x == path[i - 1].x) != (path[i - 1].x == path[i - 2].x);
		if (i > 0 && (!turns || (path[i].x == path[i - 1].x) == (path[i].y == path[i - 1].y)))
			return 0;
	}
	struct point at = path[0];
	grid->line[count++] = grid_place(grid, at);
	for (unsigned i = 1; i < points; i++)
		while ((at.x != path[i].x || at.y != path[i].y) && count < grid->size) {
			at.x = at.x + (at.x < path[i].x) - (at.x > path[i].x);
			at.y = at.y + (at.y < path[i].y) - (at.y > path[i].y);
			grid->line[count++] = grid_place(grid, at);
		}
	return count;
}

/* Whether the path that was followed leads from floor to floor as it should. */
static bool grid_path_is_right(const struct grid *grid, struct tunnel tunnel, uint32_t count)
{
	const uint32_t *line = grid->line, last = count - 1;
	if (count < 4 || tunnel.from == tunnel.to || grid->tile[line[0]] != GRID_ROOM ||
	    grid->tile[line[last]] != GRID_ROOM)
		return false;
	bool right = grid->owner[line[0]] == tunnel.from + 1 && grid->owner[line[1]] == tunnel.from + 1 &&
		     grid->owner[line[last - 1]] == tunnel.to + 1U && grid->owner[line[last]] == tunnel.to + 1U;
	for (uint32_t i = 2; i < last - 1; i++)
		right = right && grid->owner[line[i]] == 0;
	return right;
}

/*
 * Digs a tile. Returns by how much it changes the number of tiles, less the edges that two of them share, plus the 2x2
 * blocks of floor (Euler's characteristic). While all floor is joined, each cycle around something makes it less by
 * one.
 */
static int grid_dig(struct grid *grid, uint32_t place)
{
	grid->tunnels[place] = grid->tunnels[place] > 0 ? 2 : 1;
	if (grid->tile[place] != GRID_WALL)
		return 0;
	grid->tile[place] = GRID_TUNNEL;
	const char *tile = &grid->tile[place];
	ptrdiff_t width = (ptrdiff_t)grid->width;
	const ptrdiff_t around[8] = {-1, -1 - width, -width, 1 - width, 1, 1 + width, width, width - 1};
	int change = 1;
	for (int i = 0; i < 8; i += 2) {
		bool corner[3];
		for (int k = 0; k < 3; k++)
			corner[k] = tile[around[(i + k) % 8]] != GRID_WALL;
		change -= corner[0];
		change += corner[0] && corner[1] && corner[2];
	}
	return change;
}

/* Walks from a tile over all that can be reached, counting tiles from 1. Returns how many. */
static uint32_t grid_walk(struct grid *grid, uint32_t start)
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

static bool grid_all_is_reached(struct grid *grid, struct point spawn)
{
	uint32_t floor = 0;
	for (size_t i = 0; i < grid->size; i++)
		floor += grid->tile[i] != GRID_WALL;
	memset(grid->steps, 0, grid->size * sizeof *grid->steps);
	return grid_walk(grid, grid_place(grid, spawn)) == floor;
}

static bool grid_edge_is_wall(const struct grid *grid)
{
	size_t width = grid->width, size = grid->size;
	bool solid = true;
	for (size_t x = 0; x < width; x++)
		solid = solid && grid->tile[x] == GRID_WALL && grid->tile[size - 1 - x] == GRID_WALL;
	for (size_t y = 0; y < size; y += width)
		solid = solid && grid->tile[y] == GRID_WALL && grid->tile[y + width - 1] == GRID_WALL;
	return solid;
}

/* The openings of a room; the map's edge is wall. */
static bool grid_openings_are_right(const struct grid *grid, struct room room)
{
	bool right = true;
	for (uint32_t y = room.y1; y <= room.y2; y++)
		for (uint32_t x = room.x1; x <= room.x2; x++) {
			bool upright = x == room.x1 || x == room.x2, level = y == room.y1 || y == room.y2;
			uint32_t place = grid_place(grid, (struct point){x, y}), beside[4];
			if ((!upright && !level) || grid->tile[place] == GRID_WALL)
				continue;
			grid_beside(grid, place, beside);
			const char *tile = grid->tile;
			const uint32_t *along = level ? beside : beside + 2, *across = level ? beside + 2 : beside;
			right = right && !(upright && level) && tile[along[0]] == GRID_WALL &&
				tile[along[1]] == GRID_WALL && tile[across[0]] != GRID_WALL &&
				tile[across[1]] != GRID_WALL;
		}
	return right;
}

static bool grid_is_narrow(const struct grid *grid)
{
	for (size_t i = 0; i + grid->width + 1 < grid->size; i++) {
		const size_t block[4] = {i, i + 1, i + grid->width, i + grid->width + 1};
		int walls = 0, rooms = 0;
		for (int k = 0; k < 4; k++) {
			walls += grid->tile[block[k]] == GRID_WALL;
			rooms += grid->tile[block[k]] == GRID_ROOM;
		}
		if (walls == 0 && rooms < 4)
			return false;
	}
	return true;
}

/* After a walk from the spawn. */
static bool grid_marks_are_right(const struct grid *grid, const struct dungeon *dungeon)
{
	const struct recipe *recipe = &dungeon->recipe;
	uint32_t best = dungeon->room_count - 1, most = 0;
	for (uint32_t i = 0; i < dungeon->room_count && recipe->exit == EXIT_FARTHEST; i++) {
		uint32_t steps = grid->steps[grid_place(grid, room_center(dungeon->rooms[i]))];
		best = steps > most ? i : best;
		most = steps > most ? steps : most;
	}
	struct point spawn = room_center(dungeon->rooms[0]), exit = room_center(dungeon->rooms[best]);
	return dungeon->spawn.x == spawn.x && dungeon->spawn.y == spawn.y && dungeon->exit.x == exit.x &&
	       dungeon->exit.y == exit.y && (recipe->exit == EXIT_LAST || dungeon->exit_distance == most - 1);
}

/* Whether the tunnel that was followed has up to three tiles, and no other tunnel has one of them or one beside them.
 */
static bool grid_is_lone(const struct grid *grid, uint32_t count)
{
	const uint32_t *line = grid->line + 1;
	count -= 2;
	for (uint32_t i = 0; i < count && count <= 3; i++) {
		uint32_t beside[4];
		grid_beside(grid, line[i], beside);
		if (grid->tunnels[line[i]] != 1)
			return false;
		for (int k = 0; k < 4; k++) {
			bool own = beside[k] == line[0] || beside[k] == line[1] || beside[k] == line[count - 1];
			if (!own && grid->tunnels[beside[k]] > 0)
				return false;
		}
	}
	return count <= 3;
}

/* Draws the doors that there should be, and compares them with the dungeon's. After all tunnels are dug. */
static bool grid_doors_are_right(struct grid *grid, const struct dungeon *dungeon)
{
	uint32_t doors = 0;
	for (uint32_t i = 0; i < dungeon->tunnel_count; i++) {
		uint32_t count = grid_follow(grid, dungeon, i);
		bool lone = grid_is_lone(grid, count);
		grid->tile[grid->line[1]] = GRID_DOOR;
		if (!lone)
			grid->tile[grid->line[count - 2]] = GRID_DOOR;
		grid->lone += lone;
		doors += lone ? 1 : 2;
	}
	bool right = dungeon->door_count == doors;
	for (uint32_t i = 0; right && i < doors; i++) {
		const struct door *door = &dungeon->doors[i];
		uint32_t place = grid_place(grid, door->at);
		right = place < grid->size && grid->tile[place] == GRID_DOOR && grid->owner[place] == door->room + 1 &&
			(i == 0 || grid_place(grid, door[-1].at) < place);
	}
	/* By room, and of each room in the order of the tiles. */
	for (uint32_t i = 1; right && i < doors; i++) {
		uint32_t before = dungeon->door_order[i - 1], after = dungeon->door_order[i];
		uint32_t room = dungeon->doors[before].room, next = dungeon->doors[after].room;
		right = room < next || (room == next && before < after);
	}
	return right;
}

/* After the doors are drawn. */
static bool grid_rooms_are_shut(struct grid *grid, const struct dungeon *dungeon)
{
	memset(grid->steps, 0, grid->size * sizeof *grid->steps);
	for (uint32_t i = 0; i < dungeon->room_count; i++) {
		uint32_t center = grid_place(grid, room_center(dungeon->rooms[i]));
		if (grid->steps[center] > 0)
			return false;
		grid_walk(grid, center);
	}
	return true;
}

/* Whether the rooms are some of those that were placed, in their order. */
static bool grid_rooms_are_of(struct grid *grid, const struct dungeon *dungeon, const struct room *placed,
			      uint32_t count)
{
	uint32_t found = 0;
	for (uint32_t i = 0; i < count && found < dungeon->room_count; i++)
		found += memcmp(&placed[i], &dungeon->rooms[found], sizeof *placed) == 0;
	grid->dropped += count - dungeon->room_count;
	return found == dungeon->room_count && found > 0;
}

/*
 * Looks for what does not hold for a map of up to GRID_TILES tiles, made with TUNNELS_AROUND. `placed` has the rooms of
 * the same map with TUNNELS_THROUGH. Returns a bit for each invariant that does not hold; those that need one that does
 * not hold are not looked at.
 */
static unsigned invariants_broken(struct grid *grid, const struct dungeon *dungeon, const struct room *placed,
				  uint32_t count)
{
	unsigned broken = 0;
#define HOLDS(invariant, condition) (broken |= (condition) ? 0 : 1U << (invariant))
	uint32_t joining = dungeon->room_count - 1;
	bool loops_right = dungeon->tunnel_count >= joining && dungeon->tunnel_count - joining <= dungeon->recipe.loops;
	HOLDS(INVARIANT_ROOMS, grid_rooms_are_of(grid, dungeon, placed, count));
	grid_draw_rooms(grid, dungeon);
	for (uint32_t i = 0; i < dungeon->tunnel_count; i++) {
		uint32_t length = grid_follow(grid, dungeon, i);
		HOLDS(INVARIANT_PATHS, grid_path_is_right(grid, dungeon->tunnels[i], length));
		if (broken & 1U << INVARIANT_PATHS)
			return broken;
		if (i == joining)
			loops_right = loops_right && grid_all_is_reached(grid, dungeon->spawn);
		int change = 0;
		for (uint32_t k = 1; k < length - 1; k++)
			change += grid_dig(grid, grid->line[k]);
		loops_right = loops_right && (i < joining || change < 0);
	}
	grid->loops += dungeon->tunnel_count - joining;
	HOLDS(INVARIANT_LOOPS, loops_right);
	HOLDS(INVARIANT_EDGE, grid_edge_is_wall(grid));
	if (broken & 1U << INVARIANT_EDGE)
		return broken;
	for (uint32_t i = 0; i < dungeon->room_count; i++)
		HOLDS(INVARIANT_OPENINGS, grid_openings_are_right(grid, dungeon->rooms[i]));
	HOLDS(INVARIANT_NARROW, grid_is_narrow(grid));
	HOLDS(INVARIANT_REACHED, grid_all_is_reached(grid, dungeon->spawn));
	HOLDS(INVARIANT_MARKS, grid_marks_are_right(grid, dungeon));
	if (dungeon->recipe.doors) {
		HOLDS(INVARIANT_DOORS, grid_doors_are_right(grid, dungeon));
		HOLDS(INVARIANT_SHUT, grid_rooms_are_shut(grid, dungeon));
	} else {
		HOLDS(INVARIANT_DOORS, dungeon->door_count == 0);
	}
	for (size_t i = 0; i < grid->size; i++)
		grid->tile[i] = grid->tile[i] == GRID_ROOM ? GRID_TUNNEL : grid->tile[i];
	HOLDS(INVARIANT_DRAWN, drawn_is(dungeon, grid->tile));
#undef HOLDS
	return broken;
}

#endif
