/* SPDX-License-Identifier: MIT */
#include "formats/tiled_layers.h"

#include <string.h>

void tiled_visit_layers(struct tiled_map *tiled, const cJSON *owner, tiled_visit *visit)
{
	const cJSON *layers = cJSON_GetObjectItemCaseSensitive(owner, "layers");
	const cJSON *layer;
	cJSON_ArrayForEach (layer, layers) {
		const double x = tiled->offset[0];
		const double y = tiled->offset[1];
		tiled->offset[0] += tiled_number(layer, "offsetx");
		tiled->offset[1] += tiled_number(layer, "offsety");
		visit(tiled, layer, tiled_text(layer, "type"));
		tiled_visit_layers(tiled, layer, visit);
		tiled->offset[0] = x;
		tiled->offset[1] = y;
	}
}

void tiled_choose_terrain(struct tiled_map *tiled, const cJSON *layer, const char *type)
{
	if (strcmp(type, "tilelayer") != 0)
		return;
	tiled->tile_layer_count++;
	if (tiled->terrain && (!tiled_is_terrain(layer) || tiled_is_terrain(tiled->terrain)))
		return;
	tiled->terrain = layer;
	memcpy(tiled->origin, tiled->offset, sizeof tiled->origin);
}

/*
 * Returns the kinds of a layer's objects: bit i for those that belong to layer i of dungen, and bit
 * TILED_LAYERS for those of other people. An empty layer has the kind that its name says.
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
	for (unsigned kind = 0; kind < TILED_LAYERS; kind++) {
		if (strcmp(tiled_text(layer, "name"), tiled_layer_names[kind]) == 0)
			kinds = 1u << kind;
	}
	return kinds;
}

/* Notes that the terrain has another name or order than dungen gives it. */
static void compare_terrain(struct tiled_map *tiled, const cJSON *layer)
{
	const bool has_name = *tiled_text(layer, "name") != '\0';
	tiled_lose(&tiled->losses, LOST_TERRAIN_NAME, has_name && !tiled_is_terrain(layer));
	tiled_lose(&tiled->losses, LOST_LAYER_ORDER, tiled->top_layer > 0);
}

/*
 * Notes that a layer of objects has another name or order than dungen gives it. The place of the
 * terrain is 0, and that of objects of each kind is 1 or more.
 */
static void compare_object_layer(struct tiled_map *tiled, const cJSON *layer, unsigned kinds)
{
	const char *name = tiled_text(layer, "name");
	for (int kind = 0; kind < TILED_LAYERS; kind++) {
		if (!(kinds >> kind & 1))
			continue;
		const bool is_renamed = *name && strcmp(name, tiled_layer_names[kind]) != 0;
		tiled_lose(&tiled->losses, LOST_LAYER_NAMES, is_renamed);
		tiled_lose(&tiled->losses, LOST_LAYER_ORDER, tiled->top_layer > kind + 1);
		tiled->top_layer = kind + 1;
	}
}

void tiled_compare_layer(struct tiled_map *tiled, const cJSON *layer, const char *type)
{
	const unsigned foreign_kind = 1u << TILED_LAYERS;
	const bool is_group = strcmp(type, "group") == 0;
	const bool is_terrain = layer == tiled->terrain;
	struct tiled_losses *losses = &tiled->losses;
	unsigned kinds = 0;
	if (strcmp(type, "objectgroup") == 0)
		kinds = object_kinds(layer);
	const bool is_own = is_terrain || (kinds & ~foreign_kind) != 0;
	if (!is_group && !is_own) {
		tiled_lose_layer(losses, layer);
		return;
	}
	tiled_lose(losses, LOST_GROUPS, is_group);
	tiled_lose(losses, LOST_OBJECTS, (kinds & foreign_kind) != 0);
	tiled_lose(losses, LOST_PROPERTIES, tiled_count(layer, "properties") > 0);
	tiled_lose(losses, LOST_LOOKS, *tiled_text(layer, "class") != '\0');
	tiled_lose_looks(losses, layer);
	if (!is_own)
		return;
	tiled_lose(losses, LOST_LAYER_OFFSETS, tiled->offset[0] != 0 || tiled->offset[1] != 0);
	if (is_terrain)
		compare_terrain(tiled, layer);
	else
		compare_object_layer(tiled, layer, kinds);
}
