/* SPDX-License-Identifier: MIT */
#include "map/compare.h"

#include <string.h>

/*
 * Draws the kinds of all tiles, doors as floor unless `doors` is set. Returns false if out of
 * memory.
 */
static bool draw(struct rows *rows, const struct map *map, bool doors, char *tiles,
		 struct watch *watch)
{
	static const struct row_bytes without_doors = {.kind = {TILE_WALL, TILE_FLOOR, TILE_FLOOR},
						       .end = ""};
	if (!rows_start(rows, map, doors ? &row_kinds : &without_doors, watch))
		return false;
	for (const char *row; (row = rows_next(rows)); tiles += map->recipe.width)
		memcpy(tiles, row, map->recipe.width);
	return true;
}

/* Documents. */

static bool same_tunnel(const struct map *ours, const struct map *theirs, uint32_t index)
{
	struct tunnel a = ours->tunnels[index], b = theirs->tunnels[index];
	struct path here = tunnel_path(ours, index), there = tunnel_path(theirs, index);
	return a.from == b.from && a.to == b.to && here.count == there.count &&
	       memcmp(here.legs, there.legs, here.count * sizeof *here.legs) == 0;
}

static bool same_door(const struct map *ours, const struct map *theirs, uint32_t index)
{
	return memcmp(&ours->doors[index], &theirs->doors[index], sizeof *ours->doors) == 0;
}

static bool same_room(const struct map *ours, const struct map *theirs, uint32_t index)
{
	return memcmp(&ours->rooms[index], &theirs->rooms[index], sizeof *ours->rooms) == 0;
}

/* Sets *found to the first element that differs. Returns whether there is one. */
static bool differ(const struct map *ours, const struct map *theirs, uint32_t here, uint32_t there,
		   bool (*same)(const struct map *, const struct map *, uint32_t),
		   enum difference_kind kind, struct difference *found)
{
	uint32_t index = 0, both = lesser(here, there);
	while (index < both && same(ours, theirs, index))
		index++;
	if (index == both && here == there)
		return false;
	found->kind = kind;
	found->index = index;
	return true;
}

static bool documents_differ(const struct map *ours, const struct map *theirs,
			     struct difference *found)
{
	return differ(ours, theirs, ours->room_count, theirs->room_count, same_room,
		      DIFFERENCE_ROOM, found) ||
	       differ(ours, theirs, ours->tunnel_count, theirs->tunnel_count, same_tunnel,
		      DIFFERENCE_TUNNEL, found) ||
	       differ(ours, theirs, ours->door_count, theirs->door_count, same_door,
		      DIFFERENCE_DOOR, found);
}

/* Maps. */

/* Counts the rows that differ and finds the first tile that does. */
static void look_at_rows(const struct compare *compare, const struct map *ours,
			 struct difference *found)
{
	const size_t width = ours->recipe.width;
	for (uint32_t y = 0; y < ours->recipe.height; y++) {
		const char *here = compare->here + y * width, *there = compare->there + y * width;
		if (memcmp(here, there, width) == 0)
			continue;
		uint32_t x = 0;
		while (here[x] == there[x])
			x++;
		found->is_single_tile = found->rows == 0 &&
					memcmp(here + x + 1, there + x + 1, width - x - 1) == 0;
		if (found->rows++ > 0)
			continue;
		found->first_tile = (struct point){x, y};
		found->expected_tile = (enum tile)here[x];
		found->actual_tile = (enum tile)there[x];
	}
}

bool compare_maps(struct compare *compare, const struct map *ours, const struct map *theirs,
		  struct difference *found, struct watch *watch)
{
	const struct recipe *here = &ours->recipe, *there = &theirs->recipe;
	const bool same_size = here->width == there->width && here->height == there->height;
	*found = (struct difference){.kind = same_size ? DIFFERENCE_NONE : DIFFERENCE_SIZE};
	/* The tiles are of use only if rows and columns may be exchanged. */
	if (!same_size && (here->width != there->height || here->height != there->width))
		return true;
	const unsigned lacks = ours->lacks | theirs->lacks;
	/* Equal rooms, tunnels, and doors make equal tiles, unless a map stores other tiles. */
	bool tiles_may_differ = !same_size || ours->stores_tiles || theirs->stores_tiles;
	if (same_size && !(lacks & LACKS_ROOMS) && documents_differ(ours, theirs, found))
		tiles_may_differ = true;
	if (tiles_may_differ) {
		const bool doors = !(lacks & LACKS_DOORS);
		if (!array_reserve(compare, here, recipe_tiles(here)) ||
		    !array_reserve(compare, there, recipe_tiles(there)) ||
		    !draw(&compare->rows, ours, doors, compare->here, watch) ||
		    !draw(&compare->rows, theirs, doors, compare->there, watch))
			return false;
		if (same_size)
			look_at_rows(compare, ours, found);
	}
	if (found->kind == DIFFERENCE_NONE && found->rows > 0)
		found->kind = DIFFERENCE_TILES;
	for (size_t i = 0; i < MARK_KINDS && found->kind == DIFFERENCE_NONE; i++) {
		struct mark own = ours->marks[i], other = theirs->marks[i];
		if (!own.is_set || !other.is_set ||
		    (own.at.x == other.at.x && own.at.y == other.at.y))
			continue;
		found->kind = DIFFERENCE_MARK;
		found->index = (uint32_t)i;
	}
	return true;
}

void compare_free(struct compare *compare)
{
	rows_free(&compare->rows);
	array_free(compare, here);
	array_free(compare, there);
}
