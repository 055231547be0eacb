/* SPDX-License-Identifier: MIT */
/*
 * The part of the builder for recipes. It keeps a recipe that dungen could have written, and drops
 * any other recipe.
 */
#include "formats/build.h"

#include <string.h>

enum { NAME_LENGTH_MAX = 64 }; /* bytes of a name */

/* Returns whether a text looks like a name that dungen writes. */
static bool is_name(const char *text)
{
	static const char characters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
					 "0123456789_-/.";
	const size_t length = strlen(text);
	if (length == 0 || length > NAME_LENGTH_MAX)
		return false;
	return strspn(text, characters) == length;
}

/* Returns whether dungen could have written a parameter. */
static bool is_dungen_parameter(const struct parameter *parameter)
{
	if (!is_name(parameter->key))
		return false;
	if (parameter->kind == PARAMETER_NAME)
		return is_name(parameter->name);
	return parameter->number <= UINT32_MAX;
}

bool build_parameter(struct builder *builder, struct parameter parameter)
{
	if (builder->parameter_count == PARAMETERS_MAX) {
		builder->has_strange_parameter = true;
		return builder->result == READ_MAP;
	}
	for (size_t i = 0; i < builder->parameter_count; i++) {
		if (strcmp(parameter.key, builder->parameters[i].key) == 0)
			return build_refuse(builder, "params", "duplicate key %s", parameter.key);
	}
	if (!is_dungen_parameter(&parameter))
		builder->has_strange_parameter = true;
	builder->parameters[builder->parameter_count++] = parameter;
	return builder->result == READ_MAP;
}

bool build_keeps_recipe(const struct builder *builder)
{
	const struct map *map = builder->map;
	const bool lacks_seed_or_rooms = map->lacks & (LACKS_SEED | LACKS_ROOMS);
	if (builder->has_strange_parameter || lacks_seed_or_rooms)
		return false;
	for (size_t i = 0; i < MARK_KINDS; i++) {
		if (!map->marks[i].is_set)
			return false;
	}
	return true;
}

void build_generator(struct builder *builder, const char *algorithm, const char *rng)
{
	struct recipe *recipe = &builder->map->recipe;
	if (!build_keeps_recipe(builder))
		return;
	if (!is_name(algorithm) || !is_name(rng))
		return;
	recipe->algorithm = algorithm;
	recipe->rng = rng;
	recipe->parameters = builder->parameters;
	recipe->parameter_count = builder->parameter_count;
}
