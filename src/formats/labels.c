/* SPDX-License-Identifier: MIT */
#include "formats/labels.h"

#include <inttypes.h>

/* More than any distance in a room: what a place above or below an obstacle costs. */
#define ABOVE_OR_BELOW (INT64_C(1) << 40)

/* In hundredths of a tile. */
enum {
	GAP = 15,         /* around a label, to the wall and to marks; doors reach so far */
	KEY_REACH = 50,   /* of a key, from the middle of its tile */
	KEY_NUMBER = 50,  /* half the width of its number, with a gap */
	DIGIT_WIDTH = 64, /* percent of the font size; fonts with wider digits are rare */
	OBSTACLES_MAX = MARK_KINDS + LOCKS_MAX,
};

/* Returns the smaller of two lengths. */
static int64_t smaller(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

int64_t labels_mark_reach(unsigned show)
{
	return show & SHOW_LABELS ? 55 : 70;
}

/* Returns a box around the middle of a tile. */
static struct box box_around(struct point at, int64_t left, int64_t right, int64_t half_height)
{
	const struct spot middle = tile_middle(at);
	return (struct box){middle.x - left, middle.y - half_height, middle.x + right,
			    middle.y + half_height};
}

/* Lists the marks and keys that are shown on a floor. Returns their number. */
static int list_obstacles(const struct map *map, struct area floor, unsigned show,
			  struct box obstacles[OBSTACLES_MAX])
{
	const int64_t reach = labels_mark_reach(show);
	int count = 0;
	for (uint32_t i = 0; i < OBSTACLES_MAX; i++) {
		const bool is_mark = i < MARK_KINDS;
		if (is_mark && !(show & 1U << i))
			continue;
		if (!is_mark && (!(show & SHOW_LOCKS) || i - MARK_KINDS >= map->lock_count))
			continue;
		const struct point at = is_mark ? map->marks[i].at : map->keys[i - MARK_KINDS].at;
		if (!areas_meet(floor, area_between(at, at)))
			continue;
		if (is_mark)
			obstacles[count++] = box_around(at, reach, reach, reach);
		else
			obstacles[count++] = box_around(at, KEY_REACH, KEY_NUMBER_X + KEY_NUMBER,
							KEY_REACH);
	}
	return count;
}

/* Returns whether a label of this size fits at a spot: on the floor, and beside the obstacles. */
static bool fits(struct spot spot, int64_t width, int64_t height, struct box floor,
		 const struct box *obstacles, int obstacle_count)
{
	const struct box box = {
		.x1 = spot.x - width / 2,
		.y1 = spot.y - height / 2,
		.x2 = spot.x + width / 2,
		.y2 = spot.y + height / 2,
	};
	for (int i = 0; i < obstacle_count; i++) {
		const struct box other = obstacles[i];
		if (box.x1 < other.x2 && box.x2 > other.x1 && box.y1 < other.y2 &&
		    box.y2 > other.y1)
			return false;
	}
	return floor.x1 <= box.x1 && box.x2 <= floor.x2 && floor.y1 <= box.y1 && box.y2 <= floor.y2;
}

/*
 * Looks for a spot: the middle of the floor, or else the nearest place to the left or right of an
 * obstacle, or else above or below it. Returns false if the label fits nowhere.
 */
static bool find_spot(struct label *label, int64_t width, int64_t height, struct box floor,
		      const struct box *obstacles, int obstacle_count)
{
	const struct spot middle = {(floor.x1 + floor.x2) / 2, (floor.y1 + floor.y2) / 2};
	int64_t least = INT64_MAX;
	label->spot = middle;
	for (int i = -1; i < 4 * obstacle_count; i++) {
		const struct box *box = &obstacles[i < 0 ? 0 : i / 4];
		struct spot spot = middle;
		if (i >= 0 && i % 4 < 2)
			spot.x = i % 4 == 0 ? box->x1 - width / 2 : box->x2 + width / 2;
		else if (i >= 0)
			spot.y = i % 4 == 2 ? box->y1 - height / 2 : box->y2 + height / 2;
		/* Only one of the differences is not 0. */
		int64_t distance = imaxabs(spot.x - middle.x + spot.y - middle.y);
		if (spot.y != middle.y)
			distance += ABOVE_OR_BELOW;
		if (distance >= least ||
		    !fits(spot, width, height, floor, obstacles, obstacle_count))
			continue;
		least = distance;
		label->spot = spot;
	}
	return least < INT64_MAX;
}

/* Places a label on the floor of its room. */
static void place_label(struct label *label, const struct map *map, unsigned show)
{
	const struct area floor = room_floor(map->rooms[label->room]);
	const struct box box = area_box(floor);
	struct box obstacles[OBSTACLES_MAX];
	const int obstacle_count = list_obstacles(map, floor, show, obstacles);
	const int64_t side = smaller(area_width(floor), area_height(floor));
	int64_t digits = 1;
	for (uint32_t rest = (label->owner + 1) / 10; rest > 0; rest /= 10)
		digits++;
	/* Rooms of 3 tiles have the smallest labels, and rooms of 8 the largest. */
	label->size = smaller(LABEL_SIZE_MIN + 10 * (side > 3 ? side - 3 : 0), LABEL_SIZE_MAX);
	for (; label->size >= LABEL_SIZE_MIN; label->size -= 10) {
		const int64_t width = digits * label->size * DIGIT_WIDTH / 100 + 2 * GAP;
		const int64_t height = label->size * LABEL_DIGIT_HEIGHT / 100 + 2 * GAP;
		if (find_spot(label, width, height, box, obstacles, obstacle_count))
			return;
	}
	/* It fits nowhere. Leave out the gap. */
	label->size = LABEL_SIZE_MIN;
	(void)find_spot(label, digits * label->size * DIGIT_WIDTH / 100,
			label->size * LABEL_DIGIT_HEIGHT / 100, box, obstacles, obstacle_count);
}

bool labels_place(struct labels *labels, const struct map *map, unsigned show)
{
	const uint32_t count = map->room_count;
	labels->count = count;
	if (!array_reserve(labels, list, count))
		return false;
	for (uint32_t room = 0; room < count; room++) {
		const uint32_t wing_of = map_wing_of(map, room);
		const uint32_t owner = wing_of == NO_ROOM ? room : labels->list[wing_of].owner;
		struct label *label = &labels->list[owner];
		labels->list[room] = (struct label){.owner = owner, .room = room};
		if (area_size(room_floor(map->rooms[room])) >
		    area_size(room_floor(map->rooms[label->room])))
			label->room = room;
	}
	for (uint32_t room = 0; room < count; room++)
		if (labels->list[room].owner == room)
			place_label(&labels->list[room], map, show);
	return true;
}

void labels_free(struct labels *labels)
{
	array_free(labels, list);
}
