/* SPDX-License-Identifier: MIT */
/*
 * Writes maps for the editor Tiled: a layer of tiles and, above it, layers of objects. The format
 * tmj is JSON, and tmx is XML. Every text stands here in both, side by side, so that both formats
 * have the same content.
 *
 * A tmj does not contain white space, because one of its readers rejects it. It contains default
 * values, because another reader hides layers without "visible". A tmx contains every attribute of
 * an object, because some of its readers do not know the default values.
 */
#include "formats/document.h"
#include "formats/format.h"
#include "formats/tiled_read.h"
#include "formats/tiles.h"
#include "formats/tileset.h"
#include "formats/writer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The number of a tile in the file is its place in the image plus 1. 0 stands for an empty cell. */
_Static_assert(TILESET_WALL == 0 && TILESET_FLOOR == 1 && TILESET_DOOR == 2 &&
		       TILESET_STAIRS == 3 && TILESET_TILES == 4,
	       "the numbers of tiles below");

/* Of a map: its parameters, the algorithm, the rng, the seed, and the exit distance. */
enum { PROPERTIES_MAX = RECIPE_OPTION_COUNT + 4 };

struct tiled_writer {
	struct output *output;
	const struct map *map;
	bool is_xml;
	uint64_t tile_size;      /* side of a tile, in pixels */
	uint32_t layer_id;       /* id of the newest layer */
	uint64_t object_id;      /* id of the newest object */
	uint32_t object_count;   /* number of objects in the newest layer */
	uint32_t property_count; /* number of properties of the newest object */
};

/* Writes a text in the syntax of the format. Both texts are formatted like printf. */
#define tiled_print(tiled, json, xml, ...) \
	output_print((tiled)->output, (tiled)->is_xml ? (xml) : (json), __VA_ARGS__)

/* Does the same for texts without values. */
static void write_text(struct tiled_writer *tiled, const char *json, const char *xml)
{
	output_text(tiled->output, tiled->is_xml ? xml : json);
}

/* Adds a property to a list that is sorted by name, as Tiled sorts it. */
static void add_property(struct parameter *list, size_t *count, struct parameter property)
{
	size_t i = 0;
	while (i < *count && strcmp(list[i].key, property.key) < 0)
		i++;
	memmove(list + i + 1, list + i, (*count - i) * sizeof *list);
	list[i] = property;
	++*count;
}

/* Writes the properties of the map. */
static void write_map_properties(struct tiled_writer *tiled)
{
	const struct map *map = tiled->map;
	const struct recipe *recipe = &map->recipe;
	char digits[sizeof "18446744073709551615"];
	const struct parameter algorithm = {"algorithm", PARAMETER_NAME, .name = recipe->algorithm};
	const struct parameter rng = {"rng", PARAMETER_NAME, .name = recipe->rng};
	const struct parameter seed = {"seed", PARAMETER_NAME, .name = digits};
	const struct parameter distance = {"exit_distance", PARAMETER_NUMBER,
					   .number = map->exit_distance};
	struct parameter list[PROPERTIES_MAX] = {{.key = NULL}};
	size_t count = 0;
	(void)snprintf(digits, sizeof digits, "%" PRIu64, recipe->seed);
	if (recipe->algorithm) {
		add_property(list, &count, algorithm);
		add_property(list, &count, rng);
	}
	if (!(map->lacks & LACKS_SEED))
		add_property(list, &count, seed);
	if (recipe->exit == EXIT_FARTHEST)
		add_property(list, &count, distance);
	for (size_t i = 0; i < recipe->parameter_count; i++)
		add_property(list, &count, recipe->parameters[i]);
	for (size_t i = 0; i < count; i++) {
		const struct parameter *property = &list[i];
		if (i > 0)
			write_text(tiled, ",", "");
		if (property->kind == PARAMETER_NUMBER)
			tiled_print(
				tiled, "{\"name\":\"%s\",\"type\":\"int\",\"value\":%" PRIu64 "}",
				"  <property name=\"%s\" type=\"int\" value=\"%" PRIu64 "\"/>\n",
				property->key, property->number);
		else if (property->kind == PARAMETER_NAME)
			tiled_print(tiled, "{\"name\":\"%s\",\"type\":\"string\",\"value\":\"%s\"}",
				    "  <property name=\"%s\" value=\"%s\"/>\n", property->key,
				    property->name);
		else
			tiled_print(tiled, "{\"name\":\"%s\",\"type\":\"bool\",\"value\":true}",
				    "  <property name=\"%s\" type=\"bool\" value=\"true\"/>\n",
				    property->key);
	}
}

/* Writes the file name of the image, between quotes. */
static void write_file_name(struct tiled_writer *tiled, const char *name)
{
	for (; *name; name++) {
		if (*name == '"')
			write_text(tiled, "\\\"", "&quot;");
		else if (*name == '\\')
			write_text(tiled, "\\\\", "\\");
		else if (*name == '&')
			write_text(tiled, "&", "&amp;");
		else if (*name == '<')
			write_text(tiled, "<", "&lt;");
		else if (*name == '>')
			write_text(tiled, ">", "&gt;");
		else
			output_write(tiled->output, name, 1);
	}
}

static void begin_layer(struct tiled_writer *tiled, const char *name)
{
	tiled->object_count = 0;
	tiled_print(tiled,
		    ",{\"id\":%u,\"name\":\"%s\",\"type\":\"objectgroup\","
		    "\"draworder\":\"topdown\",\"x\":0,\"y\":0,\"opacity\":1,\"visible\":true,"
		    "\"objects\":[",
		    " <objectgroup id=\"%u\" name=\"%s\">\n", ++tiled->layer_id, name);
}

static void end_layer(struct tiled_writer *tiled)
{
	write_text(tiled, "]}", " </objectgroup>\n");
}

/*
 * Begins an object at a place and with a size in pixels. Its name is its type, followed by its
 * number in its layer, starting at 0, if `has_number` is true.
 */
static void begin_object(struct tiled_writer *tiled, const char *type, bool has_number, uint64_t x,
			 uint64_t y, uint64_t width, uint64_t height)
{
	if (tiled->object_count > 0)
		write_text(tiled, ",", "");
	tiled_print(tiled, "{\"id\":%" PRIu64 ",\"name\":\"%s",
		    "  <object id=\"%" PRIu64 "\" name=\"%s", ++tiled->object_id, type);
	if (has_number)
		output_number(tiled->output, " ", tiled->object_count);
	tiled_print(tiled,
		    "\",\"type\":\"%s\",\"x\":%" PRIu64 ",\"y\":%" PRIu64 ",\"width\":%" PRIu64
		    ",\"height\":%" PRIu64 ",",
		    "\" type=\"%s\" x=\"%" PRIu64 "\" y=\"%" PRIu64 "\" width=\"%" PRIu64
		    "\" height=\"%" PRIu64 "\" rotation=\"0\" visible=\"1\">\n",
		    type, x, y, width, height);
	tiled->object_count++;
	tiled->property_count = 0;
}

/* Begins an object that covers an area of tiles. */
static void begin_area(struct tiled_writer *tiled, const char *type, struct area area)
{
	const uint64_t size = tiled->tile_size;
	begin_object(tiled, type, true, area.x1 * size, area.y1 * size, area_width(area) * size,
		     area_height(area) * size);
}

/* Begins an object without a size in the middle of a tile. */
static void begin_point(struct tiled_writer *tiled, const char *type, bool has_number,
			struct point at)
{
	const uint64_t size = tiled->tile_size;
	begin_object(tiled, type, has_number, at.x * size + size / 2, at.y * size + size / 2, 0, 0);
}

/* Writes a property of an object. */
static void write_property(struct tiled_writer *tiled, const char *name, uint64_t value)
{
	if (tiled->property_count == 0)
		write_text(tiled, "\"properties\":[", "   <properties>\n");
	else
		write_text(tiled, ",", "");
	tiled_print(tiled, "{\"name\":\"%s\",\"type\":\"int\",\"value\":%" PRIu64 "}",
		    "    <property name=\"%s\" type=\"int\" value=\"%" PRIu64 "\"/>\n", name,
		    value);
	tiled->property_count++;
}

/* Begins the line of an object. The first corner is where the object is. */
static void begin_line(struct tiled_writer *tiled)
{
	write_text(tiled, "\"polyline\":[{\"x\":0,\"y\":0}", "   <polyline points=\"0,0");
}

/* Writes a further corner of the line that starts at `start`. */
static void write_corner(struct tiled_writer *tiled, struct point start, struct point corner)
{
	const int64_t size = (int64_t)tiled->tile_size;
	tiled_print(tiled, ",{\"x\":%" PRId64 ",\"y\":%" PRId64 "}", " %" PRId64 ",%" PRId64,
		    ((int64_t)corner.x - start.x) * size, ((int64_t)corner.y - start.y) * size);
}

/* Ends the line, and its object. */
static void end_line(struct tiled_writer *tiled)
{
	write_text(tiled, "],\"rotation\":0,\"visible\":true}", "\"/>\n  </object>\n");
}

static void write_rooms(struct tiled_writer *tiled)
{
	const struct map *map = tiled->map;
	begin_layer(tiled, "rooms");
	for (uint32_t i = 0; i < map->room_count; i++) {
		begin_area(tiled, "room", room_floor(map->rooms[i]));
		if (map->distance_count == map->room_count)
			write_property(tiled, "distance", map->distances[i]);
		write_property(tiled, "room", i);
		if (map_wing_of(map, i) != NO_ROOM)
			write_property(tiled, "wing_of", map->wing_of[i]);
		write_text(tiled, "],\"rotation\":0,\"visible\":true}",
			   "   </properties>\n  </object>\n");
	}
	end_layer(tiled);
}

static void write_tunnels(struct tiled_writer *tiled)
{
	const struct map *map = tiled->map;
	begin_layer(tiled, "tunnels");
	for (uint32_t i = 0; i < map->tunnel_count; i++) {
		const struct path path = tunnel_path(map, i);
		const struct point start = path_corner(path, 0);
		begin_point(tiled, "tunnel", true, start);
		write_property(tiled, "from", map->tunnels[i].from);
		write_property(tiled, "to", map->tunnels[i].to);
		write_text(tiled, "],", "   </properties>\n");
		begin_line(tiled);
		for (uint32_t j = 1; j <= path.count; j++)
			write_corner(tiled, start, path_corner(path, j));
		end_line(tiled);
	}
	end_layer(tiled);
}

/* Writes the marks and the keys. */
static void write_marks(struct tiled_writer *tiled)
{
	const struct map *map = tiled->map;
	begin_layer(tiled, "marks");
	for (size_t i = 0; i < MARK_KINDS; i++) {
		if (!map->marks[i].is_set)
			continue;
		begin_point(tiled, mark_names[i], false, map->marks[i].at);
		write_text(tiled, "\"point\":true,\"rotation\":0,\"visible\":true}",
			   "   <point/>\n  </object>\n");
	}
	for (uint32_t i = 0; i < map->lock_count; i++) {
		begin_point(tiled, "key", false, map->keys[i].at);
		write_property(tiled, "lock", i + 1);
		write_text(tiled, "],\"point\":true,\"rotation\":0,\"visible\":true}",
			   "   </properties>\n   <point/>\n  </object>\n");
	}
	end_layer(tiled);
}

/* Writes the doors with the tunnels through them. Returns false if out of memory. */
static bool write_doors(struct tiled_writer *tiled, struct passages *passages)
{
	const struct map *map = tiled->map;
	if (!passages_load(passages, map))
		return false;
	begin_layer(tiled, "doors");
	for (uint32_t i = 0; i < map->door_count; i++) {
		const struct door *door = &map->doors[i];
		if (!passages_find(passages, door->at))
			return false;
		begin_area(tiled, "door", area_between(door->at, door->at));
		if (door->lock > 0)
			write_property(tiled, "lock", door->lock);
		write_property(tiled, "room", door->room);
		if (door->is_secret)
			write_text(
				tiled, ",{\"name\":\"secret\",\"type\":\"bool\",\"value\":true}",
				"    <property name=\"secret\" type=\"bool\" value=\"true\"/>\n");
		write_text(tiled, ",{\"name\":\"tunnels\",\"type\":\"string\",\"value\":\"",
			   "    <property name=\"tunnels\" value=\"");
		for (uint32_t j = 0; j < passages->found_count; j++)
			output_print(tiled->output, "%s%u", j > 0 ? " " : "", passages->found[j]);
		write_text(tiled, "\"}],\"rotation\":0,\"visible\":true}",
			   "\"/>\n   </properties>\n  </object>\n");
	}
	end_layer(tiled);
	return true;
}

static void write_route(struct tiled_writer *tiled, const struct route *route)
{
	const struct point start = route->corners[0];
	begin_layer(tiled, "route");
	begin_point(tiled, "route", false, start);
	begin_line(tiled);
	for (uint32_t i = 1; i < route->corner_count; i++)
		write_corner(tiled, start, route->corners[i]);
	end_line(tiled);
	end_layer(tiled);
}

/* Writes the file up to the tiles. */
static void write_head(struct tiled_writer *tiled, const struct writer *writer,
		       uint32_t next_layer_id, uint64_t next_object_id)
{
	const struct recipe *recipe = &tiled->map->recipe;
	const uint32_t tile_size = (uint32_t)tiled->tile_size;
	tiled_print(tiled,
		    "{\"type\":\"map\",\"version\":\"1.10\",\"tiledversion\":\"1.10.2\","
		    "\"orientation\":\"orthogonal\",\"renderorder\":\"right-down\","
		    "\"width\":%u,\"height\":%u,\"tilewidth\":%u,\"tileheight\":%u,"
		    "\"nextlayerid\":%u,\"nextobjectid\":%" PRIu64 ",\"infinite\":false,"
		    "\"properties\":[",
		    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		    "<map version=\"1.10\" tiledversion=\"1.10.2\""
		    " orientation=\"orthogonal\" renderorder=\"right-down\""
		    " width=\"%u\" height=\"%u\" tilewidth=\"%u\" tileheight=\"%u\""
		    " nextlayerid=\"%u\" nextobjectid=\"%" PRIu64 "\" infinite=\"0\">\n"
		    " <properties>\n",
		    recipe->width, recipe->height, tile_size, tile_size, next_layer_id,
		    next_object_id);
	write_map_properties(tiled);
	tiled_print(tiled,
		    "],\"tilesets\":[{\"firstgid\":1,\"name\":\"dungen-tiles\","
		    "\"tilewidth\":%u,\"tileheight\":%u,\"spacing\":0,\"margin\":0,"
		    "\"tilecount\":4,\"columns\":4,\"image\":\"",
		    " </properties>\n"
		    " <tileset firstgid=\"1\" name=\"dungen-tiles\""
		    " tilewidth=\"%u\" tileheight=\"%u\" spacing=\"0\" margin=\"0\""
		    " tilecount=\"4\" columns=\"4\">\n"
		    "  <image source=\"",
		    tile_size, tile_size);
	write_file_name(tiled, writer->style->tileset);
	tiled_print(tiled,
		    "\",\"imagewidth\":%u,\"imageheight\":%u,"
		    "\"tiles\":[{\"id\":0,\"properties\":["
		    "{\"name\":\"collides\",\"type\":\"bool\",\"value\":true}]}]}],"
		    "\"layers\":[{\"id\":1,\"name\":\"terrain\",\"width\":%u,\"height\":%u,"
		    "\"type\":\"tilelayer\",\"x\":0,\"y\":0,\"opacity\":1,\"visible\":true,"
		    "\"data\":[",
		    "\" width=\"%u\" height=\"%u\"/>\n"
		    "  <tile id=\"0\">\n"
		    "   <properties>\n"
		    "    <property name=\"collides\" type=\"bool\" value=\"true\"/>\n"
		    "   </properties>\n"
		    "  </tile>\n"
		    " </tileset>\n"
		    " <layer id=\"1\" name=\"terrain\" width=\"%u\" height=\"%u\">\n"
		    "  <data encoding=\"csv\">\n",
		    TILESET_TILES * tile_size, tile_size, recipe->width, recipe->height);
}

static bool tiled_write(struct writer *writer, const struct map *map, bool is_xml)
{
	const struct route *route = writer->route;
	const bool has_rooms = map->room_count > 0;
	const bool has_doors = has_rooms && map->recipe.doors;
	struct tiled_writer tiled = {
		.output = writer->output,
		.map = map,
		.is_xml = is_xml,
		.tile_size = style_tile_size(writer->style, TILE_SIZE_DEFAULT),
		.layer_id = 1, /* of the layer of tiles */
	};
	const struct tile_spelling spelling = {
		.bytes =
			{
				[TILE_WALL] = '1',
				[TILE_FLOOR] = '2',
				[TILE_DOOR] = '3',
				[SYMBOL_EXIT] = '4',
			},
		.tile_separator = ',',
		.row_separator = is_xml ? ",\n" : ",",
		.last_row_end = is_xml ? "\n</data>\n </layer>\n" : "]}",
	};
	/* The layers of tiles and marks are in every file. */
	uint32_t next_layer_id = 3;
	uint64_t next_object_id = 1 + map->lock_count;
	unsigned show;
	if (!writer_choose_shown(writer, map, &show))
		return false;
	for (size_t i = 0; i < MARK_KINDS; i++)
		next_object_id += map->marks[i].is_set;
	if (has_rooms) {
		next_layer_id += 2;
		next_object_id += map->room_count;
		next_object_id += map->tunnel_count;
	}
	if (has_doors) {
		next_layer_id++;
		next_object_id += map->door_count;
	}
	if (route) {
		next_layer_id++;
		next_object_id++;
	}
	write_head(&tiled, writer, next_layer_id, next_object_id);
	if (!tiles_write(writer, map, show, &spelling))
		return false;
	if (has_rooms) {
		write_rooms(&tiled);
		write_tunnels(&tiled);
	}
	write_marks(&tiled);
	if (has_doors && !write_doors(&tiled, &writer->passages))
		return false;
	if (route)
		write_route(&tiled, route);
	write_text(&tiled, "]}\n", "</map>\n");
	return true;
}

static bool tmj_write(struct writer *writer, const struct map *map)
{
	return tiled_write(writer, map, false);
}

static bool tmx_write(struct writer *writer, const struct map *map)
{
	return tiled_write(writer, map, true);
}

/* What tmj and tmx have in common. dungen reads several maps from a tmj, but writes only one. */
#define TILED_FORMAT                                                                       \
	.keeps_locks = true, .group = "game", .holds = HOLDS_ONE_MAP, .reads_lists = true, \
	.looks = LOOK_SHOW | LOOK_TILESET | LOOK_TILE_SIZE | LOOK_ROUTE,                   \
	.cannot_show = SHOW_SPAWN | SHOW_LABELS | SHOW_LOCKS | SHOW_SECRETS

const struct format format_tmj = {
	.name = "tmj",
	.extensions = {"tmj"},
	.summary = "map for Tiled, Phaser and similar programs, in JSON",
	TILED_FORMAT,
	.write = tmj_write,
	.read = document_read,
	.reads_several_maps = true,
};

const struct format format_tmx = {
	.name = "tmx",
	.extensions = {"tmx"},
	.summary = "map for Tiled and similar programs, in XML",
	TILED_FORMAT,
	.write = tmx_write,
	.magics = {"<"},
	.read = tmx_read,
};
