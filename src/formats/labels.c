/* SPDX-License-Identifier: MIT */
#include "formats/labels.h"

#include <inttypes.h>

/* More than any distance in a room: what a place above or below an obstacle costs. */
#define ABOVE_OR_BELOW (INT64_C(1) << 40)

/* In hundredths of a tile. */
enum {
	GAP = 18, /* around a label, to the wall and to marks; doors reach so far */
	LABEL_MIN = 70,
	LABEL_MAX = 120,
	DIGIT_WIDTH = 64, /* percent of the font size; fonts with wider digits are rare */
};

/*
 * Looks for a spot that is so far from the wall and from obstacles: the middle of the floor, or
 * else the nearest place to the left or right of an obstacle, or else above or below it. Returns
 * false if the label fits nowhere.
 */
static bool find_spot(struct label *label, int64_t gap, struct box floor,
		      const struct box *obstacles, uint32_t obstacle_count)
{
	const struct spot middle = {(floor.x1 + floor.x2) / 2, (floor.y1 + floor.y2) / 2};
	const int64_t reach_y = label->size * LABEL_DIGIT_HEIGHT / 200 + gap;
	int64_t reach_x = gap;
	int64_t least = INT64_MAX;
	for (uint32_t rest = label->owner + 1; rest > 0; rest /= 10)
		reach_x += label->size * DIGIT_WIDTH / 200;
	label->spot = middle;
	/* Each side of each obstacle, and last the middle. */
	for (uint32_t i = 0; i <= 4 * obstacle_count; i++) {
		struct spot spot = middle;
		int64_t cost = 0;
		if (i < 4 * obstacle_count) {
			const struct box beside = obstacles[i / 4];
			spot.x = (beside.x1 + beside.x2) / 2;
			spot.y = (beside.y1 + beside.y2) / 2;
			if (i % 4 == 0)
				spot.x = beside.x1 - reach_x;
			else if (i % 4 == 1)
				spot.x = beside.x2 + reach_x;
			else
				spot.y = i % 4 == 2 ? beside.y1 - reach_y : beside.y2 + reach_y;
			cost = i % 4 < 2 ? 0 : ABOVE_OR_BELOW;
		}
		cost += imaxabs(spot.x - middle.x) + imaxabs(spot.y - middle.y);
		const struct box box = {spot.x - reach_x, spot.y - reach_y, spot.x + reach_x,
					spot.y + reach_y};
		bool fits = cost < least && floor.x1 <= box.x1 && box.x2 <= floor.x2 &&
			    floor.y1 <= box.y1 && box.y2 <= floor.y2;
		for (uint32_t k = 0; fits && k < obstacle_count; k++)
			fits = box.x2 <= obstacles[k].x1 || obstacles[k].x2 <= box.x1 ||
			       box.y2 <= obstacles[k].y1 || obstacles[k].y2 <= box.y1;
		if (!fits)
			continue;
		least = cost;
		label->spot = spot;
	}
	return least < INT64_MAX;
}

/* Places a label on the floor of its room. */
static void place_label(struct label *label, struct area floor, const struct box *obstacles,
			uint32_t obstacle_count)
{
	const uint32_t side = lesser(area_width(floor), area_height(floor));
	/* Rooms of 3 tiles have the smallest labels, and rooms of 8 the largest. */
	label->size = lesser(side > 3 ? LABEL_MIN + 10 * (side - 3) : LABEL_MIN, LABEL_MAX);
	for (; label->size >= LABEL_MIN; label->size -= 10)
		if (find_spot(label, GAP, area_box(floor), obstacles, obstacle_count))
			return;
	/* It fits nowhere. Leave out the gap. */
	label->size = LABEL_MIN;
	(void)find_spot(label, 0, area_box(floor), obstacles, obstacle_count);
}

bool labels_place(struct labels *labels, const struct map *map, const struct box *obstacles,
		  uint32_t obstacle_count)
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
	for (uint32_t room = 0; room < count; room++) {
		struct label *label = &labels->list[room];
		if (label->owner == room)
			place_label(label, room_floor(map->rooms[label->room]), obstacles,
				    obstacle_count);
	}
	return true;
}

void labels_free(struct labels *labels)
{
	array_free(labels, list);
}
