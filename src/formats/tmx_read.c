/* SPDX-License-Identifier: MIT */
/* Converts the XML of the format tmx to a tree of JSON values, with Expat. */
#include "formats/tiled_read.h"

#include "system/system.h"
#ifdef DUNGEN_WITHOUT_EXPAT

void tmx_read(struct reader *reader)
{
	struct message *message = build_refusal(reader, NULL);
	fail(message, STATUS_NO_MAP, "this build cannot read tmx files");
	advise(message, "in Tiled, use File > Export As and choose .tmj");
}

#else

#include <errno.h>
#include <expat.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 400 }; /* nested elements, each of which adds up to two levels of JSON */

/* An element that has started and not ended. */
struct open_element {
	const char *name; /* name in the table of elements, or "" if it is not in the table */
	cJSON *object;    /* the object that its contents go to, or NULL */
};

/* The state of parsing a tmx. */
struct xml {
	XML_Parser parser;
	struct reader *reader;
	uint32_t depth; /* number of open elements */
	struct open_element open_elements[DEPTH_MAX];

	/* The text since the last element of the table. */
	ARRAY(char, text);
	size_t length;
};

/*
 * How an element of XML becomes a part of the JSON. The first row counts whose name and parent fit.
 * The element becomes an object in an array of its parent or, if `list` is NULL, its attributes and
 * contents join the object of its parent. add_part handles elements that are not in this table.
 */
static const struct element {
	const char *name;
	const char *parent; /* name of the element around it; NULL for any */
	const char *list;   /* name of an array of the parent, or NULL */
	const char *type;   /* the "type" of a layer in JSON, or NULL */
} elements[] = {
	{"data", NULL, NULL, NULL},
	{"properties", NULL, NULL, NULL},
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

/* Returns the row of an element with this parent, or NULL. */
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

/* Returns the value of an attribute, or NULL. */
static const char *find_attribute(const char **attributes, const char *name)
{
	for (; *attributes; attributes += 2) {
		if (strcmp(*attributes, name) == 0)
			return attributes[1];
	}
	return NULL;
}

/*
 * Adds an empty object to the array with this name, and the array if it is missing. Does
 * not copy the name. Returns the object, or NULL if out of memory.
 */
static cJSON *add_object(struct xml *xml, cJSON *owner, const char *list)
{
	cJSON *array = cJSON_GetObjectItemCaseSensitive(owner, list);
	cJSON *object = cJSON_CreateObject();
	if (!array) {
		array = cJSON_CreateArray();
		/*
		 * Attributes come after the array, so a search for it stays fast with any number of
		 * them. cJSON can add a named member only at the end, so move it.
		 */
		if (cJSON_AddItemToObjectCS(owner, list, array))
			cJSON_InsertItemInArray(owner, 0, cJSON_DetachItemViaPointer(owner, array));
	}
	if (cJSON_AddItemToArray(array, object))
		return object;
	cJSON_Delete(object);
	build_need(xml->reader, false);
	return NULL;
}

/* Attributes. */

/*
 * Adds the attributes of an element to an object. "name", "type", and "class" are texts, and the
 * type of a property says what its value is. Anything else may be a number.
 */
static void add_attributes(struct xml *xml, cJSON *object, const char **attributes)
{
	const char *type = find_attribute(attributes, "type");
	const bool is_bool = type && strcmp(type, "bool") == 0;
	const bool has_number = type && (strcmp(type, "int") == 0 || strcmp(type, "float") == 0);
	for (; attributes[0] && attributes[1]; attributes += 2) {
		const char *name = attributes[0];
		const char *text = attributes[1];
		char *end;
		const double number = strtod(text, &end);
		const bool is_number = end != text && *end == '\0';
		const bool is_value = strcmp(name, "value") == 0;
		const bool is_text = strcmp(name, "name") == 0 || strcmp(name, "type") == 0 ||
				     strcmp(name, "class") == 0;
		cJSON *added;
		if (is_value && is_bool)
			added = cJSON_AddBoolToObject(object, name, strcmp(text, "true") == 0);
		else if (is_text || !is_number || (is_value && !has_number))
			added = cJSON_AddStringToObject(object, name, text);
		else
			added = cJSON_AddNumberToObject(object, name, number);
		build_need(xml->reader, added);
	}
}

/* Elements that become values. */

/* Expat calls this for each part of a text. */
static void add_text(void *context, const char *part, int part_length)
{
	struct xml *xml = context;
	const size_t new_length = xml->length + (size_t)part_length;
	if (!build_need(xml->reader, array_reserve(xml, text, new_length + 1)))
		return;
	memcpy(xml->text + xml->length, part, (size_t)part_length);
	xml->text[new_length] = '\0';
	xml->length = new_length;
}

/*
 * Adds an element that is not in the table to its parent. The points of a line and the file of an
 * image become texts. Of any other element, only the name is kept, which says that something is
 * lost.
 */
static void add_part(struct xml *xml, cJSON *parent, const char *name, const char **attributes)
{
	const char *text = NULL;
	if (strcmp(name, "polyline") == 0)
		text = find_attribute(attributes, "points");
	else if (strcmp(name, "image") == 0)
		text = find_attribute(attributes, "source");
	if (text)
		build_need(xml->reader, cJSON_AddStringToObject(parent, name, text));
	else
		build_need(xml->reader, cJSON_AddTrueToObject(parent, name));
}

/* Elements. */

/* Expat calls this for the start of each element. */
static void start_element(void *context, const char *name, const char **attributes)
{
	struct xml *xml = context;
	struct open_element parent = {.name = ""};
	struct open_element opened = {.name = ""};
	if (xml->depth == DEPTH_MAX)
		build_refuse(xml->reader, NULL, "elements are nested too deep");
	if (xml->reader->result != READ_MAP) {
		(void)XML_StopParser(xml->parser, XML_FALSE);
		return;
	}
	if (xml->depth > 0)
		parent = xml->open_elements[xml->depth - 1];
	const struct element *element = find_element(name, parent.name);
	if (element)
		opened.name = element->name;
	if (xml->depth == 0 && strcmp(name, "map") == 0) {
		opened.object = cJSON_CreateObject();
		xml->reader->tree = opened.object;
		build_need(xml->reader, cJSON_AddArrayToObject(opened.object, "layers"));
	} else if (parent.object && element) {
		xml->length = 0;
		opened.object = parent.object;
		if (element->list)
			opened.object = add_object(xml, parent.object, element->list);
		if (element->type)
			build_need(xml->reader,
				   cJSON_AddStringToObject(opened.object, "type", element->type));
	} else if (parent.object && strcmp(parent.name, "data") == 0) {
		/* Old maps have an element for each tile. It becomes a number of CSV. */
		const char *number = find_attribute(attributes, "gid");
		number = number ? number : "0";
		add_text(xml, number, (int)strlen(number));
		add_text(xml, ",", 1);
	} else if (parent.object) {
		add_part(xml, parent.object, name, attributes);
	}
	if (opened.object)
		add_attributes(xml, opened.object, attributes);
	xml->open_elements[xml->depth++] = opened;
}

/* Expat calls this for the end of each element. */
static void end_element(void *context, const char *name)
{
	struct xml *xml = context;
	if (xml->reader->result != READ_MAP)
		return;
	xml->depth--;
	cJSON *object = xml->open_elements[xml->depth].object;
	if (!object || strcmp(name, "data") != 0)
		return;
	while (xml->length > 0 && strchr(", \t\r\n", xml->text[xml->length - 1]))
		xml->text[--xml->length] = '\0';
	if (xml->length > 0)
		build_need(xml->reader, cJSON_AddStringToObject(object, "data", xml->text));
	xml->length = 0;
}

/* Parsing. */

/* Whether the headers belong to Expat 2.MINOR or to a later version. */
#define EXPAT_IS_FROM(minor) (XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= (minor))

/* Expat 2.9 deprecates the functions of older versions. */
#if EXPAT_IS_FROM(9)
#define EXPAT_LINE   XML_GetCurrentLineNumber64
#define EXPAT_COLUMN XML_GetCurrentColumnNumber64
#else
#define EXPAT_LINE   XML_GetCurrentLineNumber
#define EXPAT_COLUMN XML_GetCurrentColumnNumber
#endif

/* Refuses the file at the place that Expat has reached, and ends parsing. Returns the message. */
static struct message *refuse_here(struct xml *xml, const char *problem)
{
	struct message *message = build_refusal(xml->reader, NULL);
	message->place.line = EXPAT_LINE(xml->parser);
	message->place.byte = EXPAT_COLUMN(xml->parser) + 1;
	fail(message, STATUS_NO_MAP, "%s", problem);
	(void)XML_StopParser(xml->parser, XML_FALSE);
	return message;
}

/*
 * Expat calls this for a document type, before it reads what the type declares. Old maps name a
 * type, which Expat does not read. Refuses a file that declares entities: a few of them can expand
 * to any number of bytes, and older versions of Expat recurse for each entity in a chain.
 */
static void refuse_document_type(void *context, const char *name, const char *system,
				 const char *public, int has_subset)
{
	(void)name, (void)system, (void)public;
	if (!has_subset)
		return;
	struct message *message = refuse_here(context, "a map cannot declare a document type");
	advise(message, "open the map in Tiled and save it");
}

/* Expat calls this for an entity that the document type may declare. Without it, a part is lost. */
static void refuse_entity(void *context, const char *name, int is_parameter)
{
	(void)name, (void)is_parameter;
	refuse_here(context, "undefined entity");
}

/*
 * Sets the secret with which Expat hashes names. Otherwise Expat would choose a secret, and read an
 * environment variable to do so. Returns false and sets the error of the input if the system fails
 * to draw a secret.
 */
static bool set_secret(struct xml *xml)
{
#if EXPAT_IS_FROM(8)
	uint8_t secret[16];
#else
	unsigned long secret;
#endif
	if (!system_random(&secret, sizeof secret)) {
		xml->reader->input->error = errno;
		return false;
	}
#if EXPAT_IS_FROM(8)
	(void)XML_SetHashSalt16Bytes(xml->parser, secret);
#else
	/* Expat before 2.8 takes 0 for a missing secret. */
	(void)XML_SetHashSalt(xml->parser, secret | 1);
#endif
	return true;
}

/* Parses the whole file. Expat counts its bytes in an int. */
static void parse_file(struct xml *xml)
{
	struct input *input = xml->reader->input;
	const size_t size = input->end - input->start;
	if (size > INT32_MAX) {
		build_refuse(xml->reader, NULL, "must have at most %d bytes", INT32_MAX);
		return;
	}
	XML_SetUserData(xml->parser, xml);
	XML_SetElementHandler(xml->parser, start_element, end_element);
	XML_SetCharacterDataHandler(xml->parser, add_text);
	XML_SetStartDoctypeDeclHandler(xml->parser, refuse_document_type);
	XML_SetSkippedEntityHandler(xml->parser, refuse_entity);
	const char *text = input->bytes + input->start;
	if (XML_Parse(xml->parser, text, (int)size, true) != XML_STATUS_OK) {
		const enum XML_Error error = XML_GetErrorCode(xml->parser);
		if (build_need(xml->reader, error != XML_ERROR_NO_MEMORY))
			refuse_here(xml, XML_ErrorString(error));
	}
	input->start = input->end;
}

void tmx_read(struct reader *reader)
{
	struct xml xml = {.reader = reader};
	json_start(reader);
	xml.parser = XML_ParserCreate(NULL);
	if (build_need(reader, xml.parser) && set_secret(&xml) && input_read_all(reader->input))
		parse_file(&xml);
	XML_ParserFree(xml.parser);
	array_free(&xml, text);
	if (!reader->tree)
		build_refuse(reader, NULL, "expected a map of Tiled");
	if (reader->result == READ_MAP)
		tiled_read(reader);
}

#endif
