/* SPDX-License-Identifier: MIT */
/*
 * Generates a map without writing it.
 *
 *   generate METHOD WIDTH HEIGHT MAX_ROOMS ROOM_MIN ROOM_MAX RNG SEED
 *
 * METHOD is `generator`, the program's own, or `plain`, a loop over the same attempts that compares each with every
 * room. Prints the number of rooms, a digest of rooms and bends, which is the same with both methods, and the bytes
 * that rooms and tunnels take.
 */
#include "../lib/rng_find.h"
#include "dungeon/generate.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool meets_any(const struct dungeon *dungeon, struct room room)
{
	for (uint32_t i = 0; i < dungeon->room_count; i++) {
		struct room other = dungeon->rooms[i];
		if (room.x1 <= other.x2 && room.x2 >= other.x1 && room.y1 <= other.y2 && room.y2 >= other.y1)
			return true;
	}
	return false;
}

/* The same attempts with the same draws, without the index. */
static bool make_plain(const struct rng *rng, struct dungeon *dungeon)
{
	const struct recipe *recipe = &dungeon->recipe;
	void *state = calloc(1, rng->state_size);
	dungeon->rooms = malloc(recipe->max_rooms * sizeof *dungeon->rooms);
	dungeon->tunnels = malloc(recipe->max_rooms * sizeof *dungeon->tunnels);
	bool made = state && dungeon->rooms && dungeon->tunnels;
	if (!made)
		goto out;
	rng->seed(state, recipe->seed);
	for (uint32_t try = 0; try < recipe->max_rooms; try++) {
		uint32_t width = rng->range(state, recipe->room_min, recipe->room_max);
		uint32_t height = rng->range(state, recipe->room_min, recipe->room_max);
		uint32_t x = rng->range(state, 0, recipe->width - width - 1);
		uint32_t y = rng->range(state, 0, recipe->height - height - 1);
		struct room room = {x, y, x + width, y + height};
		if (meets_any(dungeon, room))
			continue;
		uint32_t index = dungeon->room_count++;
		dungeon->rooms[index] = room;
		if (index > 0)
			dungeon->tunnels[dungeon->tunnel_count++] = (struct tunnel){index - 1, index & 0x7fffffff,
										    rng->coin(state)};
	}
out:
	free(state);
	return made;
}

static bool make(const char *method, const struct rng *rng, struct dungeon *dungeon)
{
	if (strcmp(method, "plain") == 0)
		return make_plain(rng, dungeon);
	struct generator *generator = generator_new(rng, &dungeon->recipe);
	bool made = generator && generator_make(generator, dungeon->recipe.seed, dungeon) == GENERATOR_MADE;
	generator_free(generator);
	return made;
}

/* FNV-1a, one number at a time. */
static uint64_t digest(uint64_t before, uint32_t number)
{
	return (before ^ number) * UINT64_C(0x100000001b3);
}

int main(int argc, char **argv)
{
	if (argc != 9) {
		fprintf(stderr, "usage: generate METHOD WIDTH HEIGHT MAX_ROOMS ROOM_MIN ROOM_MAX RNG SEED\n");
		return 2;
	}
	const struct rng *rng = rng_find(argv[7]);
	struct dungeon dungeon = {
		.recipe =
			{
				.width = (uint32_t)strtoul(argv[2], NULL, 10),
				.height = (uint32_t)strtoul(argv[3], NULL, 10),
				.max_rooms = (uint32_t)strtoul(argv[4], NULL, 10),
				.room_min = (uint32_t)strtoul(argv[5], NULL, 10),
				.room_max = (uint32_t)strtoul(argv[6], NULL, 10),
				.seed = strtoull(argv[8], NULL, 10),
			},
	};
	if (!rng || !make(argv[1], rng, &dungeon)) {
		fprintf(stderr, "generate: no such rng, or out of memory\n");
		return 1;
	}

	uint64_t sum = UINT64_C(0xcbf29ce484222325);
	for (uint32_t i = 0; i < dungeon.room_count; i++) {
		sum = digest(sum, dungeon.rooms[i].x1);
		sum = digest(sum, dungeon.rooms[i].y1);
		sum = digest(sum, dungeon.rooms[i].x2);
		sum = digest(sum, dungeon.rooms[i].y2);
	}
	for (uint32_t i = 0; i < dungeon.tunnel_count; i++)
		sum = digest(sum, dungeon.tunnels[i].row_first);
	size_t bytes = dungeon.room_count * sizeof *dungeon.rooms + dungeon.tunnel_count * sizeof *dungeon.tunnels;
	printf("%" PRIu32 " %016" PRIx64 " %zu\n", dungeon.room_count, sum, bytes);
	dungeon_free(&dungeon);
	return fflush(stdout) == 0 ? 0 : 1;
}
