/* SPDX-License-Identifier: MIT */
#include "formats/tiled_objects.h"

#include "formats/json_value.h"
#include "formats/tiled_shape.h"

#include <inttypes.h>
#include <string.h>

/*
 * Returns the number of tiles in a member of an object, which is in pixels from `origin`. Rounds
 * down. Returns BUILD_NO_NUMBER if there is no such number of tiles. Refuses a member that is there
 * twice. The axis is 0 for x and width, 1 for y and height.
 */
static uint64_t member_tiles(const struct tiled_map *tiled, const cJSON *owner, const char *name,
			     size_t axis, double origin)
{
	const cJSON *pixels = json_member(tiled->json, owner, name);
	if (!cJSON_IsNumber(pixels))
		return BUILD_NO_NUMBER;
	const double tiles = (pixels->valuedouble + origin) / tiled->tile_size[axis];
	if (!(tiles >= 0 && tiles <= INT32_MAX))
		return BUILD_NO_NUMBER;
	return (uint64_t)tiles;
}

/* Returns the number of a room, which is a property of an object, or BUILD_NO_NUMBER. */
static uint64_t room_index(const struct tiled_shape *shape, const char *name)
{
	return json_number(tiled_property(shape->item, name));
}

/* Refuses a room whose property is not its number. */
static void check_room_number(struct tiled_map *tiled, const struct tiled_shape *shape)
{
	const uint32_t room_count = tiled->builder->map->room_count;
	if (json_number(tiled_property(shape->item, "room")) != room_count)
		build_refuse(tiled->builder, "room",
			     "should be %" PRIu32
			     "; rooms are numbered in their order, without gaps",
			     room_count);
}

static void read_corner(struct tiled_map *tiled, const struct tiled_shape *shape,
			const cJSON *point)
{
	const uint64_t x = member_tiles(tiled, point, "x", 0, shape->x);
	const uint64_t y = member_tiles(tiled, point, "y", 1, shape->y);
	build_corner(tiled->builder, x, y);
}

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

/* Reads a room, tunnel, or door. Positions and sizes are rounded to the nearest tile. */
static void read_area(struct tiled_map *tiled, const struct tiled_shape *shape)
{
	struct builder *builder = tiled->builder;
	const cJSON *item = shape->item;
	const double half[2] = {tiled->tile_size[0] / 2, tiled->tile_size[1] / 2};
	const uint64_t x = member_tiles(tiled, item, "x", 0, half[0] + shape->origin[0]);
	const uint64_t y = member_tiles(tiled, item, "y", 1, half[1] + shape->origin[1]);
	const uint64_t width = member_tiles(tiled, item, "width", 0, half[0]);
	const uint64_t height = member_tiles(tiled, item, "height", 1, half[1]);
	if (tiled->object_kind == TILED_TUNNELS) {
		read_tunnel(tiled, shape);
	} else if (tiled->object_kind == TILED_DOORS) {
		build_door(builder, x, y, room_index(shape, "room"));
	} else {
		/* The id is not used, but it must not be there twice. */
		json_member(tiled->json, item, "id");
		build_room(builder, x, y, width, height);
	}
}

static void read_mark(struct tiled_map *tiled, const struct tiled_shape *shape, enum mark_kind kind)
{
	struct builder *builder = tiled->builder;
	const struct recipe *recipe = &builder->map->recipe;
	const double right = shape->width / 2 + shape->origin[0];
	const double down = tiled_middle_below(tiled, shape) + shape->origin[1];
	const uint64_t x = member_tiles(tiled, shape->item, "x", 0, right);
	const uint64_t y = member_tiles(tiled, shape->item, "y", 1, down);
	if (x >= recipe->width || y >= recipe->height)
		build_refuse(builder, NULL, "the %s is not on the map", mark_names[kind]);
	if (builder->result != READ_MAP)
		return;
	const struct point at = {(uint32_t)x, (uint32_t)y};
	tiled_set_mark(tiled, kind, at, tiled->json->object);
}

static void read_object(struct tiled_map *tiled, const cJSON *item)
{
	enum mark_kind mark;
	if (tiled_object_kind(item, &mark) != tiled->object_kind)
		return;
	const struct tiled_shape shape = tiled_find_shape(tiled, item);
	const bool is_mark = tiled->object_kind == TILED_MARKS;
	tiled->json->object = tiled_number(item, "id");
	tiled_compare_shape(tiled, &shape,
			    is_mark ? mark_names[mark] : tiled_object_types[tiled->object_kind]);
	if (is_mark) {
		read_mark(tiled, &shape, mark);
		return;
	}
	if (tiled->object_kind == TILED_ROOMS)
		check_room_number(tiled, &shape);
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
