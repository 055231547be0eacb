/* SPDX-License-Identifier: MIT */
/*
 * What the JSON document would cost as a tree of cJSON nodes: generates a map, builds its document without tiles,
 * prints it, and writes the bytes that `dungen --format json --no-tiles` writes.
 *
 *   tree WIDTH HEIGHT MAX_ROOMS ROOM_MIN ROOM_MAX RNG SEED
 *
 * The tree is not freed before the process ends, which would take even longer.
 */
#include "../lib/rng_find.h"
#include "dungeon/generate.h"

#include <cJSON.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void add_point(cJSON *object, const char *name, struct point point)
{
	cJSON *added = cJSON_AddObjectToObject(object, name);
	cJSON_AddNumberToObject(added, "x", point.x);
	cJSON_AddNumberToObject(added, "y", point.y);
}

static void add_rooms(cJSON *document, const struct dungeon *dungeon)
{
	cJSON *rooms = cJSON_AddArrayToObject(document, "rooms");
	for (uint32_t i = 0; i < dungeon->room_count; i++) {
		struct area floor = room_floor(dungeon->rooms[i]);
		cJSON *room = cJSON_CreateObject();
		cJSON_AddNumberToObject(room, "id", i);
		cJSON_AddNumberToObject(room, "x", floor.x);
		cJSON_AddNumberToObject(room, "y", floor.y);
		cJSON_AddNumberToObject(room, "width", floor.width);
		cJSON_AddNumberToObject(room, "height", floor.height);
		add_point(room, "center", room_center(dungeon->rooms[i]));
		cJSON_AddItemToArray(rooms, room);
	}
}

static void add_tunnels(cJSON *document, const struct dungeon *dungeon)
{
	cJSON *tunnels = cJSON_AddArrayToObject(document, "tunnels");
	for (uint32_t i = 0; i < dungeon->tunnel_count; i++) {
		cJSON *tunnel = cJSON_CreateObject();
		cJSON_AddNumberToObject(tunnel, "from", dungeon->tunnels[i].from);
		cJSON_AddNumberToObject(tunnel, "to", dungeon->tunnels[i].to);
		cJSON *path = cJSON_AddArrayToObject(tunnel, "path");
		struct point corners[3];
		unsigned count = tunnel_path(dungeon, dungeon->tunnels[i], corners);
		for (unsigned k = 0; k < count; k++) {
			cJSON *point = cJSON_CreateObject();
			cJSON_AddNumberToObject(point, "x", corners[k].x);
			cJSON_AddNumberToObject(point, "y", corners[k].y);
			cJSON_AddItemToArray(path, point);
		}
		cJSON_AddItemToArray(tunnels, tunnel);
	}
}

static char *print_document(const struct dungeon *dungeon)
{
	const struct recipe *recipe = &dungeon->recipe;
	char seed[24];
	snprintf(seed, sizeof seed, "%" PRIu64, recipe->seed);
	cJSON *document = cJSON_CreateObject();
	cJSON_AddStringToObject(document, "format", "dungen");
	cJSON_AddNumberToObject(document, "version", 1);
	cJSON *generator = cJSON_AddObjectToObject(document, "generator");
	cJSON_AddStringToObject(generator, "name", "dungen");
	cJSON_AddStringToObject(generator, "algorithm", recipe->algorithm);
	cJSON_AddStringToObject(generator, "rng", recipe->rng);
	cJSON *params = cJSON_AddObjectToObject(document, "params");
	cJSON_AddNumberToObject(params, "max_rooms", recipe->max_rooms);
	cJSON_AddNumberToObject(params, "room_min", recipe->room_min);
	cJSON_AddNumberToObject(params, "room_max", recipe->room_max);
	cJSON_AddNumberToObject(document, "width", recipe->width);
	cJSON_AddNumberToObject(document, "height", recipe->height);
	cJSON_AddStringToObject(document, "seed", seed);
	add_point(document, "spawn", dungeon->spawn);
	add_point(document, "exit", dungeon->exit);
	add_rooms(document, dungeon);
	add_tunnels(document, dungeon);
	return cJSON_PrintUnformatted(document);
}

int main(int argc, char **argv)
{
	if (argc != 8) {
		fprintf(stderr, "usage: tree WIDTH HEIGHT MAX_ROOMS ROOM_MIN ROOM_MAX RNG SEED\n");
		return 2;
	}
	const struct rng *rng = rng_find(argv[6]);
	struct recipe recipe = {
		.width = (uint32_t)strtoul(argv[1], NULL, 10),
		.height = (uint32_t)strtoul(argv[2], NULL, 10),
		.max_rooms = (uint32_t)strtoul(argv[3], NULL, 10),
		.room_min = (uint32_t)strtoul(argv[4], NULL, 10),
		.room_max = (uint32_t)strtoul(argv[5], NULL, 10),
	};
	struct dungeon dungeon = {0};
	struct generator *generator = rng ? generator_new(rng, &recipe) : NULL;
	if (!generator || generator_make(generator, strtoull(argv[7], NULL, 10), &dungeon) != GENERATOR_MADE) {
		fprintf(stderr, "tree: no such rng, or out of memory\n");
		return 1;
	}
	generator_free(generator);
	char *text = print_document(&dungeon);
	dungeon_free(&dungeon);
	return text && puts(text) >= 0 && fflush(stdout) == 0 ? 0 : 1;
}
