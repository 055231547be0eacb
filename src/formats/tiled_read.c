/* SPDX-License-Identifier: MIT */
#include "formats/tiled_read.h"

#include "formats/json_value.h"
#include "formats/tiled_layers.h"
#include "formats/tiled_objects.h"
#include "formats/tiled_terrain.h"

#include <inttypes.h>
#include <string.h>

/* Returns whether the map is infinite: its tiles are in chunks, and its size is not used. */
static bool is_infinite(const struct tiled_map *tiled)
{
	const cJSON *infinite = cJSON_GetObjectItemCaseSensitive(tiled->json->document, "infinite");
	if (tiled_has(tiled->terrain, "chunks"))
		return true;
	if (!infinite || cJSON_IsFalse(infinite))
		return false;
	/* In a tmx, the value is a number. */
	const bool is_zero = cJSON_IsNumber(infinite) && infinite->valuedouble == 0;
	return !is_zero;
}

/* Refuses a map of a kind that dungen does not read. */
static void check_kind(struct tiled_map *tiled)
{
	const cJSON *root = tiled->json->document;
	const char *orientation = tiled_text(root, "orientation");
	if (*orientation && strcmp(orientation, "orthogonal") != 0)
		build_refuse(tiled->builder, "orientation", "must be \"orthogonal\"");
	if (is_infinite(tiled)) {
		struct error *error = build_refusal(tiled->builder, NULL);
		error_set_problem(error, "dungen cannot read infinite maps");
		error_set_fix(error, "in Tiled, uncheck Map > Map Properties > Infinite");
	}
}

/* Reads the width or the height of a tile. Returns 0 after a refusal. */
static double read_tile_side(struct tiled_map *tiled, const char *key)
{
	const uint64_t pixels = json_member_number(tiled->json, tiled->json->document, key);
	if (!build_check_number(tiled->builder, key, pixels, 1, INT32_MAX))
		return 0;
	return (double)pixels;
}

/* Reads the sizes of the map and of its tiles. */
static void read_sizes(struct tiled_map *tiled)
{
	struct json_reader *json = tiled->json;
	const cJSON *root = json->document;
	const uint64_t width = json_member_number(json, root, "width");
	const uint64_t height = json_member_number(json, root, "height");
	build_size(tiled->builder, width, height);
	tiled->tile_size.x = read_tile_side(tiled, "tilewidth");
	tiled->tile_size.y = read_tile_side(tiled, "tileheight");
}

/* Refuses a map without tile layers, and a map with several of which none is called terrain. */
static void check_terrain(struct tiled_map *tiled)
{
	if (tiled->tile_layer_count == 0)
		build_refuse(tiled->builder, "layers", "missing tile layer");
	if (tiled->tile_layer_count > 1 && !tiled_is_terrain(tiled->terrain)) {
		struct error *error = build_refusal(tiled->builder, "layers");
		error_set_problem(error,
				  "expected a tile layer called terrain, found %" PRIu32
				  " tile layers",
				  tiled->tile_layer_count);
		error_set_fix(error, "rename the layer that contains the map to \"terrain\"");
	}
}

/* Reads the recipe from the properties, in the order in which documents list them. */
static void read_recipe(struct tiled_map *tiled)
{
#define X(name, ...) #name,
	static const char *const names[] = {RECIPE_OPTIONS(X)};
#undef X
	const cJSON *root = tiled->json->document;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const cJSON *value = tiled_property(root, names[i]);
		if (value)
			build_parameter(tiled->builder, json_parameter(names[i], value));
	}
	const char *algorithm = json_string(tiled_property(root, "algorithm"));
	const char *rng = json_string(tiled_property(root, "rng"));
	build_generator(tiled->builder, algorithm, rng);
}

/* Returns whether the property "seed" looks like a seed. Other programs may use it differently. */
static bool looks_like_seed(const char *digits)
{
	return *digits && digits[strspn(digits, "0123456789")] == '\0';
}

/* Reads the seed and the recipe. Returns the number of properties that the map keeps. */
static size_t read_seed(struct tiled_map *tiled)
{
	const struct recipe *recipe = &tiled->builder->map->recipe;
	const char *digits = json_string(tiled_property(tiled->json->document, "seed"));
	if (!looks_like_seed(digits) || !build_seed(tiled->builder, digits))
		return 0;
	read_recipe(tiled);
	if (!recipe->algorithm)
		return 1;
	/* Seed, algorithm, and rng. */
	return 3 + recipe->parameter_count;
}

/*
 * Reads the number of steps to the exit, which dungen writes only for maps with rooms. Returns the
 * number of properties that the map keeps.
 */
static size_t read_exit_distance(struct tiled_map *tiled)
{
	const cJSON *distance = tiled_property(tiled->json->document, "exit_distance");
	if (tiled->builder->map->room_count == 0 || !cJSON_IsNumber(distance))
		return 0;
	build_exit_distance(tiled->builder, json_number(distance));
	return 1;
}

/* Reads all properties of the map. Adds a loss if the map does not keep some of them. */
static void read_properties(struct tiled_map *tiled)
{
	const int property_count = tiled_count(tiled->json->document, "properties");
	size_t kept_count = read_seed(tiled);
	kept_count += read_exit_distance(tiled);
	tiled_lose(&tiled->losses, LOST_PROPERTIES, (size_t)property_count > kept_count);
}

/* Adds the losses of the map, its layers, and its tileset. Objects and properties did so before. */
static void compare_map(struct tiled_map *tiled)
{
	const cJSON *root = tiled->json->document;
	const uint32_t written_size = tiled->builder->reader->style->tile_size;
	struct tiled_losses *losses = &tiled->losses;
	tiled_visit_layers(tiled, root, tiled_compare_layer);
	tiled_compare_tileset(tiled);
	tiled_lose_looks(losses, root);
	tiled_lose(losses, LOST_LOOKS, *tiled_text(root, "class") != '\0');
	tiled_lose(losses, LOST_TILE_SIZE, tiled->tile_size.x != written_size);
	tiled_lose(losses, LOST_TILE_SIZE, tiled->tile_size.y != written_size);
}

/* Adds the misfits and the losses to the note of the reader, and sets whether it lost anything. */
static void note_losses(struct tiled_map *tiled)
{
	struct reader *reader = tiled->builder->reader;
	struct text note = {.length = 0};
	struct text losses = {.length = 0};
	const bool has_note = *reader->note != '\0';
	build_add_misfits(tiled->builder, &note);
	tiled_losses_list(&tiled->losses, &losses);
	const bool has_losses = losses.length > 0;
	if (has_losses)
		text_add(&note, "%s%s", note.length > 0 ? ", " : "not kept: ", losses.bytes);
	if (note.length > 0)
		reader_note(reader, "; ", "%s", note.bytes);
	reader->loses = has_note || has_losses || misfits_have_parts(&reader->misfits);
}

/* Reads the map as far as its tiles. */
static void read_terrain(struct tiled_map *tiled)
{
	const cJSON *root = tiled->json->document;
	tiled_visit_layers(tiled, root, tiled_choose_terrain);
	check_kind(tiled);
	tiled->tilesets = json_member(tiled->json, root, "tilesets");
	read_sizes(tiled);
	tiled_find_tileset(tiled);
	check_terrain(tiled);
	if (tiled->builder->result == READ_MAP)
		tiled_read_terrain(tiled);
}

enum read_result tiled_read_document(struct json_reader *json)
{
	struct builder *builder = &json->builder;
	struct tiled_map tiled = {.json = json, .builder = builder};
	read_terrain(&tiled);
	if (builder->result != READ_MAP)
		return builder->result;
	for (tiled.object_kind = 0; tiled.object_kind < TILED_LAYERS; tiled.object_kind++)
		tiled_visit_layers(&tiled, json->document, tiled_read_objects);
	read_properties(&tiled);
	if (build_settle(builder, false)) {
		compare_map(&tiled);
		note_losses(&tiled);
	}
	return builder->result;
}
