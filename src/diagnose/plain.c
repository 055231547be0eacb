/* SPDX-License-Identifier: MIT */
#include "diagnose/plain.h"

#include <string.h>

/* Steps of a search, each about a nanosecond: a room compared with another, or a tile dug. */
enum { WORK_MOST = 500000000, WORK_MAP = 500, MISTAKES_TOGETHER = 3 };

const char *const mistake_texts[MISTAKES] = {
#define X(name, text) text,
#include "diagnose/mistakes.def"
#undef X
};

/* Makes a mistake, as 1, or does not, as 0. */
#define MAKES(NAME) (bool)(plain->set >> MISTAKE_##NAME & 1)

/* Numbers. */

static uint32_t next_word(const struct plain *plain)
{
	return plain->source.rng->word(plain->source.state);
}

/* A number below n. */
static uint32_t below(const struct plain *plain, uint32_t n)
{
	if (!plain->rng->by_number)
		return draws_range(&plain->source, 0, n - 1);
	uint32_t bits = n - MAKES(BITS_LESS);
	if (bits == 0)
		return 0;
	int unused = __builtin_clz(bits);
	for (;;) {
		uint64_t word = next_word(plain);
		if (MAKES(MODULO))
			return (uint32_t)(word % n);
		if (MAKES(RANDOM))
			return (uint32_t)(((word >> 5) * n +
					   ((uint64_t)(next_word(plain) >> 6) * n >> 26)) >>
					  27);
		if (MAKES(RANDOM_32))
			return (uint32_t)(word * n >> 32);
		uint32_t number = (uint32_t)(MAKES(LOWER_BITS) ? word & UINT32_MAX >> unused
							       : word >> unused);
		if (number < n || MAKES(NO_REJECTION))
			return number % n;
	}
}

static uint32_t draw(const struct plain *plain, uint32_t lo, int64_t hi)
{
	hi -= MAKES(ALL_EXCLUSIVE);
	return lo + below(plain, hi > lo ? (uint32_t)(hi - lo + 1) : 1);
}

/* Takes the coin of the newest room from the trace, or draws it. Returns whether it is heads. */
static bool draw_coin(const struct plain *plain)
{
	if (plain->history)
		return plain->ours->tunnels[plain->room_count - 1].row_first;
	if (!plain->rng->coin)
		return draw(plain, 0, 1) == 1;
	const bool is_heads = next_word(plain) >> 31 == 0;
	(void)next_word(plain);
	return is_heads;
}

/* Whether a tunnel goes along the row first. */
static bool flip(const struct plain *plain)
{
	if (MAKES(ROW_ALWAYS) || MAKES(COLUMN_ALWAYS))
		return MAKES(ROW_ALWAYS);
	const bool is_heads = draw_coin(plain);
	if (MAKES(COIN_UNUSED_ROW) || MAKES(COIN_UNUSED_COLUMN))
		return MAKES(COIN_UNUSED_ROW);
	return is_heads != MAKES(COIN_SWAPPED);
}

/* Rooms. */

static struct area draw_room(const struct plain *plain, uint64_t attempt)
{
	const struct recipe *recipe = plain->recipe;
	if (plain->history) {
		struct area room = plain->history->attempts[attempt].room;
		return (struct area){room.x1, room.y1, room.x2 - MAKES(ROOM_SHORT),
				     room.y2 - MAKES(ROOM_SHORT)};
	}
	const uint32_t map[2] = {recipe->width, recipe->height};
	uint32_t size[2] = {0}, at[2] = {0};
	for (int i = 0; i < 4; i++) {
		int number = MAKES(X_EARLY) && i % 3 != 0 ? 3 - i : i;
		int axis = number % 2 ^ (number < 2 ? MAKES(H_FIRST) : MAKES(Y_FIRST));
		if (number < 2)
			size[axis] = draw(plain, recipe->room_min,
					  recipe->room_max - MAKES(SIZE_EXCLUSIVE));
		else
			at[axis] = draw(plain, MAKES(PLACE_FROM_1),
					(int64_t)map[axis] - size[axis] - 1 + MAKES(PLACE_LONG) -
						MAKES(PLACE_SHORT));
	}
	return (struct area){at[0], at[1], at[0] + size[0] - MAKES(ROOM_SHORT),
			     at[1] + size[1] - MAKES(ROOM_SHORT)};
}

static bool is_dropped(struct plain *plain, struct area room)
{
	const uint32_t shared = MAKES(WALLS_SHARED),
		       count = MAKES(NO_OVERLAP) ? 0 : plain->room_count;
	for (uint32_t i = MAKES(LAST_OVERLAP) && count > 0 ? count - 1 : 0; i < count; i++) {
		struct area other = plain->rooms[i];
		if (room.x1 + shared <= other.x2 && room.x2 >= other.x1 + shared &&
		    room.y1 + shared <= other.y2 && room.y2 >= other.y1 + shared)
			return true;
	}
	return false;
}

static struct point center(const struct plain *plain, struct area room)
{
	const uint32_t up = MAKES(CENTER_UP);
	return (struct point){(room.x1 + room.x2 + up) / 2, (room.y1 + room.y2 + up) / 2};
}

/*
 * Digging. These return false if a tile is not on the map, or is not floor on the one that was
 * read.
 */

static bool dig(struct plain *plain, int64_t x1, int64_t y1, int64_t x2, int64_t y2)
{
	const int64_t width = plain->recipe->width, height = plain->recipe->height;
	for (int64_t y = y1; y <= y2; y++)
		for (int64_t x = x1; x <= x2; x++) {
			const int64_t row = MAKES(UPSIDE_DOWN) ? height - 1 - y : y;
			const int64_t tile = MAKES(TRANSPOSED) ? x * height + row : row * width + x;
			if (x >= width || y >= height ||
			    plain->compare->actual_tiles[tile] != TILE_FLOOR)
				return false;
			plain->left -= !plain->compare->expected_tiles[tile];
			plain->compare->expected_tiles[tile] = true;
			plain->work++;
		}
	return true;
}

static bool dig_floor(struct plain *plain, struct area room)
{
	const int64_t begin = 1 - (MAKES(FLOOR_BEGIN) || MAKES(FLOOR_BOTH));
	const int64_t end = 1 + MAKES(FLOOR_SHORT) - (MAKES(FLOOR_END) || MAKES(FLOOR_BOTH));
	return dig(plain, room.x1 + begin, room.y1 + begin,
		   room.x2 - end - MAKES(FLOOR_NARROW) + MAKES(FLOOR_WIDE),
		   room.y2 - end - MAKES(FLOOR_LOW) + MAKES(FLOOR_HIGH));
}

/* Digs a part of the row or column `at`. */
static bool dig_leg(struct plain *plain, bool row, uint32_t from, uint32_t to, uint32_t at)
{
	bool kept = MAKES(LEG_ONE_WAY) || from < to;
	int64_t first = kept ? from : to, last = (int64_t)(kept ? to : from) - MAKES(LEG_SHORT);
	return row ? dig(plain, first, at, last, at) : dig(plain, at, first, at, last);
}

/* Digs the tunnel of a room that is not the first. */
static bool dig_tunnel(struct plain *plain, struct area room)
{
	struct point to = center(plain, room);
	struct point from = center(plain,
				   plain->rooms[MAKES(FROM_FIRST) ? 0 : plain->room_count - 1]);
	bool row_from = (plain->row_first || MAKES(LEGS_FROM)) && !MAKES(LEGS_TO);
	bool column_from = (!plain->row_first || MAKES(LEGS_FROM)) && !MAKES(LEGS_TO);
	return dig_leg(plain, true, from.x, to.x, row_from ? from.y : to.y) &&
	       dig_leg(plain, false, from.y, to.y, column_from ? from.x : to.x);
}

static bool add_room(struct plain *plain, struct area room, uint64_t attempt)
{
	const uint32_t index = plain->room_count;
	const bool tunnels = index > 0 && !MAKES(NO_TUNNELS);
	plain->failed = (struct cause){0, attempt, DIFFERENCE_ROOM, index};
	plain->no_memory = plain->no_memory || !array_reserve(plain, rooms, (uint64_t)index + 1);
	if (plain->no_memory || !dig_floor(plain, room))
		return false;
	if (tunnels || (MAKES(COIN_FIRST) && index == 0))
		plain->row_first = flip(plain);
	plain->failed = (struct cause){0, attempt, DIFFERENCE_TUNNEL, index - tunnels};
	if (tunnels && !dig_tunnel(plain, room))
		return false;
	plain->failed.attempt = 0;
	plain->rooms[plain->room_count++] = room;
	return true;
}

/* Makes a map. Returns whether it is the one that was read; if it is not, sets plain->failed. */
static bool make(struct plain *plain)
{
	const struct recipe *recipe = plain->recipe;
	const uint64_t attempts = (uint64_t)recipe->max_rooms + MAKES(ATTEMPTS_MORE) -
				  MAKES(ATTEMPTS_LESS);
	plain->room_count = 0;
	for (uint64_t i = 0; i < attempts || plain->room_count < recipe->min_rooms; i++) {
		struct area room = draw_room(plain, i);
		bool dropped = plain->history ? !plain->history->attempts[i].placed
					      : is_dropped(plain, room);
		if (dropped && MAKES(OVERLAP_ENDS))
			break;
		plain->work += plain->room_count + 1;
		if (plain->work > WORK_MOST || (!dropped && !add_room(plain, room, i + 1)))
			return false;
	}
	return plain->left == 0;
}

/* Searching. */

/* Starts an rng, each of which has its own state: that of Python's is faster to seed again. */
static struct draws start(const struct plain *plain, const struct rng *rng, uint64_t seed)
{
	uint64_t *state = plain->states;
	for (size_t i = 0; rng_table[i] && rng_table[i] != rng; i++)
		state += rng_table[i]->state_size / sizeof *state;
	rng->seed(state, seed);
	return (struct draws){rng, state};
}

/* Whether the set of mistakes makes the map that was read. */
static bool is_made_by(struct plain *plain, uint64_t set)
{
	static const uint64_t numbers = (UINT64_C(2) << MISTAKE_BITS_LESS) -
					(UINT64_C(1) << MISTAKE_GENRAND);
	/* Those that do not concern numbers. */
	static const uint64_t traced = (UINT64_C(2) << MISTAKE_CENTER_UP) -
				       (UINT64_C(1) << MISTAKE_FLOOR_BEGIN) +
				       (UINT64_C(1) << MISTAKE_COIN_SWAPPED) +
				       (UINT64_C(1) << MISTAKE_COIN_UNUSED_ROW) +
				       (UINT64_C(1) << MISTAKE_COIN_UNUSED_COLUMN) +
				       (UINT64_C(1) << MISTAKE_UPSIDE_DOWN) +
				       (UINT64_C(1) << MISTAKE_TRANSPOSED);
	const size_t tiles = (size_t)recipe_tiles(plain->recipe);
	plain->set = set;
	plain->rng = plain->own;
	for (size_t i = 0; rng_table[i]; i++)
		plain->rng = plain->set >> (MISTAKES + i) & 1 ? rng_table[i] : plain->rng;
	const uint64_t right = plain->recipe->seed;
	if (right < MAKES(SEED_LESS) || right > plain->rng->max_seed - MAKES(SEED_MORE) ||
	    (set & numbers && !plain->rng->by_number) || (plain->history && set & ~traced) ||
	    plain->work > WORK_MOST || plain->no_memory)
		return false;
	plain->work += WORK_MAP + tiles / 16;
	plain->left = plain->floor;
	memset(plain->compare->expected_tiles, false, tiles);
	plain->source = start(plain, MAKES(GENRAND) ? plain->rng->by_number : plain->rng,
			      right + MAKES(SEED_MORE) - MAKES(SEED_LESS));
	return make(plain);
}

/* Looks for `more` mistakes, from `first` on, that make the map together with the set. */
static bool search(struct plain *plain, uint64_t set, size_t first, int more)
{
	if (more == 0)
		return is_made_by(plain, set);
	for (size_t i = first; i < MISTAKES || rng_table[i - MISTAKES]; i++)
		if (search(plain, set | UINT64_C(1) << i, i + 1, more - 1))
			return true;
	return false;
}

bool plain_explain(struct plain *plain, const struct rng *rng, const struct map *ours,
		   const struct history *history, struct compare *compare,
		   const struct recipe *theirs, struct cause *cause)
{
	const struct recipe *recipe = &ours->recipe;
	const bool same_size = recipe->width == theirs->width && recipe->height == theirs->height;
	size_t states = 0;
	if (recipe->tunnels == TUNNELS_AROUND || recipe->connect == CONNECT_NEAREST ||
	    recipe->loops > 0 || recipe->doors ||
	    (!same_size && (recipe->width != theirs->height || recipe->height != theirs->width)) ||
	    memchr(compare->actual_tiles, TILE_DOOR, (size_t)recipe_tiles(theirs)))
		return true;
	for (size_t i = 0; rng_table[i]; i++)
		states += rng_table[i]->state_size / sizeof *plain->states;
	if (!array_reserve(plain, states, states))
		return false;
	memset(plain->states, 0, states * sizeof *plain->states);
	plain->own = rng;
	plain->ours = ours;
	plain->history = history;
	plain->recipe = recipe;
	plain->compare = compare;
	plain->floor = plain->work = 0;
	for (uint64_t i = 0; i < recipe_tiles(recipe); i++)
		plain->floor += compare->actual_tiles[i] != TILE_WALL;
	for (int more = 0; more <= MISTAKES_TOGETHER && cause->mistakes == 0; more++) {
		if (search(plain, !same_size, recipe->width != recipe->height, more))
			cause->mistakes = plain->set;
		else if (more == 0 && same_size)
			*cause = plain->failed;
	}
	return !plain->no_memory;
}

void plain_free(struct plain *plain)
{
	array_free(plain, rooms);
	array_free(plain, states);
}
