/* SPDX-License-Identifier: MIT */
#include "formats/tiled_loss.h"

static const char *const loss_names[LOSSES] = {
	[LOST_LAYERS] = "more layers",
	[LOST_GROUPS] = "groups",
	[LOST_OBJECTS] = "objects",
	[LOST_TERRAIN_NAME] = "the name of the terrain layer",
	[LOST_LAYER_NAMES] = "names of object layers",
	[LOST_LAYER_ORDER] = "the order of layers",
	[LOST_LAYER_OFFSETS] = "offsets of layers",
	[LOST_OBJECT_NAMES] = "names of objects",
	[LOST_OBJECT_PLACES] = "places of objects within their tiles",
	[LOST_OBJECT_SHAPES] = "shapes of objects",
	[LOST_PROPERTIES] = "properties",
	[LOST_LOOKS] = "classes, colors and looks",
	[LOST_FLIPS] = "flips of tiles",
	[LOST_TILE_PROPERTIES] = "properties of the tileset's tiles",
	[LOST_TILE_ANIMATIONS] = "animations of the tileset's tiles",
	[LOST_TILE_SHAPES] = "collision shapes of the tileset's tiles",
	[LOST_TILESETS] = "other tilesets",
	[LOST_TILESET_FILE] = "the file of the tileset",
	[LOST_IMAGE] = "the image of the tileset",
	[LOST_TILE_SIZE] = "the size of tiles in pixels",
	[LOST_ROUTE] = "the route; add --route",
};

void tiled_lose(struct tiled_losses *losses, enum tiled_loss loss, bool is_lost)
{
	if (is_lost)
		losses->has_lost[loss] = true;
}

/* Returns whether the value of a look is unusual: a text, or a number that is not usual. */
static bool is_unusual(const cJSON *look, double usual_value)
{
	if (cJSON_IsString(look))
		return true;
	if (cJSON_IsBool(look))
		return cJSON_IsTrue(look) != usual_value;
	if (cJSON_IsNumber(look))
		return look->valuedouble != usual_value;
	return usual_value != 0;
}

void tiled_lose_looks(struct tiled_losses *losses, const cJSON *owner)
{
	static const struct {
		const char *key;
		double usual_value; /* 1 for true; a text is never usual */
	} looks[] = {
		{"visible", 1},   {"opacity", 1},  {"parallaxx", 1},       {"parallaxy", 1},
		{"tintcolor", 0}, {"rotation", 0}, {"backgroundcolor", 0}, {"color", 0},
	};
	for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
		const cJSON *look = cJSON_GetObjectItemCaseSensitive(owner, looks[i].key);
		if (look && is_unusual(look, looks[i].usual_value))
			losses->has_lost[LOST_LOOKS] = true;
	}
}

void tiled_lose_layer(struct tiled_losses *losses, const cJSON *layer)
{
	if (losses->named_layer_count < NAMED_LAYERS_MAX)
		losses->named_layers[losses->named_layer_count++] = layer;
	else
		losses->has_lost[LOST_LAYERS] = true;
}

/* Adds a comma, unless the list is empty. */
static void add_separator(struct text *list)
{
	if (list->length > 0)
		text_add(list, ", ");
}

void tiled_losses_list(const struct tiled_losses *losses, struct text *list)
{
	for (size_t i = 0; i < losses->named_layer_count; i++) {
		add_separator(list);
		text_add(list, "layer \"%.40s\"", tiled_text(losses->named_layers[i], "name"));
	}
	for (size_t i = 0; i < LOSSES; i++) {
		if (!losses->has_lost[i])
			continue;
		add_separator(list);
		text_add(list, "%s", loss_names[i]);
	}
}
