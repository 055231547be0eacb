/* SPDX-License-Identifier: MIT */
/*
 * The part of the builder that ends a map: it decides what counts if the tiles of a file differ
 * from its rooms, tunnels, and doors.
 */
#include "formats/build.h"

#include <inttypes.h>
#include <string.h>

enum { NAMED_MISFITS_MAX = 8 }; /* number of misfits that a note names */

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

bool build_settle(struct builder *builder, bool keeps_misfits)
{
	struct map *map = builder->map;
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
	if (!map->stores_tiles || tiles_agree(builder)) {
		map->recipe.doors = has_doors;
		return builder->result == READ_MAP;
	}
	map->recipe.doors = tiles_have_doors;
	if (keeps_misfits)
		return true;
	struct misfits *misfits = &builder->reader->misfits;
	return build_need(builder, misfits_drop(misfits, map, builder->difference));
}

/* Adds the name of a misfit for a note: "room 3". */
static void add_misfit_name(struct text *text, const struct misfit *misfit)
{
	switch (misfit->kind) {
	case MISFIT_ROOM:
		text_add(text, "room %" PRIu32, misfit->index);
		break;
	case MISFIT_TUNNEL:
		text_add(text, "tunnel %" PRIu32, misfit->index);
		break;
	case MISFIT_DOOR:
		text_add(text, "the door at %" PRIu32 ",%" PRIu32, misfit->at.x, misfit->at.y);
		break;
	case MISFIT_OPTIONS:
		text_add(text, "the options of the generator");
		break;
	case MISFIT_EXIT_DISTANCE:
		text_add(text, "exit_distance");
		break;
	}
}

void build_add_misfits(const struct builder *builder, struct text *text)
{
	const struct misfits *misfits = &builder->reader->misfits;
	if (misfits->count == 0)
		return;
	text_add(text,
		 "the tiles differ from the rooms, tunnels, and doors, first at %" PRIu32
		 ",%" PRIu32 "; not kept: ",
		 builder->difference.x, builder->difference.y);
	for (uint64_t i = 0; i < misfits->count && i < NAMED_MISFITS_MAX; i++) {
		if (i > 0)
			text_add(text, ", ");
		add_misfit_name(text, &misfits->list[i]);
	}
	if (misfits->count <= NAMED_MISFITS_MAX)
		return;
	const uint64_t other_count = misfits->count - NAMED_MISFITS_MAX;
	text_add(text, ", and %" PRIu64 " other %s", other_count,
		 other_count == 1 ? "part" : "parts");
}
