/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_INVARIANTS_H
#define DUNGEN_INVARIANTS_H

#include "grid.h"

/*
 * Properties of every map of --tunnels around, checked on a grid of its tiles. The grid is drawn from rooms and paths,
 * as documents list them, and uses nothing else of the program's geometry.
 */

/* Draws the rooms; the owner of a tile is the room whose rectangle it is in. */
static void grid_draw_rooms(struct grid *grid, const struct dungeon *dungeon)
{
	grid_start(grid, &dungeon->recipe);
	for (uint32_t i = 0; i < dungeon->room_count; i++) {
		struct area room = dungeon->rooms[i];
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
	struct path found;
	tunnel_path(dungeon, tunnel, &found);
	const struct point *path = found.corners;
	uint32_t points = found.count;
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
 * Digs a tile. Returns by how much that changes the Euler characteristic: tiles of floor, minus edges that two of them
 * share, plus 2x2 blocks of floor. If all floor is joined, each new cycle reduces it by one.
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

/* Looks at the openings of a room. The map's edge has to be wall. */
static bool grid_openings_are_right(const struct grid *grid, struct area room)
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

/* Whether the tunnel followed last is at most three tiles long, and no other tunnel shares or touches one of them. */
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

/* Draws the doors that there should be, and compares them with the dungeon's. Call it after all tunnels are dug. */
static bool grid_doors_are_right(struct grid *grid, const struct dungeon *dungeon)
{
	uint32_t doors = 0;
	for (uint32_t i = 0; i < dungeon->tunnel_count; i++) {
		uint32_t count = grid_follow(grid, dungeon, i);
		bool lone = grid_is_lone(grid, count);
		grid->tile[grid->line[1]] = GRID_DOOR;
		if (!lone)
			grid->tile[grid->line[count - 2]] = GRID_DOOR;
		doors += lone ? 1 : 2;
	}
	bool right = dungeon->door_count == doors;
	for (uint32_t i = 0; right && i < doors; i++) {
		const struct door *door = &dungeon->doors[i];
		uint32_t place = grid_place(grid, door->at);
		right = place < grid->size && grid->tile[place] == GRID_DOOR && grid->owner[place] == door->room + 1 &&
			(i == 0 || grid_place(grid, door[-1].at) < place);
	}
	/* door_order is by room, then in the order of the tiles. */
	for (uint32_t i = 1; right && i < doors; i++) {
		uint32_t before = dungeon->door_order[i - 1], after = dungeon->door_order[i];
		uint32_t room = dungeon->doors[before].room, next = dungeon->doors[after].room;
		right = room < next || (room == next && before < after);
	}
	return right;
}

/* Call it after grid_doors_are_right. */
static bool grid_rooms_are_shut(struct grid *grid, const struct dungeon *dungeon)
{
	memset(grid->steps, 0, grid->size * sizeof *grid->steps);
	for (uint32_t i = 0; i < dungeon->room_count; i++) {
		uint32_t center = grid_place(grid, plain_center(dungeon->rooms[i]));
		if (grid->steps[center] > 0)
			return false;
		grid_walk(grid, center);
	}
	return true;
}

/* Whether the rooms are some of those that were placed, in their order. */
static bool grid_rooms_are_of(const struct dungeon *dungeon, const struct area *placed, uint32_t count)
{
	uint32_t found = 0;
	for (uint32_t i = 0; i < count && found < dungeon->room_count; i++)
		found += memcmp(&placed[i], &dungeon->rooms[found], sizeof *placed) == 0;
	return found == dungeon->room_count && found > 0;
}

/*
 * Checks a map of up to GRID_TILES tiles, made with TUNNELS_AROUND. `placed` has the rooms of the same map with
 * TUNNELS_THROUGH. Returns a property that does not hold, or NULL.
 */
static const char *invariants_broken(struct grid *grid, const struct dungeon *dungeon, const struct area *placed,
				     uint32_t count)
{
	uint32_t joining = dungeon->room_count - 1;
	if (!grid_rooms_are_of(dungeon, placed, count))
		return "rooms are those of the same map with --tunnels through, in order, but for some dropped";
	if (dungeon->tunnel_count < joining || dungeon->tunnel_count - joining > dungeon->recipe.loops)
		return "there are no more loops than asked for";
	grid_draw_rooms(grid, dungeon);
	for (uint32_t i = 0; i < dungeon->tunnel_count; i++) {
		uint32_t length = grid_follow(grid, dungeon, i);
		if (!grid_path_is_right(grid, dungeon->tunnels[i], length))
			return "a path has 2 to 4 points, leads from floor to floor through an opening of either room, "
			       "and else lies outside of rooms";
		if (i == joining && !grid_is_reached(grid, dungeon))
			return "every floor tile can be reached without the loops";
		int change = 0;
		for (uint32_t k = 1; k < length - 1; k++)
			change += grid_dig(grid, grid->line[k]);
		if (i >= joining && change >= 0)
			return "each loop adds a cycle";
	}
	if (!grid_edge_is_wall(grid))
		return "the map's edge is wall";
	for (uint32_t i = 0; i < dungeon->room_count; i++)
		if (!grid_openings_are_right(grid, dungeon->rooms[i]))
			return "an opening of a room is one tile, in no corner, with floor on both sides and wall "
			       "beside";
	if (!grid_is_narrow(grid))
		return "floor outside of rooms is one tile wide";
	if (!grid_is_reached(grid, dungeon))
		return "every floor tile can be reached from the spawn";
	if (!grid_marks_are_right(grid, dungeon))
		return "the spawn is in the first room, the exit in the last or the farthest, at its distance";
	if (dungeon->recipe.doors ? !grid_doors_are_right(grid, dungeon) : dungeon->door_count > 0)
		return "every opening has its door, but for one end of a tunnel of up to three tiles that no other "
		       "meets";
	if (dungeon->recipe.doors && !grid_rooms_are_shut(grid, dungeon))
		return "with all doors shut no room can be reached from another";
	for (size_t i = 0; i < grid->size; i++)
		grid->tile[i] = grid->tile[i] == GRID_ROOM ? GRID_TUNNEL : grid->tile[i];
	return tiles_are_drawn(grid->tile, dungeon) ? NULL
						    : "drawn whole and swept, the tiles are those of rooms and paths";
}

#endif
