/* SPDX-License-Identifier: MIT */
#include "diagnose/plain.h"

enum {
	WORK_OF_ATTEMPT = 40, /* work for drawing the numbers of a room */
	ATTEMPTS_MAX = 1000,  /* attempts of a port that makes more than it should */
};

const struct mistake_kind mistake_kinds[MISTAKES] = {
#define X(name, concern, text) {CONCERNS_##concern, text},
#include "diagnose/mistakes.def"
#undef X
};

/* Whether the port makes a mistake: 1 or 0, which also serves as a number. Reads `plain`. */
#define MAKES(NAME) (plain->makes[MISTAKE_##NAME])

/* Numbers. */

static uint32_t next_word(const struct plain *plain)
{
	uint32_t word = plain->draws.rng->word(plain->draws.state);
	/* The tempering shifts to the right twice. The sign before the first shift is the parity of
	 * some bits of the result, and flips others. */
	if (MAKES(SIGNED) && __builtin_parity(word & 0x89130204))
		word ^= 0x6fe01bf8;
	if (MAKES(SIGNED) && word >> 31 == 1)
		word ^= 0xffffc000;
	return word;
}

/* Draws a number from 0 to n - 1. Only ports of Python's rngs make mistakes in this. */
static uint32_t draw_below(const struct plain *plain, uint32_t n)
{
	const bool is_python = plain->rng->init_genrand_rng != NULL;
	if (!is_python)
		return draws_range(&plain->draws, 0, n - 1);
	if (n == 1 && MAKES(BITS_LESS))
		return 0;
	if (MAKES(MODULO))
		return next_word(plain) % n;
	if (MAKES(MODULO_31))
		return (next_word(plain) >> 1) % n;
	if (MAKES(RANDOM)) {
		/* random() has 53 bits from two words. */
		const uint64_t high_bits = next_word(plain) >> 5;
		const uint64_t low_bits = next_word(plain) >> 6;
		return (uint32_t)((high_bits * n + (low_bits * n >> 26)) >> 27);
	}
	if (MAKES(RANDOM_32))
		return (uint32_t)((uint64_t)next_word(plain) * n >> 32);
	/* Draw as many bits as n has until they are below n, as randint does. */
	const int unused = __builtin_clz(n - MAKES(BITS_LESS));
	for (;;) {
		const uint32_t word = next_word(plain);
		const uint32_t number = MAKES(LOWER_BITS) ? word & UINT32_MAX >> unused
							  : word >> unused;
		if (number < n)
			return number;
	}
}

/* Draws a number that the generator does not use. A Mersenne Twister makes it from one word. */
static void draw_other_number(const struct plain *plain)
{
	if (plain->rng->word)
		(void)next_word(plain);
	else
		(void)draws_range(&plain->draws, 0, 1);
}

/* Draws a number from lo to hi, or lo if hi is smaller. */
static uint32_t draw_number(const struct plain *plain, uint32_t lo, int64_t hi)
{
	uint32_t count = 1;
	hi -= MAKES(ALL_EXCLUSIVE);
	if (hi > lo)
		count = (uint32_t)(hi - lo + 1);
	return lo + draw_below(plain, count);
}

/* Draws the coin of the newest room, or takes it from its tunnel. Returns whether it is heads. */
static bool draw_coin(const struct plain *plain)
{
	/* Room i has tunnel i - 1. */
	if (plain->attempts)
		return plain->expected->tunnels[plain->room_count - 2].row_first;
	if (!plain->rng->coin)
		return draw_number(plain, 0, 1) == 1;
	const bool is_heads = next_word(plain) >> 31 == 0;
	if (!MAKES(COIN_WORD))
		(void)next_word(plain);
	return is_heads;
}

/* Decides like the port, with or without a coin. Returns whether the row comes first. */
static bool choose_row_first(const struct plain *plain)
{
	if (MAKES(ROW_ALWAYS) || MAKES(COLUMN_ALWAYS))
		return MAKES(ROW_ALWAYS);
	const bool is_row_first = draw_coin(plain) != MAKES(COIN_SWAPPED);
	if (MAKES(ROW_DESPITE) || MAKES(COLUMN_DESPITE))
		return MAKES(ROW_DESPITE);
	return is_row_first;
}

/* Rooms. */

/* Draws the size and the place of a room. */
static struct area draw_room(const struct plain *plain)
{
	const struct recipe *recipe = plain->recipe;
	/* By axis, first x and then y: the length of the map, what is wrong with the limit, and the
	 * numbers of the room. */
	const uint32_t lengths[] = {recipe->width, recipe->height};
	const int excesses[] = {MAKES(X_LONG) - MAKES(X_SHORT), MAKES(Y_LONG) - MAKES(Y_SHORT)};
	uint32_t sides[2];
	uint32_t places[2];
	for (int i = 0; i < 2; i++)
		sides[i ^ MAKES(H_FIRST)] = draw_number(
			plain, recipe->room_min, (int64_t)recipe->room_max - MAKES(SIZE_EXCLUSIVE));
	for (int i = 0; i < 2; i++) {
		const int axis = i ^ MAKES(Y_FIRST);
		const int side = axis ^ (axis == 0 ? MAKES(X_FROM_H) : MAKES(Y_FROM_W));
		places[axis] = draw_number(plain, MAKES(PLACE_FROM_1),
					   (int64_t)lengths[axis] - sides[side] - 1 +
						   excesses[axis]);
	}
	return (struct area){places[0], places[1], places[0] + sides[0], places[1] + sides[1]};
}

/* Returns the room of an attempt, from the trace or from new draws. */
static struct area choose_room(const struct plain *plain, uint64_t attempt)
{
	struct area room = plain->attempts ? plain->attempts[attempt].room : draw_room(plain);
	if (MAKES(SIDES_SWAPPED)) {
		const uint32_t width = room.x2 - room.x1;
		room.x2 = room.x1 + (room.y2 - room.y1);
		room.y2 = room.y1 + width;
	}
	room.x2 -= MAKES(ROOM_SHORT);
	room.y2 -= MAKES(ROOM_SHORT);
	return room;
}

/* Returns whether two rooms overlap, share a wall, or are too near to each other. */
static bool rooms_overlap(const struct plain *plain, struct area a, struct area b)
{
	/* Rooms may overlap by so many columns and rows, less one, before they meet. */
	const uint32_t reach = 1U + MAKES(PADDING) - MAKES(WALLS_SHARED);
	return a.x1 < b.x2 + reach && b.x1 < a.x2 + reach && a.y1 < b.y2 + reach &&
	       b.y1 < a.y2 + reach;
}

/* Returns the first room that a room overlaps, or NO_ROOM. Then the rule keeps the room. */
static uint32_t find_overlapped(const struct plain *plain, struct area room)
{
	uint32_t i = 0;
	if (MAKES(NO_OVERLAP))
		return NO_ROOM;
	if (MAKES(LAST_OVERLAP) && plain->room_count > 0)
		i = plain->room_count - 1;
	while (i < plain->room_count && !rooms_overlap(plain, room, plain->rooms[i]))
		i++;
	return i < plain->room_count ? i : NO_ROOM;
}

static struct point center_of(const struct plain *plain, struct area room)
{
	return (struct point){
		.x = (room.x1 + room.x2 + MAKES(CENTER_X_UP)) / 2,
		.y = (room.y1 + room.y2 + MAKES(CENTER_Y_UP)) / 2,
	};
}

/* Digging. These functions return false if the actual map has no floor at a tile. */

/* A rectangle of tiles to dig. It may extend past the map. It is empty if x1 > x2 or y1 > y2. */
struct dig {
	int64_t x1;
	int64_t y1;
	int64_t x2;
	int64_t y2;
};

/* Digs the part of a rectangle that is on the map, or nothing. */
static bool dig_tiles(struct plain *plain, struct dig dig)
{
	const int64_t width = plain->recipe->width;
	const int64_t height = plain->recipe->height;
	dig.x1 -= MAKES(COLUMN_LOST) && dig.x1 > 0;
	dig.y1 -= MAKES(ROW_LOST) && dig.y1 > 0;
	dig.x2 -= MAKES(COLUMN_LOST);
	dig.y2 -= MAKES(ROW_LOST);
	for (int digs = 0; digs <= 1; digs++) {
		for (int64_t y = dig.y1; y <= dig.y2 && y < height; y++) {
			const int64_t row = MAKES(UPSIDE_DOWN) ? height - 1 - y : y;
			for (int64_t x = dig.x1; x <= dig.x2 && x < width; x++) {
				const int64_t column = MAKES(MIRRORED) ? width - 1 - x : x;
				const int64_t index = MAKES(TRANSPOSED) ? column * height + row
									: row * width + column;
				if (plain->actual_tiles[index] != TILE_FLOOR) {
					plain->missing.wall = (struct point){(uint32_t)x,
									     (uint32_t)y};
					return false;
				}
				plain->undug_count -= digs && !plain->dug_tiles[index];
				if (digs)
					plain->dug_tiles[index] = true;
				plain->work++;
			}
		}
	}
	return true;
}

static bool dig_floor(struct plain *plain, struct area room)
{
	const bool has_walls = MAKES(FLOOR_BOTH);
	struct dig dig = {room.x1, room.y1, room.x2, room.y2};
	dig.x1 += !(has_walls || MAKES(FLOOR_LEFT)) + MAKES(FLOOR_LATE_X);
	dig.y1 += !(has_walls || MAKES(FLOOR_TOP)) + MAKES(FLOOR_LATE_Y);
	dig.x2 -= !(has_walls || MAKES(FLOOR_WIDE)) + MAKES(FLOOR_NARROW);
	dig.y2 -= !(has_walls || MAKES(FLOOR_HIGH)) + MAKES(FLOOR_LOW);
	return dig_tiles(plain, dig);
}

/* Digs a leg between two columns of a row, or between two rows of a column. */
static bool dig_leg(struct plain *plain, bool is_row, uint32_t from, uint32_t to, uint32_t at)
{
	int64_t first = from;
	int64_t last = to;
	if (from > to && !MAKES(LEG_ONE_WAY)) {
		first = to;
		last = from;
	}
	last -= MAKES(LEG_SHORT);
	if (is_row)
		return dig_tiles(plain, (struct dig){first, at, last, at});
	return dig_tiles(plain, (struct dig){at, first, at, last});
}

/* Returns the room where the tunnel to a room starts. */
static struct area tunnel_start(const struct plain *plain, uint32_t index)
{
	if (MAKES(FROM_FIRST))
		return plain->rooms[0];
	if (MAKES(FROM_ATTEMPT))
		return plain->last_attempt;
	if (MAKES(FROM_ITSELF))
		return plain->rooms[index];
	return plain->rooms[index - 1];
}

/* Flips the coin of the tunnel to a room, and digs the tunnel. Room 0 may have a coin, too. */
static bool add_tunnel(struct plain *plain, uint32_t index)
{
	const bool has_tunnel = index > 0 && !MAKES(NO_TUNNELS);
	const bool has_coin = has_tunnel || (index == 0 && MAKES(COIN_FIRST));
	const bool row_first = has_coin && choose_row_first(plain);
	if (!has_tunnel)
		return true;
	const struct point from = center_of(plain, tunnel_start(plain, index));
	const struct point to = center_of(plain, plain->rooms[index]);
	plain->missing.kind = DIFFERENCE_TUNNEL;
	plain->missing.index = index - 1; /* room i has tunnel i - 1 */
	return dig_leg(plain, true, from.x, to.x, row_first ? from.y : to.y) &&
	       dig_leg(plain, false, from.y, to.y, row_first ? to.x : from.x);
}

/* Adds the room of an attempt and its tunnel. Returns false if the actual map lacks one of them. */
static bool add_room(struct plain *plain, struct area room, uint64_t attempt_number)
{
	const uint32_t index = plain->room_count;
	if (!array_reserve(plain, rooms, (uint64_t)index + 1)) {
		plain->is_out_of_memory = true;
		return false;
	}
	plain->missing = (struct missing_part){DIFFERENCE_ROOM, index, attempt_number, {0, 0}};
	if (!dig_floor(plain, room))
		return false;
	plain->rooms[plain->room_count++] = room;
	if (!MAKES(TUNNELS_LATE) && !add_tunnel(plain, index))
		return false;
	/* The actual map has both. */
	plain->missing.attempt = 0;
	for (uint32_t i = 0; index < GAP_ROOMS && i < plain->gaps[index]; i++)
		draw_other_number(plain);
	return true;
}

/*
 * Returns whether the actual map has the room of an attempt, and notes if it should not, or if it
 * lacks a room that it should have. A dropped room that adds no tile leaves no trace.
 */
static bool follow_map(struct plain *plain, struct area room, bool is_room_kept,
		       uint32_t overlapped, uint64_t attempt_number)
{
	const uint64_t undug_before = plain->undug_count;
	const bool is_there = dig_floor(plain, room);
	const bool has_room = is_there && (is_room_kept || plain->undug_count < undug_before);
	if (has_room != is_room_kept) {
		if (plain->decision_count++ == 0)
			plain->decision = (struct decision){
				.attempt = attempt_number,
				.room = plain->room_count,
				.is_room_kept = has_room,
				.overlapped = overlapped,
				.shares_wall = has_room && !areas_meet(room_floor(room),
								       plain->rooms[overlapped]),
			};
		plain->last_decision_count++;
		if (MAKES(DECISIONS_COIN) && !has_room && plain->room_count > 0)
			(void)draw_coin(plain);
	}
	if (has_room)
		plain->last_decision_count = 0;
	return has_room;
}

bool plain_generate(struct plain *plain)
{
	const struct recipe *recipe = plain->recipe;
	uint64_t attempts_min = recipe->max_rooms;
	uint64_t i = 0;
	plain->room_count = 0;
	plain->decision_count = 0;
	plain->last_decision_count = 0;
	for (; i < attempts_min || plain->room_count < recipe->min_rooms; i++) {
		const struct area room = choose_room(plain, i);
		const uint32_t overlapped = find_overlapped(plain, room);
		bool is_room_kept = overlapped == NO_ROOM;
		if (plain->attempts)
			is_room_kept = plain->attempts[i].placed;
		if (!is_room_kept && MAKES(OVERLAP_ENDS))
			break;
		plain->work += plain->room_count + WORK_OF_ATTEMPT;
		if (plain->work > PLAIN_WORK_MAX)
			return false;
		if (MAKES(DECISIONS) || MAKES(DECISIONS_COIN))
			is_room_kept = follow_map(plain, room, is_room_kept, overlapped, i + 1);
		if (is_room_kept && !add_room(plain, room, i + 1))
			return false;
		plain->last_attempt = room;
		/* Make another attempt if the actual map has more floor than these made. */
		if (MAKES(ATTEMPTS) && plain->undug_count > 0 && i + 1 == attempts_min)
			attempts_min += i < ATTEMPTS_MAX;
	}
	plain->attempt_count = i;
	if (MAKES(TUNNELS_LATE))
		for (uint32_t room = 0; room < plain->room_count; room++)
			if (!add_tunnel(plain, room))
				return false;
	return plain->undug_count == 0;
}

uint32_t plain_count_floor(const struct plain *plain, const char *tiles, struct area area)
{
	uint32_t count = 0;
	for (uint32_t y = area.y1; y <= area.y2; y++)
		for (uint32_t x = area.x1; x <= area.x2; x++)
			count += tiles[(uint64_t)y * plain->recipe->width + x] != TILE_WALL;
	return count;
}

void plain_free(struct plain *plain)
{
	array_free(plain, rooms);
}
