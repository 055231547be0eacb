/* SPDX-License-Identifier: MIT */
/*
 * The part of the builder that ends a map: it decides what counts if the tiles of a file differ
 * from its rooms, tunnels, and doors.
 */
#include "formats/build.h"

#include <inttypes.h>
#include <string.h>

/*
 * Stores in *at the first tile of row `y` that differs from the drawn row. Returns false if no tile
 * differs.
 */
static bool find_difference(const char *drawn, const char *stored, uint32_t width, uint32_t y,
			    struct point *at)
{
	uint32_t x = 0;
	if (memcmp(drawn, stored, width) == 0)
		return false;
	while (drawn[x] == stored[x])
		x++;
	*at = (struct point){x, y};
	return true;
}

/*
 * Returns whether rooms, tunnels, and doors make the tiles that the map stores. If so, or if out of
 * memory, the map no longer stores them. If not, sets builder->difference.
 */
static bool tiles_agree(struct builder *builder)
{
	struct map *map = builder->map;
	const uint32_t width = map->recipe.width;
	const char *stored = map->tiles;
	const char *drawn;
	/* Rows would draw the stored tiles instead of the rooms. */
	map->stores_tiles = false;
	if (!build_need(builder, rows_start(&builder->rows, map, &row_kinds)))
		return true;
	for (uint32_t y = 0; (drawn = rows_next(&builder->rows)); y++, stored += width) {
		if (find_difference(drawn, stored, width, y, &builder->difference)) {
			map->stores_tiles = true;
			return false;
		}
	}
	return true;
}

/* Adds a number of parts to a list, unless it is 0: "3 rooms". */
static void add_count(struct text *list, uint32_t count, const char *name)
{
	if (count > 0)
		text_add(list, "%s%" PRIu32 " %s%s", list->length > 0 ? ", " : "", count, name,
			 count > 1 ? "s" : "");
}

/* Notes what was dropped from the map. */
static void note_misfits(struct builder *builder)
{
	struct reader *reader = builder->reader;
	const struct misfits *misfits = &reader->misfits;
	struct text list = {.length = 0};
	add_count(&list, misfits->room_count, "room");
	add_count(&list, misfits->tunnel_count, "tunnel");
	add_count(&list, misfits->door_count, "door");
	reader->loses = list.length > 0;
	if (misfits->include_options)
		text_add(&list, "%sthe options of the generator", list.length > 0 ? ", " : "");
	if (misfits->include_exit_distance)
		text_add(&list, "%sexit_distance", list.length > 0 ? ", " : "");
	if (list.length == 0)
		return;
	reader->drops_misfits = true;
	reader_note(reader, "; ",
		    "the tiles differ from the rooms, tunnels, and doors, first at %" PRIu32
		    ",%" PRIu32 "; not kept: %s",
		    builder->difference.x, builder->difference.y, list.bytes);
}

bool build_settle(struct builder *builder)
{
	struct map *map = builder->map;
	struct reader *reader = builder->reader;
	if (builder->result != READ_MAP)
		return false;
	if (map->lacks & LACKS_ROOMS)
		return true;
	if (map->room_count == 0 && !map->stores_tiles)
		return build_refuse(builder, NULL, "the map has no floor");
	const bool tiles_have_doors = map->recipe.doors;
	const bool has_doors = builder->has_door_list || map->door_count > 0;
	map_settle_doors(map);
	/* Even an empty list of doors says that the map has doors, unless the tiles differ. */
	const bool is_drawn = !map->stores_tiles || tiles_agree(builder);
	map->recipe.doors = is_drawn ? has_doors : tiles_have_doors;
	if (!is_drawn && !reader->keeps_misfits) {
		if (!build_need(builder, misfits_drop(&reader->misfits, map)))
			return false;
		note_misfits(builder);
	}
	return builder->result == READ_MAP;
}
