/* SPDX-License-Identifier: MIT */
/* Reads the format tmx: makes of XML what Tiled has in JSON, which tiled_read.c reads. */
#include "formats/json_value.h"

#ifdef DUNGEN_WITHOUT_EXPAT

enum read_result tmx_read(struct reader *reader)
{
	return reader_refuse(
		reader,
		"is tmx, which is not read here; in Tiled, choose File > Export As and .tmj");
}

#else

#include <expat.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MOST = 400 }; /* of elements, each of which is up to two levels of JSON */

struct xml {
	XML_Parser parser;
	struct json_place *place;
	uint32_t depth;
	cJSON *open[DEPTH_MOST]; /* what each open element adds to; NULL: nothing */
	ARRAY(char,
	      text); /* since the last element in the table began, from its first character on */
	size_t length;
};

/* What becomes of an element. */
static const struct element {
	const char *name;
	const char *list; /* an object in this array of the element around it; NULL: its attributes
			     are added to that */
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

/*
 * Adds a new object to the array of that name, which is made if it is missing. Returns it; NULL if
 * out of memory.
 */
static cJSON *add_object(struct xml *xml, cJSON *owner, const char *list)
{
	cJSON *array = cJSON_GetObjectItemCaseSensitive(owner, list),
	      *object = cJSON_CreateObject();
	if (!array && (array = cJSON_CreateArray())) {
		array->string = (char *)list;
		array->type |= cJSON_StringIsConst;
		/*
		 * Before the attributes, of which there may be any number, so that the next search
		 * ends here.
		 */
		cJSON_InsertItemInArray(owner, 0, array);
	}
	if (cJSON_AddItemToArray(array, object))
		return object;
	cJSON_Delete(object);
	json_need(xml->place, false);
	return NULL;
}

/*
 * Adds the attributes that are read, without defaults of a DTD: those that are numbers as such, but
 * for names, and a property's value by its type.
 */
static void add_attributes(struct xml *xml, cJSON *to, const char **attributes)
{
	enum { TEXTS = 3 }; /* the first names, which are never numbers */
	static const char *const names[] = {
		"name",        "type",        "class",     "source",     "encoding",
		"compression", "orientation", "tintcolor", "color",      "backgroundcolor",
		"value",       "id",          "gid",       "x",          "y",
		"width",       "height",      "tilewidth", "tileheight", "firstgid",
		"tilecount",   "offsetx",     "offsety",   "visible",    "opacity",
		"rotation",    "parallaxx",   "parallaxy", "infinite",   NULL};
	const char *type = attribute(attributes, "type");
	for (int left = XML_GetSpecifiedAttributeCount(xml->parser); left > 0;
	     left -= 2, attributes += 2) {
		const char *name = attributes[0], *text = attributes[1];
		size_t known = 0;
		while (names[known] && strcmp(name, names[known]) != 0)
			known++;
		if (!names[known])
			continue;
		const char *kind = known < TEXTS ? "string" : "float";
		if (strcmp(name, "value") == 0)
			kind = type ? type : "string";
		char *end = (char *)text;
		const bool is_number = strcmp(kind, "float") == 0 || strcmp(kind, "int") == 0;
		const double number = is_number ? strtod(text, &end) : 0;
		json_need(xml->place,
			  end > text && *end == '\0' ? cJSON_AddNumberToObject(to, name, number)
			  : strcmp(kind, "bool") == 0
				  ? cJSON_AddBoolToObject(to, name, strcmp(text, "true") == 0)
				  : cJSON_AddStringToObject(to, name, text));
	}
}

/* "0,0 16,0" */
static void add_points(struct xml *xml, cJSON *object, const char *text)
{
	while (*text && xml->place->result == READ_MAP) {
		char *comma, *end;
		const double x = strtod(text, &comma),
			     y = *comma == ',' ? strtod(comma + 1, &end) : 0;
		if (comma == text || *comma != ',' || end == comma + 1)
			break;
		cJSON *point = add_object(xml, object, "polyline");
		json_need(xml->place, cJSON_AddNumberToObject(point, "x", x) &&
					      cJSON_AddNumberToObject(point, "y", y));
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
	if (!json_need(xml->place, array_reserve(xml, text, after + 1)))
		return;
	memcpy(xml->text + xml->length, text, (size_t)(end - text));
	xml->text[after] = '\0';
	xml->length = after;
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
		json_need(xml->place, cJSON_AddStringToObject(to, "image", source));
	}
}

static void start_element(void *context, const char *name, const char **attributes)
{
	struct xml *xml = context;
	struct json_place *place = xml->place;
	cJSON *to = xml->depth > 0 ? xml->open[xml->depth - 1] : NULL, *opened = NULL;
	const struct element *element = NULL;
	if (xml->depth == DEPTH_MOST)
		json_refuse(place, NULL, "elements are nested too deep");
	if (place->result != READ_MAP)
		return;
	for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
		if (strcmp(name, elements[i].name) == 0)
			element = &elements[i];
	if (xml->depth == 0 && strcmp(name, "map") == 0) {
		opened = place->document = cJSON_CreateObject();
		json_need(place, cJSON_AddArrayToObject(opened, "layers"));
	} else if (to && element) {
		opened = element->list ? add_object(xml, to, element->list) : to;
		json_need(place,
			  !element->type || cJSON_AddStringToObject(opened, "type", element->type));
		xml->length = 0;
	} else if (to) {
		add_part(xml, to, name, attributes);
	}
	if (opened)
		add_attributes(xml, opened, attributes);
	xml->open[xml->depth++] = opened;
}

static void end_element(void *context, const char *name)
{
	struct xml *xml = context;
	if (xml->place->result != READ_MAP)
		return;
	cJSON *closed = xml->open[--xml->depth];
	if (!closed || strcmp(name, "data") != 0)
		return;
	json_need(xml->place,
		  xml->length == 0 || cJSON_AddStringToObject(closed, "data", xml->text));
	xml->length = 0;
}

/* Refuses what would be read from elsewhere. */
static int refuse_entity(XML_Parser parser, const char *context, const char *base,
			 const char *system, const char *public)
{
	(void)parser, (void)context, (void)base, (void)system, (void)public;
	return XML_STATUS_ERROR;
}

static void parse(struct xml *xml)
{
	struct json_place *place = xml->place;
	XML_Parser parser = xml->parser;
	struct input *input = place->reader->input;
	XML_SetUserData(parser, xml);
	XML_SetElementHandler(parser, start_element, end_element);
	XML_SetCharacterDataHandler(parser, add_text);
	XML_SetExternalEntityRefHandler(parser, refuse_entity);
	enum XML_Status status = XML_STATUS_OK;
	for (bool ended = false; status == XML_STATUS_OK && place->result == READ_MAP && !ended;) {
		ended = input->start == input->end && !input_more(input);
		status = XML_Parse(parser, ended ? "" : input->bytes + input->start,
				   ended ? 0 : (int)(input->end - input->start), ended);
		input->start = input->end;
	}
	const enum XML_Error error = XML_GetErrorCode(parser);
	if (status != XML_STATUS_OK && json_need(place, error != XML_ERROR_NO_MEMORY))
		json_refuse(place, NULL, "line %lu, byte %lu: %s",
			    (unsigned long)XML_GetCurrentLineNumber(parser),
			    (unsigned long)XML_GetCurrentColumnNumber(parser) + 1,
			    XML_ErrorString(error));
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
