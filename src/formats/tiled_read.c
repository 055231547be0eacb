/* SPDX-License-Identifier: MIT */
/*
 * Reads a map of Tiled: its tiles, and the objects and properties that dungen writes. Everything
 * else in the file would be lost if the map were written again, so the note of the reader names it.
 *
 * All tile layers together make the map. The tiles of dungen's tileset say what they are, and a
 * rule decides which other tiles are wall; see add_layer.
 */
#include "formats/tiled_read.h"

#include "base/words.h"
#include "formats/tileset.h"
#include "system/system.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

/* These bits of a cell are the number of its tile. The other bits flip the tile. */
#define NUMBER_BITS (UINT32_MAX >> 4)
#define NO_NUMBER   (UINT32_MAX / 2) /* higher than the number of any tile */

enum {
	LOSSES_MAX = 8, /* number of layers and tilesets that the note names */
	CELL_BYTES = 4, /* size of a cell in base64, the least significant byte first */
	/* A byte of a file is at most so many cells, because deflate expands it 1032 times. */
	CELLS_PER_BYTE_MAX = 1032 / CELL_BYTES,
	COLLIDING_MAX = 1 << 16, /* the number of a tile that collides is less */
	ANY_HEADER = 32,      /* zlib adds this to the size of the window to accept zlib and gzip */
	NO_TILE = TILE_KINDS, /* all layers so far are empty here */
};

/* What makes tiles wall, if walls and floor are on one layer. */
#define COLLIDES_ADVICE "add the Boolean property collides to the tiles of walls"

/* A position, an offset, or a size, in pixels. */
struct pixels {
	double x;
	double y;
};

/* The objects that dungen reads. Points come first, and rooms come before what refers to them. */
enum object_kind {
	OBJECT_SPAWN = MARK_SPAWN,
	OBJECT_EXIT = MARK_EXIT,
	OBJECT_KEY,
	OBJECT_ROOM,
	OBJECT_TUNNEL,
	OBJECT_DOOR,
	OBJECT_KINDS,
};

static const char *const object_types[OBJECT_KINDS] = {"spawn", "exit",   "key",
						       "room",  "tunnel", "door"};

/* A property that objects of other programs lack. NULL for marks and doors. */
static const char *const object_properties[OBJECT_KINDS] = {NULL, NULL, "lock", "room", "from"};

/* The state of reading a map. All JSON values belong to the document. */
struct tiled {
	struct reader *reader;
	struct pixels tile_size;

	/* The layers. */
	struct pixels offset;    /* offset of the visited layer and the groups around it */
	struct pixels origin;    /* position of the map's first tile */
	bool has_layer;          /* a layer of tiles was visited, and origin is set */
	bool has_wall_layer;     /* a layer of tiles is a layer of walls */
	struct text layer_names; /* of the layers of tiles, for messages: ",Ground,Solid" */
	uint32_t layer_count;    /* number of layers of tiles with different names */
	const char *sought_name; /* a name in a list of layers; or NULL */
	bool is_found;           /* a layer of tiles has this name */

	/* The tiles. */
	const cJSON *tileset;         /* the tileset of dungen, or NULL */
	uint32_t first_tile;          /* number of its first tile */
	uint32_t next_tile;           /* number of the first tile of the tileset after it */
	const char *unread_file;      /* name of the first file of another tileset, or NULL */
	bool collides[COLLIDING_MAX]; /* by number of a tile */
	ARRAY(uint8_t, bytes);        /* the cells of a layer as base64 contains them */
	ARRAY(uint32_t, cells);       /* the cells of a layer, row by row */
	char *tiles;          /* the tiles of the layers so far, or NULL; belongs to the map */
	bool has_other_tiles; /* some tiles are not of dungen's tileset, or a list says what they
				 are */

	enum object_kind object_kind; /* kind of the objects that this pass reads */

	/* The losses. */
	struct text losses;               /* separated by commas */
	uint32_t loss_count;              /* number of lost layers and tilesets */
	uint32_t object_count;            /* number of lost objects */
	uint32_t wall_door_count;         /* number of doors that are on a wall */
	uint32_t floor_door_count;        /* number of doors that are on floor and stay floor */
	uint32_t mark_counts[MARK_KINDS]; /* number of places of each mark */
	uint32_t
		changed_count; /* number of objects that dungen keeps, but not everything of them */
	bool loses_properties; /* the map has a property that dungen does not keep */
	bool loses_flips;      /* some tiles are flipped */
	bool loses_tiles;      /* some tiles are of dungen's tileset, but dungen lacks them */
	bool loses_route;      /* the file has a route */
};

/*
 * The keys and properties that dungen knows, by the object that contains them. Their values are
 * kept, or do not matter, or are compared. Anything else is lost.
 */
static const char map_keys[] = "compressionlevel height infinite layers nextlayerid nextobjectid "
			       "orientation properties renderorder tiledversion tileheight "
			       "tilesets tilewidth type version width";
static const char layer_keys[] = "compression data draworder encoding height id layers name "
				 "objects properties type width x y";
static const char object_keys[] = "class height id name point polyline properties type width x y";
static const char object_property_names[] = "distance from lock room secret to tunnels wing_of";
static const char tileset_keys[] = "columns firstgid image imageheight imagewidth margin name "
				   "properties spacing tilecount tileheight tiles tilewidth";
static const char tile_keys[] = "id properties";

/* Values. */

/* Returns a member of any value, or NULL. */
static const cJSON *member(const cJSON *object, const char *key)
{
	return cJSON_GetObjectItemCaseSensitive(object, key);
}

/* Returns a member that is a string, or "". */
static const char *text_of(const cJSON *object, const char *key)
{
	return json_string(member(object, key));
}

/*
 * Returns a member that is a number, which may have a fraction. Returns 0 if it is missing, and NAN
 * if it is not a number. Refuses a member that the object contains twice.
 */
static double number_of(const struct tiled *tiled, const cJSON *object, const char *key)
{
	const cJSON *item = json_member(tiled->reader, object, key);
	if (!item)
		return 0;
	return cJSON_IsNumber(item) ? item->valuedouble : NAN;
}

/* Returns the value of the custom property with this name, or NULL. */
static const cJSON *property(const cJSON *owner, const char *name)
{
	const cJSON *item;
	cJSON_ArrayForEach (item, member(owner, "properties")) {
		if (strcmp(text_of(item, "name"), name) == 0)
			return member(item, "value");
	}
	return NULL;
}

/* Losses. */

/* Adds a layer or a tileset to the losses. */
static void lose(struct tiled *tiled, const char *what, const char *name)
{
	if (tiled->loss_count < LOSSES_MAX)
		text_add(&tiled->losses, ", %s \"%.40s\"", what, name);
	tiled->loss_count++;
}

/* Returns whether a member has the value that Tiled writes if nobody has changed it. */
static bool is_usual(const cJSON *item)
{
	if (words_contain("opacity parallaxx parallaxy visible", item->string))
		return cJSON_IsTrue(item) || (cJSON_IsNumber(item) && item->valuedouble == 1);
	if (cJSON_IsNumber(item))
		return item->valuedouble == 0;
	if (cJSON_IsString(item))
		return *item->valuestring == '\0';
	return !cJSON_IsTrue(item) && !item->child;
}

/*
 * Returns whether dungen knows all members of an object, and all of its properties. `properties`
 * may be NULL if the properties do not matter.
 */
static bool is_known(const cJSON *object, const char *keys, const char *properties)
{
	const cJSON *item;
	/* The elements of an array have no keys. */
	if (!cJSON_IsObject(object))
		return true;
	cJSON_ArrayForEach (item, object) {
		if (!words_contain(keys, item->string) && !is_usual(item))
			return false;
	}
	cJSON_ArrayForEach (item, member(object, "properties")) {
		if (properties && !words_contain(properties, text_of(item, "name")))
			return false;
	}
	return true;
}

/* Layers. */

/* A function to call for each layer, with its type as Tiled names it. tiled->offset is set. */
typedef void visitor(struct tiled *tiled, const cJSON *layer, const char *type);

/* Visits every layer of a map or group, including the layers of its groups. */
static void visit_layers(struct tiled *tiled, const cJSON *owner, visitor *visit)
{
	const cJSON *layer;
	cJSON_ArrayForEach (layer, member(owner, "layers")) {
		const struct pixels outer_offset = tiled->offset;
		tiled->offset.x += number_of(tiled, layer, "offsetx");
		tiled->offset.y += number_of(tiled, layer, "offsety");
		visit(tiled, layer, text_of(layer, "type"));
		visit_layers(tiled, layer, visit);
		tiled->offset = outer_offset;
	}
}

/*
 * Returns whether a list of names, which may be NULL, contains a name, in any case. Blanks after a
 * comma do not count.
 */
static bool list_has_name(const char *list, const char *name)
{
	const size_t length = strlen(name);
	for (const char *item = list ? list : ""; *item; item += *item == ',') {
		item += strspn(item, " ");
		const size_t item_length = strcspn(item, ",");
		if (item_length == length && length > 0 && strncasecmp(item, name, length) == 0)
			return true;
		item += item_length;
	}
	return false;
}

/*
 * Adds the name of a layer of tiles, and notices if it is the name that is sought. The first layer
 * is the origin of the map.
 */
static void add_layer_name(struct tiled *tiled, const cJSON *layer, const char *type)
{
	const char *name = text_of(layer, "name");
	if (strcmp(type, "tilelayer") != 0)
		return;
	if (!tiled->has_layer)
		tiled->origin = tiled->offset;
	tiled->has_layer = true;
	tiled->is_found |= list_has_name(tiled->sought_name, name);
	if (tiled->sought_name || list_has_name(tiled->layer_names.bytes, name))
		return;
	tiled->layer_count++;
	/* A name in a list contains no comma, and ' would end the quotes of the advice. */
	if (*name && !strpbrk(name, ",'"))
		text_add(&tiled->layer_names, ",%s", name);
}

/*
 * Returns whether each name in the list of an option is that of a layer of tiles. Otherwise refuses
 * the list.
 */
static bool check_list(struct tiled *tiled, const char *option, const char *list)
{
	for (const char *item = list ? list : ""; *item; item += *item == ',') {
		item += strspn(item, " ");
		const size_t length = strcspn(item, ",");
		const char *name = phrase("%.*s", (int)length, item);
		tiled->sought_name = name;
		tiled->is_found = false;
		visit_layers(tiled, tiled->reader->tree, add_layer_name);
		if (!tiled->is_found) {
			struct message *message = build_refusal(tiled->reader, NULL);
			message->place.option = option;
			message->place.value = list;
			fail(message, STATUS_NO_MAP, "no layer is called '%s'", name);
			if (tiled->layer_names.length == 0)
				return false;
			return advise(message, "the layers of tiles are '%s'",
				      tiled->layer_names.bytes + strlen(","));
		}
		item += length;
	}
	return true;
}

/* Returns whether all tiles of a layer are wall, because of its name. */
static bool is_wall_layer(const cJSON *layer)
{
	for (const char *name = text_of(layer, "name"); *name; name++) {
		if (strncasecmp(name, "wall", strlen("wall")) == 0)
			return true;
		if (strncasecmp(name, "collision", strlen("collision")) == 0)
			return true;
	}
	return false;
}

/* Reads the sizes of the map and of its tiles. Refuses a map that dungen does not read. */
static void read_head(struct tiled *tiled)
{
	struct reader *reader = tiled->reader;
	const cJSON *root = reader->tree;
	const cJSON *infinite = member(root, "infinite");
	const char *orientation = text_of(root, "orientation");
	const double width = number_of(tiled, root, "tilewidth");
	const double height = number_of(tiled, root, "tileheight");
	if (*orientation && strcmp(orientation, "orthogonal") != 0) {
		build_refuse(reader, "orientation", "must be \"orthogonal\"");
		/* In isometric maps, the height of tiles is also the horizontal unit of objects. */
		if (strcmp(orientation, "isometric") == 0 && width != height)
			advise(&reader->message,
			       "in Tiled, choose it in Map > Map Properties, and set the width of "
			       "tiles there to their height, %g; otherwise, objects move",
			       height);
		else
			advise(&reader->message, "in Tiled, choose it in Map > Map Properties");
	}
	/* In a tmx, the value is a number. */
	if (infinite && !is_usual(infinite)) {
		build_refuse(reader, NULL, "dungen cannot read infinite maps");
		advise(&reader->message, "in Tiled, uncheck Map > Map Properties > Infinite");
	}
	build_size(reader, json_member_number(reader, root, "width"),
		   json_member_number(reader, root, "height"));
	const uint64_t tile_width = json_member_number(reader, root, "tilewidth");
	const uint64_t tile_height = json_member_number(reader, root, "tileheight");
	build_check_number(reader, "tilewidth", tile_width, 1, INT32_MAX);
	build_check_number(reader, "tileheight", tile_height, 1, INT32_MAX);
	tiled->tile_size = (struct pixels){(double)tile_width, (double)tile_height};
}

/* The tilesets. */

/* Returns the name of a tileset, or of its file if it is in one. */
static const char *tileset_name(const cJSON *tileset)
{
	const char *source = text_of(tileset, "source");
	return *source ? file_name_base(source) : text_of(tileset, "name");
}

/* Returns whether a tileset has the name of dungen's, and its tiles, as far as the map says. */
static bool is_tileset_of_dungen(const struct tiled *tiled, const cJSON *tileset)
{
	const double tile_count = number_of(tiled, tileset, "tilecount");
	return words_contain("dungen-tiles dungen-tiles.tsx dungen-tiles.tsj dungen-tiles.json",
			     tileset_name(tileset)) &&
	       (tile_count == 0 || tile_count >= TILESET_TILES);
}

/* Returns whether a tile of a tileset has the property "collides" or a collision shape. */
static bool collides(const cJSON *tile)
{
	const cJSON *shapes = member(tile, "objectgroup");
	const cJSON *value = property(tile, "collides");
	/* A tmx has an array of groups. */
	if (cJSON_IsArray(shapes))
		shapes = shapes->child;
	return cJSON_GetArraySize(member(shapes, "objects")) > 0 ||
	       (value && !cJSON_IsFalse(value));
}

/* Remembers that the tile with this number collides. */
static void add_colliding(struct tiled *tiled, double number)
{
	if (number >= 1 && number < COLLIDING_MAX)
		tiled->collides[(uint32_t)number] = true;
	else
		build_refuse(tiled->reader, "firstgid",
			     "must be lower, because tiles that collide must have numbers below %d",
			     COLLIDING_MAX);
}

/* Finds the tileset of dungen, which may be in a file, and the tiles that collide. */
static void read_tilesets(struct tiled *tiled, const cJSON *tilesets)
{
	struct reader *reader = tiled->reader;
	/* A map without tilesets has the numbers of dungen. */
	tiled->first_tile = cJSON_GetArraySize(tilesets) > 0 ? NO_NUMBER : 1;
	json_each (tiled->reader, tileset, "tilesets", tilesets) {
		const uint64_t first = json_member_number(tiled->reader, tileset, "firstgid");
		const char *source = text_of(tileset, "source");
		if (!build_check_number(reader, "firstgid", first, 1, INT32_MAX))
			return;
		if (!tiled->tileset && is_tileset_of_dungen(tiled, tileset)) {
			tiled->tileset = tileset;
			tiled->first_tile = (uint32_t)first;
		} else if (!tiled->unread_file && *source) {
			tiled->unread_file = source;
		}
		const cJSON *tile;
		cJSON_ArrayForEach (tile, member(tileset, "tiles")) {
			if (collides(tile))
				add_colliding(tiled, (double)first + number_of(tiled, tile, "id"));
		}
		/* Tiled up to 1.1 and Phaser 2 have an object instead, whose keys are ids. */
		cJSON_ArrayForEach (tile, member(tileset, "tileproperties")) {
			const cJSON *value = member(tile, "collides");
			if (value && !cJSON_IsFalse(value))
				add_colliding(tiled, (double)first + strtod(tile->string, NULL));
		}
	}
	tiled->next_tile = UINT32_MAX;
	json_each (tiled->reader, tileset, "tilesets", tilesets) {
		const uint64_t first = json_member_number(tiled->reader, tileset, "firstgid");
		if (first > tiled->first_tile && first < tiled->next_tile)
			tiled->next_tile = (uint32_t)first;
	}
}

/* The cells of a layer. */

/*
 * Decodes base64 to tiled->bytes, and returns the number of bytes. Ignores characters that are not
 * of base64: white space, padding, and errors, after which the size is wrong.
 */
static size_t decode_base64(struct tiled *tiled, const char *text)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	size_t length = 0;
	uint32_t bits = 0;
	uint32_t bit_count = 0; /* number of bits that do not belong to a byte yet */
	for (; *text; text++) {
		const char *digit = strchr(digits, *text);
		if (!digit)
			continue;
		bits = (bits & 0xff) << 6 | (uint32_t)(digit - digits);
		bit_count += 6;
		if (bit_count >= 8) {
			bit_count -= 8;
			tiled->bytes[length++] = (uint8_t)(bits >> bit_count & 0xff);
		}
	}
	return length;
}

/*
 * Reads base64, which zlib or gzip may have compressed. Returns false if the text is damaged or
 * does not contain exactly `count` cells, or if out of memory.
 */
static bool read_base64(struct tiled *tiled, const char *text, uint64_t count, bool is_compressed)
{
	const uint64_t size = count * CELL_BYTES;
	if (!build_need(tiled->reader, array_reserve(tiled, bytes, strlen(text))))
		return false;
	const size_t length = decode_base64(tiled, text);
	const uint8_t *bytes = tiled->bytes;
	if (is_compressed) {
		z_stream stream = {
			.next_in = tiled->bytes,
			.avail_in = (uInt)length,
			.next_out = (Bytef *)tiled->cells,
			.avail_out = (uInt)size,
		};
		/* zlib counts bytes in 32 bits. */
		if (length > UINT32_MAX || size > UINT32_MAX)
			return false;
		int status = inflateInit2(&stream, MAX_WBITS + ANY_HEADER);
		if (status == Z_OK)
			status = inflate(&stream, Z_FINISH);
		inflateEnd(&stream);
		build_need(tiled->reader, status != Z_MEM_ERROR);
		if (status != Z_STREAM_END || stream.avail_out > 0)
			return false;
		bytes = (const uint8_t *)tiled->cells;
	} else if (length != size) {
		return false;
	}
	for (size_t i = 0; i < count; i++, bytes += CELL_BYTES) {
		const uint32_t low = bytes[0] | (uint32_t)bytes[1] << 8;
		const uint32_t high = bytes[2] | (uint32_t)bytes[3] << 8;
		tiled->cells[i] = low | high << 16;
	}
	return true;
}

/*
 * Reads numbers below 2^32 with commas between them. White space may surround each number. Returns
 * false if the text does not contain exactly `count` numbers.
 */
static bool read_csv(struct tiled *tiled, const char *text, uint64_t count)
{
	for (uint64_t i = 0; i < count; i++) {
		char *end;
		const unsigned long long value = strtoull(text, &end, 10);
		const char *next = end + strspn(end, " \t\r\n");
		const char separator = i + 1 < count ? ',' : '\0';
		if (end == text || value > UINT32_MAX || *next != separator)
			return false;
		tiled->cells[i] = (uint32_t)value;
		text = next + 1;
	}
	return true;
}

/*
 * Reads the cells of a layer. Returns false if they cannot be read, for example because Zstandard
 * compressed them.
 */
static bool read_cells(struct tiled *tiled, const cJSON *layer)
{
	struct reader *reader = tiled->reader;
	const uint64_t count = recipe_tiles(&reader->map->recipe);
	const cJSON *data = member(layer, "data");
	const char *text = json_string(data);
	const bool is_base64 = strcmp(text_of(layer, "encoding"), "base64") == 0;
	const bool is_compressed = *text_of(layer, "compression") != '\0';
	const bool is_array = cJSON_IsArray(data);
	/* Otherwise a small file could make dungen reserve memory for any number of tiles. */
	bool is_read = is_array ? (uint64_t)cJSON_GetArraySize(data) == count
				: strlen(text) >= count / CELLS_PER_BYTE_MAX;
	reader->layer = text_of(layer, "name");
	if (is_read && !build_need(reader, array_reserve(tiled, cells, count)))
		return false;
	if (is_read && is_array) {
		uint32_t *cell = tiled->cells;
		const cJSON *item;
		cJSON_ArrayForEach (item, data) {
			const uint64_t number = json_number(item);
			is_read &= number <= UINT32_MAX;
			*cell++ = (uint32_t)number;
		}
	} else if (is_read && is_base64) {
		is_read = read_base64(tiled, text, count, is_compressed);
	} else if (is_read) {
		is_read = read_csv(tiled, text, count);
	}
	if (is_read)
		return true;
	build_refuse(reader, "data",
		     "must contain %" PRIu64 " tiles as CSV, or as Base64 with zlib or gzip",
		     count);
	return advise(&reader->message,
		      "in Tiled, choose Map > Map Properties > Tile Layer Format: CSV");
}

/* The tiles. */

/* Sets the spawn or the exit. Of several places, the first counts, and the others are lost. */
static void set_mark(struct tiled *tiled, enum mark_kind kind, uint64_t x, uint64_t y)
{
	const struct mark old = tiled->reader->map->marks[kind];
	const struct recipe *recipe = &tiled->reader->map->recipe;
	/* In Tiled, positions are in pixels, so do not print the limits of x and y. */
	if (x >= recipe->width || y >= recipe->height) {
		build_refuse(tiled->reader, NULL, "the %s is outside the map", mark_names[kind]);
		return;
	}
	if (!old.is_set)
		build_mark(tiled->reader, kind, x, y);
	if (!old.is_set || old.at.x != x || old.at.y != y)
		tiled->mark_counts[kind]++;
}

/* Returns what --walls and --floors say about the tiles of a layer, or NO_TILE if nothing. */
static char listed_kind(const struct style *style, const cJSON *layer)
{
	const char *name = text_of(layer, "name");
	if (list_has_name(style->walls, name))
		return TILE_WALL;
	if (list_has_name(style->floors, name))
		return TILE_FLOOR;
	if (style->walls && !style->floors)
		return TILE_FLOOR;
	if (style->floors && !style->walls)
		return TILE_WALL;
	return NO_TILE;
}

/*
 * Adds the tiles of a layer. The tiles of dungen say what they are. Any other tile is wall if its
 * layer is a layer of walls, or if it collides, and otherwise floor. If several layers have a tile,
 * a wall counts most, and floor least.
 */
static void add_layer(struct tiled *tiled, const cJSON *layer, const char *type)
{
	struct reader *reader = tiled->reader;
	const struct recipe *recipe = &reader->map->recipe;
	const struct style *style = reader->style;
	const bool has_lists = style->walls || style->floors;
	const char listed = listed_kind(style, layer);
	const bool is_wall = is_wall_layer(layer);
	if (strcmp(type, "tilelayer") != 0 || reader->result != READ_MAP)
		return;
	if (!read_cells(tiled, layer))
		return;
	tiled->has_wall_layer |= is_wall;
	/* The layer has as many cells, so this is in proportion to the file. */
	if (!tiled->tiles) {
		tiled->tiles = build_tiles(reader);
		if (!tiled->tiles)
			return;
		memset(tiled->tiles, NO_TILE, (size_t)recipe_tiles(recipe));
	}
	for (uint64_t i = 0; i < recipe_tiles(recipe); i++) {
		const uint32_t number = tiled->cells[i] & NUMBER_BITS;
		const uint32_t tile = number - tiled->first_tile;
		char *kind = &tiled->tiles[i];
		char added = TILE_FLOOR;
		tiled->loses_flips |= number != tiled->cells[i];
		tiled->loses_tiles |= number >= tiled->first_tile && tile >= TILESET_TILES &&
				      number < tiled->next_tile;
		if (number == 0 || (has_lists && listed == NO_TILE))
			continue;
		if (has_lists) {
			tiled->has_other_tiles = true;
			added = listed;
		} else if (tile == TILESET_STAIRS) {
			set_mark(tiled, MARK_EXIT, i % recipe->width, i / recipe->width);
			reader->map->marks[MARK_EXIT].is_drawn = true;
		} else if (tile < TILESET_STAIRS) {
			added = (char)tile;
		} else {
			tiled->has_other_tiles = true;
			if (is_wall || (number < COLLIDING_MAX && tiled->collides[number]))
				added = TILE_WALL;
		}
		if (*kind == NO_TILE || (*kind != TILE_WALL && added != TILE_FLOOR))
			*kind = added;
	}
}

/*
 * Makes the tiles that no layer has wall, as in the rock around a map. If one of them touches
 * floor, they may be meant as floor, so a note counts them. If no layer has floor, such as in a
 * map of platforms, they are floor.
 */
static void fill_empty_tiles(struct tiled *tiled)
{
	const uint32_t width = tiled->reader->map->recipe.width;
	char *end = tiled->tiles + recipe_tiles(&tiled->reader->map->recipe);
	uint64_t empty_count = 0;
	const bool lacks_floor = tiled->has_other_tiles && !tiled->reader->style->floors &&
				 !memchr(tiled->tiles, TILE_FLOOR, (size_t)(end - tiled->tiles));
	bool touches_floor = false;
	for (char *at = tiled->tiles; (at = memchr(at, NO_TILE, (size_t)(end - at))); at++) {
		const size_t index = (size_t)(at - tiled->tiles);
		const size_t x = index % width;
		empty_count++;
		/* The tiles before this one are not empty anymore. */
		touches_floor |= (x > 0 && at[-1] == TILE_FLOOR) ||
				 (x + 1 < width && at[1] == TILE_FLOOR) ||
				 (index >= width && *(at - width) == TILE_FLOOR) ||
				 ((size_t)(end - at) > width && at[width] == TILE_FLOOR);
		*at = lacks_floor ? TILE_FLOOR : TILE_WALL;
	}
	if (empty_count > 0 && (touches_floor || lacks_floor))
		reader_note(tiled->reader, "%s on no layer and %s %s",
			    count_text(empty_count, "tile is", "tiles are"),
			    empty_count == 1 ? "is" : "are", lacks_floor ? "floor" : "wall");
}

/*
 * Restores a door on a map with another tileset, which has no tiles for doors, if the place is
 * floor and fits.
 */
static void restore_door(struct tiled *tiled, uint64_t x, uint64_t y)
{
	struct map *map = tiled->reader->map;
	const uint32_t width = map->recipe.width;
	const uint32_t height = map->recipe.height;
	if (x >= width || y >= height)
		return;
	char *at = map->tiles + y * width + x;
	if (*at == TILE_FLOOR &&
	    door_fits(x > 0 && at[-1] != TILE_WALL, x + 1 < width && at[1] != TILE_WALL,
		      y > 0 && *(at - width) != TILE_WALL,
		      y + 1 < height && at[width] != TILE_WALL)) {
		*at = TILE_DOOR;
		map->recipe.doors = true;
	}
}

/*
 * Returns the advice to list layers in an option, as a phrase. Returns NULL if one layer fills the
 * map, because the map would be all wall or all floor.
 */
static const char *layer_advice(const struct tiled *tiled, const char *kind, const char *option)
{
	const size_t count = (size_t)recipe_tiles(&tiled->reader->map->recipe);
	const bool is_filled = !memchr(tiled->tiles, NO_TILE, count);
	if ((tiled->layer_count < 2 && is_filled) || tiled->layer_names.length == 0)
		return NULL;
	return phrase("list the layers of %s, out of '%.200s', in --%s", kind,
		      tiled->layer_names.bytes + strlen(","), option);
}

/* Advises how to get floor for a map whose layers of tiles contain no floor. */
static void advise_floor(struct tiled *tiled)
{
	const struct style *style = tiled->reader->style;
	const char *advice = layer_advice(tiled, "floor", "floors");
	if (style->walls && !style->floors)
		advice = tiled->layer_count < 2 ? "leave out --walls"
						: "leave the layers of floor out of --walls";
	else if (!advice && tiled->has_wall_layer)
		advice = "in Tiled, rename the layer, and " COLLIDES_ADVICE;
	else if (!advice)
		advice = "in Tiled, uncheck the property collides of the tiles of floor";
	advise(&tiled->reader->message, "%s", advice);
}

/* Reads the tiles of the map. */
static void read_tiles(struct tiled *tiled)
{
	struct reader *reader = tiled->reader;
	const size_t count = (size_t)recipe_tiles(&reader->map->recipe);
	if (!check_list(tiled, "walls", reader->style->walls) ||
	    !check_list(tiled, "floors", reader->style->floors))
		return;
	visit_layers(tiled, reader->tree, add_layer);
	reader->layer = NULL;
	array_free(tiled, bytes);
	array_free(tiled, cells);
	if (reader->result != READ_MAP)
		return;
	if (!tiled->tiles) {
		build_refuse(reader, "layers", "missing tile layer");
		return;
	}
	const bool has_lists = reader->style->walls || reader->style->floors;
	const char *walls_advice = layer_advice(tiled, "walls", "walls");
	if (tiled->unread_file && !tiled->tileset && !tiled->has_wall_layer && !has_lists) {
		build_refuse(reader, NULL, "%.200s is not read", tiled->unread_file);
		advise(&reader->message, "embed the tileset, %s",
		       walls_advice ? phrase("or %s", walls_advice) : "and " COLLIDES_ADVICE);
	}
	const bool lacks_walls = !memchr(tiled->tiles, TILE_WALL, count);
	if (tiled->has_other_tiles && !has_lists)
		reader_note(reader,
			    "tiles that are not of dungen are wall if they collide or are on a "
			    "layer called wall or collision, and otherwise floor, even doors");
	if (tiled->has_other_tiles && lacks_walls && !has_lists)
		reader_note(reader, "by this rule, no tile is wall; %sin Tiled, " COLLIDES_ADVICE,
			    walls_advice ? phrase("%s, or ", walls_advice) : "");
	fill_empty_tiles(tiled);
	if (!build_tiles_end(reader) && reader->lacks_floor && tiled->has_other_tiles)
		advise_floor(tiled);
}

/* Objects. */

/* Returns a property that is a number as json_number does. */
static uint64_t property_number(const cJSON *object, const char *name)
{
	return json_number(property(object, name));
}

/*
 * Returns the kind of an object, or OBJECT_KINDS if dungen does not read it. Tiled 1.9 calls the
 * type a class. Without both, the name decides.
 */
static enum object_kind find_kind(const cJSON *object)
{
	static const char *const keys[] = {"type", "class", "name"};
	const char *type = "";
	for (size_t i = 0; i < sizeof keys / sizeof *keys && !*type; i++)
		type = text_of(object, keys[i]);
	enum object_kind kind = 0;
	for (; kind < OBJECT_KINDS; kind++) {
		const char *name = object_properties[kind];
		if (strcasecmp(type, object_types[kind]) == 0 && (!name || property(object, name)))
			break;
	}
	/* Other programs have keys of their own, with another number or with a name. */
	const uint64_t lock = property_number(object, "lock");
	if (kind == OBJECT_KEY && (lock < 1 || lock > LOCKS_MAX))
		return OBJECT_KINDS;
	return kind;
}

/*
 * Returns a number of pixels as a number of tiles, whose side is `side`. Areas are rounded to the
 * nearest tile. Points are anywhere in a tile. Returns BUILD_NO_NUMBER if the result is not from 0
 * to INT32_MAX.
 */
static uint64_t count_tiles(double pixels, double side, bool is_point)
{
	const double tiles = pixels / side + (is_point ? 0 : 0.5);
	return tiles >= 0 && tiles <= INT32_MAX ? (uint64_t)tiles : BUILD_NO_NUMBER;
}

/* Adds a corner to a tunnel, which may be anywhere in its tile. */
static void add_corner(struct tiled *tiled, double x, double y)
{
	build_corner(tiled->reader, count_tiles(x, tiled->tile_size.x, true),
		     count_tiles(y, tiled->tile_size.y, true));
}

/*
 * Reads a tunnel: a line whose points count from its position. They are an array or, in a tmx, a
 * text such as "0,0 16,0", which ends at the first wrong point.
 */
static void read_tunnel(struct tiled *tiled, const cJSON *object, struct pixels at)
{
	struct reader *reader = tiled->reader;
	build_tunnel(reader, property_number(object, "from"), property_number(object, "to"));
	const cJSON *points = member(object, "polyline");
	const cJSON *point = cJSON_IsArray(points) ? points->child : NULL;
	for (; point && reader->result == READ_MAP; point = point->next)
		add_corner(tiled, at.x + number_of(tiled, point, "x"),
			   at.y + number_of(tiled, point, "y"));
	const char *text = json_string(points);
	while (*text && reader->result == READ_MAP) {
		char *comma;
		char *end;
		const double x = strtod(text, &comma);
		if (*comma != ',')
			break;
		const double y = strtod(comma + 1, &end);
		if (end == comma + 1)
			break;
		add_corner(tiled, at.x + x, at.y + y);
		text = end;
	}
	build_tunnel_end(reader);
}

/*
 * Returns the first room that a user's own door leads to: the door is a door tile in the wall of
 * the room, but not in a corner. Returns NO_ROOM if there is none.
 */
static uint32_t find_door_room(const struct map *map, uint64_t x, uint64_t y)
{
	const uint32_t width = map->recipe.width;
	if (x >= width || y >= map->recipe.height || map->tiles[y * width + x] != TILE_DOOR)
		return NO_ROOM;
	for (uint32_t i = 0; i < map->room_count; i++) {
		const struct area room = map->rooms[i];
		const bool is_beside = (x == room.x1 || x == room.x2) && y > room.y1 && y < room.y2;
		const bool is_above = (y == room.y1 || y == room.y2) && x > room.x1 && x < room.x2;
		if (is_beside || is_above)
			return i;
	}
	return NO_ROOM;
}

/*
 * Counts what is lost of a user's own door that has no room. Returns whether a door tile is left.
 */
static bool lose_door_object(struct tiled *tiled, const cJSON *object, uint64_t x, uint64_t y)
{
	const struct map *map = tiled->reader->map;
	const uint32_t width = map->recipe.width;
	if (x >= width || y >= map->recipe.height) {
		tiled->object_count++;
		return false;
	}
	const char tile = map->tiles[y * width + x];
	tiled->wall_door_count += tile == TILE_WALL;
	tiled->floor_door_count += tile == TILE_FLOOR;
	tiled->changed_count += tile == TILE_DOOR &&
				(property(object, "lock") || property(object, "secret"));
	return tile == TILE_DOOR;
}

/* Reads a door. Returns false if it is lost. */
static bool read_door(struct tiled *tiled, const cJSON *object, uint64_t x, uint64_t y)
{
	struct reader *reader = tiled->reader;
	const uint64_t lock = property_number(object, "lock");
	uint64_t room = property_number(object, "room");
	if (tiled->has_other_tiles)
		restore_door(tiled, x, y);
	if (!property(object, "room")) {
		room = find_door_room(reader->map, x, y);
		/* A lock without a key of this number is a property of another program. */
		if (room == NO_ROOM && reader->map->room_count > 0 && lock >= 1 &&
		    lock <= LOCKS_MAX && reader->map->keys[lock - 1].is_set) {
			build_refuse(reader, "room", "missing");
			return advise(&reader->message,
				      "a locked door must be on a door tile in the "
				      "wall of a room");
		}
		if (room == NO_ROOM)
			return lose_door_object(tiled, object, x, y);
	}
	build_door(reader, x, y, room);
	if (property(object, "lock"))
		build_lock(reader, lock);
	if (cJSON_IsTrue(property(object, "secret")))
		build_secret(reader);
	return true;
}

/* Reads an object, if it is of the kind of this pass. */
static void read_object(struct tiled *tiled, const cJSON *object)
{
	struct reader *reader = tiled->reader;
	const uint32_t room_count = reader->map->room_count;
	const struct pixels tile = tiled->tile_size;
	const struct pixels size = {number_of(tiled, object, "width"),
				    number_of(tiled, object, "height")};
	const enum object_kind kind = tiled->object_kind;
	const uint32_t changed_before = tiled->changed_count;
	if (find_kind(object) != kind)
		return;
	reader->object = number_of(tiled, object, "id");
	/* A user's own door has no room, and may be a point. */
	const bool is_own_door = kind == OBJECT_DOOR && !property(object, "room");
	const bool is_point = kind <= OBJECT_KEY || is_own_door;
	struct pixels at = {
		number_of(tiled, object, "x") + tiled->offset.x - tiled->origin.x,
		number_of(tiled, object, "y") + tiled->offset.y - tiled->origin.y,
	};
	if (is_point) {
		/* A point is the tile around its middle. A tile object stands on its position. */
		at.x += size.x / 2;
		at.y += member(object, "gid") ? -tile.y / 2 : size.y / 2;
	}
	const uint64_t x = count_tiles(at.x, tile.x, is_point);
	const uint64_t y = count_tiles(at.y, tile.y, is_point);
	if (kind == OBJECT_KEY) {
		const struct map *map = reader->map;
		const uint64_t lock = property_number(object, "lock");
		const bool is_on_map = x < map->recipe.width && y < map->recipe.height;
		/* In a map of another program, two keys can open the same doors. */
		if (tiled->has_other_tiles && (!is_on_map || map->keys[lock - 1].is_set)) {
			tiled->object_count++;
			return;
		}
		build_key(reader, lock, x, y);
	} else if (kind <= OBJECT_EXIT) {
		set_mark(tiled, (enum mark_kind)kind, x, y);
	} else if (kind == OBJECT_TUNNEL) {
		read_tunnel(tiled, object, at);
	} else if (kind == OBJECT_DOOR) {
		if (!read_door(tiled, object, x, y))
			return;
	} else {
		build_check_number(reader, "room", property_number(object, "room"), room_count,
				   room_count);
		build_room(reader, x, y, count_tiles(size.x, tile.x, false),
			   count_tiles(size.y, tile.y, false));
		if (property(object, "distance"))
			build_distance(reader, property_number(object, "distance"));
	}
	/* The name that dungen writes is the type and a number. An object counts once. */
	const char *name = text_of(object, "name");
	const char *type = object_types[kind];
	if ((*name && strncasecmp(name, type, strlen(type)) != 0) ||
	    !is_known(object, object_keys, object_property_names))
		tiled->changed_count = changed_before + 1;
}

/* Reads the objects of one kind in a layer. */
static void read_objects(struct tiled *tiled, const cJSON *layer, const char *type)
{
	struct reader *reader = tiled->reader;
	if (strcmp(type, "objectgroup") != 0)
		return;
	reader->layer = text_of(layer, "name");
	if (strcmp(reader->layer, "doors") == 0)
		build_door_list(reader);
	const cJSON *object;
	cJSON_ArrayForEach (object, member(layer, "objects"))
		read_object(tiled, object);
	reader->layer = NULL;
	reader->object = 0;
}

/* The map. */

/*
 * Reads the seed, the recipe, and the number of steps to the exit, which dungen writes only for
 * maps with rooms.
 */
static void read_properties(struct tiled *tiled)
{
	struct reader *reader = tiled->reader;
	const cJSON *root = tiled->reader->tree;
	const char *seed = json_string(property(root, "seed"));
	const cJSON *distance = property(root, "exit_distance");
	size_t kept_count = 0;
	for (size_t i = 0; i < RECIPE_OPTION_COUNT; i++) {
		const char *key = recipe_options[i].key;
		const cJSON *value = property(root, key);
		if (value && recipe_options[i].kind != PARAMETER_PART)
			build_parameter(reader, json_parameter(key, value));
	}
	/* Other programs may use the name differently. */
	if (*seed && seed[strspn(seed, "0123456789")] == '\0' && build_seed(reader, seed))
		kept_count++;
	build_generator(reader, json_string(property(root, "algorithm")),
			json_string(property(root, "rng")));
	if (reader->map->recipe.algorithm)
		kept_count += 2 + reader->map->recipe.parameter_count;
	if (reader->map->room_count > 0 && distance) {
		build_exit_distance(reader, json_number(distance));
		kept_count++;
	}
	tiled->loses_properties = cJSON_GetArraySize(member(root, "properties")) > (int)kept_count;
}

/* Loses a layer, or what dungen does not know of a layer that it writes. */
static void lose_in_layer(struct tiled *tiled, const cJSON *layer, const char *type)
{
	const char *name = text_of(layer, "name");
	const char *names = ""; /* of the layers of this type that dungen writes */
	const cJSON *object;
	if (strcmp(type, "tilelayer") == 0)
		names = "terrain";
	else if (strcmp(type, "objectgroup") == 0)
		names = "rooms tunnels marks doors route";
	if (!words_contain(names, name))
		lose(tiled, "layer", name);
	else if (!is_known(layer, layer_keys, ""))
		lose(tiled, "properties of layer", name);
	cJSON_ArrayForEach (object, member(layer, "objects")) {
		if (strcmp(text_of(object, "name"), "route") == 0)
			tiled->loses_route = true;
		else
			tiled->object_count += find_kind(object) == OBJECT_KINDS;
	}
}

/* Loses a tileset, unless dungen writes exactly the same. */
static void lose_tileset(struct tiled *tiled, const cJSON *tileset)
{
	const char *image = text_of(tileset, "image");
	const double tile_count = number_of(tiled, tileset, "tilecount");
	const cJSON *tile;
	bool is_kept = tileset == tiled->tileset && is_known(tileset, tileset_keys, "") &&
		       (tile_count == 0 || tile_count == TILESET_TILES) &&
		       (!*image || strcmp(image, tiled->reader->style->tileset) == 0);
	cJSON_ArrayForEach (tile, member(tileset, "tiles"))
		is_kept &= is_known(tile, tile_keys, "collides");
	if (!is_kept)
		lose(tiled, "tileset", tileset_name(tileset));
}

/* Notes everything in the file that dungen does not write. */
static void note_losses(struct tiled *tiled)
{
	struct reader *reader = tiled->reader;
	struct text *losses = &tiled->losses;
	const cJSON *root = tiled->reader->tree;
	const uint32_t tile_size = style_tile_size(reader->style, TILE_SIZE_DEFAULT);
	const cJSON *tileset;
	visit_layers(tiled, root, lose_in_layer);
	cJSON_ArrayForEach (tileset, member(root, "tilesets"))
		lose_tileset(tiled, tileset);
	if (tiled->loss_count > LOSSES_MAX)
		text_add(losses, ", others (%" PRIu32 ")", tiled->loss_count - LOSSES_MAX);
	if (tiled->object_count > 0)
		text_add(losses, ", other objects (%" PRIu32 ")", tiled->object_count);
	if (tiled->wall_door_count > 0)
		text_add(losses, ", doors on walls (%" PRIu32 ")", tiled->wall_door_count);
	if (tiled->floor_door_count > 0)
		text_add(losses, ", doors on floor (%" PRIu32 ")", tiled->floor_door_count);
	if (tiled->changed_count > 0)
		text_add(losses, ", properties of objects (%" PRIu32 ")", tiled->changed_count);
	if (tiled->loses_properties || !is_known(root, map_keys, NULL))
		text_add(losses, ", properties of the map");
	if (tiled->loses_tiles)
		text_add(losses, ", tiles after the first %d of dungen-tiles", TILESET_TILES);
	if (tiled->loses_flips)
		text_add(losses, ", flips of tiles");
	if (tiled->tile_size.x != tile_size || tiled->tile_size.y != tile_size)
		text_add(losses, ", the size of tiles in pixels");
	if (losses->length > 0) {
		reader_note(reader, "not kept: %s", losses->bytes + strlen(", "));
		reader->loses = true;
	}
	if (tiled->loses_route)
		reader_note_route(reader);
}

/*
 * Notes that the spawn or the exit has several places. The map keeps the first of them, because
 * objects are read before stairs.
 */
static void note_places(struct tiled *tiled, enum mark_kind kind)
{
	const struct mark *mark = &tiled->reader->map->marks[kind];
	if (tiled->mark_counts[kind] < 2)
		return;
	reader_note(tiled->reader,
		    "the map has %" PRIu32 " places called %s, and only the one at %" PRIu32
		    ",%" PRIu32 " counts",
		    tiled->mark_counts[kind], mark_names[kind], mark->at.x, mark->at.y);
	tiled->reader->loses = true;
}

void tiled_read(struct reader *reader)
{
	struct tiled tiled = {.reader = reader};
	const cJSON *root = reader->tree;
	read_head(&tiled);
	read_tilesets(&tiled, json_member(reader, root, "tilesets"));
	visit_layers(&tiled, root, add_layer_name);
	/* An object that a user has moved replaces the stairs at its old place, so it comes first.
	 */
	for (; tiled.object_kind < OBJECT_KEY && reader->result == READ_MAP; tiled.object_kind++)
		visit_layers(&tiled, root, read_objects);
	if (reader->result == READ_MAP)
		read_tiles(&tiled);
	if (reader->result != READ_MAP)
		return;
	/* Rooms come before the tunnels and doors that name them, so each kind needs a pass. */
	for (; tiled.object_kind < OBJECT_KINDS; tiled.object_kind++)
		visit_layers(&tiled, root, read_objects);
	note_places(&tiled, MARK_SPAWN);
	note_places(&tiled, MARK_EXIT);
	read_properties(&tiled);
	if (build_end(reader))
		note_losses(&tiled);
}
