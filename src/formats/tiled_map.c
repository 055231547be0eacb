/* SPDX-License-Identifier: MIT */
#include "formats/tiled_map.h"

#include <inttypes.h>

void tiled_set_mark(struct tiled_map *tiled, enum mark_kind kind, struct point at, double id)
{
	struct builder *builder = tiled->builder;
	struct mark *mark = &builder->map->marks[kind];
	const struct mark mark_before = *mark;
	const struct point before = mark_before.at;
	const bool is_same_place = before.x == at.x && before.y == at.y;
	const double id_before = tiled->mark_ids[kind];
	tiled->mark_ids[kind] = id;
	const bool is_first = build_drawn_mark(builder, kind, at);
	/* Stairs draw a mark. It is not drawn if an object moves it to another tile. */
	if (id >= 0)
		mark->is_drawn = mark_before.is_drawn && is_same_place;
	if (is_first || is_same_place)
		return;
	if (id < 0)
		build_refuse(builder, NULL,
			     "a second %s at %" PRIu32 ",%" PRIu32 "; the first is at %" PRIu32
			     ",%" PRIu32,
			     mark_names[kind], at.x, at.y, before.x, before.y);
	else if (id_before >= 0)
		build_refuse(builder, NULL,
			     "objects %.0f and %.0f are both the %s, at %" PRIu32 ",%" PRIu32
			     " and %" PRIu32 ",%" PRIu32,
			     id_before, id, mark_names[kind], before.x, before.y, at.x, at.y);
	else
		reader_note(builder->reader, "; ",
			    "the exit is at %" PRIu32 ",%" PRIu32
			    ", its object, not at the stairs at %" PRIu32 ",%" PRIu32,
			    at.x, at.y, before.x, before.y);
}
