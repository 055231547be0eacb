/* SPDX-License-Identifier: MIT */
/* Reads the format tmx: makes of XML what Tiled has in JSON, which tiled_read.c reads. */
#include "formats/json_value.h"

#ifdef DUNGEN_WITHOUT_EXPAT

enum read_result tmx_read(struct reader *reader)
{
	return reader_refuse(reader, "is tmx, which is not read here; in Tiled, choose File > Export As and .tmj");
}

#else

#include <expat.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MOST = 400 }; /* of elements, each of which is up to two levels of JSON */

struct xml {
	struct json_place *place;
	XML_Parser parser;
	uint32_t depth;
	cJSON *open[DEPTH_MOST];    /* what each open element adds to; NULL: nothing */
	bool has_tiles[DEPTH_MOST]; /* as text or elements */
	ARRAY(char, text);          /* of the innermost element with tiles */
	size_t length;
};

/* What becomes of an element. */
static const struct element {
	const char *name;
	const char *list; /* an object in this array of the element around it; NULL: its attributes are added to that */
	const char *type; /* of a layer */
} elements[] = {
	{"data", NULL, NULL},
	{"properties", NULL, NULL},
	{"chunk", "chunks", NULL},
	{"group", "layers", "group"},
	{"imagelayer", "layers", "imagelayer"},
	{"layer", "layers", "tilelayer"},
	{"object", "objects", NULL},
	{"objectgroup", "layers", "objectgroup"},
	{"property", "properties", NULL},
	{"tileset", "tilesets", NULL},
};

static const char *attribute(const char **attributes, const char *name)
{
	while (*attributes && strcmp(*attributes, name) != 0)
		attributes += 2;
	return *attributes ? attributes[1] : NULL;
}

static void need(struct xml *xml, const void *memory)
{
	if (!json_need(xml->place, memory))
		(void)XML_StopParser(xml->parser, XML_FALSE);
}

/* Adds a new item to an array, which is NULL if out of memory, as the item is. Returns the item, or NULL. */
static cJSON *append(struct xml *xml, cJSON *array, cJSON *item)
{
	if (cJSON_AddItemToArray(array, item))
		return item;
	cJSON_Delete(item);
	need(xml, NULL);
	return NULL;
}

/* Adds a number or, if the text is none, a string. */
static void add_number(struct xml *xml, cJSON *to, const char *name, const char *text)
{
	char *end;
	const double value = strtod(text, &end);
	need(xml,
	     *end || end == text ? cJSON_AddStringToObject(to, name, text) : cJSON_AddNumberToObject(to, name, value));
}

/* Returns the array of that name, which is made if it is missing; NULL if out of memory. */
static cJSON *array_in(struct xml *xml, cJSON *owner, const char *name)
{
	cJSON *array = cJSON_GetObjectItemCaseSensitive(owner, name);
	if (!array)
		array = cJSON_AddArrayToObject(owner, name);
	need(xml, array);
	return array;
}

/* Adds the members that are read; others do not count. */
static void add_attributes(struct xml *xml, cJSON *to, const char **attributes)
{
	static const char *const texts[] = {"name", "type", "class", "source", "encoding", "compression"};
	static const char *const numbers[] = {"id",     "gid",       "x",          "y",       "width",
					      "height", "tilewidth", "tileheight", "firstgid"};
	const char *text;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		if ((text = attribute(attributes, texts[i])))
			need(xml, cJSON_AddStringToObject(to, texts[i], text));
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		if ((text = attribute(attributes, numbers[i])))
			add_number(xml, to, numbers[i], text);
	if ((text = attribute(attributes, "infinite")))
		need(xml, cJSON_AddBoolToObject(to, "infinite", strcmp(text, "1") == 0));
	if ((text = attribute(attributes, "value"))) {
		const char *type = attribute(attributes, "type");
		type = type ? type : "";
		if (strcmp(type, "int") == 0 || strcmp(type, "float") == 0)
			add_number(xml, to, "value", text);
		else if (strcmp(type, "bool") == 0)
			need(xml, cJSON_AddBoolToObject(to, "value", strcmp(text, "true") == 0));
		else
			need(xml, cJSON_AddStringToObject(to, "value", text));
	}
}

/* "0,0 16,0" */
static void add_points(struct xml *xml, cJSON *object, const char *text)
{
	cJSON *list = array_in(xml, object, "polyline");
	char *end = (char *)text;
	while (*end && xml->place->result == READ_MAP) {
		cJSON *point = append(xml, list, cJSON_CreateObject());
		need(xml, cJSON_AddNumberToObject(point, "x", strtod(end, &end)));
		if (*end != ',')
			break;
		need(xml, cJSON_AddNumberToObject(point, "y", strtod(end + 1, &end)));
	}
}

/* Adds to an open element what has no element of its own in JSON. */
static void add_part(struct xml *xml, cJSON *to, const char *name, const char **attributes)
{
	const char *gid = attribute(attributes, "gid"), *points = attribute(attributes, "points");
	const char *source = attribute(attributes, "source");
	if (strcmp(name, "tile") == 0 && xml->has_tiles[xml->depth - 1]) {
		append(xml, array_in(xml, to, "data"), cJSON_CreateNumber(gid ? strtod(gid, NULL) : 0));
	} else if (strcmp(name, "polyline") == 0 && points) {
		add_points(xml, to, points);
	} else if (strcmp(name, "image") == 0 && source) {
		need(xml, cJSON_AddStringToObject(to, "image", source));
	}
}

static void start_element(void *context, const char *name, const char **attributes)
{
	struct xml *xml = context;
	struct json_place *place = xml->place;
	cJSON *to = xml->depth > 0 ? xml->open[xml->depth - 1] : NULL, *opened = NULL;
	const struct element *element = NULL;
	if (place->result != READ_MAP)
		return;
	if (xml->depth == DEPTH_MOST) {
		json_refuse(place, NULL, "elements are nested too deep");
		(void)XML_StopParser(xml->parser, XML_FALSE);
		return;
	}
	for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
		if (strcmp(name, elements[i].name) == 0)
			element = &elements[i];
	if (xml->depth == 0 && strcmp(name, "map") == 0) {
		opened = place->document = cJSON_CreateObject();
		need(xml, opened);
		array_in(xml, opened, "layers");
	} else if (to && element && element->list) {
		opened = append(xml, array_in(xml, to, element->list), cJSON_CreateObject());
		if (element->type)
			need(xml, cJSON_AddStringToObject(opened, "type", element->type));
	} else if (to && element) {
		opened = to;
	} else if (to) {
		add_part(xml, to, name, attributes);
	}
	if (opened && place->result == READ_MAP)
		add_attributes(xml, opened, attributes);
	xml->open[xml->depth] = opened;
	xml->has_tiles[xml->depth] = opened && (strcmp(name, "data") == 0 || strcmp(name, "chunk") == 0);
	if (xml->has_tiles[xml->depth++])
		xml->length = 0;
}

static void add_text(void *context, const char *text, int length)
{
	struct xml *xml = context;
	const size_t after = xml->length + (size_t)length;
	if (xml->place->result != READ_MAP || !xml->has_tiles[xml->depth - 1])
		return;
	if (!array_reserve(xml, text, after + 1)) {
		need(xml, NULL);
		return;
	}
	memcpy(xml->text + xml->length, text, (size_t)length);
	xml->text[after] = '\0';
	xml->length = after;
}

static void end_element(void *context, const char *name)
{
	struct xml *xml = context;
	(void)name;
	if (xml->place->result != READ_MAP)
		return;
	xml->depth--;
	if (xml->has_tiles[xml->depth] && xml->length > 0 && xml->text[strspn(xml->text, " \t\r\n")])
		need(xml, cJSON_AddStringToObject(xml->open[xml->depth], "data", xml->text));
	xml->length = 0;
}

/* Refuses what would be read from elsewhere. */
static int refuse_entity(XML_Parser parser, const char *context, const char *base, const char *system,
			 const char *public)
{
	(void)parser, (void)context, (void)base, (void)system, (void)public;
	return XML_STATUS_ERROR;
}

static void parse(struct xml *xml)
{
	struct input *input = xml->place->reader->input;
	XML_SetUserData(xml->parser, xml);
	XML_SetElementHandler(xml->parser, start_element, end_element);
	XML_SetCharacterDataHandler(xml->parser, add_text);
	XML_SetExternalEntityRefHandler(xml->parser, refuse_entity);
	enum XML_Status status = XML_STATUS_OK;
	bool ended = false;
	while (status == XML_STATUS_OK && !ended) {
		ended = input->start == input->end && !input_more(input);
		status = XML_Parse(xml->parser, ended ? "" : input->bytes + input->start,
				   ended ? 0 : (int)(input->end - input->start), ended);
		input->start = input->end;
	}
	const enum XML_Error error = XML_GetErrorCode(xml->parser);
	if (status == XML_STATUS_OK || xml->place->result != READ_MAP)
		return;
	if (json_need(xml->place, error != XML_ERROR_NO_MEMORY))
		json_refuse(xml->place, NULL, "line %lu, byte %lu: %s",
			    (unsigned long)XML_GetCurrentLineNumber(xml->parser),
			    (unsigned long)XML_GetCurrentColumnNumber(xml->parser) + 1, XML_ErrorString(error));
}

enum read_result tmx_read(struct reader *reader)
{
	struct json_place *place = reader->state;
	struct xml xml = {.place = place, .parser = XML_ParserCreate(NULL)};
	place->reader = reader;
	place->result = READ_MAP;
	if (json_need(place, xml.parser))
		parse(&xml);
	XML_ParserFree(xml.parser);
	array_free(&xml, text);
	if (place->result == READ_MAP && !place->document)
		json_refuse(place, NULL, "is no map of Tiled");
	return place->result == READ_MAP ? tiled_read_document(place) : place->result;
}

#endif
