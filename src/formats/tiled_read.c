/* SPDX-License-Identifier: MIT */
/*
 * Reads a map of Tiled: the layer of tiles, and the objects and properties that dungen writes.
 * Everything else in the file would be lost if the map were written again, so the note of the
 * reader names it.
 */
#include "formats/tiled.h"

#include "formats/json_reader.h"
#include "io/text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

/* These bits of a cell are the number of its tile. The other bits flip the tile. */
#define NUMBER_BITS (UINT32_MAX >> 4)

#define STAIRS (-1.0) /* id of a mark that is a tile; ids of objects are not negative */

enum {
	LOSSES_MAX = 8,           /* number of losses that the note names */
	CELL_BYTES = 4,           /* size of a cell in base64, the least significant byte first */
	DEFLATE_RATIO_MAX = 1032, /* deflate expands each byte to at most so many */
	ANY_HEADER = 32, /* zlib adds this to the size of the window to accept zlib and gzip */
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
	struct pixels offset;      /* offset of the visited layer and the groups around it */
	struct pixels origin;      /* position of the map's first tile */
	const cJSON *terrain;      /* the layer with the tiles, or NULL */
	uint32_t tile_layer_count; /* number of layers with tiles */

	/* The tiles. */
	const cJSON *tilesets;
	const cJSON *tileset;      /* the tileset that counts, or NULL */
	uint32_t first_tile;       /* number of its first tile */
	uint32_t known_tile_count; /* number of its tiles that dungen reads, from the first tile */
	ARRAY(uint8_t, bytes);     /* the cells of the terrain as base64 contains them */
	ARRAY(uint32_t, cells);    /* the cells of the terrain, row by row */

	/* The objects. */
	enum tiled_layer object_kind; /* kind of the objects that this pass reads */
	double mark_ids[MARK_KINDS];  /* the ids of the objects of marks, or STAIRS */

	/* The losses. */
	struct text losses;  /* the first losses, separated by commas */
	uint32_t loss_count; /* number of all losses, except the route */
	bool loses_flips;    /* some tiles are flipped */
	bool loses_order;    /* the layers are in another order than dungen writes them */
	bool loses_route;    /* the file has a route */
	int top_rank;        /* rank of the last object that was compared; the terrain has 0,
				and objects have a rank of 1 or more by their kind */
};

/*
 * The keys that dungen knows, by the object that contains them. Their values are kept, or do not
 * matter, or are compared. A loss is a key that is not in these lists.
 */
static const char map_keys[] = "compressionlevel height infinite layers nextlayerid nextobjectid "
			       "orientation properties renderorder tiledversion tileheight "
			       "tilesets tilewidth type version width";
static const char layer_keys[] = "compression data draworder encoding height id layers name "
				 "objects properties type width x y";
static const char object_keys[] = "class height id name point polyline properties type width x y";
static const char tileset_keys[] = "columns firstgid image imageheight imagewidth margin name "
				   "properties spacing tilecount tileheight tiles tilewidth";
static const char tile_keys[] = "id properties";

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

/* Returns whether a word is in a list of words with blanks between them. */
static bool is_in_list(const char *list, const char *word)
{
	const size_t length = strlen(word);
	while (*list) {
		const size_t item_length = strcspn(list, " ");
		if (item_length == length && strncmp(list, word, length) == 0)
			return true;
		list += item_length;
		list += strspn(list, " ");
	}
	return false;
}

/* Returns whether a member has the value that Tiled writes if nobody has changed it. */
static bool is_usual(const cJSON *item)
{
	if (is_in_list("opacity parallaxx parallaxy visible", item->string))
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

/* Chooses tiled->terrain: the first tile layer called terrain, or else the first. */
static void choose_terrain(struct tiled *tiled, const cJSON *layer, const char *type)
{
	if (strcmp(type, "tilelayer") != 0)
		return;
	tiled->tile_layer_count++;
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
	const bool is_zero = cJSON_IsNumber(infinite) && infinite->valuedouble == 0;
	const bool is_finite = !infinite || cJSON_IsFalse(infinite) || is_zero;
	if (!is_finite || member(tiled->terrain, "chunks")) {
		struct message *message = build_refusal(builder, NULL);
		fail(message, STATUS_NO_MAP, "dungen cannot read infinite maps");
		advise(message, "in Tiled, uncheck Map > Map Properties > Infinite");
	}
	tiled->tilesets = json_member(json, root, "tilesets");
	const uint64_t width = json_member_number(json, root, "width");
	const uint64_t height = json_member_number(json, root, "height");
	const uint64_t tile_width = json_member_number(json, root, "tilewidth");
	const uint64_t tile_height = json_member_number(json, root, "tileheight");
	build_size(builder, width, height);
	build_check_number(builder, "tilewidth", tile_width, 1, INT32_MAX);
	build_check_number(builder, "tileheight", tile_height, 1, INT32_MAX);
	tiled->tile_size = (struct pixels){(double)tile_width, (double)tile_height};
}

/* The tileset. */

/* Returns whether a tileset has the name of dungen's tileset or the image of --tileset. */
static bool is_dungen_tileset(const struct tiled *tiled, const cJSON *tileset)
{
	static const char *const keys[] = {"name", "image", "source"};
	static const char dungen_name[] = "dungen-tiles";
	const size_t length = sizeof dungen_name - 1;
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		const char *name = text_of(tileset, keys[i]);
		const char *slash;
		while ((slash = strpbrk(name, "/\\")))
			name = slash + 1;
		if (*name && strcmp(name, tiled->builder->reader->style->tileset) == 0)
			return true;
		if (strncmp(name, dungen_name, length) != 0)
			continue;
		/* Otherwise the name goes on: dungen-tileset. */
		if (name[length] == '\0' || name[length] == '.')
			return true;
	}
	return false;
}

/*
 * Finds the tileset that counts, which is the first tileset of dungen, or else the first tileset.
 * dungen knows as many of its tiles as it writes, unless the tileset has fewer tiles, or the
 * numbers of another tileset begin earlier.
 */
static void find_tileset(struct tiled *tiled)
{
	bool has_dungen_tileset = false;
	tiled->first_tile = 1;
	json_each (tiled->json, tileset, "tilesets", tiled->tilesets) {
		const uint64_t first = json_member_number(tiled->json, tileset, "firstgid");
		if (!build_check_number(tiled->builder, "firstgid", first, 1, INT32_MAX))
			return;
		const bool is_better = is_dungen_tileset(tiled, tileset) && !has_dungen_tileset;
		if (tiled->tileset && !is_better)
			continue;
		tiled->tileset = tileset;
		tiled->first_tile = (uint32_t)first;
		has_dungen_tileset = is_better;
	}
	double known_count = TILESET_TILES;
	const double count = number_of(tiled->tileset, "tilecount");
	if (count >= 1 && count < known_count)
		known_count = count;
	const cJSON *tileset;
	cJSON_ArrayForEach (tileset, tiled->tilesets) {
		const double distance = number_of(tileset, "firstgid") - tiled->first_tile;
		if (distance > 0 && distance < known_count)
			known_count = distance;
	}
	tiled->known_tile_count = (uint32_t)known_count;
}

/* Loses other tilesets, and what dungen does not know of the tileset that counts. */
static void lose_in_tilesets(struct tiled *tiled)
{
	const char *image = text_of(tiled->tileset, "image");
	const cJSON *tileset;
	cJSON_ArrayForEach (tileset, tiled->tilesets) {
		if (tileset != tiled->tileset)
			lose(tiled, "tileset \"%.40s\"", text_of(tileset, "name"));
	}
	if (*image && strcmp(image, tiled->builder->reader->style->tileset) != 0)
		lose(tiled, "image of the tileset");
	lose_unknown(tiled, tiled->tileset, tileset_keys, "", " of the tileset");
	const cJSON *tile;
	cJSON_ArrayForEach (tile, member(tiled->tileset, "tiles")) {
		const double id = number_of(tile, "id");
		const bool is_wall = id == (int)TILESET_WALL;
		const bool collides = is_wall && cJSON_IsTrue(property(tile, "collides"));
		char owner[64];
		(void)snprintf(owner, sizeof owner, " of tile %.0f", id);
		lose_unknown(tiled, tile, tile_keys, collides ? "collides" : "", owner);
	}
}

/* The cells of the terrain. */

static const char white_space[] = " \t\r\n";

/*
 * Decodes base64, which may contain white space, to tiled->bytes. Returns the number of bytes, or 0
 * if the text is not base64.
 */
static size_t decode_base64(struct tiled *tiled, const char *text)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	size_t length = 0;
	uint32_t bits = 0;
	uint32_t bit_count = 0; /* number of bits that do not belong to a byte yet */
	for (; *text && *text != '='; text++) {
		const char *digit = strchr(digits, *text);
		if (!digit && !strchr(white_space, *text))
			return 0;
		if (!digit)
			continue;
		bits = (bits & 0xff) << 6 | (uint32_t)(digit - digits);
		bit_count += 6;
		if (bit_count >= 8) {
			bit_count -= 8;
			tiled->bytes[length++] = (uint8_t)(bits >> bit_count & 0xff);
		}
	}
	text += strspn(text, "=");
	text += strspn(text, white_space);
	return *text == '\0' ? length : 0;
}

/*
 * Inflates the first `length` bytes of tiled->bytes to exactly `size` bytes of tiled->cells.
 * Returns false if they are damaged or of another size, or if out of memory.
 */
static bool inflate_cells(struct tiled *tiled, size_t length, uint64_t size)
{
	z_stream stream = {
		.next_in = tiled->bytes,
		.avail_in = (uInt)length,
		.next_out = (Bytef *)tiled->cells,
		.avail_out = (uInt)size,
	};
	int status = inflateInit2(&stream, MAX_WBITS + ANY_HEADER);
	if (status == Z_OK)
		status = inflate(&stream, Z_FINISH);
	inflateEnd(&stream);
	build_need(tiled->builder, status != Z_MEM_ERROR);
	return status == Z_STREAM_END && stream.avail_out == 0;
}

/*
 * Reads base64. Returns false if the text is damaged or does not contain exactly `count` cells, or
 * if out of memory.
 */
static bool read_base64(struct tiled *tiled, const char *text, uint64_t count, bool is_compressed)
{
	const uint64_t size = count * CELL_BYTES;
	if (!build_need(tiled->builder, array_reserve(tiled, bytes, strlen(text))))
		return false;
	const size_t length = decode_base64(tiled, text);
	const uint8_t *bytes = tiled->bytes;
	if (is_compressed) {
		/* zlib counts bytes in 32 bits. */
		const bool fits = length <= UINT32_MAX && size <= UINT32_MAX;
		if (!fits || !inflate_cells(tiled, length, size))
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

/* Reads numbers below 2^32 with commas between them. White space may surround each number. */
static void read_csv(struct tiled *tiled, const char *text, uint64_t count)
{
	for (uint64_t i = 0; i < count; i++) {
		uint64_t value = 0;
		text += strspn(text, white_space);
		const char *first = text;
		for (; *text >= '0' && *text <= '9' && value <= UINT32_MAX; text++)
			value = 10 * value + (uint64_t)(*text - '0');
		const bool is_number = text > first && value <= UINT32_MAX;
		text += strspn(text, white_space);
		if (!is_number || *text != (i + 1 == count ? '\0' : ',')) {
			build_refuse(tiled->builder, "data",
				     "expected %" PRIu64 " numbers, but number %" PRIu64
				     " is missing or invalid",
				     count, i + 1);
			return;
		}
		tiled->cells[i] = (uint32_t)value;
		text++;
	}
}

/* Reads `count` cells in any of the encodings of Tiled. */
static void read_cells(struct tiled *tiled, uint64_t count)
{
	struct builder *builder = tiled->builder;
	const cJSON *data = member(tiled->terrain, "data");
	const char *text = json_string(data);
	const bool is_base64 = strcmp(text_of(tiled->terrain, "encoding"), "base64") == 0;
	const bool is_compressed = is_base64 && *text_of(tiled->terrain, "compression") != '\0';
	const uint64_t cells_per_byte = is_compressed ? DEFLATE_RATIO_MAX / CELL_BYTES : 1;
	/* Otherwise a small file could make dungen reserve memory for any number of tiles. */
	bool can_contain = cJSON_IsString(data) && count / cells_per_byte <= strlen(text);
	if (cJSON_IsArray(data))
		can_contain = count == (uint64_t)cJSON_GetArraySize(data);
	if (!can_contain) {
		build_refuse(builder, "data",
			     "must contain %" PRIu64 " tiles in an encoding of Tiled", count);
		return;
	}
	if (!build_need(builder, array_reserve(tiled, cells, count)))
		return;
	if (is_base64 && cJSON_IsString(data)) {
		if (read_base64(tiled, text, count, is_compressed))
			return;
		struct message *message = build_refusal(builder, "data");
		fail(message, STATUS_NO_MAP,
		     "cannot be decoded, because it is damaged, has another "
		     "size, or uses Zstandard");
		advise(message, "in Tiled, choose Map > Map Properties > Tile Layer Format: CSV");
		return;
	}
	if (cJSON_IsString(data)) {
		read_csv(tiled, text, count);
		return;
	}
	uint32_t *cell = tiled->cells;
	const cJSON *item;
	cJSON_ArrayForEach (item, data) {
		const uint64_t number = json_number(item);
		if (!build_check_number(builder, "data", number, 0, UINT32_MAX))
			return;
		*cell++ = (uint32_t)number;
	}
}

/* The tiles. */

/*
 * Sets the spawn or the exit from an object, given by its id, or from a tile, given by STAIRS. An
 * object overrides a tile. Refuses a second object or a second tile for a mark, unless both have
 * the same place.
 */
static void set_mark(struct tiled *tiled, enum mark_kind kind, struct point at, double id)
{
	struct builder *builder = tiled->builder;
	struct mark *mark = &builder->map->marks[kind];
	const struct mark old = *mark;
	const double old_id = tiled->mark_ids[kind];
	const bool is_same_place = old.at.x == at.x && old.at.y == at.y;
	tiled->mark_ids[kind] = id;
	const bool is_first = build_drawn_mark(builder, kind, at);
	/* An object does not draw its mark, unless it is at the stairs. */
	const bool is_object = id >= 0;
	if (is_object)
		mark->is_drawn = old.is_drawn && is_same_place;
	if (is_first || is_same_place)
		return;
	if (!is_object)
		build_refuse(builder, NULL,
			     "duplicate %s at %" PRIu32 ",%" PRIu32 " and %" PRIu32 ",%" PRIu32,
			     mark_names[kind], old.at.x, old.at.y, at.x, at.y);
	else if (old_id >= 0)
		build_refuse(builder, NULL,
			     "duplicate %s: object %.0f at %" PRIu32 ",%" PRIu32
			     " and object %.0f at %" PRIu32 ",%" PRIu32,
			     mark_names[kind], old_id, old.at.x, old.at.y, id, at.x, at.y);
	else
		lose(tiled, "the stairs at %" PRIu32 ",%" PRIu32, old.at.x, old.at.y);
}

/* Refuses a tile that dungen does not know. Names the tileset that its number belongs to. */
static void refuse_tile(struct tiled *tiled, uint32_t number, struct point at)
{
	const cJSON *owner = NULL;
	const cJSON *tileset;
	cJSON_ArrayForEach (tileset, tiled->tilesets) {
		const double first = number_of(tileset, "firstgid");
		if (first <= number && first >= number_of(owner, "firstgid"))
			owner = tileset;
	}
	const char *name = text_of(owner, "name");
	if (!*name)
		name = text_of(owner, "source");
	struct message *message = build_refusal(tiled->builder, NULL);
	fail(message, STATUS_NO_MAP,
	     "unknown tile at %" PRIu32 ",%" PRIu32 ": number %.0f of tileset \"%.40s\"", at.x,
	     at.y, number - number_of(owner, "firstgid"), name);
	advise(message, "use the first %" PRIu32 " tiles of the tileset of walls and floor",
	       tiled->known_tile_count);
}

/* Returns the kind of a tile. Refuses a tile that dungen does not know. */
static char read_tile(struct tiled *tiled, uint32_t cell, struct point at)
{
	const uint32_t number = cell & NUMBER_BITS;
	const uint32_t tile = number - tiled->first_tile;
	if (number != cell)
		tiled->loses_flips = true;
	if (number == 0)
		return TILE_WALL;
	if (number < tiled->first_tile || tile >= tiled->known_tile_count) {
		refuse_tile(tiled, number, at);
		return TILE_WALL;
	}
	if (tile != TILESET_STAIRS)
		return (char)tile;
	set_mark(tiled, MARK_EXIT, at, STAIRS);
	return TILE_FLOOR;
}

/* Reads the tiles, and the exit if a tile is stairs, until the first refusal. */
static void read_terrain(struct tiled *tiled)
{
	struct builder *builder = tiled->builder;
	const uint32_t width = builder->map->recipe.width;
	const uint64_t count = recipe_tiles(&builder->map->recipe);
	tiled->builder->layer = text_of(tiled->terrain, "name");
	if (count > READER_TILES_MAX)
		build_refuse(builder, NULL, "must have at most %" PRIu32 " tiles",
			     READER_TILES_MAX);
	else
		read_cells(tiled, count);
	if (builder->result != READ_MAP)
		return;
	char *tiles = build_tiles(builder);
	for (uint64_t i = 0; i < count && builder->result == READ_MAP; i++) {
		const struct point at = {(uint32_t)(i % width), (uint32_t)(i / width)};
		tiles[i] = read_tile(tiled, tiled->cells[i], at);
	}
	build_tiles_end(builder);
	tiled->builder->layer = NULL;
}

/* Objects. */

/* Returns the type of an object. Tiled 1.9 calls it the class; other versions call it the type. */
static const char *object_type(const cJSON *object)
{
	const char *type = text_of(object, "type");
	return *type ? type : text_of(object, "class");
}

/*
 * Returns the kind of an object by its type, or TILED_LAYERS if dungen does not read it. If the
 * kind is TILED_MARKS, stores the mark in *mark. A room, tunnel, or door has a property with the
 * index of a room, and a route has its own name; other programs do not write that.
 */
static enum tiled_layer find_kind(const cJSON *object, enum mark_kind *mark)
{
	static const char *const room_keys[TILED_LAYERS] = {
		[TILED_ROOMS] = "room",
		[TILED_TUNNELS] = "from",
		[TILED_DOORS] = "room",
	};
	const char *type = object_type(object);
	const char *name = text_of(object, "name");
	for (*mark = 0; *mark < MARK_KINDS; ++*mark) {
		if (strcasecmp(*type ? type : name, mark_names[*mark]) == 0)
			return TILED_MARKS;
	}
	for (enum tiled_layer kind = 0; kind < TILED_LAYERS; kind++) {
		if (kind == TILED_MARKS || strcmp(type, tiled_object_types[kind]) != 0)
			continue;
		if (room_keys[kind] && property(object, room_keys[kind]))
			return kind;
		if (kind == TILED_ROUTE && strcmp(name, type) == 0 && member(object, "polyline"))
			return kind;
	}
	return TILED_LAYERS;
}

/*
 * Returns a member of an object, which is a number of pixels, as a number of tiles. Adds `shift`,
 * in pixels, and rounds down. Returns BUILD_NO_NUMBER if the result is not from 0 to INT32_MAX.
 * Refuses a member that the object contains twice.
 */
static uint64_t member_tiles(const struct tiled *tiled, const cJSON *object, const char *key,
			     double tile_size, double shift)
{
	const cJSON *pixels = json_member(tiled->json, object, key);
	if (!cJSON_IsNumber(pixels))
		return BUILD_NO_NUMBER;
	const double tiles = (pixels->valuedouble + shift) / tile_size;
	const bool is_in_range = tiles >= 0 && tiles <= INT32_MAX;
	return is_in_range ? (uint64_t)tiles : BUILD_NO_NUMBER;
}

/* Returns a property that is the index of a room, or BUILD_NO_NUMBER. */
static uint64_t room_index(const cJSON *object, const char *name)
{
	return json_number(property(object, name));
}

/* Returns the position of the visited layer, from the first tile of the map. */
static struct pixels layer_position(const struct tiled *tiled)
{
	return (struct pixels){tiled->offset.x - tiled->origin.x,
			       tiled->offset.y - tiled->origin.y};
}

/* Returns where the middle of a mark is, from its position. A tile stands on its position. */
static struct pixels mark_middle(const struct tiled *tiled, const cJSON *object)
{
	const bool is_tile = member(object, "gid") != NULL;
	return (struct pixels){
		.x = number_of(object, "width") / 2,
		.y = is_tile ? -tiled->tile_size.y / 2 : number_of(object, "height") / 2,
	};
}

/* Reads a tunnel: a line through the middles of tiles, whose points count from its position. */
static void read_tunnel(struct tiled *tiled, const cJSON *object)
{
	struct builder *builder = tiled->builder;
	const struct pixels layer = layer_position(tiled);
	const double x = number_of(object, "x") + layer.x;
	const double y = number_of(object, "y") + layer.y;
	const cJSON *points = member(object, "polyline");
	build_tunnel(builder, room_index(object, "from"), room_index(object, "to"));
	const cJSON *point = cJSON_IsArray(points) ? points->child : NULL;
	for (; point && builder->result == READ_MAP; point = point->next)
		build_corner(builder, member_tiles(tiled, point, "x", tiled->tile_size.x, x),
			     member_tiles(tiled, point, "y", tiled->tile_size.y, y));
	build_tunnel_end(builder);
}

/* Reads an object, if it is of the kind of this pass. */
static void read_object(struct tiled *tiled, const cJSON *object)
{
	struct json_reader *json = tiled->json;
	struct builder *builder = tiled->builder;
	const struct recipe *recipe = &builder->map->recipe;
	const uint32_t room_count = builder->map->room_count;
	const struct pixels tile = tiled->tile_size;
	const struct pixels half = {tile.x / 2, tile.y / 2};
	const struct pixels layer = layer_position(tiled);
	enum mark_kind mark;
	const enum tiled_layer kind = find_kind(object, &mark);
	if (kind != tiled->object_kind)
		return;
	json->builder.object = number_of(object, "id");
	if (kind == TILED_ROOMS && room_index(object, "room") != room_count)
		build_refuse(builder, "room",
			     "must be %" PRIu32
			     ", because rooms are numbered in order and without gaps",
			     room_count);
	/* A mark is the tile around its middle. Other objects are rounded to the nearest tile. */
	const struct pixels shift = kind == TILED_MARKS ? mark_middle(tiled, object) : half;
	const uint64_t x = member_tiles(tiled, object, "x", tile.x, shift.x + layer.x);
	const uint64_t y = member_tiles(tiled, object, "y", tile.y, shift.y + layer.y);
	if (kind == TILED_MARKS) {
		if (x >= recipe->width || y >= recipe->height)
			build_refuse(builder, NULL, "the %s must be on the map", mark_names[mark]);
		else if (builder->result == READ_MAP)
			set_mark(tiled, mark, (struct point){(uint32_t)x, (uint32_t)y},
				 json->builder.object);
		return;
	}
	const uint64_t width = member_tiles(tiled, object, "width", tile.x, half.x);
	const uint64_t height = member_tiles(tiled, object, "height", tile.y, half.y);
	if (kind == TILED_TUNNELS) {
		read_tunnel(tiled, object);
	} else if (kind == TILED_DOORS) {
		build_door(builder, x, y, room_index(object, "room"));
	} else {
		/* dungen does not use the id, but refuses an object that contains it twice. */
		json_member(json, object, "id");
		build_room(builder, x, y, width, height);
	}
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

/* Returns whether a length in pixels is a whole number of tiles. */
static bool is_whole(double pixels, double tile_size)
{
	const double tiles = pixels / tile_size;
	const bool is_in_range = tiles >= 0 && tiles <= INT32_MAX;
	return is_in_range && tiles == (double)(int32_t)tiles;
}

/* Returns whether dungen writes a tunnel, from this position, through the same points. */
static bool is_path_exact(const struct tiled *tiled, const cJSON *object, struct pixels at)
{
	const struct pixels tile = tiled->tile_size;
	const cJSON *point;
	cJSON_ArrayForEach (point, member(object, "polyline")) {
		if (!is_whole(at.x + number_of(point, "x"), tile.x) ||
		    !is_whole(at.y + number_of(point, "y"), tile.y))
			return false;
	}
	return true;
}

/* Loses the place and size of an object, unless dungen writes it at the same pixels. */
static void lose_place(struct tiled *tiled, const cJSON *object, enum tiled_layer kind)
{
	const struct pixels tile = tiled->tile_size;
	const struct pixels layer = layer_position(tiled);
	const double width = number_of(object, "width");
	const double height = number_of(object, "height");
	struct pixels at = {number_of(object, "x") + layer.x, number_of(object, "y") + layer.y};
	/* dungen writes points and corners in the middles of tiles, rounded down. */
	if (kind == TILED_MARKS || kind == TILED_TUNNELS) {
		at.x -= (double)(int32_t)(tile.x / 2);
		at.y -= (double)(int32_t)(tile.y / 2);
	}
	bool is_exact = is_whole(at.x, tile.x) && is_whole(at.y, tile.y);
	if (kind == TILED_TUNNELS)
		is_exact = is_path_exact(tiled, object, at);
	else if (kind == TILED_MARKS)
		is_exact &= width == 0 && height == 0;
	else if (kind == TILED_DOORS)
		is_exact &= width == tile.x && height == tile.y;
	else
		is_exact &= is_whole(width, tile.x) && is_whole(height, tile.y);
	if (!is_exact)
		lose(tiled, "exact place and size of object %.0f", number_of(object, "id"));
}

/* Loses what dungen does not know of an object of this kind. */
static void lose_in_object(struct tiled *tiled, const cJSON *object, enum tiled_layer kind,
			   const char *type)
{
	const char *name = text_of(object, "name");
	char owner[64];
	(void)snprintf(owner, sizeof owner, " of object %.0f", number_of(object, "id"));
	/* The name that dungen writes is the type and a number. */
	if (*name && strncasecmp(name, type, strlen(type)) != 0)
		lose(tiled, "name%s", owner);
	lose_place(tiled, object, kind);
	lose_unknown(tiled, object, object_keys, "from room to", owner);
}

/* Returns whether dungen knows an object of a layer, or the name of an empty layer. */
static bool is_known(const cJSON *layer)
{
	const cJSON *objects = member(layer, "objects");
	const cJSON *object;
	enum mark_kind mark;
	cJSON_ArrayForEach (object, objects) {
		if (find_kind(object, &mark) != TILED_LAYERS)
			return true;
	}
	for (enum tiled_layer kind = 0; kind < TILED_LAYERS; kind++) {
		if (strcmp(text_of(layer, "name"), tiled_layer_names[kind]) == 0)
			return cJSON_GetArraySize(objects) == 0;
	}
	return false;
}

/* Loses what dungen does not know of a layer. */
static void lose_in_layer(struct tiled *tiled, const cJSON *layer, const char *type)
{
	const char *name = text_of(layer, "name");
	const bool is_group = strcmp(type, "group") == 0;
	const bool is_object_layer = strcmp(type, "objectgroup") == 0 && is_known(layer);
	bool is_renamed = layer == tiled->terrain && !is_terrain(layer);
	if (layer != tiled->terrain && !is_object_layer) {
		lose(tiled, "%s \"%.40s\"", is_group ? "group" : "layer", name);
		return;
	}
	if (layer == tiled->terrain && tiled->top_rank > 0)
		tiled->loses_order = true;
	const cJSON *object;
	cJSON_ArrayForEach (object, member(layer, "objects")) {
		enum mark_kind mark;
		const enum tiled_layer kind = find_kind(object, &mark);
		if (kind == TILED_LAYERS) {
			lose(tiled, "object %.0f", number_of(object, "id"));
			continue;
		}
		if (strcmp(name, tiled_layer_names[kind]) != 0)
			is_renamed = true;
		const int rank = (int)kind + 1;
		if (rank < tiled->top_rank)
			tiled->loses_order = true;
		tiled->top_rank = rank;
		if (kind == TILED_ROUTE)
			tiled->loses_route = true;
		else
			lose_in_object(tiled, object, kind,
				       kind == TILED_MARKS ? mark_names[mark]
							   : tiled_object_types[kind]);
	}
	char owner[64];
	(void)snprintf(owner, sizeof owner, " of layer \"%.40s\"", name);
	if (*name && is_renamed)
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
	/* Other programs may use the name differently. */
	const bool is_seed = *seed && seed[strspn(seed, "0123456789")] == '\0';
	if (is_seed && build_seed(builder, seed)) {
		text_add(kept, "seed ");
		for (size_t i = 0; i < RECIPE_OPTION_COUNT; i++) {
			const char *key = recipe_options[i].key;
			const cJSON *value = property(root, key);
			if (value)
				build_parameter(builder, json_parameter(key, value));
		}
		build_generator(builder, json_string(property(root, "algorithm")),
				json_string(property(root, "rng")));
	}
	if (builder->map->recipe.algorithm) {
		text_add(kept, "algorithm rng ");
		for (size_t i = 0; i < RECIPE_OPTION_COUNT; i++)
			text_add(kept, "%s ", recipe_options[i].key);
	}
	if (builder->map->room_count > 0 && cJSON_IsNumber(distance)) {
		build_exit_distance(builder, json_number(distance));
		text_add(kept, "exit_distance");
	}
}

/* Adds the losses to the note of the reader, and sets whether it lost anything. */
static void note_losses(struct tiled *tiled)
{
	struct reader *reader = tiled->builder->reader;
	if (tiled->loss_count > LOSSES_MAX)
		text_add(&tiled->losses, ", and %" PRIu32 " more", tiled->loss_count - LOSSES_MAX);
	if (tiled->loss_count > 0) {
		reader_note(reader, "; ", "not kept: %s", tiled->losses.bytes);
		reader->loses = true;
	}
	if (tiled->loses_route)
		reader_note_route(reader);
}

/* Reads the map as far as its tiles. */
static void read_tiles(struct tiled *tiled)
{
	struct builder *builder = tiled->builder;
	visit_layers(tiled, tiled->json->document, choose_terrain);
	read_head(tiled);
	find_tileset(tiled);
	if (tiled->tile_layer_count == 0)
		build_refuse(builder, "layers", "missing tile layer");
	if (tiled->tile_layer_count > 1 && !is_terrain(tiled->terrain)) {
		struct message *message = build_refusal(builder, "layers");
		fail(message, STATUS_NO_MAP,
		     "expected a tile layer called terrain, found %" PRIu32 " tile layers",
		     tiled->tile_layer_count);
		advise(message, "rename the layer that contains the map to \"terrain\"");
	}
	if (builder->result == READ_MAP)
		read_terrain(tiled);
	array_free(tiled, bytes);
	array_free(tiled, cells);
}

enum read_result tiled_read(struct json_reader *json)
{
	struct builder *builder = &json->builder;
	const cJSON *root = json->document;
	const uint32_t tile_size = style_tile_size(builder->reader->style, TILE_SIZE_DEFAULT);
	struct tiled tiled = {.json = json, .builder = builder};
	struct text kept_properties = {.length = 0};
	read_tiles(&tiled);
	if (builder->result != READ_MAP)
		return builder->result;
	/* Rooms come before the tunnels and doors that name them, so each kind needs a pass. */
	for (tiled.object_kind = 0; tiled.object_kind < TILED_ROUTE; tiled.object_kind++)
		visit_layers(&tiled, root, read_objects);
	read_properties(&tiled, &kept_properties);
	if (!build_settle(builder))
		return builder->result;
	lose_unknown(&tiled, root, map_keys, kept_properties.bytes, "");
	visit_layers(&tiled, root, lose_in_layer);
	lose_in_tilesets(&tiled);
	if (tiled.loses_order)
		lose(&tiled, "the order of layers");
	if (tiled.loses_flips)
		lose(&tiled, "flips of tiles");
	if (tiled.tile_size.x != tile_size || tiled.tile_size.y != tile_size)
		lose(&tiled, "the size of tiles in pixels");
	note_losses(&tiled);
	return builder->result;
}
