/* SPDX-License-Identifier: MIT */
#include "dungeon/around.h"

#include "dungeon/memory.h"

#include <stdlib.h>
#include <string.h>

enum { WATCH_EVERY = 64 }; /* rooms to start a loop from: some milliseconds */

static uint64_t difference(uint32_t a, uint32_t b)
{
	return a < b ? b - a : a - b;
}

static uint64_t steps_between(struct point a, struct point b)
{
	return difference(a.x, b.x) + difference(a.y, b.y);
}

/* The steps from the center of one room through a tunnel to the center of the other. */
static uint64_t tunnel_steps(const struct dungeon *dungeon, uint32_t from, uint32_t to, const struct point *points,
			     uint32_t count)
{
	uint64_t steps = steps_between(room_center(dungeon->rooms[from]), points[0]);
	for (uint32_t i = 1; i < count; i++)
		steps += steps_between(points[i - 1], points[i]);
	return steps + steps_between(points[count - 1], room_center(dungeon->rooms[to]));
}

/* The room at an end of a tunnel. */
static uint32_t room_at(const struct dungeon *dungeon, uint32_t end)
{
	struct tunnel tunnel = dungeon->tunnels[end / 2];
	return end % 2 == 0 ? tunnel.from : tunnel.to;
}

/* Lists the ends of the tunnels from the one at `first` on. Returns false if out of memory. */
static bool list_tunnels(struct walks *walks, const struct dungeon *dungeon, uint32_t first)
{
	uint64_t likely = (uint64_t)recipe_most_rooms(&dungeon->recipe) + dungeon->recipe.loops;
	if (!array_reserve(walks, next, 2 * (uint64_t)dungeon->tunnel_count, 2 * likely))
		return false;
	for (uint32_t end = 2 * first; end < 2 * dungeon->tunnel_count; end++) {
		uint32_t room = room_at(dungeon, end);
		walks->next[end] = walks->heads[room];
		walks->heads[room] = end + 1;
	}
	return true;
}

static bool walks_start(struct walks *walks, const struct dungeon *dungeon)
{
	uint32_t count = dungeon->room_count, likely = recipe_most_rooms(&dungeon->recipe);
	if (!array_reserve(walks, heads, count, likely) || !array_reserve(walks, steps, count, likely) ||
	    !array_reserve(walks, reached, count, likely))
		return false;
	memset(walks->heads, 0, count * sizeof *walks->heads);
	memset(walks->steps, 0xff, count * sizeof *walks->steps);
	return list_tunnels(walks, dungeon, 0);
}

/* Adds a room to the queue, at a distance of `steps`. Returns false if out of memory. */
static bool reach(struct walks *walks, uint32_t room, uint64_t steps)
{
	enum { LIKELY = 256 };
	if (!array_reserve(walks, queue, walks->queue_count + 1, LIKELY))
		return false;
	if (walks->steps[room] == UINT64_MAX)
		walks->reached[walks->reached_count++] = room;
	walks->steps[room] = steps;
	walks->queue[walks->queue_count++] = (struct stop){steps, room};
	return true;
}

/* Takes the room with the fewest steps. The queue is short, since walks are. */
static struct stop take_least(struct walks *walks)
{
	struct stop *least = walks->queue;
	for (size_t i = 1; i < walks->queue_count; i++)
		least = walks->queue[i].steps < least->steps ? &walks->queue[i] : least;
	struct stop taken = *least;
	*least = walks->queue[--walks->queue_count];
	return taken;
}

/*
 * Returns whether a walk between two rooms takes fewer than `limit` steps, by Dijkstra's algorithm (1959). Sets
 * *out_of_memory; if that is true, returns false.
 */
static bool is_near(struct walks *walks, const struct dungeon *dungeon, uint32_t from, uint32_t to, uint64_t limit,
		    bool *out_of_memory)
{
	walks->queue_count = 0;
	walks->reached_count = 0;
	bool near = false;
	*out_of_memory = !reach(walks, from, 0);
	while (walks->queue_count > 0 && !near && !*out_of_memory) {
		struct stop here = take_least(walks);
		near = here.room == to;
		if (here.steps > walks->steps[here.room])
			continue;
		for (uint32_t end = walks->heads[here.room]; end && !near; end = walks->next[end - 1]) {
			struct point path[PATH_POINTS];
			uint32_t index = (end - 1) / 2, count = tunnel_path(dungeon, index, path);
			struct tunnel tunnel = dungeon->tunnels[index];
			uint32_t room = room_at(dungeon, (end - 1) ^ 1);
			uint64_t steps = here.steps + tunnel_steps(dungeon, tunnel.from, tunnel.to, path, count);
			if (steps < limit && steps < walks->steps[room])
				*out_of_memory = *out_of_memory || !reach(walks, room, steps);
		}
	}
	for (size_t i = 0; i < walks->reached_count; i++)
		walks->steps[walks->reached[i]] = UINT64_MAX;
	return near;
}

/* Digs a loop from a room, if one fits, and sets *dug to whether it did. Returns false if out of memory. */
static bool add_loop(struct around *around, const struct rng *rng, void *state, struct dungeon *dungeon, uint32_t room,
		     bool *dug)
{
	const uint32_t *near = around_near(around, room);
	*dug = false;
	for (uint32_t i = 0; i < around->near_count; i++) {
		struct course course;
		bool out_of_memory;
		if (!around_find(around, rng, state, dungeon, room, near[i], &course))
			continue;
		uint64_t steps = tunnel_steps(dungeon, room, near[i], course.corners, course.count);
		if (is_near(&around->walks, dungeon, room, near[i], 2 * steps, &out_of_memory))
			continue;
		if (out_of_memory)
			return false;
		*dug = true;
		return around_dig(around, dungeon, room, near[i], &course) &&
		       list_tunnels(&around->walks, dungeon, dungeon->tunnel_count - 1);
	}
	return !around->fit.out_of_memory;
}

bool around_add_loops(struct around *around, const struct rng *rng, void *state, const struct watch *watch,
		      struct dungeon *dungeon)
{
	uint32_t *rooms = around->numbers, count = dungeon->room_count;
	if (!around_list_near(around, dungeon, AROUND_NEAREST) || !walks_start(&around->walks, dungeon))
		return false;
	for (uint32_t i = 0; i < count; i++)
		rooms[i] = i;
	for (uint32_t loops = 0, tried = 0; loops < dungeon->recipe.loops && count > 0; tried++) {
		if (tried % WATCH_EVERY == 0)
			watch_call(watch, "loops", loops, dungeon->recipe.loops);
		uint32_t place = rng->range(state, 0, count - 1);
		bool dug;
		if (!add_loop(around, rng, state, dungeon, rooms[place], &dug))
			return false;
		loops += dug;
		if (!dug)
			rooms[place] = rooms[--count];
	}
	return true;
}

void around_free(struct around *around)
{
	fit_free(&around->fit);
	neighbors_free(&around->neighbors);
	array_free(around, near);
	array_free(around, groups);
	array_free(around, numbers);
	array_free(&around->walks, heads);
	array_free(&around->walks, next);
	array_free(&around->walks, steps);
	array_free(&around->walks, queue);
	array_free(&around->walks, reached);
}
