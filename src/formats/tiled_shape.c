/* SPDX-License-Identifier: MIT */
#include "formats/tiled_shape.h"

#include <string.h>
#include <strings.h>

struct tiled_shape tiled_find_shape(const struct tiled_map *tiled, const cJSON *item)
{
	struct tiled_shape shape = {
		.item = item,
		.points = cJSON_GetObjectItemCaseSensitive(item, "polyline"),
		.width = tiled_number(item, "width"),
		.height = tiled_number(item, "height"),
	};
	shape.origin[0] = tiled->offset[0] - tiled->origin[0];
	shape.origin[1] = tiled->offset[1] - tiled->origin[1];
	shape.x = tiled_number(item, "x") + shape.origin[0];
	shape.y = tiled_number(item, "y") + shape.origin[1];
	return shape;
}

/* Returns whether a length in pixels is a whole number of tiles. */
static bool is_whole(double pixels, double tile_size)
{
	const double tiles = pixels / tile_size;
	if (!(tiles >= 0 && tiles <= INT32_MAX))
		return false;
	return tiles == (double)(int32_t)tiles;
}

/* Returns whether two lengths in pixels, along x and y, are whole numbers of tiles. */
static bool are_whole(const struct tiled_map *tiled, double x, double y)
{
	return is_whole(x, tiled->tile_size[0]) && is_whole(y, tiled->tile_size[1]);
}

/*
 * Returns whether a point, in pixels from the first tile of the map, is exactly where dungen writes
 * points and corners: in the middle of a tile, rounded down.
 */
static bool is_middle(const struct tiled_map *tiled, double x, double y)
{
	const double x_middle = (double)(int32_t)(tiled->tile_size[0] / 2);
	const double y_middle = (double)(int32_t)(tiled->tile_size[1] / 2);
	return are_whole(tiled, x - x_middle, y - y_middle);
}

double tiled_middle_below(const struct tiled_map *tiled, const struct tiled_shape *shape)
{
	/* An object that is a tile stands on its position. */
	if (tiled_has(shape->item, "gid"))
		return -tiled->tile_size[1] / 2;
	return shape->height / 2;
}

static bool is_path_exact(const struct tiled_map *tiled, const struct tiled_shape *shape)
{
	const cJSON *point;
	cJSON_ArrayForEach (point, shape->points) {
		const double x = shape->x + tiled_number(point, "x");
		const double y = shape->y + tiled_number(point, "y");
		if (!is_middle(tiled, x, y))
			return false;
	}
	return true;
}

static bool is_mark_exact(const struct tiled_map *tiled, const struct tiled_shape *shape)
{
	const double x = shape->x + shape->width / 2;
	const double y = shape->y + tiled_middle_below(tiled, shape);
	return is_middle(tiled, x, y);
}

/* Returns whether an object is where dungen would write it. */
static bool is_place_exact(const struct tiled_map *tiled, const struct tiled_shape *shape)
{
	if (tiled->object_kind == TILED_TUNNELS)
		return is_path_exact(tiled, shape);
	if (tiled->object_kind == TILED_MARKS)
		return is_mark_exact(tiled, shape);
	if (!are_whole(tiled, shape->x, shape->y))
		return false;
	return are_whole(tiled, shape->width, shape->height);
}

/* Returns whether an object has the kind of shape that dungen never gives it. */
static bool has_foreign_shape(const cJSON *item)
{
	static const char *const keys[] = {"gid", "ellipse", "capsule", "polygon", "text"};
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		if (tiled_has(item, keys[i]))
			return true;
	}
	return false;
}

/* Returns whether an object is larger than dungen would write it. */
static bool is_too_large(const struct tiled_map *tiled, const struct tiled_shape *shape)
{
	const double *tile_size = tiled->tile_size;
	if (tiled->object_kind == TILED_MARKS)
		return shape->width > 0 || shape->height > 0;
	if (tiled->object_kind == TILED_DOORS)
		return shape->width > tile_size[0] || shape->height > tile_size[1];
	return false;
}

void tiled_compare_shape(struct tiled_map *tiled, const struct tiled_shape *shape, const char *type)
{
	static const int own_properties[TILED_LAYERS] = {
		[TILED_ROOMS] = 1, [TILED_TUNNELS] = 2, [TILED_DOORS] = 1};
	struct tiled_losses *losses = &tiled->losses;
	const char *name = tiled_text(shape->item, "name");
	const int property_count = tiled_count(shape->item, "properties");
	/* dungen writes the type and a number. */
	const bool is_renamed = *name && strncasecmp(name, type, strlen(type)) != 0;
	tiled_lose(losses, LOST_OBJECT_NAMES, is_renamed);
	tiled_lose(losses, LOST_PROPERTIES, property_count > own_properties[tiled->object_kind]);
	tiled_lose(losses, LOST_OBJECT_PLACES, !is_place_exact(tiled, shape));
	tiled_lose(losses, LOST_OBJECT_SHAPES, has_foreign_shape(shape->item));
	tiled_lose(losses, LOST_OBJECT_SHAPES, is_too_large(tiled, shape));
	tiled_lose_looks(losses, shape->item);
}
