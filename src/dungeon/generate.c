/* SPDX-License-Identifier: MIT */
#include "dungeon/generate.h"

#include "dungeon/memory.h"
#include "dungeon/overlap.h"

#include <stdlib.h>

struct generator {
	const struct rng *rng;
	struct recipe recipe;
	void *state; /* of the rng */
	struct overlap overlap;
};

struct generator *generator_new(const struct rng *rng, const struct recipe *recipe)
{
	struct generator *generator = calloc(1, sizeof *generator);
	if (!generator)
		return NULL;
	generator->rng = rng;
	generator->recipe = *recipe;
	generator->recipe.algorithm = "rooms-and-tunnels/1";
	generator->recipe.rng = rng->name;
	generator->state = calloc(1, rng->state_size);
	if (!generator->state) {
		free(generator);
		return NULL;
	}
	return generator;
}

/* Four draws, each a statement of its own: C leaves the order of two in one expression open. */
static struct room draw_room(const struct rng *rng, void *state, const struct recipe *recipe)
{
	uint32_t width = rng->range(state, recipe->room_min, recipe->room_max);
	uint32_t height = rng->range(state, recipe->room_min, recipe->room_max);
	uint32_t x = rng->range(state, 0, recipe->width - width - 1);
	uint32_t y = rng->range(state, 0, recipe->height - height - 1);
	return (struct room){x, y, x + width, y + height};
}

/* Memory for one room more and its tunnel. */
static bool reserve_room(struct dungeon *dungeon)
{
	uint64_t needed = (uint64_t)dungeon->room_count + 1;
	uint64_t most = recipe_most_rooms(&dungeon->recipe);
	/* dungeon_area_count has to stay below 2^32. */
	return needed <= UINT32_MAX / 3 &&
	       memory_reserve(&dungeon->rooms, &dungeon->room_capacity, needed, sizeof *dungeon->rooms, most) &&
	       memory_reserve(&dungeon->tunnels, &dungeon->tunnel_capacity, needed, sizeof *dungeon->tunnels, most);
}

bool generator_make(struct generator *generator, uint64_t seed, struct dungeon *dungeon)
{
	const struct rng *rng = generator->rng;
	void *state = generator->state;
	struct overlap *overlap = &generator->overlap;

	dungeon->recipe = generator->recipe;
	dungeon->recipe.seed = seed;
	dungeon->room_count = 0;
	dungeon->tunnel_count = 0;
	rng->seed(state, seed);
	overlap_start(overlap, &dungeon->recipe, OVERLAP_FEW);

	for (uint32_t try = 0; try < dungeon->recipe.max_rooms; try++) {
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
	/* The first try meets nothing, so there is a room. */
	dungeon->spawn = room_center(dungeon->rooms[0]);
	dungeon->exit = room_center(dungeon->rooms[dungeon->room_count - 1]);
	return true;
}

void generator_free(struct generator *generator)
{
	if (!generator)
		return;
	overlap_free(&generator->overlap);
	free(generator->state);
	free(generator);
}
