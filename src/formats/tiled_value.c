/* SPDX-License-Identifier: MIT */
#include "formats/tiled_value.h"

#include "formats/json_value.h"

#include <string.h>
#include <strings.h>

const char *tiled_text(const cJSON *object, const char *key)
{
	return json_string(cJSON_GetObjectItemCaseSensitive(object, key));
}

double tiled_number(const cJSON *object, const char *key)
{
	const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
	if (!cJSON_IsNumber(item))
		return 0;
	return item->valuedouble;
}

int tiled_count(const cJSON *object, const char *key)
{
	return cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(object, key));
}

bool tiled_has(const cJSON *object, const char *key)
{
	return cJSON_GetObjectItemCaseSensitive(object, key) != NULL;
}

const cJSON *tiled_property(const cJSON *owner, const char *name)
{
	const cJSON *properties = cJSON_GetObjectItemCaseSensitive(owner, "properties");
	const cJSON *property;
	cJSON_ArrayForEach (property, properties) {
		if (strcmp(tiled_text(property, "name"), name) == 0)
			return cJSON_GetObjectItemCaseSensitive(property, "value");
	}
	return NULL;
}

/* Returns the mark with a name, in upper or lower case, or MARK_KINDS. */
static enum mark_kind find_mark(const char *name)
{
	enum mark_kind mark = 0;
	while (mark < MARK_KINDS && strcasecmp(name, mark_names[mark]) != 0)
		mark++;
	return mark;
}

/* Returns the type of an object. Tiled 1.9 calls it the class; other versions call it the type. */
static const char *object_type(const cJSON *object)
{
	const char *type = tiled_text(object, "type");
	if (*type == '\0')
		type = tiled_text(object, "class");
	return type;
}

/* Returns whether an object looks like the route that dungen writes. */
static bool is_route(const cJSON *object)
{
	const char *name = tiled_object_types[TILED_ROUTE];
	if (strcmp(object_type(object), name) != 0 || strcmp(tiled_text(object, "name"), name) != 0)
		return false;
	return tiled_has(object, "polyline");
}

enum tiled_layer tiled_object_kind(const cJSON *object, enum mark_kind *mark)
{
	static const char *const room_keys[TILED_LAYERS] = {
		[TILED_ROOMS] = "room",
		[TILED_TUNNELS] = "from",
		[TILED_DOORS] = "room",
	};
	const char *type = object_type(object);
	const char *mark_name = type;
	if (*type == '\0')
		mark_name = tiled_text(object, "name");
	*mark = find_mark(mark_name);
	if (*mark < MARK_KINDS)
		return TILED_MARKS;
	if (is_route(object))
		return TILED_ROUTE;
	for (enum tiled_layer kind = 0; kind < TILED_LAYERS; kind++) {
		if (!room_keys[kind] || strcmp(type, tiled_object_types[kind]) != 0)
			continue;
		if (tiled_property(object, room_keys[kind]))
			return kind;
	}
	return TILED_LAYERS;
}

bool tiled_is_terrain(const cJSON *layer)
{
	return strcmp(tiled_text(layer, "name"), "terrain") == 0;
}
