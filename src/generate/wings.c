/* SPDX-License-Identifier: MIT */
#include "generate/wings.h"

enum {
	WING_TRIES = 4,     /* for each room, at most */
	FLOOR_MIN = 2,      /* tiles of both floors along their side, at least */
	DIFFERENCE_MIN = 2, /* tiles by which these numbers differ, at least */
	PLACES = 3,         /* first, middle, or last: where the shorter of two sides begins */
};

/* The sides of a room where its wing can be, as they are drawn. */
enum side { SIDE_RIGHT, SIDE_LEFT, SIDE_BELOW, SIDE_ABOVE, SIDES };

/* A wing that was drawn for a room. */
struct wing {
	uint32_t room; /* index of the room */
	enum side side;
	struct area area; /* the wing with its walls */
};

/* Returns whether a room that meets a wing is not its own room. For overlap_visit. */
static bool is_other(void *context, struct area found, uint32_t index)
{
	const struct wing *wing = context;
	(void)found;
	return index != wing->room;
}

/* Draws a wing for wing->room. Returns whether it fits. */
static bool draw_wing(const struct generation *generation, struct wing *wing)
{
	const struct draws *draws = generation->draws;
	const struct recipe *recipe = &generation->map->recipe;
	const struct area room = generation->map->rooms[wing->room];
	const int64_t width = draws_range(draws, recipe->room_min, recipe->room_max);
	const int64_t height = draws_range(draws, recipe->room_min, recipe->room_max);
	const enum side side = draws_range(draws, 0, SIDES - 1);
	const int64_t place = draws_range(draws, 0, PLACES - 1);
	const int64_t more_columns = (int64_t)area_width(room) - 1 - width;
	const int64_t more_rows = (int64_t)area_height(room) - 1 - height;
	const bool is_beside = side == SIDE_RIGHT || side == SIDE_LEFT;
	const int64_t difference = is_beside ? more_rows : more_columns;
	const int64_t length = is_beside ? height : width;
	int64_t x = room.x1;
	int64_t y = room.y1;

	/* The walls of a side are one tile longer than `length`, and its floor one tile shorter. */
	if (lesser((uint32_t)length, (uint32_t)(length + difference)) <= FLOOR_MIN)
		return false;
	if (-DIFFERENCE_MIN < difference && difference < DIFFERENCE_MIN)
		return false;
	if (is_beside)
		y += more_rows * place / 2;
	else
		x += more_columns * place / 2;
	if (side == SIDE_RIGHT)
		x = (int64_t)room.x2 - 1;
	else if (side == SIDE_LEFT)
		x = room.x1 + 1 - width;
	else if (side == SIDE_BELOW)
		y = (int64_t)room.y2 - 1;
	else
		y = room.y1 + 1 - height;
	if (x < 0 || x + width >= recipe->width || y < 0 || y + height >= recipe->height)
		return false;
	wing->side = side;
	wing->area = (struct area){
		.x1 = (uint32_t)x,
		.y1 = (uint32_t)y,
		.x2 = (uint32_t)(x + width),
		.y2 = (uint32_t)(y + height),
	};
	return !overlap_visit(generation->room_overlap, wing->area, is_other, wing);
}

/* Adds a wing and its tunnel to the map. Returns false if out of memory. */
static bool add_wing(const struct generation *generation, const struct wing *wing)
{
	struct map *map = generation->map;
	const struct area room = map->rooms[wing->room];
	if (!map_add_room(map, wing->area))
		return false;
	if (!overlap_add(generation->room_overlap, map->rooms, map->room_count))
		return false;
	if (!map_add_tunnel(map, wing->room, map->room_count - 1, false))
		return false;
	if (map->recipe.tunnels == TUNNELS_THROUGH)
		return true;
	/*
	 * The two rectangles have two columns or two rows in common: the last one of a floor and
	 * the first one of the other.
	 */
	const struct area shared = {
		.x1 = greater(room.x1, wing->area.x1),
		.y1 = greater(room.y1, wing->area.y1),
		.x2 = lesser(room.x2, wing->area.x2),
		.y2 = lesser(room.y2, wing->area.y2),
	};
	const struct point first = room_center(shared);
	struct point next = first;
	switch (wing->side) {
	case SIDE_RIGHT:
		next.x++;
		return map_add_leg(map, first, next);
	case SIDE_LEFT:
		next.x++;
		return map_add_leg(map, next, first);
	case SIDE_BELOW:
		next.y++;
		return map_add_leg(map, first, next);
	default: /* SIDE_ABOVE */
		next.y++;
		return map_add_leg(map, next, first);
	}
}

bool wings_add(const struct generation *generation)
{
	const struct map *map = generation->map;
	const uint32_t room_count = map->room_count;
	struct wing wing;
	for (wing.room = 0; wing.room < room_count; wing.room++) {
		if (generation_is_hall(generation, wing.room))
			continue;
		if (draws_range(generation->draws, 1, 100) > map->recipe.wings)
			continue;
		for (int i = 0; i < WING_TRIES; i++) {
			if (!draw_wing(generation, &wing))
				continue;
			if (!add_wing(generation, &wing))
				return false;
			break;
		}
	}
	return true;
}
