/* SPDX-License-Identifier: MIT */
#include "diagnose/plain.h"

enum { WORK_OF_ATTEMPT = 40 }; /* work for drawing the numbers of a room */

const char *const mistake_texts[MISTAKES] = {
#define X(name, concern, text) text,
#include "diagnose/mistakes.def"
#undef X
};

const enum mistake_concern mistake_concerns[MISTAKES] = {
#define X(name, concern, text) CONCERNS_##concern,
#include "diagnose/mistakes.def"
#undef X
};

/* Whether the port makes a mistake: 1 or 0, which also serves as a number. Reads `plain`. */
#define MAKES(NAME) (plain->makes[MISTAKE_##NAME])

/* Numbers. */

static uint32_t next_word(const struct plain *plain)
{
	return plain->draws.rng->word(plain->draws.state);
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
		if (MAKES(NO_REJECTION))
			return number % n;
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
	if (MAKES(COIN_PERCENT))
		return draw_number(plain, 0, 99) < 50;
	if (!plain->rng->coin)
		return draw_number(plain, 0, 1) == 1;
	const bool is_heads = next_word(plain) >> 31 == 0;
	(void)next_word(plain);
	return is_heads;
}

/* Decides like the port, with or without a coin. Returns whether the row comes first. */
static bool choose_row_first(const struct plain *plain)
{
	if (MAKES(ROW_ALWAYS))
		return true;
	if (MAKES(COLUMN_ALWAYS))
		return false;
	const bool is_heads = draw_coin(plain);
	if (MAKES(COIN_UNUSED_ROW))
		return true;
	if (MAKES(COIN_UNUSED_COLUMN))
		return false;
	return is_heads != MAKES(COIN_SWAPPED);
}

/* Rooms. */

/* The numbers of a room. */
enum part { PART_W, PART_H, PART_X, PART_Y, PARTS };

/* Draws one number of a room. Numbers that are not drawn yet are 0. */
static void draw_part(const struct plain *plain, uint32_t numbers[PARTS], enum part part)
{
	const struct recipe *recipe = plain->recipe;
	const bool is_exclusive = MAKES(ROOM_EXCLUSIVE);
	if (part == PART_W || part == PART_H) {
		const uint32_t size_max = recipe->room_max -
					  (is_exclusive || MAKES(SIZE_EXCLUSIVE) ||
					   (part == PART_W ? MAKES(W_EXCLUSIVE)
							   : MAKES(H_EXCLUSIVE)));
		numbers[part] = draw_number(plain, recipe->room_min, size_max);
		return;
	}
	const bool is_x = part == PART_X;
	bool uses_width = is_x;
	bool uses_w = is_x;
	if (MAKES(PLACE_SWAPPED) || MAKES(PLACE_BY_MAP) ||
	    (is_x ? MAKES(X_BY_HEIGHT) : MAKES(Y_BY_WIDTH)))
		uses_width = !is_x;
	if (MAKES(PLACE_SWAPPED) || MAKES(PLACE_BY_SIDES) || (is_x ? MAKES(X_BY_H) : MAKES(Y_BY_W)))
		uses_w = !is_x;
	int64_t place_max = uses_width ? recipe->width : recipe->height;
	place_max -= (int64_t)numbers[uses_w ? PART_W : PART_H] + 1;
	place_max += MAKES(PLACE_LONG) + (is_x ? MAKES(X_LONG) : MAKES(Y_LONG));
	place_max -= is_exclusive || MAKES(PLACE_SHORT);
	place_max -= is_x ? MAKES(X_SHORT) : MAKES(Y_SHORT);
	numbers[part] = draw_number(plain, MAKES(PLACE_FROM_1), place_max);
}

/* Draws the size and the place of a room. */
static struct area draw_room(const struct plain *plain)
{
	const enum part first_size = MAKES(H_FIRST) ? PART_H : PART_W;
	const enum part first_place = MAKES(Y_FIRST) ? PART_Y : PART_X;
	const enum part second_size = PART_W + PART_H - first_size;
	uint32_t numbers[PARTS] = {0};
	draw_part(plain, numbers, first_size);
	draw_part(plain, numbers, MAKES(X_EARLY) ? first_place : second_size);
	draw_part(plain, numbers, MAKES(X_EARLY) ? second_size : first_place);
	draw_part(plain, numbers, PART_X + PART_Y - first_place);
	return (struct area){
		.x1 = numbers[PART_X],
		.y1 = numbers[PART_Y],
		.x2 = numbers[PART_X] + numbers[PART_W],
		.y2 = numbers[PART_Y] + numbers[PART_H],
	};
}

/* Returns the room of an attempt, from the trace or from new draws. */
static struct area choose_room(const struct plain *plain, uint64_t attempt)
{
	struct area room = plain->attempts ? plain->attempts[attempt].room : draw_room(plain);
	if (MAKES(ROOM_SWAPPED))
		room = (struct area){
			.x1 = room.x1,
			.y1 = room.y1,
			.x2 = room.x1 + (room.y2 - room.y1),
			.y2 = room.y1 + (room.x2 - room.x1),
		};
	room.x2 -= MAKES(ROOM_SHORT);
	room.y2 -= MAKES(ROOM_SHORT);
	return room;
}

/* Returns whether two rooms overlap, share a wall, or are too near to each other. */
static bool rooms_overlap(const struct plain *plain, struct area a, struct area b)
{
	/* Rooms may overlap by so many columns and rows, less one, before they meet. */
	uint32_t reach_x = 1 + MAKES(PADDING);
	uint32_t reach_y = reach_x;
	reach_x -= MAKES(WALLS_SHARED) || MAKES(WALLS_SHARED_X);
	reach_y -= MAKES(WALLS_SHARED) || MAKES(WALLS_SHARED_Y);
	const bool share_columns = a.x1 < b.x2 + reach_x && b.x1 < a.x2 + reach_x;
	const bool share_rows = a.y1 < b.y2 + reach_y && b.y1 < a.y2 + reach_y;
	return share_columns && share_rows;
}

/* Returns whether a room is dropped because it overlaps an earlier room. */
static bool overlaps_earlier(const struct plain *plain, struct area room)
{
	uint32_t first = 0;
	if (MAKES(NO_OVERLAP))
		return false;
	if (MAKES(LAST_OVERLAP) && plain->room_count > 0)
		first = plain->room_count - 1;
	for (uint32_t i = first; i < plain->room_count; i++)
		if (rooms_overlap(plain, room, plain->rooms[i]))
			return true;
	return false;
}

static struct point center_of(const struct plain *plain, struct area room)
{
	const uint32_t up = MAKES(CENTER_UP);
	return (struct point){
		.x = (room.x1 + room.x2 + up) / 2,
		.y = (room.y1 + room.y2 + up) / 2,
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

/* Digs the part of a rectangle that is on the map. */
static bool dig_tiles(struct plain *plain, struct dig dig)
{
	const int64_t width = plain->recipe->width;
	const int64_t height = plain->recipe->height;
	for (int64_t y = dig.y1; y <= dig.y2 && y < height; y++) {
		const int64_t row = MAKES(UPSIDE_DOWN) ? height - 1 - y : y;
		for (int64_t x = dig.x1; x <= dig.x2 && x < width; x++) {
			const int64_t index = MAKES(TRANSPOSED) ? x * height + row
								: row * width + x;
			if (plain->actual_tiles[index] != TILE_FLOOR)
				return false;
			plain->undug_count -= !plain->dug_tiles[index];
			plain->dug_tiles[index] = true;
			plain->work++;
		}
	}
	return true;
}

static bool dig_floor(struct plain *plain, struct area room)
{
	const bool is_begun_early = MAKES(FLOOR_BEGIN) || MAKES(FLOOR_BOTH);
	const int shift = (MAKES(FLOOR_END) || MAKES(FLOOR_BOTH)) - MAKES(FLOOR_SHORT);
	struct dig dig = {
		.x1 = room.x1 + INT64_C(1) - is_begun_early,
		.y1 = room.y1 + INT64_C(1) - is_begun_early,
		.x2 = room.x2 - INT64_C(1) + shift,
		.y2 = room.y2 - INT64_C(1) + shift,
	};
	dig.x2 += MAKES(FLOOR_WIDE) - MAKES(FLOOR_NARROW);
	dig.y2 += MAKES(FLOOR_HIGH) - MAKES(FLOOR_LOW);
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

/* Returns the room whose center is nearest to a room, among the rooms before it. */
static struct area nearest_room(const struct plain *plain, uint32_t index)
{
	const struct point to = center_of(plain, plain->rooms[index]);
	uint32_t nearest = 0;
	uint64_t distance_min = UINT64_MAX;
	for (uint32_t i = 0; i < index; i++) {
		const struct point from = center_of(plain, plain->rooms[i]);
		const uint64_t columns = greater(from.x, to.x) - lesser(from.x, to.x);
		const uint64_t rows = greater(from.y, to.y) - lesser(from.y, to.y);
		uint64_t distance = columns * columns + rows * rows;
		if (MAKES(FROM_FEWEST_STEPS))
			distance = columns + rows;
		if (distance < distance_min) {
			distance_min = distance;
			nearest = i;
		}
	}
	return plain->rooms[nearest];
}

/* Returns the room where the tunnel to a room starts. */
static struct area tunnel_start(const struct plain *plain, uint32_t index)
{
	if (MAKES(FROM_FIRST))
		return plain->rooms[0];
	if (MAKES(FROM_SECOND_LAST) && index >= 2)
		return plain->rooms[index - 2];
	if (MAKES(FROM_ATTEMPT))
		return plain->last_attempt;
	if (MAKES(FROM_NEAREST) || MAKES(FROM_FEWEST_STEPS))
		return nearest_room(plain, index);
	if (MAKES(FROM_ITSELF))
		return plain->rooms[index];
	return plain->rooms[index - 1];
}

/* Flips the coin of the tunnel to a room, and digs the tunnel. Room 0 may have a coin, too. */
static bool add_tunnel(struct plain *plain, uint32_t index)
{
	const bool has_tunnel = index > 0 && !MAKES(NO_TUNNELS);
	const bool has_coin = has_tunnel || (index == 0 && MAKES(COIN_FIRST));
	if (has_coin && !MAKES(COIN_EARLY))
		plain->row_first = choose_row_first(plain);
	if (!has_tunnel)
		return true;
	const struct point from = center_of(plain, tunnel_start(plain, index));
	const struct point to = center_of(plain, plain->rooms[index]);
	/* Of two legs, only the first should pass the old center. */
	const bool row_has_start = !MAKES(LEGS_TO) && (plain->row_first || MAKES(LEGS_FROM));
	const bool column_has_start = !MAKES(LEGS_TO) && (!plain->row_first || MAKES(LEGS_FROM));
	plain->missing.kind = DIFFERENCE_TUNNEL;
	plain->missing.index = index - 1; /* room i has tunnel i - 1 */
	if (!dig_leg(plain, true, from.x, to.x, row_has_start ? from.y : to.y))
		return false;
	return dig_leg(plain, false, from.y, to.y, column_has_start ? from.x : to.x);
}

/* Adds the room of an attempt and its tunnel. Returns false if the actual map lacks one of them. */
static bool add_room(struct plain *plain, struct area room, uint64_t attempt_number)
{
	const uint32_t index = plain->room_count;
	if (!array_reserve(plain, rooms, (uint64_t)index + 1)) {
		plain->is_out_of_memory = true;
		return false;
	}
	plain->missing = (struct missing_part){DIFFERENCE_ROOM, index, attempt_number};
	if (!dig_floor(plain, room))
		return false;
	plain->rooms[plain->room_count++] = room;
	if (!MAKES(TUNNELS_LATE) && !add_tunnel(plain, index))
		return false;
	/* The actual map has both. */
	plain->missing.attempt = 0;
	if (plain->room_count == plain->gap_after)
		for (uint32_t i = 0; i < plain->gap_length; i++)
			draw_other_number(plain);
	return true;
}

bool plain_generate(struct plain *plain)
{
	const struct recipe *recipe = plain->recipe;
	uint64_t attempts = recipe->max_rooms;
	attempts += MAKES(ATTEMPTS_MORE);
	attempts -= MAKES(ATTEMPTS_LESS);
	plain->room_count = 0;
	for (uint64_t i = 0; i < attempts || plain->room_count < recipe->min_rooms; i++) {
		const struct area room = choose_room(plain, i);
		if (MAKES(COIN_EARLY))
			plain->row_first = choose_row_first(plain);
		const bool is_room_dropped = plain->attempts ? !plain->attempts[i].placed
							     : overlaps_earlier(plain, room);
		if (is_room_dropped && MAKES(OVERLAP_ENDS))
			break;
		plain->work += plain->room_count + WORK_OF_ATTEMPT;
		if (plain->work > PLAIN_WORK_MAX)
			return false;
		if (!is_room_dropped && !add_room(plain, room, i + 1))
			return false;
		plain->last_attempt = room;
	}
	if (MAKES(TUNNELS_LATE))
		for (uint32_t i = 0; i < plain->room_count; i++)
			if (!add_tunnel(plain, i))
				return false;
	return plain->undug_count == 0;
}

void plain_free(struct plain *plain)
{
	array_free(plain, rooms);
}
