/* SPDX-License-Identifier: MIT */
#include "formats/tiled_layers.h"

#include <string.h>

void tiled_visit_layers(struct tiled_map *tiled, const cJSON *owner, tiled_visit *visit)
{
	const cJSON *layers = cJSON_GetObjectItemCaseSensitive(owner, "layers");
	const cJSON *layer;
	cJSON_ArrayForEach (layer, layers) {
		const struct pixels outer_offset = tiled->offset;
		tiled->offset.x += tiled_number(layer, "offsetx");
		tiled->offset.y += tiled_number(layer, "offsety");
		visit(tiled, layer, tiled_text(layer, "type"));
		tiled_visit_layers(tiled, layer, visit);
		tiled->offset = outer_offset;
	}
}

void tiled_choose_terrain(struct tiled_map *tiled, const cJSON *layer, const char *type)
{
	if (strcmp(type, "tilelayer") != 0)
		return;
	tiled->tile_layer_count++;
	const bool has_terrain_name = tiled->terrain && tiled_is_terrain(tiled->terrain);
	const bool is_better = tiled_is_terrain(layer) && !has_terrain_name;
	if (tiled->terrain && !is_better)
		return;
	tiled->terrain = layer;
	tiled->origin = tiled->offset;
}

enum { FOREIGN_KIND = 1u << TILED_LAYERS };

/*
 * Returns the kinds of the objects in a layer: bit i for objects of the kind i of enum tiled_layer,
 * and FOREIGN_KIND for objects that dungen does not read. The name of an empty layer decides.
 */
static unsigned object_kinds(const cJSON *layer)
{
	unsigned kinds = 0;
	enum mark_kind mark;
	const cJSON *object;
	cJSON_ArrayForEach (object, cJSON_GetObjectItemCaseSensitive(layer, "objects"))
		kinds |= 1u << tiled_object_kind(object, &mark);
	if (kinds != 0)
		return kinds;
	const char *name = tiled_text(layer, "name");
	for (unsigned kind = 0; kind < TILED_LAYERS; kind++) {
		if (strcmp(name, tiled_layer_names[kind]) == 0)
			return 1u << kind;
	}
	return 0;
}

/* Adds a loss if the terrain has another name or rank than dungen gives it. */
static void compare_terrain(struct tiled_map *tiled, const cJSON *layer)
{
	const bool has_name = *tiled_text(layer, "name") != '\0';
	tiled_lose(&tiled->losses, LOST_TERRAIN_NAME, has_name && !tiled_is_terrain(layer));
	tiled_lose(&tiled->losses, LOST_LAYER_ORDER, tiled->top_rank > 0);
}

/*
 * Adds a loss if a layer of objects has another name or rank than dungen gives it. dungen orders
 * layers by rank: the terrain has rank 0, and objects have a rank of 1 or more by their kind.
 */
static void compare_object_layer(struct tiled_map *tiled, const cJSON *layer, unsigned kinds)
{
	const char *name = tiled_text(layer, "name");
	for (int kind = 0; kind < TILED_LAYERS; kind++) {
		const bool has_kind = kinds >> kind & 1;
		if (!has_kind)
			continue;
		const int rank = kind + 1;
		const bool is_renamed = *name && strcmp(name, tiled_layer_names[kind]) != 0;
		tiled_lose(&tiled->losses, LOST_LAYER_NAMES, is_renamed);
		tiled_lose(&tiled->losses, LOST_LAYER_ORDER, tiled->top_rank > rank);
		tiled->top_rank = rank;
	}
}

void tiled_compare_layer(struct tiled_map *tiled, const cJSON *layer, const char *type)
{
	const bool is_group = strcmp(type, "group") == 0;
	const bool is_terrain = layer == tiled->terrain;
	struct tiled_losses *losses = &tiled->losses;
	unsigned kinds = 0;
	if (strcmp(type, "objectgroup") == 0)
		kinds = object_kinds(layer);
	const bool is_kept = is_terrain || (kinds & ~(unsigned)FOREIGN_KIND) != 0;
	if (!is_group && !is_kept) {
		tiled_lose_layer(losses, layer);
		return;
	}
	tiled_lose(losses, LOST_GROUPS, is_group);
	tiled_lose(losses, LOST_OBJECTS, (kinds & FOREIGN_KIND) != 0);
	tiled_lose(losses, LOST_PROPERTIES, tiled_count(layer, "properties") > 0);
	tiled_lose(losses, LOST_LOOKS, *tiled_text(layer, "class") != '\0');
	tiled_lose_looks(losses, layer);
	if (!is_kept)
		return;
	const bool has_offset = tiled->offset.x != 0 || tiled->offset.y != 0;
	tiled_lose(losses, LOST_LAYER_OFFSETS, has_offset);
	if (is_terrain)
		compare_terrain(tiled, layer);
	else
		compare_object_layer(tiled, layer, kinds);
}
