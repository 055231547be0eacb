/* SPDX-License-Identifier: MIT */
/* The part of the builder that settles what counts if the tiles and the rooms of a file disagree.
 */
#include "formats/build.h"

#include <inttypes.h>
#include <string.h>

/* The names of more misfits are not listed. */
enum { MISFITS_NAMED = 8 };

/*
 * Returns whether rooms, tunnels, and doors make the tiles of the map. If not, stores the first
 * tile that differs in *at.
 */
static bool tiles_agree(struct builder *builder, struct point *at)
{
	struct map *map = builder->map;
	const uint32_t width = map->recipe.width;
	const char *stored = map->tiles;
	const char *drawn;
	/* Draw the rooms, and not the tiles. */
	map->stores_tiles = false;
	if (!build_need(builder, rows_start(&builder->rows, map, &row_kinds, NULL)))
		return true;
	for (uint32_t y = 0; (drawn = rows_next(&builder->rows)); y++, stored += width) {
		if (memcmp(drawn, stored, width) == 0)
			continue;
		uint32_t x = 0;
		while (drawn[x] == stored[x])
			x++;
		*at = (struct point){x, y};
		map->stores_tiles = true;
		return false;
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
	const bool tiles_have_doors = map->recipe.doors;
	const bool has_doors = builder->has_door_list || map->door_count > 0;
	map_settle_doors(map);
	if (!map->stores_tiles || tiles_agree(builder, &builder->difference)) {
		map->recipe.doors = has_doors;
		return builder->result == READ_MAP;
	}
	map->recipe.doors = tiles_have_doors;
	if (keeps_misfits)
		return true;
	struct misfits *misfits = &builder->reader->misfits;
	return build_need(builder, misfits_drop(misfits, map, builder->difference));
}

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
		 "rooms, tunnels, and doors do not make the tiles (first at %" PRIu32 ",%" PRIu32
		 "); not kept: ",
		 builder->difference.x, builder->difference.y);
	for (uint32_t i = 0; i < misfits->count && i < MISFITS_NAMED; i++) {
		if (i > 0)
			text_add(text, ", ");
		add_misfit_name(text, &misfits->list[i]);
	}
	if (misfits->count > MISFITS_NAMED)
		text_add(text, ", and %" PRIu32 " more", misfits->count - MISFITS_NAMED);
}
