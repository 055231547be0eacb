/* SPDX-License-Identifier: MIT */
#include "formats/tiled_objects.h"

#include "formats/json_value.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

/* An object that is read, and what decides where it is. */
struct object {
	const cJSON *item;
	const cJSON *points;  /* of a tunnel; NULL: none */
	double origin[2];     /* in pixels: from the first tile of the map to the layer */
	double x, y;          /* in pixels, from the first tile of the map */
	double width, height; /* in pixels */
};

static struct object find_object(const struct tiled_map *tiled, const cJSON *item)
{
	struct object object = {
		.item = item,
		.points = cJSON_GetObjectItemCaseSensitive(item, "polyline"),
		.width = tiled_number(item, "width"),
		.height = tiled_number(item, "height"),
	};
	object.origin[0] = tiled->offset[0] - tiled->origin[0];
	object.origin[1] = tiled->offset[1] - tiled->origin[1];
	object.x = tiled_number(item, "x") + object.origin[0];
	object.y = tiled_number(item, "y") + object.origin[1];
	return object;
}

/* What of an object is not kept. */

/*
 * Returns whether a point, in pixels from the first tile of the map, is exactly where dungen writes
 * points and corners: in the middle of a tile, rounded down, or at its upper left corner.
 */
static bool is_exact(const struct tiled_map *tiled, double x, double y, bool is_in_middle)
{
	const double position[2] = {x, y};
	for (size_t i = 0; i < 2; i++) {
		const double tile_size = tiled->tile_size[i];
		const double middle = (double)(int32_t)(tile_size / 2);
		const double tiles = (position[i] - (is_in_middle ? middle : 0)) / tile_size;
		if (!(tiles >= 0 && tiles <= INT32_MAX) || tiles != (double)(int32_t)tiles)
			return false;
	}
	return true;
}

/* Returns how far the middle of a mark is below its position, in pixels. */
static double middle_below(const struct tiled_map *tiled, const struct object *object)
{
	/* An object that is a tile stands on its position. */
	if (tiled_has(object->item, "gid"))
		return -tiled->tile_size[1] / 2;
	return object->height / 2;
}

static bool is_path_exact(const struct tiled_map *tiled, const struct object *object)
{
	const cJSON *point;
	cJSON_ArrayForEach (point, object->points) {
		const double x = object->x + tiled_number(point, "x");
		const double y = object->y + tiled_number(point, "y");
		if (!is_exact(tiled, x, y, true))
			return false;
	}
	return true;
}

/* Returns whether an object is where dungen would write it. */
static bool is_place_exact(const struct tiled_map *tiled, const struct object *object)
{
	if (tiled->object_kind == TUNNELS)
		return is_path_exact(tiled, object);
	if (tiled->object_kind == MARKS)
		return is_exact(tiled, object->x + object->width / 2,
				object->y + middle_below(tiled, object), true);
	return is_exact(tiled, object->x, object->y, false) &&
	       is_exact(tiled, object->width, object->height, false);
}

/* Returns whether an object has the shape that dungen gives it. */
static bool is_own_shape(const struct tiled_map *tiled, const struct object *object)
{
	static const char *const foreign_shapes[] = {"gid", "ellipse", "capsule", "polygon",
						     "text"};
	for (size_t i = 0; i < sizeof foreign_shapes / sizeof *foreign_shapes; i++) {
		if (tiled_has(object->item, foreign_shapes[i]))
			return false;
	}
	if (tiled->object_kind == MARKS)
		return !(object->width > 0 || object->height > 0);
	if (tiled->object_kind == DOORS)
		return !(object->width > tiled->tile_size[0] ||
			 object->height > tiled->tile_size[1]);
	return true;
}

/* Notes what of an object of the kind that is read is not kept. `type` is what dungen calls it. */
static void compare_object(struct tiled_map *tiled, const struct object *object, const char *type)
{
	static const int own_properties[TILED_LAYERS] = {[ROOMS] = 1, [TUNNELS] = 2, [DOORS] = 1};
	struct tiled_losses *losses = &tiled->losses;
	const char *name = tiled_text(object->item, "name");
	const int property_count = tiled_count(object->item, "properties");
	/* dungen writes the type and a number. */
	const bool is_renamed = *name && strncasecmp(name, type, strlen(type)) != 0;
	tiled_lose(losses, LOST_OBJECT_NAMES, is_renamed);
	tiled_lose(losses, LOST_PROPERTIES, property_count > own_properties[tiled->object_kind]);
	tiled_lose(losses, LOST_OBJECT_PLACES, !is_place_exact(tiled, object));
	tiled_lose(losses, LOST_OBJECT_SHAPES, !is_own_shape(tiled, object));
	tiled_lose_looks(losses, object->item);
}

/* Rooms, tunnels, doors, and marks. */

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

/*
 * Returns the number of a room, which is a property of an object. A member of the object with that
 * name counts, too, if the property is missing.
 */
static uint64_t room_index(struct tiled_map *tiled, const struct object *object, const char *name)
{
	const cJSON *property = tiled_property(object->item, name);
	if (!property)
		return json_member_number(tiled->json, object->item, name);
	if (tiled_has(object->item, name))
		return BUILD_TWICE;
	return json_number(property);
}

/* Refuses a room whose property is not its number. */
static void check_room_number(struct tiled_map *tiled, const struct object *object)
{
	const uint32_t room_count = tiled->builder->map->room_count;
	if (json_number(tiled_property(object->item, "room")) != room_count)
		build_refuse(tiled->builder, "room",
			     "should be %" PRIu32
			     "; rooms are numbered in their order, without gaps",
			     room_count);
}

static void read_corner(struct tiled_map *tiled, const struct object *object, const cJSON *point)
{
	const uint64_t x = member_tiles(tiled, point, "x", 0, object->x);
	const uint64_t y = member_tiles(tiled, point, "y", 1, object->y);
	build_corner(tiled->builder, x, y);
}

static void read_tunnel(struct tiled_map *tiled, const struct object *object)
{
	struct builder *builder = tiled->builder;
	const uint64_t from = room_index(tiled, object, "from");
	const uint64_t to = room_index(tiled, object, "to");
	build_tunnel(builder, from, to);
	if (object->points && tiled_has(object->item, "path"))
		build_refuse(builder, "path", "is there twice");
	const cJSON *point = NULL;
	if (object->points && cJSON_IsArray(object->points))
		point = object->points->child;
	for (; point && builder->result == READ_MAP; point = point->next)
		read_corner(tiled, object, point);
	build_tunnel_end(builder);
}

/* Refuses points that are not objects, or have a coordinate twice. */
static void check_points(struct tiled_map *tiled, const struct object *object)
{
	const cJSON *point;
	cJSON_ArrayForEach (point, object->points) {
		json_member(tiled->json, point, "x");
		json_member(tiled->json, point, "y");
	}
}

/* Reads a room, tunnel, or door. Positions and sizes are rounded to the nearest tile. */
static void read_shape(struct tiled_map *tiled, const struct object *object)
{
	struct builder *builder = tiled->builder;
	const cJSON *item = object->item;
	const double half[2] = {tiled->tile_size[0] / 2, tiled->tile_size[1] / 2};
	check_points(tiled, object);
	const uint64_t x = member_tiles(tiled, item, "x", 0, half[0] + object->origin[0]);
	const uint64_t y = member_tiles(tiled, item, "y", 1, half[1] + object->origin[1]);
	const uint64_t width = member_tiles(tiled, item, "width", 0, half[0]);
	const uint64_t height = member_tiles(tiled, item, "height", 1, half[1]);
	if (tiled->object_kind == TUNNELS) {
		read_tunnel(tiled, object);
	} else if (tiled->object_kind == DOORS) {
		build_door(builder, x, y, room_index(tiled, object, "room"));
	} else {
		json_member(tiled->json, item, "id");
		build_room(builder, x, y, width, height);
	}
}

static void read_mark(struct tiled_map *tiled, const struct object *object, enum mark_kind kind)
{
	struct builder *builder = tiled->builder;
	const struct recipe *recipe = &builder->map->recipe;
	const double right = object->width / 2 + object->origin[0];
	const double down = middle_below(tiled, object) + object->origin[1];
	const uint64_t x = member_tiles(tiled, object->item, "x", 0, right);
	const uint64_t y = member_tiles(tiled, object->item, "y", 1, down);
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
	const struct object object = find_object(tiled, item);
	const bool is_mark = tiled->object_kind == MARKS;
	tiled->json->object = tiled_number(item, "id");
	compare_object(tiled, &object,
		       is_mark ? mark_names[mark] : tiled_types[tiled->object_kind]);
	if (is_mark) {
		read_mark(tiled, &object, mark);
		return;
	}
	if (tiled->object_kind == ROOMS)
		check_room_number(tiled, &object);
	read_shape(tiled, &object);
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
