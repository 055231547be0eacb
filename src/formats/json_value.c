/* SPDX-License-Identifier: MIT */
#include "formats/json_value.h"

#include <string.h>

/* Returns how many members of an object have that name, and stores the last of them in *found. */
static uint32_t count_members(const cJSON *object, const char *name, const cJSON **found)
{
	uint32_t count = 0;
	*found = NULL;
	for (const cJSON *member = object->child; member; member = member->next) {
		/* The comparison of a character rules out most of them. */
		if (*name != *member->string || strcmp(name, member->string) != 0)
			continue;
		*found = member;
		count++;
	}
	return count;
}

const cJSON *json_member(struct json_reader *json, const cJSON *object, const char *name)
{
	const cJSON *found;
	if (!cJSON_IsObject(object)) {
		build_refuse(&json->builder, NULL, "takes an object");
		return NULL;
	}
	if (count_members(object, name, &found) > 1)
		build_refuse(&json->builder, name, "is there twice");
	return found;
}

uint64_t json_number(const cJSON *item)
{
	/* Smaller numbers are exact in a double, and cJSON prints them without an exponent. */
	static const double number_end = 1e15;
	if (!item || !cJSON_IsNumber(item))
		return BUILD_NO_NUMBER;
	const double value = item->valuedouble;
	if (!(value >= 0 && value < number_end))
		return BUILD_NO_NUMBER;
	const uint64_t number = (uint64_t)value;
	if ((double)number != value)
		return BUILD_NO_NUMBER;
	return number;
}

uint64_t json_member_number(struct json_reader *json, const cJSON *object, const char *name)
{
	const cJSON *found;
	if (!cJSON_IsObject(object)) {
		build_refuse(&json->builder, NULL, "takes an object");
		return BUILD_NO_NUMBER;
	}
	if (count_members(object, name, &found) > 1)
		return BUILD_TWICE;
	return json_number(found);
}

const char *json_string(const cJSON *item)
{
	return cJSON_IsString(item) ? item->valuestring : "";
}

struct parameter json_parameter(const char *key, const cJSON *item)
{
	if (cJSON_IsNumber(item))
		return (struct parameter){
			.key = key, .kind = PARAMETER_NUMBER, .number = json_number(item)};
	if (cJSON_IsTrue(item))
		return (struct parameter){.key = key, .kind = PARAMETER_FLAG, .number = 1};
	return (struct parameter){.key = key, .kind = PARAMETER_NAME, .name = json_string(item)};
}

const cJSON *json_first(struct json_reader *json, const char *name, const cJSON *array)
{
	const cJSON *first = array ? array->child : NULL;
	if (array && !cJSON_IsArray(array))
		build_refuse(&json->builder, name, "takes an array");
	json->list = first ? name : NULL;
	json->index = 0;
	return first;
}

const cJSON *json_after(struct json_reader *json, const cJSON *item)
{
	json->index++;
	if (!item->next)
		json->list = NULL;
	return item->next;
}
