/* SPDX-License-Identifier: MIT */
#include "formats/json_value.h"

#include <string.h>

/* Counts the members of an object that have this name. Stores the last one, or NULL, in *found. */
static uint32_t count_members(const cJSON *object, const char *name, const cJSON **found)
{
	uint32_t count = 0;
	*found = NULL;
	for (const cJSON *member = object->child; member; member = member->next) {
		/* Comparing one character first is faster: most names differ in it. */
		if (*name != *member->string || strcmp(name, member->string) != 0)
			continue;
		*found = member;
		count++;
	}
	return count;
}

/* Refuses a value that is not an object. Returns whether it is an object. */
static bool check_is_object(struct json_reader *json, const cJSON *value)
{
	if (cJSON_IsObject(value))
		return true;
	return build_refuse(&json->builder, NULL, "must be an object");
}

const cJSON *json_member(struct json_reader *json, const cJSON *object, const char *name)
{
	const cJSON *found;
	if (!check_is_object(json, object))
		return NULL;
	if (count_members(object, name, &found) > 1)
		build_refuse(&json->builder, name, "duplicate key");
	return found;
}

uint64_t json_number(const cJSON *item)
{
	/* Smaller numbers are exact in a double, and cJSON prints them without an exponent. */
	static const double number_end = 1e15;
	if (!item || !cJSON_IsNumber(item))
		return BUILD_NO_NUMBER;
	const double value = item->valuedouble;
	const bool is_in_range = value >= 0 && value < number_end;
	if (!is_in_range)
		return BUILD_NO_NUMBER;
	const uint64_t number = (uint64_t)value;
	if ((double)number != value)
		return BUILD_NO_NUMBER;
	return number;
}

uint64_t json_member_number(struct json_reader *json, const cJSON *object, const char *name)
{
	const cJSON *found;
	if (!check_is_object(json, object))
		return BUILD_NO_NUMBER;
	if (count_members(object, name, &found) > 1)
		return BUILD_TWICE;
	return json_number(found);
}

const char *json_string(const cJSON *item)
{
	if (!cJSON_IsString(item))
		return "";
	return item->valuestring;
}

struct parameter json_parameter(const char *key, const cJSON *item)
{
	struct parameter parameter = {.key = key};
	if (cJSON_IsNumber(item)) {
		parameter.kind = PARAMETER_NUMBER;
		parameter.number = json_number(item);
	} else if (cJSON_IsTrue(item)) {
		parameter.kind = PARAMETER_FLAG;
		parameter.number = 1;
	} else {
		parameter.kind = PARAMETER_NAME;
		parameter.name = json_string(item);
	}
	return parameter;
}

const cJSON *json_first(struct json_reader *json, const char *name, const cJSON *array)
{
	json->list = NULL;
	json->index = 0;
	if (!array)
		return NULL;
	if (!cJSON_IsArray(array)) {
		build_refuse(&json->builder, name, "must be an array");
		return NULL;
	}
	if (array->child)
		json->list = name;
	return array->child;
}

const cJSON *json_after(struct json_reader *json, const cJSON *item)
{
	json->index++;
	if (!item->next)
		json->list = NULL;
	return item->next;
}
