/* SPDX-License-Identifier: MIT */
/* Parses the format tmx: makes of XML what Tiled has in JSON. */
#include "formats/tmx_read.h"

#ifdef DUNGEN_WITHOUT_EXPAT

bool tmx_parse(struct json_reader *json, struct reader *reader)
{
	json_start(json, reader);
	struct error *error = build_refusal(&json->builder, NULL);
	error_set_problem(error, "is tmx, which is not read here");
	error_set_fix(error, "in Tiled, choose File > Export As and .tmj");
	return false;
}

#else

#include <errno.h>
#include <expat.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MOST = 400 }; /* of elements, each of which is up to two levels of JSON */

struct xml {
	XML_Parser parser;
	struct json_reader *json;
	struct builder *builder; /* that of json */
	uint32_t depth;
	struct open_element {
		const char *name; /* from the table; "": it is not there */
		cJSON *object;    /* what it adds to; NULL: nothing */
	} open[DEPTH_MOST];
	ARRAY(char,
	      text); /* since the last element in the table began, from its first character on */
	size_t length;
};

/* What becomes of an element. The first row counts that fits it and the element around it. */
static const struct element {
	const char *name;
	const char *parent; /* the element around it; NULL: any */
	const char *list; /* an object in this array of the element around it; NULL: its attributes
			     are added to that */
	const char *type; /* of a layer */
} elements[] = {
	{"data", NULL, NULL, NULL},
	{"properties", NULL, NULL, NULL},
	{"animation", "tile", NULL, NULL},
	{"frame", "animation", "animation", NULL},
	{"chunk", NULL, "chunks", NULL},
	{"group", NULL, "layers", "group"},
	{"imagelayer", NULL, "layers", "imagelayer"},
	{"layer", NULL, "layers", "tilelayer"},
	{"object", NULL, "objects", NULL},
	{"objectgroup", "tile", "objectgroup", NULL},
	{"objectgroup", NULL, "layers", "objectgroup"},
	{"property", NULL, "properties", NULL},
	{"tile", "tileset", "tiles", NULL},
	{"tileset", NULL, "tilesets", NULL},
};

/* Returns the row of an element that is in another one, or NULL. */
static const struct element *find_element(const char *name, const char *parent)
{
	for (size_t i = 0; i < sizeof elements / sizeof *elements; i++) {
		const struct element *element = &elements[i];
		const bool fits = !element->parent || strcmp(element->parent, parent) == 0;
		if (fits && strcmp(element->name, name) == 0)
			return element;
	}
	return NULL;
}

static const char *attribute(const char **attributes, const char *name)
{
	while (*attributes && strcmp(*attributes, name) != 0)
		attributes += 2;
	return *attributes ? attributes[1] : NULL;
}

/*
 * Adds an array to an object, before the attributes, of which there may be any number, so that the
 * next search for the array ends there. The object refers to the name instead of copying it.
 * Returns NULL if out of memory.
 */
static cJSON *add_array(cJSON *owner, const char *name)
{
	cJSON *array = cJSON_CreateArray();
	if (!cJSON_AddItemToObjectCS(owner, name, array))
		return NULL;
	cJSON_InsertItemInArray(owner, 0, cJSON_DetachItemViaPointer(owner, array));
	return array;
}

/*
 * Adds a new object to the array of that name, which is made if it is missing. Returns it; NULL if
 * out of memory.
 */
static cJSON *add_object(struct xml *xml, cJSON *owner, const char *list)
{
	cJSON *array = cJSON_GetObjectItemCaseSensitive(owner, list);
	cJSON *object = cJSON_CreateObject();
	if (!array)
		array = add_array(owner, list);
	if (cJSON_AddItemToArray(array, object))
		return object;
	cJSON_Delete(object);
	build_need(xml->builder, false);
	return NULL;
}

/* The attributes that are read. */
static const char *const attribute_names[] = {
	"name",        "type",      "class",     "source",          "encoding", "compression",
	"orientation", "tintcolor", "color",     "backgroundcolor", "value",    "id",
	"gid",         "x",         "y",         "width",           "height",   "tilewidth",
	"tileheight",  "firstgid",  "tilecount", "offsetx",         "offsety",  "visible",
	"opacity",     "rotation",  "parallaxx", "parallaxy",       "infinite",
};

enum {
	ATTRIBUTE_NAMES = sizeof attribute_names / sizeof *attribute_names,
	TEXT_NAMES = 3, /* how many of the first names are never numbers */
};

/* Returns the index of an attribute's name, or ATTRIBUTE_NAMES. */
static size_t find_attribute_name(const char *name)
{
	size_t index = 0;
	while (index < ATTRIBUTE_NAMES && strcmp(name, attribute_names[index]) != 0)
		index++;
	return index;
}

/* Adds a value of a type: int, float, bool, or any other, for which it is a text. */
static cJSON *add_value(cJSON *to, const char *name, const char *type, const char *text)
{
	char *end;
	if (strcmp(type, "bool") == 0)
		return cJSON_AddBoolToObject(to, name, strcmp(text, "true") == 0);
	if (strcmp(type, "float") != 0 && strcmp(type, "int") != 0)
		return cJSON_AddStringToObject(to, name, text);
	const double number = strtod(text, &end);
	if (end == text || *end != '\0')
		return cJSON_AddStringToObject(to, name, text);
	return cJSON_AddNumberToObject(to, name, number);
}

/*
 * Adds the attributes that are read, without defaults of a DTD: those that are numbers as such, but
 * for names, and a property's value by its type.
 */
static void add_attributes(struct xml *xml, cJSON *to, const char **attributes)
{
	const int count = XML_GetSpecifiedAttributeCount(xml->parser);
	const char *property_type = attribute(attributes, "type");
	if (!property_type)
		property_type = "string";
	for (int i = 0; i < count && attributes[i] && attributes[i + 1]; i += 2) {
		const char *name = attributes[i];
		const size_t index = find_attribute_name(name);
		if (index == ATTRIBUTE_NAMES)
			continue;
		const char *type = index < TEXT_NAMES ? "string" : "float";
		if (strcmp(name, "value") == 0)
			type = property_type;
		build_need(xml->builder, add_value(to, name, type, attributes[i + 1]));
	}
}

/* Adds a coordinate to a point, which refers to the name instead of copying it. */
static void add_coordinate(struct xml *xml, cJSON *point, const char *name, double value)
{
	cJSON *number = cJSON_CreateNumber(value);
	if (!build_need(xml->builder, cJSON_AddItemToObjectCS(point, name, number)))
		cJSON_Delete(number);
}

/* Adds the points of a text such as "0,0 16,0", up to the first that is none. */
static void add_points(struct xml *xml, cJSON *object, const char *text)
{
	while (*text && xml->builder->result == READ_MAP) {
		char *comma, *end;
		const double x = strtod(text, &comma);
		if (comma == text || *comma != ',')
			break;
		const double y = strtod(comma + 1, &end);
		if (end == comma + 1)
			break;
		cJSON *point = add_object(xml, object, "polyline");
		add_coordinate(xml, point, "x", x);
		add_coordinate(xml, point, "y", y);
		text = end;
	}
}

static void add_text(void *context, const char *text, int length)
{
	struct xml *xml = context;
	const char *end = text + length;
	while (xml->length == 0 && text < end && strchr(" \t\r\n", *text))
		text++;
	const size_t after = xml->length + (size_t)(end - text);
	if (!build_need(xml->builder, array_reserve(xml, text, after + 1)))
		return;
	memcpy(xml->text + xml->length, text, (size_t)(end - text));
	xml->text[after] = '\0';
	xml->length = after;
}

/* Returns whether an element says that an object has a shape which dungen does not write. */
static bool is_shape(const char *name)
{
	static const char *const shapes[] = {"ellipse", "capsule", "polygon", "text"};
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
		if (strcmp(name, shapes[i]) == 0)
			return true;
	return false;
}

/*
 * Adds to an open element what has no element of its own in JSON. Tiles become numbers with commas
 * between them.
 */
static void add_part(struct xml *xml, cJSON *to, const char *name, const char **attributes)
{
	const char *gid = attribute(attributes, "gid"), *points = attribute(attributes, "points");
	const char *source = attribute(attributes, "source");
	if (strcmp(name, "tile") == 0) {
		add_text(xml, ",", xml->length > 0);
		add_text(xml, gid ? gid : "0", gid ? (int)strlen(gid) : 1);
	} else if (strcmp(name, "polyline") == 0 && points) {
		add_points(xml, to, points);
	} else if (strcmp(name, "image") == 0 && source) {
		build_need(xml->builder, cJSON_AddStringToObject(to, "image", source));
	} else if (is_shape(name)) {
		build_need(xml->builder, cJSON_AddTrueToObject(to, name));
	}
}

static void start_element(void *context, const char *name, const char **attributes)
{
	struct xml *xml = context;
	struct json_reader *json = xml->json;
	const struct open_element around = xml->depth > 0 ? xml->open[xml->depth - 1]
							  : (struct open_element){"", NULL};
	const struct element *element = find_element(name, around.name);
	cJSON *to = around.object, *opened = NULL;
	if (xml->depth == DEPTH_MOST)
		build_refuse(&json->builder, NULL, "elements are nested too deep");
	if (json->builder.result != READ_MAP) {
		(void)XML_StopParser(xml->parser, XML_FALSE);
		return;
	}
	if (xml->depth == 0 && strcmp(name, "map") == 0) {
		opened = json->document = cJSON_CreateObject();
		build_need(&json->builder, cJSON_AddArrayToObject(opened, "layers"));
	} else if (to && element) {
		opened = element->list ? add_object(xml, to, element->list) : to;
		build_need(&json->builder,
			   !element->type ||
				   cJSON_AddStringToObject(opened, "type", element->type));
		xml->length = 0;
	} else if (to) {
		add_part(xml, to, name, attributes);
	}
	if (opened)
		add_attributes(xml, opened, attributes);
	xml->open[xml->depth++] = (struct open_element){element ? element->name : "", opened};
}

static void end_element(void *context, const char *name)
{
	struct xml *xml = context;
	if (xml->builder->result != READ_MAP)
		return;
	cJSON *closed = xml->open[--xml->depth].object;
	if (!closed || strcmp(name, "data") != 0)
		return;
	build_need(xml->builder,
		   xml->length == 0 || cJSON_AddStringToObject(closed, "data", xml->text));
	xml->length = 0;
}

/* Returns whether the headers are of this version of Expat, 2.MINOR, or of a later one. */
#define EXPAT_IS_FROM(minor) (XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= (minor))

/* Expat 2.9 deprecates the functions that older versions have. */
#if EXPAT_IS_FROM(9)
#define EXPAT_LINE   XML_GetCurrentLineNumber64
#define EXPAT_COLUMN XML_GetCurrentColumnNumber64
#else
#define EXPAT_LINE   XML_GetCurrentLineNumber
#define EXPAT_COLUMN XML_GetCurrentColumnNumber
#endif

/* Refuses the file at the place that Expat has reached, and ends parsing. The fix may be empty. */
static void refuse_here(struct xml *xml, const char *problem, const char *fix)
{
	struct error *error = build_refusal(xml->builder, NULL);
	error->line = EXPAT_LINE(xml->parser);
	error->byte = EXPAT_COLUMN(xml->parser) + 1;
	error_set_problem(error, "%s", problem);
	error_set_fix(error, "%s", fix);
	(void)XML_StopParser(xml->parser, XML_FALSE);
}

/*
 * Refuses the declaration of an entity before anything can refer to it: a few entities expand to
 * any number of bytes, and older versions of Expat call themselves for each one in a chain.
 */
static void refuse_declaration(void *context, const char *name, int is_parameter, const char *value,
			       int value_length, const char *base, const char *system,
			       const char *public, const char *notation)
{
	(void)name, (void)is_parameter, (void)value, (void)value_length;
	(void)base, (void)system, (void)public, (void)notation;
	refuse_here(context, "a map cannot declare entities", "open and save it in Tiled");
}

/* Refuses a reference to an entity that another file may declare. */
static void refuse_reference(void *context, const char *name, int is_parameter)
{
	(void)name, (void)is_parameter;
	refuse_here(context, "an entity of another file, which is not opened", "");
}

/*
 * Sets the secret by which Expat spreads names in its tables. Expat would choose one itself, and
 * read an environment variable to do so. Returns false and sets the input's error if the system has
 * none.
 */
static bool set_secret(struct xml *xml)
{
#if EXPAT_IS_FROM(8)
	uint8_t secret[16];
#else
	unsigned long secret;
#endif
	if (!system_random(&secret, sizeof secret)) {
		xml->builder->reader->input->error = errno;
		return false;
	}
#if EXPAT_IS_FROM(8)
	(void)XML_SetHashSalt16Bytes(xml->parser, secret);
#else
	/* For Expat before 2.8, 0 is no secret. */
	(void)XML_SetHashSalt(xml->parser, secret | 1);
#endif
	return true;
}

/*
 * Parses the file in pieces, each of which is at least twice as large as the one before. Expat
 * reads a token from its first byte again in each piece, so pieces of one size would take time that
 * grows with the square of a long token.
 */
static void parse(struct xml *xml)
{
	enum { PIECE_MOST = 1 << 30 }; /* bytes; Expat counts those of a piece in an int */
	struct json_reader *json = xml->json;
	struct input *input = json->builder.reader->input;
	size_t size_wanted = 1;
	bool has_ended = false;
	while (!has_ended && json->builder.result == READ_MAP) {
		while (input->end - input->start < size_wanted && input_more(input))
			;
		const size_t size = input->end - input->start;
		has_ended = size == 0;
		const char *piece = has_ended ? "" : input->bytes + input->start;
		const enum XML_Status status = XML_Parse(xml->parser, piece, (int)size, has_ended);
		const enum XML_Error error = XML_GetErrorCode(xml->parser);
		if (status != XML_STATUS_OK &&
		    build_need(&json->builder, error != XML_ERROR_NO_MEMORY))
			refuse_here(xml, XML_ErrorString(error), "");
		input->start = input->end;
		size_wanted = size < PIECE_MOST / 2 ? 2 * size : PIECE_MOST;
	}
}

/* Creates the parser. Returns false after setting the result or the input's error. */
static bool start_parser(struct xml *xml)
{
	xml->parser = XML_ParserCreate(NULL);
	if (!build_need(xml->builder, xml->parser) || !set_secret(xml))
		return false;
	XML_SetUserData(xml->parser, xml);
	XML_SetElementHandler(xml->parser, start_element, end_element);
	XML_SetCharacterDataHandler(xml->parser, add_text);
	XML_SetEntityDeclHandler(xml->parser, refuse_declaration);
	/*
	 * Otherwise Expat passes over a reference to a parameter entity, and over all declarations
	 * after it. No other file is opened, because no handler does so.
	 */
	(void)XML_SetParamEntityParsing(xml->parser, XML_PARAM_ENTITY_PARSING_ALWAYS);
	XML_SetSkippedEntityHandler(xml->parser, refuse_reference);
	return true;
}

bool tmx_parse(struct json_reader *json, struct reader *reader)
{
	struct xml xml = {.json = json, .builder = &json->builder};
	json_start(json, reader);
	if (start_parser(&xml))
		parse(&xml);
	XML_ParserFree(xml.parser);
	array_free(&xml, text);
	if (!json->document)
		build_refuse(&json->builder, NULL, "is no map of Tiled");
	return json->builder.result == READ_MAP;
}

#endif
