/* SPDX-License-Identifier: MIT */
#include "formats/tiled_terrain.h"

#include "formats/json_value.h"
#include "formats/tiled_data.h"

#include <inttypes.h>
#include <string.h>

/* These bits of a cell are the number of its tile. The other bits flip the tile. */
#define NUMBER_BITS (UINT32_MAX >> 4)

/* The tileset. */

/* Returns the last component of a path, with either kind of slash. */
static const char *file_name(const char *path)
{
	const char *slash;
	while ((slash = strpbrk(path, "/\\")))
		path = slash + 1;
	return path;
}

/* Returns whether a file name, without its extension, is the name of dungen's tileset. */
static bool is_dungen_name(const char *name)
{
	static const char dungen_name[] = "dungen-tiles";
	const size_t length = sizeof dungen_name - 1;
	if (strncmp(name, dungen_name, length) != 0)
		return false;
	return name[length] == '\0' || name[length] == '.';
}

/* Returns whether a tileset has the name of dungen's tileset or the image of --tileset. */
static bool is_dungen_tileset(const struct tiled_map *tiled, const cJSON *tileset)
{
	static const char *const keys[] = {"name", "image", "source"};
	const char *image = tiled->builder->reader->style->tileset;
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		const char *name = file_name(tiled_text(tileset, keys[i]));
		const bool is_image = *name && strcmp(name, image) == 0;
		if (is_image || is_dungen_name(name))
			return true;
	}
	return false;
}

/* Lowers the number of known tiles, unless the count is higher, or cannot be a number of tiles. */
static void limit_known_tiles(struct tiled_map *tiled, double count)
{
	if (count > 0 && count < tiled->known_tile_count)
		tiled->known_tile_count = (uint32_t)count;
}

/*
 * Sets the number of tiles that dungen knows: as many as it writes, unless the tileset has fewer
 * tiles, or the numbers of another tileset begin earlier.
 */
static void count_known_tiles(struct tiled_map *tiled)
{
	const double count = tiled_number(tiled->tileset, "tilecount");
	tiled->known_tile_count = TILESET_TILES;
	if (count >= 1)
		limit_known_tiles(tiled, count);
	const cJSON *tileset;
	cJSON_ArrayForEach (tileset, tiled->tilesets)
		limit_known_tiles(tiled, tiled_number(tileset, "firstgid") - tiled->first_tile);
}

void tiled_find_tileset(struct tiled_map *tiled)
{
	bool has_dungen_tileset = false;
	tiled->first_tile = 1;
	json_each (tiled->json, tileset, "tilesets", tiled->tilesets) {
		const uint64_t first = json_member_number(tiled->json, tileset, "firstgid");
		if (!build_check_number(tiled->builder, "firstgid", first, 1, INT32_MAX))
			return;
		const bool is_better = is_dungen_tileset(tiled, tileset) && !has_dungen_tileset;
		if (tiled->tileset && !is_better)
			continue;
		tiled->tileset = tileset;
		tiled->first_tile = (uint32_t)first;
		has_dungen_tileset = is_better;
	}
	count_known_tiles(tiled);
}

/* Adds the losses of a tile in the tileset. */
static void compare_tile(struct tiled_losses *losses, const cJSON *tile)
{
	/* dungen writes one property: walls collide. */
	const bool is_wall = tiled_number(tile, "id") == (int)TILESET_WALL;
	const bool collides = is_wall && cJSON_IsTrue(tiled_property(tile, "collides"));
	const int written_property_count = collides ? 1 : 0;
	const bool has_properties = tiled_count(tile, "properties") > written_property_count;
	const bool has_class = *tiled_text(tile, "type") || *tiled_text(tile, "class");
	tiled_lose(losses, LOST_TILE_PROPERTIES, has_properties);
	tiled_lose(losses, LOST_TILE_ANIMATIONS, tiled_count(tile, "animation") > 0);
	tiled_lose(losses, LOST_TILE_SHAPES, tiled_has(tile, "objectgroup"));
	tiled_lose(losses, LOST_LOOKS, has_class);
}

void tiled_compare_tileset(struct tiled_map *tiled)
{
	struct tiled_losses *losses = &tiled->losses;
	const cJSON *tileset = tiled->tileset;
	const char *image = tiled_text(tileset, "image");
	const char *written_image = tiled->builder->reader->style->tileset;
	const bool has_other_image = *image && strcmp(image, written_image) != 0;
	tiled_lose(losses, LOST_TILESETS, cJSON_GetArraySize(tiled->tilesets) > 1);
	tiled_lose(losses, LOST_TILESET_FILE, *tiled_text(tileset, "source") != '\0');
	tiled_lose(losses, LOST_IMAGE, has_other_image);
	tiled_lose(losses, LOST_PROPERTIES, tiled_count(tileset, "properties") > 0);
	const cJSON *tile;
	cJSON_ArrayForEach (tile, cJSON_GetObjectItemCaseSensitive(tileset, "tiles"))
		compare_tile(losses, tile);
}

/* The tiles. */

/* Returns the tileset that the number of a tile belongs to, or NULL. */
static const cJSON *find_owner(const struct tiled_map *tiled, uint32_t number)
{
	const cJSON *owner = NULL;
	const cJSON *tileset;
	cJSON_ArrayForEach (tileset, tiled->tilesets) {
		const double first = tiled_number(tileset, "firstgid");
		if (first <= number && first >= tiled_number(owner, "firstgid"))
			owner = tileset;
	}
	return owner;
}

/* Refuses a tile that dungen does not know. */
static void refuse_tile(struct tiled_map *tiled, uint32_t number, struct point at)
{
	const cJSON *owner = find_owner(tiled, number);
	const char *name = tiled_text(owner, "name");
	if (!*name)
		name = tiled_text(owner, "source");
	struct error *error = build_refusal(tiled->builder, NULL);
	error_set_problem(
		error, "unknown tile at %" PRIu32 ",%" PRIu32 ": number %.0f of tileset \"%.40s\"",
		at.x, at.y, number - tiled_number(owner, "firstgid"), name);
	error_set_fix(error, "use the first %" PRIu32 " tiles of the tileset of walls and floor",
		      tiled->known_tile_count);
}

/* Returns the kind of a tile. Refuses a tile that dungen does not know. */
static char read_tile(struct tiled_map *tiled, uint32_t cell, struct point at)
{
	const uint32_t number = cell & NUMBER_BITS;
	tiled_lose(&tiled->losses, LOST_FLIPS, number != cell);
	if (number == 0)
		return TILE_WALL;
	if (number < tiled->first_tile || number - tiled->first_tile >= tiled->known_tile_count) {
		refuse_tile(tiled, number, at);
		return TILE_WALL;
	}
	const uint32_t tile = number - tiled->first_tile;
	if (tile == TILESET_STAIRS) {
		tiled_set_mark(tiled, MARK_EXIT, at, TILED_STAIRS);
		return TILE_FLOOR;
	}
	return (char)tile;
}

/* Reads all tiles, until the first refusal. */
static void read_tiles(struct tiled_map *tiled, const uint32_t *cells)
{
	struct builder *builder = tiled->builder;
	const struct recipe *recipe = &builder->map->recipe;
	char *tiles = build_tiles(builder);
	if (!tiles)
		return;
	for (uint32_t y = 0; y < recipe->height; y++) {
		for (uint32_t x = 0; x < recipe->width; x++) {
			*tiles++ = read_tile(tiled, *cells++, (struct point){x, y});
			if (builder->result != READ_MAP)
				return;
		}
	}
	build_tiles_end(builder);
}

void tiled_read_terrain(struct tiled_map *tiled)
{
	struct builder *builder = tiled->builder;
	struct tiled_data data = {0};
	const uint64_t tile_count = recipe_tiles(&builder->map->recipe);
	tiled->json->layer = tiled_text(tiled->terrain, "name");
	if (tile_count > READER_TILES_MAX)
		build_refuse(builder, NULL, "must have at most %" PRIu32 " tiles",
			     READER_TILES_MAX);
	else if (tiled_data_read(&data, builder, tiled->terrain, tile_count))
		read_tiles(tiled, data.numbers);
	tiled_data_free(&data);
	tiled->json->layer = NULL;
}
