/* SPDX-License-Identifier: MIT */
#include "formats/tiled_map.h"

#include <inttypes.h>

void tiled_set_mark(struct tiled_map *tiled, enum mark_kind kind, struct point at, double id)
{
	struct builder *builder = tiled->builder;
	struct mark *mark = &builder->map->marks[kind];
	const struct mark old_mark = *mark;
	const struct point old = old_mark.at;
	const double old_id = tiled->mark_ids[kind];
	const bool is_object = id >= 0;
	const bool was_object = old_id >= 0;
	const bool is_same_place = old.x == at.x && old.y == at.y;
	tiled->mark_ids[kind] = id;
	const bool is_first = build_drawn_mark(builder, kind, at);
	/* An object does not draw its mark, unless it is at the stairs. */
	if (is_object)
		mark->is_drawn = old_mark.is_drawn && is_same_place;
	if (is_first || is_same_place)
		return;
	if (!is_object)
		build_refuse(builder, NULL,
			     "duplicate %s at %" PRIu32 ",%" PRIu32 " and %" PRIu32 ",%" PRIu32,
			     mark_names[kind], old.x, old.y, at.x, at.y);
	else if (was_object)
		build_refuse(builder, NULL,
			     "duplicate %s: object %.0f at %" PRIu32 ",%" PRIu32
			     " and object %.0f at %" PRIu32 ",%" PRIu32,
			     mark_names[kind], old_id, old.x, old.y, id, at.x, at.y);
	else
		reader_note(builder->reader, "; ",
			    "the exit is the object at %" PRIu32 ",%" PRIu32
			    ", so the stairs at %" PRIu32 ",%" PRIu32 " are dropped",
			    at.x, at.y, old.x, old.y);
}
