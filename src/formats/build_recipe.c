/* SPDX-License-Identifier: MIT */
/*
 * The part of the builder for what a map was made from. It is kept if it looks as dungen writes it,
 * and dropped otherwise.
 */
#include "formats/build.h"

#include <string.h>

static bool is_name(const char *text)
{
	static const char characters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
					 "0123456789_-/.";
	const size_t length = strlen(text);
	return length > 0 && length <= 64 && strspn(text, characters) == length;
}

/* Returns whether dungen may have written the parameter. */
static bool is_own_parameter(const struct parameter *parameter)
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
			return build_refuse(builder, "params", "%s is there twice", parameter.key);
	}
	if (!is_own_parameter(&parameter))
		builder->has_strange_parameter = true;
	builder->parameters[builder->parameter_count++] = parameter;
	return builder->result == READ_MAP;
}

bool build_keeps_recipe(const struct builder *builder)
{
	const struct map *map = builder->map;
	if (builder->has_strange_parameter || (map->lacks & (LACKS_SEED | LACKS_ROOMS)))
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
	if (!build_keeps_recipe(builder) || !is_name(algorithm) || !is_name(rng))
		return;
	recipe->algorithm = algorithm;
	recipe->rng = rng;
	recipe->parameters = builder->parameters;
	recipe->parameter_count = builder->parameter_count;
}
