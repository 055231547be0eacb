/* SPDX-License-Identifier: MIT */
/* The index of rooms against the plain comparison with every room. */
#include "dungeon/overlap.h"
#include "dungeon/generate.h"
#include "maps.h"

enum { TRIES = 50000, MANY_TRIES = 1000000, MANY_SIDE = 20000 };

enum { USUAL, ALWAYS, NEVER, MANY, MANY_RATE, PROPERTIES };

static struct property properties[PROPERTIES] = {
	[USUAL] = {.what = "50,000 tries a shape: the index that users get decides as the plain comparison"},
	[ALWAYS] = {.what = "50,000 tries a shape: the index from the first room on decides as the plain comparison"},
	[NEVER] = {.what = "without the index the decisions are the same"},
	[MANY] = {.what = "1,000,000 tries on 20000x20000: each room has free tiles, each try that failed had not"},
	[MANY_RATE] = {.what = "of those tries a good part is placed and a good part fails"},
};

/* The rooms placed, apart from the dungeon's own way to keep them. */
static struct room rooms[TRIES];
static uint32_t room_count;

/*
 * The rule without a branch for each of its parts. Ten thousand million of these are made, so sanitizers leave
 * them alone: it looks at nothing but the array above.
 */
__attribute__((no_sanitize("address", "undefined"))) static bool meets_plainly(struct room room)
{
	unsigned meeting = 0;
	for (uint32_t i = 0; i < room_count && !meeting; i++) {
		struct room other = rooms[i];
		meeting = (room.x1 <= other.x2) & (room.x2 >= other.x1) & (room.y1 <= other.y2) & (room.y2 >= other.y1);
	}
	return meeting;
}

struct shape {
	uint32_t width, height, room_min, room_max;
	uint32_t corner; /* how many columns and rows on the lower right are tried half the time; 0: all, always */
	uint32_t tries;  /* at most TRIES */
	uint32_t likely; /* the tries that the index is told of, where they are others; 0: they are not */
};

/*
 * In the order in which one index does them all: large and small, alike and not, dense and sparse take turns. Among
 * them are the limits up to which small rooms go into a table, and those just past them.
 */
static const struct shape shapes[] = {
	{2000, 2000, 6, 10, 0, TRIES, 0},
	{2000, 2000, 2, 2, 0, TRIES, 0},
	{1000, 1000, 2, 2, 0, TRIES, 0},
	{80, 45, 6, 10, 0, 1000, 0},
	{20000, 20000, 2, 200, 0, TRIES, 0},
	{300, 200, 2, 17, 0, TRIES, 0},
	{300, 200, 2, 18, 0, TRIES, 0},
	{700, 900, 14, 29, 0, TRIES, 0},
	{700, 900, 15, 20, 0, TRIES, 0},
	{700, 900, 14, 30, 0, TRIES, 0},
	{700, 900, 15, 30, 0, TRIES, 0},
	{900, 700, 14, 14, 0, TRIES, 0},
	{20000, 20000, 2, 2000, 0, TRIES, 0},
	{3, 3, 2, 2, 0, 100, 0},
	{30, 30, 2, 4, 0, 5000, 0},
	{20000, 20000, 40, 60, 0, TRIES, 0},
	{200, 1000000, 6, 10, 0, TRIES, 0},
	{1000000, 200, 6, 10, 0, TRIES, 0},
	{200, 1000000, 6, 10, 1000, TRIES, 1000000},
	{1000000, 200, 6, 10, 1000, TRIES, 1000000},
	{200, 1000000, 2, 199, 0, TRIES, 0},
	{1000000, 200, 2, 199, 0, TRIES, 0},
	{300, 200, 2, 8, 0, TRIES, 0},
	{300, 200, 2, 9, 0, TRIES, 0},
	{2147483647, 2147483647, 6, 10, 300, TRIES, 0},
	{2147483647, 2147483647, 2, 2000, 20000, TRIES, 0},
	{2147483647, 2147483647, 2, 2147483646, 0, TRIES, 0},
	{2147483647, 2147483647, 300000000, 1200000000, 0, TRIES, 0},
	{2147483647, 2147483647, 2, 100000000, 300, TRIES, 0},
	{2147483647, 3, 2, 2, 300, TRIES, 0},
	{3, 2147483647, 2, 2, 300, TRIES, 0},
	{40, 40, 2, 39, 0, 3000, 0},
	{2000, 2000, 6, 10, 0, 10000, 0},
};

static uint32_t choose_start(uint64_t *random, uint32_t side, uint32_t length, uint32_t corner)
{
	uint32_t last = side - length - 1;
	return unit_between(random, corner > 0 && corner < last ? last - corner : 0, last);
}

static struct room choose_rectangle(uint64_t *random, const struct shape *shape)
{
	bool largest = unit_once_in(random, 8);
	uint32_t w = largest ? shape->room_max : unit_between(random, shape->room_min, shape->room_max);
	uint32_t h = largest ? shape->room_max : unit_between(random, shape->room_min, shape->room_max);
	uint32_t corner = unit_once_in(random, 2) ? shape->corner : 0;
	uint32_t x = choose_start(random, shape->width, w, corner);
	uint32_t y = choose_start(random, shape->height, h, corner);
	if (largest) {
		/* The last place of a cell as large as the smallest room: an index may have such cells. */
		uint32_t side = shape->room_min + 1;
		x -= x >= side ? x % side + 1 : 0;
		y -= y >= side ? y % side + 1 : 0;
	}
	return (struct room){x, y, x + w, y + h};
}

static void place(struct overlap *overlap)
{
	if (!overlap_add(overlap, rooms, room_count)) {
		printf("no memory for an index\n");
		exit(1);
	}
}

static void check_shape(uint64_t *random, const struct shape *shape, struct overlap *usual, struct overlap *always)
{
	struct recipe recipe = {
		.width = shape->width,
		.height = shape->height,
		.max_rooms = shape->likely ? shape->likely : shape->tries,
		.room_min = shape->room_min,
		.room_max = shape->room_max,
	};
	room_count = 0;
	overlap_start(usual, &recipe, OVERLAP_FEW);
	overlap_start(always, &recipe, 0);
	for (uint32_t try = 0; try < shape->tries; try++) {
		struct room room = choose_rectangle(random, shape);
		bool meets = meets_plainly(room);
		bool usually = overlap_meets(usual, rooms, room_count, room);
		bool by_index = overlap_meets(always, rooms, room_count, room);
		CHECK(&properties[USUAL], usually == meets, "try %" PRIu32 ", %s", try, describe_recipe(&recipe));
		CHECK(&properties[ALWAYS], by_index == meets, "try %" PRIu32 ", %s", try, describe_recipe(&recipe));
		if (meets)
			continue;
		rooms[room_count++] = room;
		place(usual);
		place(always);
	}
	printf("%" PRIu32 "x%" PRIu32 ", rooms of %" PRIu32 " to %" PRIu32 ": %" PRIu32 " tries, %" PRIu32 " rooms\n",
	       shape->width, shape->height, shape->room_min, shape->room_max, shape->tries, room_count);
}

/* The plain way of overlap.c itself, at few tries: it is slow by design. */
static void check_plain(uint64_t *random)
{
	static const struct shape shape = {400, 300, 2, 20, 0, 3000, 0};
	struct recipe recipe = {.width = 400, .height = 300, .max_rooms = 3000, .room_min = 2, .room_max = 20};
	struct overlap never = {0};
	overlap_start(&never, &recipe, UINT32_MAX);
	room_count = 0;
	for (uint32_t try = 0; try < shape.tries; try++) {
		struct room room = choose_rectangle(random, &shape);
		bool meets = meets_plainly(room);
		CHECK(&properties[NEVER], overlap_meets(&never, rooms, room_count, room) == meets, "try %" PRIu32, try);
		if (!meets) {
			rooms[room_count++] = room;
			place(&never);
		}
	}
	overlap_free(&never);
}

/* A bit for each tile. */
struct bits {
	uint32_t width;
	uint8_t *bytes;
};

static bool any_bit(const struct bits *bits, struct room room)
{
	for (size_t y = room.y1; y <= room.y2; y++)
		for (size_t place = y * bits->width + room.x1; place <= y * bits->width + room.x2; place++)
			if (bits->bytes[place / 8] >> place % 8 & 1)
				return true;
	return false;
}

static void set_bits(struct bits *bits, struct room room)
{
	for (size_t y = room.y1; y <= room.y2; y++)
		for (size_t place = y * bits->width + room.x1; place <= y * bits->width + room.x2; place++)
			bits->bytes[place / 8] |= (uint8_t)(1 << place % 8);
}

/* Two rectangles meet where they share a tile: with a bit for each tile, a million tries are looked at one by one. */
static void check_many(uint32_t room_min, uint32_t room_max)
{
	struct recipe recipe = {
		.width = MANY_SIDE,
		.height = MANY_SIDE,
		.max_rooms = MANY_TRIES,
		.room_min = room_min,
		.room_max = room_max,
	};
	const struct rng *rng = rng_find("splitmix64");
	struct generator *generator = generator_new(rng, &recipe);
	struct dungeon dungeon = {0};
	bool made = generator && generator_make(generator, 42, &dungeon);
	CHECK(&properties[MANY], made, "out of memory");

	struct bits bits = {MANY_SIDE, unit_memory((size_t)MANY_SIDE * MANY_SIDE / 8 + 1, 1)};
	void *state = unit_memory(1, rng->state_size);
	rng->seed(state, 42);
	uint32_t next = 0;
	for (uint32_t try = 0; made && try < MANY_TRIES; try++) {
		uint32_t w = rng->range(state, recipe.room_min, recipe.room_max);
		uint32_t h = rng->range(state, recipe.room_min, recipe.room_max);
		uint32_t x = rng->range(state, 0, recipe.width - w - 1);
		uint32_t y = rng->range(state, 0, recipe.height - h - 1);
		struct room room = {x, y, x + w, y + h};
		if (any_bit(&bits, room))
			continue;
		made = next < dungeon.room_count && memcmp(&dungeon.rooms[next], &room, sizeof room) == 0;
		CHECK(&properties[MANY], made, "room %" PRIu32 ", try %" PRIu32, next, try);
		set_bits(&bits, room);
		if (next++ > 0)
			(void)rng->coin(state);
	}
	CHECK(&properties[MANY], next == dungeon.room_count, "%" PRIu32 " rooms, not %" PRIu32, dungeon.room_count,
	      next);
	CHECK(&properties[MANY_RATE], next > MANY_TRIES / 5 && next < MANY_TRIES / 5 * 4, "%" PRIu32 " rooms", next);
	printf("%dx%d, rooms of %" PRIu32 " to %" PRIu32 ": %d tries, %" PRIu32 " rooms\n", MANY_SIDE, MANY_SIDE,
	       recipe.room_min, recipe.room_max, MANY_TRIES, next);
	free(state);
	free(bits.bytes);
	dungeon_free(&dungeon);
	generator_free(generator);
}

int main(void)
{
	uint64_t random = UNIT_START;
	struct overlap usual = {0}, always = {0};
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
		check_shape(&random, &shapes[i], &usual, &always);
	overlap_free(&usual);
	overlap_free(&always);
	check_plain(&random);
	check_many(6, 20);
	check_many(6, 24);
	check_many(2, 40);
	return unit_report(properties, PROPERTIES);
}
