/* SPDX-License-Identifier: MIT */
/*
 * Reads a map of Tiled: its tiles, and the objects and properties that dungen writes. Everything
 * else in the file would be lost if the map were written again, so the note of the reader names it.
 *
 * With the tileset of dungen, a single layer has the tiles. With any other tileset, all tile layers
 * make the map, and a rule says which of their tiles are wall; see add_layer.
 */
#include "formats/tiled.h"

#include "formats/json_reader.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

/* These bits of a cell are the number of its tile. The other bits flip the tile. */
#define NUMBER_BITS (UINT32_MAX >> 4)

enum {
	LOSSES_MAX = 8, /* number of losses that the note names */
	CELL_BYTES = 4, /* size of a cell in base64, the least significant byte first */
	/* A byte of a file is at most so many cells, because deflate expands it 1032 times. */
	CELLS_PER_BYTE_MAX = 1032 / CELL_BYTES,
	COLLIDING_MAX = 1 << 16, /* the number of a tile that collides is less */
	ANY_HEADER = 32,      /* zlib adds this to the size of the window to accept zlib and gzip */
	NO_TILE = TILE_KINDS, /* all layers so far are empty here */
};

/* A position, an offset, or a size, in pixels. */
struct pixels {
	double x;
	double y;
};

/* The state of reading a map. All JSON values belong to the document. */
struct tiled {
	struct json_reader *json;
	struct builder *builder; /* &json->builder */
	struct pixels tile_size;

	/* The layers. */
	struct pixels offset; /* offset of the visited layer and the groups around it */
	struct pixels origin; /* position of the map's first tile */
	const cJSON *terrain; /* the layer called terrain, or else the first with tiles, or NULL */
	uint32_t tile_layer_count; /* number of layers with tiles */
	bool has_wall_layer;       /* one of them is a layer of walls */
	bool is_of_dungen;         /* the terrain has the tiles of dungen's tileset */

	/* The tiles. */
	const cJSON *tilesets;
	const cJSON *tileset;         /* the tileset of dungen, or NULL */
	uint32_t first_tile;          /* number of its first tile */
	const cJSON *unread_tileset;  /* name of the first file of a tileset, or NULL */
	bool collides[COLLIDING_MAX]; /* by number of a tile */
	ARRAY(uint8_t, bytes);        /* the cells of a layer as base64 contains them */
	ARRAY(uint32_t, cells);       /* the cells of a layer, row by row */
	char *tiles; /* the tiles of the layers so far, or NULL; belongs to the map */

	/* The objects. */
	enum tiled_layer object_kind; /* kind of the objects that this pass reads */
	bool is_exact;                /* dungen would write the object to the same place */

	/* The losses. */
	struct text losses;  /* the first losses, separated by commas */
	uint32_t loss_count; /* number of all losses, except the route */
	bool loses_flips;    /* some tiles are flipped */
	bool loses_route;    /* the file has a route */
};

/*
 * The keys that dungen knows, by the object that contains them. Their values are kept, or do not
 * matter, or are compared. A loss is a key that is not in these lists.
 */
static const char map_keys[] = " compressionlevel height infinite layers nextlayerid nextobjectid "
			       "orientation properties renderorder tiledversion tileheight "
			       "tilesets tilewidth type version width ";
static const char layer_keys[] = " compression data draworder encoding height id layers name "
				 "objects properties type width x y ";
static const char object_keys[] = " class height id name point polyline properties type width x y ";
static const char tileset_keys[] = " columns firstgid image imageheight imagewidth margin name "
				   "properties spacing tilecount tileheight tiles tilewidth ";
static const char tile_keys[] = " id properties ";

/* Values. These functions accept any tree and NULL, and do not refuse anything. */

static const cJSON *member(const cJSON *object, const char *key)
{
	return cJSON_GetObjectItemCaseSensitive(object, key);
}

/* Returns a member that is a string, or "". */
static const char *text_of(const cJSON *object, const char *key)
{
	return json_string(member(object, key));
}

/* Returns a member that is a number, which may have a fraction, or 0. */
static double number_of(const cJSON *object, const char *key)
{
	const cJSON *item = member(object, key);
	return cJSON_IsNumber(item) ? item->valuedouble : 0;
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

/* Adds a loss, formatted like printf. */
__attribute__((format(printf, 2, 3))) static void lose(struct tiled *tiled, const char *format, ...)
{
	char loss[256];
	va_list arguments;
	va_start(arguments, format);
	(void)vsnprintf(loss, sizeof loss, format, arguments);
	va_end(arguments);
	if (tiled->loss_count < LOSSES_MAX)
		text_add(&tiled->losses, "%s%s", tiled->loss_count > 0 ? ", " : "", loss);
	tiled->loss_count++;
}

/* Returns whether a word is in a list of words, each with a blank before and after it. */
static bool is_in_list(const char *list, const char *word)
{
	char item[64];
	(void)snprintf(item, sizeof item, " %s ", word);
	return !strchr(word, ' ') && strstr(list, item);
}

/* Returns whether a member has the value that Tiled writes if nobody has changed it. */
static bool is_usual(const cJSON *item)
{
	if (is_in_list(" opacity parallaxx parallaxy visible ", item->string))
		return cJSON_IsTrue(item) || (cJSON_IsNumber(item) && item->valuedouble == 1);
	if (cJSON_IsNumber(item))
		return item->valuedouble == 0;
	if (cJSON_IsString(item))
		return *item->valuestring == '\0';
	return !cJSON_IsTrue(item) && !item->child;
}

/*
 * Loses the members of an object, and its properties, that are in neither list. `owner` is the end
 * of the loss: " of object 5".
 */
static void lose_unknown(struct tiled *tiled, const cJSON *object, const char *keys,
			 const char *properties, const char *owner)
{
	const cJSON *item;
	/* The elements of an array have no keys. */
	if (!cJSON_IsObject(object))
		return;
	cJSON_ArrayForEach (item, object) {
		if (!is_in_list(keys, item->string) && !is_usual(item))
			lose(tiled, "%.40s%s", item->string, owner);
	}
	cJSON_ArrayForEach (item, member(object, "properties")) {
		const char *name = text_of(item, "name");
		if (!is_in_list(properties, name))
			lose(tiled, "property \"%.40s\"%s", name, owner);
	}
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
		tiled->offset.x += number_of(layer, "offsetx");
		tiled->offset.y += number_of(layer, "offsety");
		visit(tiled, layer, text_of(layer, "type"));
		visit_layers(tiled, layer, visit);
		tiled->offset = outer_offset;
	}
}

static bool is_terrain(const cJSON *layer)
{
	return strcmp(text_of(layer, "name"), "terrain") == 0;
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

/* Looks for the layers with tiles. */
static void find_terrain(struct tiled *tiled, const cJSON *layer, const char *type)
{
	if (strcmp(type, "tilelayer") != 0)
		return;
	tiled->tile_layer_count++;
	tiled->has_wall_layer |= is_wall_layer(layer);
	if (tiled->terrain && (is_terrain(tiled->terrain) || !is_terrain(layer)))
		return;
	tiled->terrain = layer;
	tiled->origin = tiled->offset;
}

/* Reads the sizes of the map and of its tiles. Refuses a map that dungen does not read. */
static void read_head(struct tiled *tiled)
{
	struct json_reader *json = tiled->json;
	struct builder *builder = tiled->builder;
	const cJSON *root = json->document;
	const cJSON *infinite = member(root, "infinite");
	const char *orientation = text_of(root, "orientation");
	if (*orientation && strcmp(orientation, "orthogonal") != 0)
		build_refuse(builder, "orientation", "must be \"orthogonal\"");
	/* In a tmx, the value is a number. */
	if (cJSON_IsTrue(infinite) || number_of(root, "infinite") != 0) {
		build_refuse(builder, NULL, "dungen cannot read infinite maps");
		advise(&builder->reader->message,
		       "in Tiled, uncheck Map > Map Properties > Infinite");
	}
	tiled->tilesets = json_member(json, root, "tilesets");
	build_size(builder, json_member_number(json, root, "width"),
		   json_member_number(json, root, "height"));
	const uint64_t tile_width = json_member_number(json, root, "tilewidth");
	const uint64_t tile_height = json_member_number(json, root, "tileheight");
	build_check_number(builder, "tilewidth", tile_width, 1, INT32_MAX);
	build_check_number(builder, "tileheight", tile_height, 1, INT32_MAX);
	tiled->tile_size = (struct pixels){(double)tile_width, (double)tile_height};
	if (tiled->tile_layer_count == 0)
		build_refuse(builder, "layers", "missing tile layer");
	if (recipe_tiles(&builder->map->recipe) > READER_TILES_MAX)
		build_refuse(builder, NULL, "must have at most %" PRIu32 " tiles",
			     READER_TILES_MAX);
}

/* The tilesets. */

/* Returns the name of a tileset, or of its file if it is in one. */
static const char *tileset_name(const cJSON *tileset)
{
	const char *source = text_of(tileset, "source");
	return *source ? source : text_of(tileset, "name");
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

/* Finds the tileset of dungen, which may be in a file, and the tiles that collide. */
static void read_tilesets(struct tiled *tiled)
{
	struct builder *builder = tiled->builder;
	tiled->first_tile = 1;
	json_each (tiled->json, tileset, "tilesets", tiled->tilesets) {
		const uint64_t first = json_member_number(tiled->json, tileset, "firstgid");
		if (!build_check_number(builder, "firstgid", first, 1, INT32_MAX))
			return;
		const char *name = tileset_name(tileset);
		const char *slash;
		while ((slash = strpbrk(name, "/\\")))
			name = slash + 1;
		const bool is_of_dungen = strcmp(name, "dungen-tiles") == 0 ||
					  strcmp(name, "dungen-tiles.tsx") == 0;
		if (is_of_dungen && !tiled->tileset) {
			tiled->tileset = tileset;
			tiled->first_tile = (uint32_t)first;
		}
		if (!tiled->unread_tileset)
			tiled->unread_tileset = member(tileset, "source");
		const cJSON *tile;
		cJSON_ArrayForEach (tile, member(tileset, "tiles")) {
			const double number = (double)first + number_of(tile, "id");
			if (!collides(tile))
				continue;
			if (number >= 1 && number < COLLIDING_MAX)
				tiled->collides[(uint32_t)number] = true;
			else
				build_refuse(builder, "firstgid",
					     "must be lower, because tiles that collide must have "
					     "numbers below %d",
					     COLLIDING_MAX);
		}
	}
}

/* Loses other tilesets, and what dungen does not know of its own. */
static void lose_in_tilesets(struct tiled *tiled)
{
	const char *image = text_of(tiled->tileset, "image");
	const cJSON *tileset;
	const cJSON *tile;
	cJSON_ArrayForEach (tileset, tiled->tilesets) {
		if (tileset != tiled->tileset)
			lose(tiled, "tileset \"%.40s\"", tileset_name(tileset));
	}
	if (*image && strcmp(image, tiled->builder->reader->style->tileset) != 0)
		lose(tiled, "image of the tileset");
	lose_unknown(tiled, tiled->tileset, tileset_keys, "", " of the tileset");
	cJSON_ArrayForEach (tile, member(tiled->tileset, "tiles")) {
		char owner[64];
		(void)snprintf(owner, sizeof owner, " of tile %.0f", number_of(tile, "id"));
		lose_unknown(tiled, tile, tile_keys, " collides ", owner);
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
	if (!build_need(tiled->builder, array_reserve(tiled, bytes, strlen(text))))
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
		build_need(tiled->builder, status != Z_MEM_ERROR);
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

/* Reads the cells of a layer in any of the encodings of Tiled. Returns whether it can. */
static bool read_cells(struct tiled *tiled, const cJSON *layer)
{
	struct builder *builder = tiled->builder;
	const uint64_t count = recipe_tiles(&builder->map->recipe);
	const cJSON *data = member(layer, "data");
	const char *text = json_string(data);
	const char *compression = text_of(layer, "compression");
	const bool is_base64 = strcmp(text_of(layer, "encoding"), "base64") == 0;
	const bool is_compressed = is_base64 && *compression != '\0';
	const uint64_t cells_per_byte = is_compressed ? CELLS_PER_BYTE_MAX : 1;
	builder->layer = text_of(layer, "name");
	if (is_base64 && strcmp(compression, "zstd") == 0) {
		build_refuse(builder, NULL, "dungen cannot read Zstandard");
		return advise(&builder->reader->message,
			      "in Tiled, choose Map > Map Properties > Tile Layer Format: CSV");
	}
	const bool is_array = cJSON_IsArray(data);
	/* Otherwise a small file could make dungen reserve memory for any number of tiles. */
	bool is_read = is_array ? (uint64_t)cJSON_GetArraySize(data) == count
				: strlen(text) >= count / cells_per_byte;
	if (is_read && !build_need(builder, array_reserve(tiled, cells, count)))
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
	if (!is_read)
		build_refuse(builder, "data",
			     "must contain %" PRIu64 " tiles in an encoding of Tiled", count);
	return builder->result == READ_MAP;
}

/* The tiles. */

/*
 * Sets the spawn or the exit. An object overrides a tile, which draws the mark. Refuses a second
 * object or a second tile for a mark, unless both have the same place.
 */
static void set_mark(struct tiled *tiled, enum mark_kind kind, uint64_t x, uint64_t y,
		     bool is_drawn)
{
	struct mark *mark = &tiled->builder->map->marks[kind];
	const struct mark old = *mark;
	if (!build_mark(tiled->builder, kind, x, y))
		return;
	const bool is_moved = old.is_set && (old.at.x != x || old.at.y != y);
	mark->is_drawn = is_drawn || (old.is_drawn && !is_moved);
	if (is_moved && old.is_drawn == is_drawn)
		build_refuse(tiled->builder, NULL,
			     "duplicate %s at %" PRIu32 ",%" PRIu32 " and %" PRIu64 ",%" PRIu64,
			     mark_names[kind], old.at.x, old.at.y, x, y);
	else if (is_moved)
		lose(tiled, "the stairs at %" PRIu32 ",%" PRIu32, old.at.x, old.at.y);
}

/*
 * Adds the tiles of a layer. With the tileset of dungen, only the terrain counts. With other
 * tilesets, a tile is wall if its layer is a layer of walls, or if it collides. Any other tile is
 * floor, unless another layer has a wall there.
 */
static void add_layer(struct tiled *tiled, const cJSON *layer, const char *type)
{
	struct builder *builder = tiled->builder;
	const struct recipe *recipe = &builder->map->recipe;
	const bool is_wall = is_wall_layer(layer);
	/* Tiled writes the number of tiles, except for a tileset in a file. */
	const double tile_count = number_of(tiled->tileset, "tilecount");
	const bool is_short = tile_count > 0 && tile_count < TILESET_TILES;
	const uint32_t known_count = is_short ? (uint32_t)tile_count : TILESET_TILES;
	if (tiled->is_of_dungen ? layer != tiled->terrain : strcmp(type, "tilelayer") != 0)
		return;
	if (builder->result != READ_MAP || !read_cells(tiled, layer))
		return;
	/* The layer has as many cells, so this is in proportion to the file. */
	if (!tiled->tiles) {
		tiled->tiles = build_tiles(builder);
		if (!tiled->tiles)
			return;
		memset(tiled->tiles, NO_TILE, (size_t)recipe_tiles(recipe));
	}
	char *tiles = tiled->tiles;
	for (uint64_t i = 0; i < recipe_tiles(recipe); i++) {
		const uint32_t number = tiled->cells[i] & NUMBER_BITS;
		const uint32_t tile = number - tiled->first_tile;
		tiled->loses_flips |= number != tiled->cells[i];
		if (number == 0)
			continue;
		if (!tiled->is_of_dungen) {
			if (is_wall || (number < COLLIDING_MAX && tiled->collides[number]))
				tiles[i] = TILE_WALL;
			else if (tiles[i] == NO_TILE)
				tiles[i] = TILE_FLOOR;
		} else if (tile == TILESET_STAIRS && !is_short) {
			tiles[i] = TILE_FLOOR;
			set_mark(tiled, MARK_EXIT, i % recipe->width, i / recipe->width, true);
		} else if (tile < known_count) {
			tiles[i] = (char)tile;
		} else {
			build_refuse(builder, NULL, "unknown tile at %" PRIu64 ",%" PRIu64,
				     i % recipe->width, i / recipe->width);
			advise(&builder->reader->message,
			       "use the first %" PRIu32 " tiles of \"dungen-tiles\"", known_count);
			return;
		}
	}
}

/* Reads the tiles of the map. */
static void read_tiles(struct tiled *tiled)
{
	struct builder *builder = tiled->builder;
	struct reader *reader = builder->reader;
	const size_t count = (size_t)recipe_tiles(&builder->map->recipe);
	const bool has_terrain = tiled->tile_layer_count == 1 || is_terrain(tiled->terrain);
	const cJSON *tileset = cJSON_GetArrayItem(tiled->tilesets, 0);
	tiled->is_of_dungen = has_terrain && (tiled->tileset || !tileset);
	const bool is_read = tiled->is_of_dungen || tiled->has_wall_layer;
	if (tiled->unread_tileset && !is_read) {
		build_refuse(builder, NULL, "%.200s is not read",
			     json_string(tiled->unread_tileset));
		advise(&reader->message, "embed the tileset, or name a layer Walls");
	}
	visit_layers(tiled, tiled->json->document, add_layer);
	builder->layer = NULL;
	array_free(tiled, bytes);
	array_free(tiled, cells);
	for (size_t i = 0; tiled->tiles && i < count; i++) {
		if (tiled->tiles[i] == NO_TILE)
			tiled->tiles[i] = TILE_WALL;
	}
	if (tiled->is_of_dungen) {
		build_tiles_end(builder);
		return;
	}
	reader_note(reader, "; ",
		    "tiles of \"%.40s\" are wall if they collide or are on a layer called wall or "
		    "collision, and floor otherwise",
		    tileset_name(tileset));
	if (!build_tiles_end(builder) && builder->lacks_floor)
		advise(&reader->message,
		       "put tiles that do not collide on a layer with another name");
	/* Of several layers, none is like that of dungen. */
	tiled->terrain = NULL;
}

/* Objects. */

/*
 * Returns the kind of an object by its type, or TILED_LAYERS if dungen does not read it. If the
 * kind is TILED_MARKS, stores the mark in *mark. A room, tunnel, or door has a property with the
 * index of a room, and a route has its own name. Other programs do not write that.
 */
static enum tiled_layer find_kind(const cJSON *object, enum mark_kind *mark)
{
	/* Tiled 1.9 calls the type a class. */
	const bool has_type = *text_of(object, "type") != '\0';
	const char *type = text_of(object, has_type ? "type" : "class");
	for (*mark = 0; *mark < MARK_KINDS; ++*mark) {
		if (strcasecmp(*type ? type : text_of(object, "name"), mark_names[*mark]) == 0)
			return TILED_MARKS;
	}
	enum tiled_layer kind = 0;
	while (kind < TILED_LAYERS &&
	       (kind == TILED_MARKS || strcmp(type, tiled_object_types[kind]) != 0))
		kind++;
	if (kind < TILED_ROUTE && !property(object, kind == TILED_TUNNELS ? "from" : "room"))
		return TILED_LAYERS;
	if (kind == TILED_ROUTE && strcmp(text_of(object, "name"), type) != 0)
		return TILED_LAYERS;
	return kind;
}

/* Returns a coordinate, or NAN if it is not a number. Refuses an object that contains it twice. */
static double coordinate(const struct tiled *tiled, const cJSON *object, const char *key)
{
	const cJSON *item = json_member(tiled->json, object, key);
	return cJSON_IsNumber(item) ? item->valuedouble : NAN;
}

/*
 * Returns a number of pixels as a number of tiles, whose side is `side`. Areas are rounded to the
 * nearest tile. Points are anywhere in a tile, and dungen writes them to its middle, rounded down.
 * Returns BUILD_NO_NUMBER if the result is not from 0 to INT32_MAX.
 */
static uint64_t count_tiles(struct tiled *tiled, double pixels, double side, bool is_point)
{
	const double tiles = pixels / side + (is_point ? 0 : 0.5);
	if (!(tiles >= 0 && tiles <= INT32_MAX))
		return BUILD_NO_NUMBER;
	const uint64_t count = (uint64_t)tiles;
	const int middle = is_point ? (int)(side / 2) : 0;
	tiled->is_exact &= (double)count * side + middle == pixels;
	return count;
}

/* Returns a property that is the index of a room, or BUILD_NO_NUMBER. */
static uint64_t room_index(const cJSON *object, const char *name)
{
	return json_number(property(object, name));
}

/* Reads a tunnel: a line through the middles of tiles, whose points count from its position. */
static void read_tunnel(struct tiled *tiled, const cJSON *object, struct pixels at)
{
	struct builder *builder = tiled->builder;
	build_tunnel(builder, room_index(object, "from"), room_index(object, "to"));
	const cJSON *points = member(object, "polyline");
	const cJSON *point = cJSON_IsArray(points) ? points->child : NULL;
	for (; point && builder->result == READ_MAP; point = point->next) {
		const double x = at.x + coordinate(tiled, point, "x");
		const double y = at.y + coordinate(tiled, point, "y");
		build_corner(builder, count_tiles(tiled, x, tiled->tile_size.x, true),
			     count_tiles(tiled, y, tiled->tile_size.y, true));
	}
	build_tunnel_end(builder);
}

/* Reads an object, if it is of the kind of this pass. Loses what dungen does not know of it. */
static void read_object(struct tiled *tiled, const cJSON *object)
{
	struct builder *builder = tiled->builder;
	const uint32_t room_count = builder->map->room_count;
	const struct pixels tile = tiled->tile_size;
	const struct pixels size = {number_of(object, "width"), number_of(object, "height")};
	enum mark_kind mark;
	const enum tiled_layer kind = find_kind(object, &mark);
	if (kind != tiled->object_kind)
		return;
	builder->object = number_of(object, "id");
	const bool is_mark = kind == TILED_MARKS;
	const bool is_point = is_mark || kind == TILED_TUNNELS;
	struct pixels at = {
		coordinate(tiled, object, "x") + tiled->offset.x - tiled->origin.x,
		coordinate(tiled, object, "y") + tiled->offset.y - tiled->origin.y,
	};
	tiled->is_exact = !is_mark || (size.x == 0 && size.y == 0);
	if (is_mark) {
		/* A mark is the tile around its middle. A tile object stands on its position. */
		at.x += size.x / 2;
		at.y += member(object, "gid") ? -tile.y / 2 : size.y / 2;
	}
	const uint64_t x = count_tiles(tiled, at.x, tile.x, is_point);
	const uint64_t y = count_tiles(tiled, at.y, tile.y, is_point);
	const uint64_t width = count_tiles(tiled, size.x, tile.x, false);
	const uint64_t height = count_tiles(tiled, size.y, tile.y, false);
	if (is_mark) {
		set_mark(tiled, mark, x, y, false);
	} else if (kind == TILED_TUNNELS) {
		read_tunnel(tiled, object, at);
	} else if (kind == TILED_DOORS) {
		build_door(builder, x, y, room_index(object, "room"));
		tiled->is_exact &= width == 1 && height == 1;
	} else {
		build_check_number(builder, "room", room_index(object, "room"), room_count,
				   room_count);
		build_room(builder, x, y, width, height);
	}
	char owner[64];
	const char *name = text_of(object, "name");
	const char *type = is_mark ? mark_names[mark] : tiled_object_types[kind];
	(void)snprintf(owner, sizeof owner, " of object %.0f", builder->object);
	/* The name that dungen writes is the type and a number. */
	if (*name && strncasecmp(name, type, strlen(type)) != 0)
		lose(tiled, "name%s", owner);
	if (!tiled->is_exact)
		lose(tiled, "exact place and size%s", owner);
	lose_unknown(tiled, object, object_keys, " from room to wing_of ", owner);
}

/* Reads the objects of one kind in a layer. */
static void read_objects(struct tiled *tiled, const cJSON *layer, const char *type)
{
	struct json_reader *json = tiled->json;
	if (strcmp(type, "objectgroup") != 0)
		return;
	json->builder.layer = text_of(layer, "name");
	if (strcmp(json->builder.layer, "doors") == 0)
		build_door_list(tiled->builder);
	const cJSON *object;
	cJSON_ArrayForEach (object, member(layer, "objects"))
		read_object(tiled, object);
	json->builder.layer = NULL;
	json->builder.object = 0;
}

/* Loses a layer, or what dungen does not know of a layer that it writes. */
static void lose_in_layer(struct tiled *tiled, const cJSON *layer, const char *type)
{
	const char *name = text_of(layer, "name");
	const bool is_terrain_layer = layer == tiled->terrain;
	enum tiled_layer kind = 0;
	char owner[64];
	const cJSON *object;
	while (kind < TILED_LAYERS && strcmp(name, tiled_layer_names[kind]) != 0)
		kind++;
	if (!is_terrain_layer && (kind == TILED_LAYERS || strcmp(type, "objectgroup") != 0)) {
		lose(tiled, "layer \"%.40s\"", name);
		return;
	}
	cJSON_ArrayForEach (object, member(layer, "objects")) {
		enum mark_kind mark;
		kind = find_kind(object, &mark);
		tiled->loses_route |= kind == TILED_ROUTE;
		if (kind == TILED_LAYERS)
			lose(tiled, "object %.0f", number_of(object, "id"));
	}
	(void)snprintf(owner, sizeof owner, " of layer \"%.40s\"", name);
	if (is_terrain_layer && *name && !is_terrain(layer))
		lose(tiled, "name%s", owner);
	lose_unknown(tiled, layer, layer_keys, "", owner);
}

/* The map. */

/*
 * Reads the seed, the recipe, and the number of steps to the exit, which dungen writes only for
 * maps with rooms. Adds the names of the properties that the map keeps to a list.
 */
static void read_properties(struct tiled *tiled, struct text *kept)
{
	struct builder *builder = tiled->builder;
	const cJSON *root = tiled->json->document;
	const char *seed = json_string(property(root, "seed"));
	const cJSON *distance = property(root, "exit_distance");
	struct text options = {.length = 0}; /* names of the options in the file */
	for (size_t i = 0; i < RECIPE_OPTION_COUNT; i++) {
		const char *key = recipe_options[i].key;
		const cJSON *value = property(root, key);
		if (!value)
			continue;
		build_parameter(builder, json_parameter(key, value));
		text_add(&options, " %s ", key);
	}
	/* Other programs may use the name differently. */
	if (*seed && seed[strspn(seed, "0123456789")] == '\0' && build_seed(builder, seed))
		text_add(kept, " seed ");
	build_generator(builder, json_string(property(root, "algorithm")),
			json_string(property(root, "rng")));
	if (builder->map->recipe.algorithm)
		text_add(kept, " algorithm  rng %s", options.bytes);
	if (builder->map->room_count > 0 && distance) {
		build_exit_distance(builder, json_number(distance));
		text_add(kept, " exit_distance ");
	}
}

/* Loses everything in the file that dungen does not write, and notes it. */
static void note_losses(struct tiled *tiled, const char *kept_properties)
{
	struct reader *reader = tiled->builder->reader;
	const cJSON *root = tiled->json->document;
	const uint32_t tile_size = style_tile_size(reader->style, TILE_SIZE_DEFAULT);
	lose_unknown(tiled, root, map_keys, kept_properties, "");
	visit_layers(tiled, root, lose_in_layer);
	lose_in_tilesets(tiled);
	if (tiled->loses_flips)
		lose(tiled, "flips of tiles");
	if (tiled->tile_size.x != tile_size || tiled->tile_size.y != tile_size)
		lose(tiled, "the size of tiles in pixels");
	if (tiled->loss_count > LOSSES_MAX)
		text_add(&tiled->losses, ", and %" PRIu32 " more", tiled->loss_count - LOSSES_MAX);
	if (tiled->loss_count > 0) {
		reader_note(reader, "; ", "not kept: %s", tiled->losses.bytes);
		reader->loses = true;
	}
	if (tiled->loses_route)
		reader_note_route(reader);
}

enum read_result tiled_read(struct json_reader *json)
{
	struct builder *builder = &json->builder;
	struct tiled tiled = {.json = json, .builder = builder};
	struct text kept_properties = {.length = 0};
	visit_layers(&tiled, json->document, find_terrain);
	read_head(&tiled);
	read_tilesets(&tiled);
	if (builder->result == READ_MAP)
		read_tiles(&tiled);
	if (builder->result != READ_MAP)
		return builder->result;
	/* Rooms come before the tunnels and doors that name them, so each kind needs a pass. */
	for (tiled.object_kind = 0; tiled.object_kind < TILED_ROUTE; tiled.object_kind++)
		visit_layers(&tiled, json->document, read_objects);
	read_properties(&tiled, &kept_properties);
	if (build_end(builder))
		note_losses(&tiled, kept_properties.bytes);
	return builder->result;
}
