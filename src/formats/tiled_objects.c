/* SPDX-License-Identifier: MIT */
#include "formats/tiled_objects.h"

#include "formats/json_value.h"
#include "formats/tiled_shape.h"

#include <inttypes.h>
#include <string.h>

/*
 * Returns a member of an object, which is a number of pixels, as a number of tiles. Adds `origin`,
 * in pixels, and rounds down. Returns BUILD_NO_NUMBER if the result is not from 0 to INT32_MAX.
 * Refuses a member that the object contains twice.
 */
static uint64_t member_tiles(const struct tiled_map *tiled, const cJSON *owner, const char *name,
			     double tile_size, double origin)
{
	const cJSON *pixels = json_member(tiled->json, owner, name);
	if (!cJSON_IsNumber(pixels))
		return BUILD_NO_NUMBER;
	const double tiles = (pixels->valuedouble + origin) / tile_size;
	const bool is_in_range = tiles >= 0 && tiles <= INT32_MAX;
	if (!is_in_range)
		return BUILD_NO_NUMBER;
	return (uint64_t)tiles;
}

/* Returns a property of an object that is the index of a room, or BUILD_NO_NUMBER. */
static uint64_t room_index(const struct tiled_shape *shape, const char *name)
{
	return json_number(tiled_property(shape->item, name));
}

/* Refuses a room whose property is not its index. */
static void check_room_index(struct tiled_map *tiled, const struct tiled_shape *shape)
{
	const uint32_t room_count = tiled->builder->map->room_count;
	if (room_index(shape, "room") != room_count)
		build_refuse(tiled->builder, "room",
			     "must be %" PRIu32
			     ", because rooms are numbered in order and without gaps",
			     room_count);
}

/* Adds a corner to the tunnel. Its point is relative to the position of the object. */
static void read_corner(struct tiled_map *tiled, const struct tiled_shape *shape,
			const cJSON *point)
{
	const struct pixels tile = tiled->tile_size;
	const uint64_t x = member_tiles(tiled, point, "x", tile.x, shape->at.x);
	const uint64_t y = member_tiles(tiled, point, "y", tile.y, shape->at.y);
	build_corner(tiled->builder, x, y);
}

/* Reads a tunnel: a line through the middles of tiles. */
static void read_tunnel(struct tiled_map *tiled, const struct tiled_shape *shape)
{
	struct builder *builder = tiled->builder;
	const uint64_t from = room_index(shape, "from");
	const uint64_t to = room_index(shape, "to");
	build_tunnel(builder, from, to);
	const cJSON *point = NULL;
	if (cJSON_IsArray(shape->points))
		point = shape->points->child;
	for (; point && builder->result == READ_MAP; point = point->next)
		read_corner(tiled, shape, point);
	build_tunnel_end(builder);
}

/* Reads a room, tunnel, or door. Rounds positions and sizes to the nearest tile. */
static void read_area(struct tiled_map *tiled, const struct tiled_shape *shape)
{
	struct builder *builder = tiled->builder;
	const cJSON *item = shape->item;
	const struct pixels tile = tiled->tile_size;
	const struct pixels half = {tile.x / 2, tile.y / 2};
	/* Even a tunnel must not contain one of these twice. */
	const uint64_t x = member_tiles(tiled, item, "x", tile.x, half.x + shape->origin.x);
	const uint64_t y = member_tiles(tiled, item, "y", tile.y, half.y + shape->origin.y);
	const uint64_t width = member_tiles(tiled, item, "width", tile.x, half.x);
	const uint64_t height = member_tiles(tiled, item, "height", tile.y, half.y);
	if (tiled->object_kind == TILED_TUNNELS) {
		read_tunnel(tiled, shape);
	} else if (tiled->object_kind == TILED_DOORS) {
		build_door(builder, x, y, room_index(shape, "room"));
	} else {
		/* dungen does not use the id, but refuses an object that contains it twice. */
		json_member(tiled->json, item, "id");
		build_room(builder, x, y, width, height);
	}
}

/* Reads the spawn or the exit: the tile in which the middle of the object is. */

static void read_mark(struct tiled_map *tiled, const struct tiled_shape *shape, enum mark_kind kind)
{
	struct builder *builder = tiled->builder;
	const struct recipe *recipe = &builder->map->recipe;
	const struct pixels tile = tiled->tile_size;
	const struct pixels middle = {
		.x = shape->size.x / 2 + shape->origin.x,
		.y = tiled_middle_below(tiled, shape) + shape->origin.y,
	};
	const uint64_t x = member_tiles(tiled, shape->item, "x", tile.x, middle.x);
	const uint64_t y = member_tiles(tiled, shape->item, "y", tile.y, middle.y);
	if (x >= recipe->width || y >= recipe->height)
		build_refuse(builder, NULL, "the %s must be on the map", mark_names[kind]);
	if (builder->result != READ_MAP)
		return;
	const struct point at = {(uint32_t)x, (uint32_t)y};
	tiled_set_mark(tiled, kind, at, tiled->json->object);
}

/* Reads an object, if it is of the kind of this pass. */
static void read_object(struct tiled_map *tiled, const cJSON *item)
{
	enum mark_kind mark;
	if (tiled_object_kind(item, &mark) != tiled->object_kind)
		return;
	if (tiled->object_kind == TILED_ROUTE) {
		const bool is_lost = !tiled->builder->reader->style->shows_route;
		tiled_lose(&tiled->losses, LOST_ROUTE, is_lost);
		return;
	}
	const struct tiled_shape shape = tiled_find_shape(tiled, item);
	tiled->json->object = tiled_number(item, "id");
	if (tiled->object_kind == TILED_MARKS) {
		tiled_compare_shape(tiled, &shape, mark_names[mark]);
		read_mark(tiled, &shape, mark);
		return;
	}
	tiled_compare_shape(tiled, &shape, tiled_object_types[tiled->object_kind]);
	if (tiled->object_kind == TILED_ROOMS)
		check_room_index(tiled, &shape);
	read_area(tiled, &shape);
}

void tiled_read_objects(struct tiled_map *tiled, const cJSON *layer, const char *type)
{
	struct json_reader *json = tiled->json;
	if (strcmp(type, "objectgroup") != 0)
		return;
	json->layer = tiled_text(layer, "name");
	if (strcmp(json->layer, "doors") == 0)
		build_door_list(tiled->builder);
	const cJSON *item;
	cJSON_ArrayForEach (item, cJSON_GetObjectItemCaseSensitive(layer, "objects"))
		read_object(tiled, item);
	json->layer = NULL;
	json->object = 0;
}
