/* SPDX-License-Identifier: MIT */
#include "diagnose/plain.h"

const char *const mistake_texts[MISTAKES] = {
#define X(name, text) text,
#include "diagnose/mistakes.def"
#undef X
};

/* Whether the port makes a mistake: 1 or 0, which also serves as a number. Reads `plain`. */
#define MAKES(NAME) ((bool)(plain->mistakes >> MISTAKE_##NAME & 1))

/* Numbers. */

static uint32_t next_word(const struct plain *plain)
{
	return plain->draws.rng->word(plain->draws.state);
}

/* Returns floor(random() * n), where random() has 53 bits from two words. */
static uint32_t scale_random(const struct plain *plain, uint32_t n)
{
	const uint64_t high_bits = next_word(plain) >> 5;
	const uint64_t low_bits = next_word(plain) >> 6;
	return (uint32_t)((high_bits * n + (low_bits * n >> 26)) >> 27);
}

/* Draws as many bits as n has until they are below n, as randint does. */
static uint32_t draw_bits_below(const struct plain *plain, uint32_t n)
{
	const int unused = __builtin_clz(n - MAKES(BITS_LESS));
	for (;;) {
		const uint32_t word = next_word(plain);
		uint32_t number = word >> unused;
		if (MAKES(LOWER_BITS))
			number = word & UINT32_MAX >> unused;
		if (number < n)
			return number;
		if (MAKES(NO_REJECTION))
			return number % n;
	}
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
	if (MAKES(RANDOM))
		return scale_random(plain, n);
	if (MAKES(RANDOM_32))
		return (uint32_t)((uint64_t)next_word(plain) * n >> 32);
	return draw_bits_below(plain, n);
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

/* Draws the coin of the next room, or takes it from its tunnel. Returns whether it is heads. */
static bool draw_coin(const struct plain *plain)
{
	/* Room i has tunnel i - 1. */
	if (plain->history)
		return plain->expected->tunnels[plain->room_count - 1].row_first;
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

/* A room while it is drawn. Numbers that are not drawn yet are 0. */
struct draft {
	uint32_t size[2];  /* width and height */
	uint32_t place[2]; /* x and y */
};

static void draw_size(const struct plain *plain, struct draft *draft, int axis)
{
	const struct recipe *recipe = plain->recipe;
	const uint32_t size_max = recipe->room_max - MAKES(SIZE_EXCLUSIVE);
	draft->size[axis] = draw_number(plain, recipe->room_min, size_max);
}

static void draw_place(const struct plain *plain, struct draft *draft, int axis)
{
	const uint32_t map_size[2] = {plain->recipe->width, plain->recipe->height};
	int64_t place_max = (int64_t)map_size[axis] - draft->size[axis] - 1;
	place_max += MAKES(PLACE_LONG);
	place_max -= MAKES(PLACE_SHORT);
	draft->place[axis] = draw_number(plain, MAKES(PLACE_FROM_1), place_max);
}

/* Draws the size and the place of a room. */
static struct area draw_room(const struct plain *plain)
{
	struct draft draft = {.size = {0}, .place = {0}};
	const int first_size = MAKES(H_FIRST);
	const int first_place = MAKES(Y_FIRST);
	draw_size(plain, &draft, first_size);
	if (MAKES(X_EARLY)) {
		draw_place(plain, &draft, first_place);
		draw_size(plain, &draft, 1 - first_size);
	} else {
		draw_size(plain, &draft, 1 - first_size);
		draw_place(plain, &draft, first_place);
	}
	draw_place(plain, &draft, 1 - first_place);
	return (struct area){
		.x1 = draft.place[0],
		.y1 = draft.place[1],
		.x2 = draft.place[0] + draft.size[0],
		.y2 = draft.place[1] + draft.size[1],
	};
}

/* Returns the room of an attempt, from the history or from new draws. */
static struct area choose_room(const struct plain *plain, uint64_t attempt)
{
	struct area room;
	if (plain->history)
		room = plain->history->attempts[attempt].room;
	else
		room = draw_room(plain);
	room.x2 -= MAKES(ROOM_SHORT);
	room.y2 -= MAKES(ROOM_SHORT);
	return room;
}

/* Returns whether two rooms overlap. `wall` is 1 if rooms may share a wall, otherwise 0. */
static bool rooms_overlap(struct area a, struct area b, uint32_t wall)
{
	const bool share_columns = a.x1 + wall <= b.x2 && a.x2 >= b.x1 + wall;
	const bool share_rows = a.y1 + wall <= b.y2 && a.y2 >= b.y1 + wall;
	return share_columns && share_rows;
}

/* Returns whether a room is dropped because it overlaps an earlier room. */
static bool overlaps_earlier(const struct plain *plain, struct area room)
{
	const uint32_t wall = MAKES(WALLS_SHARED);
	uint32_t first = 0;
	if (MAKES(NO_OVERLAP))
		return false;
	if (MAKES(LAST_OVERLAP) && plain->room_count > 0)
		first = plain->room_count - 1;
	for (uint32_t i = first; i < plain->room_count; i++)
		if (rooms_overlap(room, plain->rooms[i], wall))
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

/* A rectangle of tiles to dig. It may extend past the map, and it is empty if x1 > x2 or y1 > y2.
 */
struct dig {
	int64_t x1;
	int64_t y1;
	int64_t x2;
	int64_t y2;
};

/* Digs the tile at `index`, counted row by row. */
static bool dig_tile(struct plain *plain, int64_t index)
{
	if (plain->actual_tiles[index] != TILE_FLOOR)
		return false;
	plain->undug_count -= !plain->dug_tiles[index];
	plain->dug_tiles[index] = true;
	plain->work++;
	return true;
}

static bool dig_tiles(struct plain *plain, struct dig dig)
{
	const int64_t width = plain->recipe->width;
	const int64_t height = plain->recipe->height;
	for (int64_t y = dig.y1; y <= dig.y2; y++) {
		const int64_t row = MAKES(UPSIDE_DOWN) ? height - 1 - y : y;
		for (int64_t x = dig.x1; x <= dig.x2; x++) {
			if (x >= width || y >= height)
				return false;
			const int64_t index = MAKES(TRANSPOSED) ? x * height + row
								: row * width + x;
			if (!dig_tile(plain, index))
				return false;
		}
	}
	return true;
}

static bool dig_floor(struct plain *plain, struct area room)
{
	struct dig dig = {
		.x1 = room.x1 + INT64_C(1),
		.y1 = room.y1 + INT64_C(1),
		.x2 = room.x2 - INT64_C(1),
		.y2 = room.y2 - INT64_C(1),
	};
	if (MAKES(FLOOR_BEGIN) || MAKES(FLOOR_BOTH)) {
		dig.x1--;
		dig.y1--;
	}
	if (MAKES(FLOOR_END) || MAKES(FLOOR_BOTH)) {
		dig.x2++;
		dig.y2++;
	}
	if (MAKES(FLOOR_SHORT)) {
		dig.x2--;
		dig.y2--;
	}
	dig.x2 -= MAKES(FLOOR_NARROW);
	dig.x2 += MAKES(FLOOR_WIDE);
	dig.y2 -= MAKES(FLOOR_LOW);
	dig.y2 += MAKES(FLOOR_HIGH);
	return dig_tiles(plain, dig);
}

/* The columns of a leg along a row, or the rows of a leg along a column. */
struct span {
	int64_t first;
	int64_t last;
};

static struct span leg_span(const struct plain *plain, uint32_t from, uint32_t to)
{
	struct span span = {from, to};
	if (from > to && !MAKES(LEG_ONE_WAY))
		span = (struct span){to, from};
	span.last -= MAKES(LEG_SHORT);
	return span;
}

static bool dig_row(struct plain *plain, uint32_t x_from, uint32_t x_to, uint32_t y)
{
	const struct span columns = leg_span(plain, x_from, x_to);
	return dig_tiles(plain, (struct dig){columns.first, y, columns.last, y});
}

static bool dig_column(struct plain *plain, uint32_t y_from, uint32_t y_to, uint32_t x)
{
	const struct span rows = leg_span(plain, y_from, y_to);
	return dig_tiles(plain, (struct dig){x, rows.first, x, rows.last});
}

/* Digs the tunnel to a room from the room before it. */
static bool dig_tunnel(struct plain *plain, struct area room)
{
	const uint32_t earlier = MAKES(FROM_FIRST) ? 0 : plain->room_count - 1;
	const struct point from = center_of(plain, plain->rooms[earlier]);
	const struct point to = center_of(plain, room);
	bool row_has_start = plain->row_first;     /* the leg along a row passes `from` */
	bool column_has_start = !plain->row_first; /* the leg along a column does */
	if (MAKES(LEGS_FROM)) {
		row_has_start = true;
		column_has_start = true;
	}
	if (MAKES(LEGS_TO)) {
		row_has_start = false;
		column_has_start = false;
	}
	const uint32_t row = row_has_start ? from.y : to.y;
	const uint32_t column = column_has_start ? from.x : to.x;
	if (!dig_row(plain, from.x, to.x, row))
		return false;
	return dig_column(plain, from.y, to.y, column);
}

/* Adds the room of an attempt and its tunnel. Returns false if the actual map lacks one of them. */
static bool add_room(struct plain *plain, struct area room, uint64_t attempt_number)
{
	const uint32_t index = plain->room_count;
	const bool has_tunnel = index > 0 && !MAKES(NO_TUNNELS);
	const bool has_coin = has_tunnel || (index == 0 && MAKES(COIN_FIRST));
	if (!array_reserve(plain, rooms, (uint64_t)index + 1)) {
		plain->is_out_of_memory = true;
		return false;
	}
	plain->failure = (struct cause){
		.attempt = attempt_number,
		.kind = DIFFERENCE_ROOM,
		.index = index,
	};
	if (!dig_floor(plain, room))
		return false;
	if (has_coin)
		plain->row_first = choose_row_first(plain);
	plain->failure.kind = DIFFERENCE_TUNNEL;
	plain->failure.index = index - has_tunnel; /* room i has tunnel i - 1 */
	if (has_tunnel && !dig_tunnel(plain, room))
		return false;
	/* The actual map has both, so no attempt has failed so far. */
	plain->failure.attempt = 0;
	plain->rooms[plain->room_count++] = room;
	return true;
}

/* Returns whether the room of an attempt is dropped, by the history or by its place. */
static bool is_dropped(const struct plain *plain, struct area room, uint64_t attempt)
{
	if (plain->history)
		return !plain->history->attempts[attempt].placed;
	return overlaps_earlier(plain, room);
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
		const bool is_room_dropped = is_dropped(plain, room, i);
		if (is_room_dropped && MAKES(OVERLAP_ENDS))
			break;
		plain->work += plain->room_count + 1;
		if (plain->work > PLAIN_WORK_MAX)
			return false;
		if (!is_room_dropped && !add_room(plain, room, i + 1))
			return false;
	}
	return plain->undug_count == 0;
}

void plain_free(struct plain *plain)
{
	array_free(plain, rooms);
}
