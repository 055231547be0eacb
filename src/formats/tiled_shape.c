/* SPDX-License-Identifier: MIT */
#include "formats/tiled_shape.h"

#include <string.h>
#include <strings.h>

/* Returns the sum of two positions. */
static struct pixels add_pixels(struct pixels a, struct pixels b)
{
	return (struct pixels){a.x + b.x, a.y + b.y};
}

/* Returns the difference of two positions. */
static struct pixels subtract_pixels(struct pixels a, struct pixels b)
{
	return (struct pixels){a.x - b.x, a.y - b.y};
}

/* Returns the position of an object or of a corner, which counts from what contains it. */
static struct pixels read_position(const cJSON *item)
{
	return (struct pixels){tiled_number(item, "x"), tiled_number(item, "y")};
}

struct tiled_shape tiled_find_shape(const struct tiled_map *tiled, const cJSON *item)
{
	struct tiled_shape shape = {
		.item = item,
		.points = cJSON_GetObjectItemCaseSensitive(item, "polyline"),
		.origin = subtract_pixels(tiled->offset, tiled->origin),
		.size = {tiled_number(item, "width"), tiled_number(item, "height")},
	};
	shape.at = add_pixels(read_position(item), shape.origin);
	return shape;
}

/* Returns whether a length in pixels is a whole number of tiles. */
static bool is_whole(double pixels, double tile_size)
{
	const double tiles = pixels / tile_size;
	const bool is_in_range = tiles >= 0 && tiles <= INT32_MAX;
	if (!is_in_range)
		return false;
	return tiles == (double)(int32_t)tiles;
}

/* Returns whether a position or a size is a whole number of tiles in both directions. */
static bool are_whole(const struct tiled_map *tiled, struct pixels pixels)
{
	return is_whole(pixels.x, tiled->tile_size.x) && is_whole(pixels.y, tiled->tile_size.y);
}

/*
 * Returns whether a point is exactly where dungen writes points and corners: in the middle of a
 * tile, rounded down.
 */
static bool is_middle(const struct tiled_map *tiled, struct pixels point)
{
	const struct pixels middle = {
		.x = (double)(int32_t)(tiled->tile_size.x / 2),
		.y = (double)(int32_t)(tiled->tile_size.y / 2),
	};
	return are_whole(tiled, subtract_pixels(point, middle));
}

double tiled_middle_below(const struct tiled_map *tiled, const struct tiled_shape *shape)
{
	/* An object that is a tile stands on its position. */
	if (tiled_has(shape->item, "gid"))
		return -tiled->tile_size.y / 2;
	return shape->size.y / 2;
}

/* Returns whether all corners of a tunnel are where dungen writes them. */
static bool is_path_exact(const struct tiled_map *tiled, const struct tiled_shape *shape)
{
	const cJSON *point;
	cJSON_ArrayForEach (point, shape->points) {
		if (!is_middle(tiled, add_pixels(shape->at, read_position(point))))
			return false;
	}
	return true;
}

/* Returns whether the middle of a mark is where dungen writes it. */
static bool is_mark_exact(const struct tiled_map *tiled, const struct tiled_shape *shape)
{
	const struct pixels middle = {
		.x = shape->at.x + shape->size.x / 2,
		.y = shape->at.y + tiled_middle_below(tiled, shape),
	};
	return is_middle(tiled, middle);
}

/* Returns whether an object is exactly where dungen would write it. */
static bool is_place_exact(const struct tiled_map *tiled, const struct tiled_shape *shape)
{
	if (tiled->object_kind == TILED_TUNNELS)
		return is_path_exact(tiled, shape);
	if (tiled->object_kind == TILED_MARKS)
		return is_mark_exact(tiled, shape);
	return are_whole(tiled, shape->at) && are_whole(tiled, shape->size);
}

/* Returns whether an object is of a shape that dungen never writes. */
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
	const struct pixels size = shape->size;
	const struct pixels tile_size = tiled->tile_size;
	if (tiled->object_kind == TILED_MARKS)
		return size.x > 0 || size.y > 0;
	if (tiled->object_kind == TILED_DOORS)
		return size.x > tile_size.x || size.y > tile_size.y;
	return false;
}

void tiled_compare_shape(struct tiled_map *tiled, const struct tiled_shape *shape, const char *type)
{
	/* How many properties dungen writes: the indices of rooms. */
	static const int property_counts[TILED_LAYERS] = {
		[TILED_ROOMS] = 1, [TILED_TUNNELS] = 2, [TILED_DOORS] = 1};
	struct tiled_losses *losses = &tiled->losses;
	const char *name = tiled_text(shape->item, "name");
	const int property_count = tiled_count(shape->item, "properties");
	const bool has_properties = property_count > property_counts[tiled->object_kind];
	/* The name that dungen writes is the type and a number. */
	const bool is_renamed = *name && strncasecmp(name, type, strlen(type)) != 0;
	tiled_lose(losses, LOST_OBJECT_NAMES, is_renamed);
	tiled_lose(losses, LOST_PROPERTIES, has_properties);
	tiled_lose(losses, LOST_OBJECT_PLACES, !is_place_exact(tiled, shape));
	tiled_lose(losses, LOST_OBJECT_SHAPES, has_foreign_shape(shape->item));
	tiled_lose(losses, LOST_OBJECT_SHAPES, is_too_large(tiled, shape));
	tiled_lose_looks(losses, shape->item);
}
