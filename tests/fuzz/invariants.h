/* SPDX-License-Identifier: MIT */
#pragma once

#include "plain.h"

/*
 * Properties of every map, checked on a grid of its tiles. The grid is drawn from rooms and paths, as documents list
 * them, and uses nothing else of the program's geometry.
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
	struct path found = tunnel_path(dungeon, tunnel);
	struct point path[AROUND_LEGS + 1];
	uint32_t points = found.count + 1, count = 0;
	if (points < 2 || points > AROUND_LEGS + 1)
		return 0;
	for (uint32_t i = 0; i < points; i++)
		path[i] = path_corner(found, i);
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

/* Whether a tile is a doorway of a room: in its wall but no corner, dug through, and with wall on either side. */
static bool grid_is_doorway(const struct grid *grid, struct area room, struct point at)
{
	bool upright = at.x == room.x1 || at.x == room.x2, level = at.y == room.y1 || at.y == room.y2;
	size_t along = level ? 1 : grid->width, across = level ? grid->width : 1;
	const char *tile = &grid->tile[grid_place(grid, at)];
	return upright != level && *tile != GRID_WALL && *(tile - along) == GRID_WALL && tile[along] == GRID_WALL &&
	       *(tile - across) != GRID_WALL && tile[across] != GRID_WALL;
}

/* Makes a room the owner of its doorways. Returns whether each of its openings is one. The map's edge has to be wall.
 */
static bool grid_find_doorways(struct grid *grid, const struct dungeon *dungeon, uint32_t room)
{
	struct area walls = dungeon->rooms[room];
	bool all = true;
	struct point at;
	for (at.y = walls.y1; at.y <= walls.y2; at.y++)
		for (at.x = walls.x1; at.x <= walls.x2; at.x++) {
			bool upright = at.x == walls.x1 || at.x == walls.x2,
			     level = at.y == walls.y1 || at.y == walls.y2;
			bool doorway = grid_is_doorway(grid, walls, at);
			if (doorway)
				grid->owner[grid_place(grid, at)] = room + 1;
			all = all && (doorway || (!upright && !level) || grid->tile[grid_place(grid, at)] == GRID_WALL);
		}
	return all;
}

/* Puts the doors on the grid. Returns whether each is in a doorway that its room owns, in the order of documents. */
static bool grid_put_doors(struct grid *grid, const struct dungeon *dungeon)
{
	bool right = true;
	for (uint32_t i = 0; right && i < dungeon->door_count; i++) {
		const struct door *door = &dungeon->doors[i], *before = &dungeon->doors[i > 0 ? i - 1 : 0];
		uint32_t place = grid_place(grid, door->at);
		right = place < grid->size && grid->tile[place] == GRID_TUNNEL &&
			grid->owner[place] == door->room + 1 &&
			(i == 0 || before->room < door->room ||
			 (before->room == door->room && grid_place(grid, before->at) < place));
		if (right)
			grid->tile[place] = GRID_DOOR;
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

/* Whether no room can be reached from another. Call it after grid_put_doors. */
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

/*
 * Whether tunnels through rooms have the doors that they should: of doorways that touch, one, of any others, each. Call
 * it after all tunnels are dug.
 */
static bool grid_doorways_have_doors(struct grid *grid, const struct dungeon *dungeon)
{
	for (uint32_t i = 0; i < dungeon->room_count; i++)
		(void)grid_find_doorways(grid, dungeon, i);
	bool right = grid_put_doors(grid, dungeon);
	for (uint32_t place = 0; right && place < grid->size; place++) {
		uint32_t beside[4], near = 0;
		if (grid->owner[place] == 0)
			continue;
		grid_beside(grid, place, beside);
		for (int k = 0; k < 4; k++)
			near += grid->tile[beside[k]] == GRID_DOOR;
		right = (grid->tile[place] == GRID_DOOR) == (near == 0);
	}
	return right;
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
 * Checks a map of up to GRID_TILES tiles, made with TUNNELS_THROUGH, whose rooms and first tunnels are right. Returns a
 * property that does not hold, or NULL.
 */
static inline const char *through_broken(struct grid *grid, const struct dungeon *dungeon)
{
	const struct tunnel *tunnels = dungeon->tunnels;
	uint32_t rooms = dungeon->room_count, count = dungeon->tunnel_count, asked = rooms - 1 + dungeon->recipe.loops;
	for (uint32_t i = rooms - 1; i < count; i++)
		if (tunnels[i].to != plain_nearest(dungeon->rooms, rooms, tunnels, i, tunnels[i].from))
			return "a loop leads to the nearest room that is not joined";
	for (uint32_t i = 0; i < rooms && count < asked; i++)
		if (plain_nearest(dungeon->rooms, rooms, tunnels, count, i) != UINT32_MAX)
			return "there are as many loops as asked for, or all that there can be";
	if (count > asked)
		return "there are no more loops than asked for";
	grid_start(grid, &dungeon->recipe);
	tiles_draw(grid->tile, dungeon);
	if (!grid_edge_is_wall(grid))
		return "the map's edge is wall";
	if (!grid_is_reached(grid, dungeon))
		return "every floor tile can be reached from the spawn";
	if (!grid_marks_are_right(grid, dungeon))
		return "the spawn is in the first room, the exit in the last or the farthest, at its distance";
	if (dungeon->recipe.doors ? !grid_doorways_have_doors(grid, dungeon) : dungeon->door_count > 0)
		return "of doorways that touch one has a door, and each of the others";
	return tiles_are_drawn(grid->tile, dungeon)
		       ? NULL
		       : "drawn whole and swept, the tiles are those of rooms, tunnels and doors";
}

/*
 * Checks a map of up to GRID_TILES tiles, made with TUNNELS_AROUND. `placed` has the rooms of the same map with
 * TUNNELS_THROUGH. Returns a property that does not hold, or NULL.
 */
static const char *around_broken(struct grid *grid, const struct dungeon *dungeon, const struct area *placed,
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
		if (grid->tile[grid->line[1]] != GRID_WALL || grid->tile[grid->line[length - 2]] != GRID_WALL)
			return "a tunnel has an opening of its own in either room, so that each loop adds a cycle";
		for (uint32_t k = 1; k < length - 1; k++)
			grid->tile[grid->line[k]] = GRID_TUNNEL;
	}
	if (!grid_edge_is_wall(grid))
		return "the map's edge is wall";
	for (uint32_t i = 0; i < dungeon->room_count; i++)
		if (!grid_find_doorways(grid, dungeon, i))
			return "an opening of a room is one tile, in no corner, with floor on both sides and wall "
			       "beside";
	if (!grid_is_narrow(grid))
		return "floor outside of rooms is one tile wide";
	if (!grid_is_reached(grid, dungeon))
		return "every floor tile can be reached from the spawn";
	if (!grid_marks_are_right(grid, dungeon))
		return "the spawn is in the first room, the exit in the last or the farthest, at its distance";
	if (dungeon->recipe.doors ? !grid_put_doors(grid, dungeon) : dungeon->door_count > 0)
		return "a door is in an opening of its room, in the order of documents";
	if (dungeon->recipe.doors && !grid_rooms_are_shut(grid, dungeon))
		return "with all doors shut no room can be reached from another";
	for (size_t i = 0; i < grid->size; i++)
		grid->tile[i] = grid->tile[i] == GRID_ROOM ? GRID_TUNNEL : grid->tile[i];
	return tiles_are_drawn(grid->tile, dungeon) ? NULL
						    : "drawn whole and swept, the tiles are those of rooms and paths";
}
