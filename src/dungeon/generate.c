/* SPDX-License-Identifier: MIT */
#include "dungeon/generate.h"

#include "dungeon/memory.h"
#include "dungeon/overlap.h"

#include <stdlib.h>

struct generator {
	const struct rng *rng;
	bool seeded;
	struct recipe recipe; /* its seed is the one seeded last */
	struct overlap overlap;
	uint64_t state[]; /* of the rng, which needs no stricter alignment */
};

struct generator *generator_new(const struct rng *rng, const struct recipe *recipe)
{
	struct generator *generator = malloc(sizeof *generator + rng->state_size);
	if (!generator)
		return NULL;
	*generator = (struct generator){.rng = rng, .recipe = *recipe};
	generator->recipe.algorithm = "rooms-and-tunnels/1";
	generator->recipe.rng = rng->name;
	return generator;
}

/* Four draws, each in its own statement: C does not specify the order of two in one expression. */
static struct room draw_room(const struct rng *rng, void *state, const struct recipe *recipe)
{
	uint32_t width = rng->range(state, recipe->room_min, recipe->room_max);
	uint32_t height = rng->range(state, recipe->room_min, recipe->room_max);
	uint32_t x = rng->range(state, 0, recipe->width - width - 1);
	uint32_t y = rng->range(state, 0, recipe->height - height - 1);
	return (struct room){x, y, x + width, y + height};
}

/* Memory for another room and its tunnel. */
static bool reserve_room(struct dungeon *dungeon)
{
	uint64_t needed = (uint64_t)dungeon->room_count + 1;
	if (needed > DUNGEON_MOST_ROOMS)
		return false;
	if (needed <= dungeon->room_capacity && needed <= dungeon->tunnel_capacity)
		return true;
	uint64_t most = recipe_most_rooms(&dungeon->recipe);
	return memory_reserve(&dungeon->rooms, &dungeon->room_capacity, needed, sizeof *dungeon->rooms, most) &&
	       memory_reserve(&dungeon->tunnels, &dungeon->tunnel_capacity, needed, sizeof *dungeon->tunnels, most);
}

bool generator_make(struct generator *generator, uint64_t seed, struct dungeon *dungeon)
{
	const struct rng *rng = generator->rng;
	void *state = generator->state;
	struct overlap *overlap = &generator->overlap;

	if (generator->seeded && seed == generator->recipe.seed + 1 && rng->seed_next)
		rng->seed_next(state);
	else
		rng->seed(state, seed);
	generator->seeded = true;
	generator->recipe.seed = seed;
	dungeon->recipe = generator->recipe;
	overlap_start(overlap, &dungeon->recipe);
	dungeon->room_count = 0;
	dungeon->tunnel_count = 0;

	for (uint32_t attempt = 0; attempt < dungeon->recipe.max_rooms; attempt++) {
		struct room room = draw_room(rng, state, &dungeon->recipe);
		if (overlap_meets(overlap, dungeon->rooms, dungeon->room_count, room))
			continue;
		if (!reserve_room(dungeon))
			return false;
		uint32_t index = dungeon->room_count++;
		dungeon->rooms[index] = room;
		if (index > 0)
			dungeon->tunnels[dungeon->tunnel_count++] = (struct tunnel){
				.from = index - 1,
				.to = index & 0x7fffffff,
				.row_first = rng->coin(state),
			};
		if (!overlap_add(overlap, dungeon->rooms, dungeon->room_count))
			return false;
	}
	/* The first attempt meets nothing, so there is a room. */
	dungeon->spawn = room_center(dungeon->rooms[0]);
	dungeon->exit = room_center(dungeon->rooms[dungeon->room_count - 1]);
	return true;
}

void generator_free(struct generator *generator)
{
	if (!generator)
		return;
	overlap_free(&generator->overlap);
	free(generator);
}
