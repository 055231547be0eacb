/* SPDX-License-Identifier: MIT */
/* What holds for every map, checked on 100,000 random pairs of seed and options. */
#include "dungeon/generate.h"
#include "dungeon/rows_private.h"
#include "maps.h"

enum { PAIRS = 100000, SIDE_MOST = 200 };

/* A few maps are larger, so large that the passes over their tiles sweep them. */
enum { LARGE_WIDTH = 1000, LARGE_HEIGHT = 700, TILES_MOST = LARGE_WIDTH * LARGE_HEIGHT };

enum {
	STEPS,
	POSSIBLE,
	RECIPE,
	FIRST,
	INSIDE,
	SIZES,
	APART,
	WALLS,
	JOINED,
	LOOPS,
	PATHS,
	ENDS,
	FARTHEST,
	DOORS,
	DOOR_ORDER,
	WHOLE,
	SWEPT,
	BORDER,
	REACHED,
	SHAPES,
	PROPERTIES
};

static struct property properties[PROPERTIES] = {
	[STEPS] = {.what = "rooms and bends are those of the algorithm as described, draw by draw, from a fresh rng"},
	[POSSIBLE] =
		{.what = "a map is refused where 1000 attempts a room are not enough, or pairs of rooms for loops"},
	[RECIPE] = {.what = "the map carries the recipe it was made from"},
	[FIRST] = {.what = "there is a first room, and no more rooms than attempts or than there is space for"},
	[INSIDE] = {.what = "rooms lie inside the map"},
	[SIZES] = {.what = "rooms are within the limits, their floors one tile smaller on every side"},
	[APART] = {.what = "rectangles share no tile"},
	[WALLS] = {.what = "two tiles of wall separate the floors of two rooms, except where a tunnel passes"},
	[JOINED] = {.what = "tunnel i leads to room i + 1 from the previous or the nearest room before it, as asked"},
	[LOOPS] = {.what = "all further tunnels join other pairs: the graph of rooms has as many cycles as asked for"},
	[PATHS] = {.what = "a path goes from center to center in straight legs: 2 points, or 3 with the right corner"},
	[ENDS] = {.what = "spawn and exit are the centers of the first and the last room, if so asked, and floor"},
	[FARTHEST] =
		{.what = "else the exit is the first center of those with the longest shortest walk, so many steps"},
	[DOORS] = {.what = "doors are the tiles that the rule finds on the finished floor, none missing, none more"},
	[DOOR_ORDER] = {.what = "doors are listed from top to bottom, and by room as a document has them"},
	[WHOLE] = {.what = "tiles drawn whole are the union of rooms and tunnels"},
	[SWEPT] = {.what = "tiles swept are the union of rooms and tunnels"},
	[BORDER] = {.what = "the border is wall"},
	[REACHED] = {.what = "all floor can be reached from the spawn"},
	[SHAPES] = {.what = "the smallest and the largest map, few attempts and many, maps refused and every rng "
			    "occurred"},
};

static struct {
	uint32_t smallest, largest, one_attempt, thousands, more_attempts, refused, no_loops;
	uint32_t nearest, loops, farthest, doors, all, swept_doors;
	uint64_t door_count, yielded;
	uint32_t of_rng[16];
} seen;

static uint8_t drawn[TILES_MOST];                                /* by draw_tiles */
static uint8_t painted[TILES_MOST];                              /* by rectangles */
static char tiles[TILES_MOST];                                   /* what rows hands out */
static char flooded[(LARGE_WIDTH + 2) * (LARGE_HEIGHT + 2)];     /* the tiles, in a frame of wall */
static uint32_t waiting[(LARGE_WIDTH + 2) * (LARGE_HEIGHT + 2)]; /* indices into `flooded` */
static uint32_t steps[TILES_MOST];                               /* from the spawn, plus 1; 0: not reached */
static uint32_t doorways[TILES_MOST]; /* the room that has a doorway there, plus 1; 0: none */

enum { ROOMS_MOST = SIDE_MOST / 3 * (SIDE_MOST / 3) };
static uint8_t joined[ROOMS_MOST * ROOMS_MOST]; /* pairs of rooms that a tunnel joins */

static uint32_t choose_side(uint64_t *random)
{
	static const uint32_t most[] = {6, 20, 60, 120, SIDE_MOST};
	return unit_between(random, 3, most[unit_between(random, 0, 4)]);
}

static uint32_t choose_attempts(uint64_t *random)
{
	uint32_t kind = unit_between(random, 0, 19);
	if (kind == 0)
		return 1;
	return unit_between(random, 1, kind < 6 ? 300 : 60);
}

/* Any size and limits, the extreme ones now and then. */
static void choose_recipe(uint64_t *random, struct recipe *recipe)
{
	recipe->width = choose_side(random);
	recipe->height = choose_side(random);
	recipe->max_rooms = choose_attempts(random);
	uint32_t kind = unit_between(random, 0, 199);
	if (kind < 4)
		recipe->width = recipe->height = kind < 2 ? 3 : SIDE_MOST;
	choose_rooms(random, recipe);
	if (kind == 4) {
		/* As many rooms as there is space for. */
		recipe->width = recipe->height = SIDE_MOST;
		recipe->max_rooms = unit_between(random, 2000, 4000);
		recipe->room_min = 2;
		recipe->room_max = unit_between(random, 2, 5);
	}
	if (kind == 5 && unit_once_in(random, 4)) {
		recipe->width = unit_between(random, SIDE_MOST, LARGE_WIDTH);
		recipe->height = LARGE_HEIGHT;
		recipe->max_rooms = unit_between(random, 1, 1000);
		recipe->room_min = unit_between(random, 2, 6);
		recipe->room_max = unit_between(random, recipe->room_min, 30);
	}
	if (unit_once_in(random, 4)) {
		/* Small maps up to the number that they have space for, which attempts hardly ever reach. */
		uint64_t space = recipe_space(recipe), most = space < 12 ? space : unit_once_in(random, 40) ? 60 : 12;
		recipe->min_rooms = unit_between(random, 1, (uint32_t)(most < space ? most : space));
	}
	recipe->connect = unit_once_in(random, 2) ? CONNECT_NEAREST : CONNECT_PREVIOUS;
	if (unit_once_in(random, 3))
		recipe->loops = unit_between(random, 1, unit_once_in(random, 10) ? 300 : 6);
	recipe->exit = unit_once_in(random, 3) ? EXIT_FARTHEST : EXIT_LAST;
	recipe->doors = unit_once_in(random, 2);
}

static uint64_t squared_distance(struct point a, struct point b)
{
	int64_t x = (int64_t)a.x - b.x, y = (int64_t)a.y - b.y;
	return (uint64_t)(x * x + y * y);
}

/* The room below `end`, not joined to this one, whose center is nearest to its own; of several the first. */
static uint32_t nearest_room(const struct dungeon *dungeon, uint32_t room, uint32_t end, bool skip_joined)
{
	uint32_t nearest = UINT32_MAX;
	uint64_t least = UINT64_MAX;
	for (uint32_t i = 0; i < end; i++) {
		uint64_t distance = squared_distance(middle(dungeon->rooms[room]), middle(dungeon->rooms[i]));
		if (i != room && !(skip_joined && joined[room * ROOMS_MOST + i]) && distance < least) {
			least = distance;
			nearest = i;
		}
	}
	return nearest;
}

static void join(uint32_t a, uint32_t b)
{
	joined[a * ROOMS_MOST + b] = joined[b * ROOMS_MOST + a] = 1;
}

/* Whether every tunnel joins a pair of its own, from one room to another. */
static bool distinct_pairs(const struct dungeon *dungeon, uint32_t tunnel_count)
{
	bool distinct = true;
	for (uint32_t i = 0; i < dungeon->room_count; i++)
		memset(&joined[i * ROOMS_MOST], 0, dungeon->room_count);
	for (uint32_t i = 0; i < tunnel_count; i++) {
		struct tunnel tunnel = dungeon->tunnels[i];
		distinct = distinct && tunnel.from < dungeon->room_count && tunnel.to < dungeon->room_count &&
			   tunnel.from != tunnel.to && !joined[tunnel.from * ROOMS_MOST + tunnel.to];
		if (!distinct)
			return false;
		join(tunnel.from, tunnel.to);
	}
	return distinct;
}

static bool joined_to_all(const struct dungeon *dungeon, uint32_t room)
{
	bool all = true;
	for (uint32_t i = 0; i < dungeon->room_count; i++)
		all = all && (i == room || joined[room * ROOMS_MOST + i]);
	return all;
}

/* Follows the description of --loops; the rng stands after the last attempt. */
static bool follow_loops(const struct dungeon *dungeon, const struct rng *rng, void *state)
{
	uint32_t count = dungeon->room_count;
	bool same = distinct_pairs(dungeon, count - 1);
	for (uint32_t i = 0; same && i < dungeon->recipe.loops; i++) {
		uint32_t room = rng->range(state, 0, count - 1);
		while (joined_to_all(dungeon, room))
			room = rng->range(state, 0, count - 1);
		uint32_t other = nearest_room(dungeon, room, count, true);
		struct tunnel tunnel = dungeon->tunnels[count - 1 + i];
		same = tunnel.from == room && tunnel.to == other && tunnel.row_first == rng->coin(state);
		join(room, other);
	}
	return same;
}

static bool rectangles_meet(struct room a, struct room b)
{
	return a.x1 <= b.x2 && a.x2 >= b.x1 && a.y1 <= b.y2 && a.y2 >= b.y1;
}

/* Follows the described algorithm step by step and compares. `state` is memory for the rng. */
static void check_steps(const struct dungeon *dungeon, enum generator_result result, const struct rng *rng, void *state)
{
	const struct recipe *recipe = &dungeon->recipe;
	/* What the memory holds must not matter. */
	memset(state, 0xa5, rng->state_size);
	rng->seed(state, recipe->seed);
	uint32_t count = 0;
	bool same = true;
	uint64_t attempts = 0, more = recipe->min_rooms * UINT64_C(1000);
	for (; same && (attempts < recipe->max_rooms || (attempts < more && count < recipe->min_rooms)); attempts++) {
		uint32_t w = rng->range(state, recipe->room_min, recipe->room_max);
		uint32_t h = rng->range(state, recipe->room_min, recipe->room_max);
		uint32_t x = rng->range(state, 0, recipe->width - w - 1);
		uint32_t y = rng->range(state, 0, recipe->height - h - 1);
		struct room room = {x, y, x + w, y + h};
		bool fails = false;
		for (uint32_t i = 0; !fails && i < count; i++)
			fails = rectangles_meet(room, dungeon->rooms[i]);
		if (fails)
			continue;
		same = count < dungeon->room_count && memcmp(&dungeon->rooms[count], &room, sizeof room) == 0;
		if (same && count > 0) {
			bool heads = rng->coin(state);
			same = count <= dungeon->tunnel_count && dungeon->tunnels[count - 1].row_first == heads;
		}
		count++;
	}
	same = same && count == dungeon->room_count && attempts == dungeon->attempts;
	bool enough = count >= recipe->min_rooms;
	/* Of the pairs of rooms all but one for each room after the first are left for loops. */
	bool loops_fit = recipe->loops <= (uint64_t)count * (count - 1) / 2 - (count - 1);
	if (same && enough && loops_fit)
		same = follow_loops(dungeon, rng, state);
	CHECK(&properties[STEPS], same, "room %" PRIu32 ", %s", count, describe_recipe(recipe));
	enum generator_result expected = !enough      ? GENERATOR_TOO_FEW_ROOMS
					 : !loops_fit ? GENERATOR_TOO_MANY_LOOPS
						      : GENERATOR_MADE;
	CHECK(&properties[POSSIBLE], result == expected,
	      "%d, not %d; %" PRIu32 " rooms of %" PRIu32 ", %" PRIu32 " loops, %s", result, expected, count,
	      recipe->min_rooms, recipe->loops, describe_recipe(recipe));
	seen.more_attempts += enough && attempts > recipe->max_rooms;
	seen.refused += !enough;
	seen.no_loops += enough && !loops_fit;
}

static void check_rooms(const struct dungeon *dungeon, const struct recipe *asked)
{
	const struct recipe *recipe = &dungeon->recipe;
	CHECK(&properties[RECIPE],
	      recipe->width == asked->width && recipe->height == asked->height &&
		      recipe->max_rooms == asked->max_rooms && recipe->room_min == asked->room_min &&
		      recipe->room_max == asked->room_max && recipe->min_rooms == asked->min_rooms &&
		      recipe->connect == asked->connect && recipe->loops == asked->loops &&
		      recipe->exit == asked->exit && recipe->doors == asked->doors && recipe->seed == asked->seed &&
		      strcmp(recipe->rng, asked->rng) == 0 && strcmp(recipe->algorithm, "rooms-and-tunnels/1") == 0,
	      "%s", describe_recipe(asked));
	CHECK(&properties[FIRST],
	      dungeon->room_count >= 1 && dungeon->room_count <= recipe_most_rooms(recipe) &&
		      dungeon->room_count <= recipe_space(recipe) && dungeon->room_count <= dungeon->attempts,
	      "%" PRIu32 " rooms, %s", dungeon->room_count, describe_recipe(recipe));

	memset(painted, 0, (size_t)recipe->width * recipe->height);
	for (uint32_t i = 0; i < dungeon->room_count; i++) {
		struct room room = dungeon->rooms[i];
		struct area floor = room_floor(room);
		bool inside = room.x1 < room.x2 && room.x2 < recipe->width && room.y1 < room.y2 &&
			      room.y2 < recipe->height;
		CHECK(&properties[INSIDE], inside, "room %" PRIu32 ", %s", i, describe_recipe(recipe));
		if (!inside)
			continue;
		uint32_t w = room.x2 - room.x1, h = room.y2 - room.y1;
		CHECK(&properties[SIZES],
		      w >= recipe->room_min && w <= recipe->room_max && h >= recipe->room_min &&
			      h <= recipe->room_max && floor.x == room.x1 + 1 && floor.y == room.y1 + 1 &&
			      floor.width == w - 1 && floor.height == h - 1,
		      "room %" PRIu32 ", %s", i, describe_recipe(recipe));
		bool free_tiles = true;
		for (uint32_t y = room.y1; y <= room.y2; y++)
			for (uint32_t x = room.x1; x <= room.x2; x++) {
				free_tiles = free_tiles && !painted[y * recipe->width + x];
				painted[y * recipe->width + x] = 1;
			}
		CHECK(&properties[APART], free_tiles, "room %" PRIu32 ", %s", i, describe_recipe(recipe));
	}
}

static bool same_point(struct point a, struct point b)
{
	return a.x == b.x && a.y == b.y;
}

/* Whether the points differ and share a row or a column. */
static bool straight(struct point a, struct point b)
{
	return (a.x == b.x) != (a.y == b.y);
}

static void check_tunnels(const struct dungeon *dungeon)
{
	const struct recipe *recipe = &dungeon->recipe;
	uint32_t count = dungeon->room_count;
	bool enough = dungeon->tunnel_count == count - 1 + recipe->loops;
	CHECK(&properties[LOOPS], enough && distinct_pairs(dungeon, dungeon->tunnel_count), "%" PRIu32 " tunnels, %s",
	      dungeon->tunnel_count, describe_recipe(recipe));
	if (!enough)
		return;
	for (uint32_t i = 0; i < dungeon->tunnel_count; i++) {
		struct tunnel tunnel = dungeon->tunnels[i];
		if (i < count - 1) {
			uint32_t old = recipe->connect == CONNECT_PREVIOUS ? i
									   : nearest_room(dungeon, i + 1, i + 1, false);
			CHECK(&properties[JOINED], tunnel.from == old && tunnel.to == i + 1, "tunnel %" PRIu32 ", %s",
			      i, describe_recipe(recipe));
		}
		struct point from = middle(dungeon->rooms[tunnel.from]), to = middle(dungeon->rooms[tunnel.to]),
			     path[3];
		unsigned points = tunnel_path(dungeon, tunnel, path);
		bool right = false;
		if (points == 2)
			right = same_point(path[0], from) && same_point(path[1], to) && straight(from, to);
		if (points == 3) {
			struct point corner = tunnel.row_first ? (struct point){to.x, from.y}
							       : (struct point){from.x, to.y};
			right = same_point(path[0], from) && same_point(path[1], corner) && same_point(path[2], to) &&
				straight(path[0], path[1]) && straight(path[1], path[2]);
		}
		CHECK(&properties[PATHS], right, "tunnel %" PRIu32 ", %s", i, describe_recipe(&dungeon->recipe));
	}
}

/* Fills `tiles` from rows that `start` begins, and compares with what was drawn. */
static void check_tiles(const struct dungeon *dungeon, struct rows *rows,
			bool (*start)(struct rows *, const struct rows_plan *), struct property *property)
{
	size_t size = (size_t)dungeon->recipe.width * dungeon->recipe.height, filled = 0;
	struct rows_plan plan = {
		.dungeon = dungeon,
		.before = "",
		.after = "",
		.glyphs = tile_glyphs,
		.glyph_count = TILE_KINDS,
	};
	bool fits = start(rows, &plan);
	struct band band;
	while (fits && rows_next(rows, &band))
		for (uint32_t time = 0; fits && time < band.times; time++) {
			fits = band.length <= size - filled;
			if (!fits)
				break;
			memcpy(tiles + filled, band.bytes, band.length);
			filled += band.length;
		}
	bool same = fits && filled == size;
	for (size_t i = 0; same && i < size; i++)
		same = tiles[i] == (doorways[i] ? '+' : drawn[i] == DRAWN_WALL ? '#' : '.');
	CHECK(property, same, "%s", describe_recipe(&dungeon->recipe));
}

/* Whether the tile is floor; outside the map none is. */
static bool is_floor(const struct recipe *recipe, int64_t x, int64_t y)
{
	return x >= 0 && y >= 0 && x < recipe->width && y < recipe->height &&
	       drawn[(size_t)y * recipe->width + (size_t)x] != DRAWN_WALL;
}

/* The rule, for a tile on the edge of a room, not a corner; `dx` and `dy` lead along the edge. */
static bool is_doorway(const struct recipe *recipe, int64_t x, int64_t y, int64_t dx, int64_t dy)
{
	return is_floor(recipe, x, y) && !is_floor(recipe, x - dx, y - dy) && !is_floor(recipe, x + dx, y + dy) &&
	       is_floor(recipe, x - dy, y - dx) && is_floor(recipe, x + dy, y + dx);
}

static void note_doorway(const struct recipe *recipe, uint32_t room, uint32_t x, uint32_t y, bool level)
{
	if (is_doorway(recipe, x, y, level, !level))
		doorways[y * recipe->width + x] = room + 1;
}

/* Whether a doorway of an earlier room shares an edge with this one. */
static bool yields(const struct recipe *recipe, size_t place)
{
	size_t beside[4] = {place - 1, place + 1, place - recipe->width, place + recipe->width};
	bool earlier = false;
	for (size_t i = 0; i < 4; i++)
		earlier = earlier || (doorways[beside[i]] && doorways[beside[i]] < doorways[place]);
	return earlier;
}

static bool listed_before(struct door a, struct door b)
{
	if (a.room != b.room)
		return a.room < b.room;
	return a.at.y != b.at.y ? a.at.y < b.at.y : a.at.x < b.at.x;
}

/* Leaves in `doorways` those that are doors. */
static void check_doors(const struct dungeon *dungeon)
{
	const struct recipe *recipe = &dungeon->recipe;
	size_t size = (size_t)recipe->width * recipe->height;
	memset(doorways, 0, size * sizeof *doorways);
	for (uint32_t i = 0; recipe->doors && i < dungeon->room_count; i++) {
		struct room room = dungeon->rooms[i];
		for (uint32_t x = room.x1 + 1; x < room.x2; x++) {
			note_doorway(recipe, i, x, room.y1, true);
			note_doorway(recipe, i, x, room.y2, true);
		}
		for (uint32_t y = room.y1 + 1; y < room.y2; y++) {
			note_doorway(recipe, i, room.x1, y, false);
			note_doorway(recipe, i, room.x2, y, false);
		}
	}
	/* In one pass: of two that share an edge, only the later yields, which is none to a third. */
	static uint8_t yielding[TILES_MOST];
	uint32_t expected = 0;
	for (size_t place = 0; place < size; place++)
		yielding[place] = doorways[place] && yields(recipe, place);
	for (size_t place = 0; place < size; place++) {
		seen.yielded += yielding[place];
		if (yielding[place])
			doorways[place] = 0;
		expected += doorways[place] > 0;
	}
	bool same = dungeon->door_count == expected;
	for (uint32_t i = 0; same && i < dungeon->door_count; i++) {
		struct door door = dungeon->doors[i];
		same = door.at.x < recipe->width && door.at.y < recipe->height &&
		       doorways[door.at.y * recipe->width + door.at.x] == door.room + 1;
	}
	CHECK(&properties[DOORS], same, "%" PRIu32 " doors, not %" PRIu32 ", %s", dungeon->door_count, expected,
	      describe_recipe(recipe));
	seen.door_count += expected;
	bool ordered = true;
	for (uint32_t i = 1; i < dungeon->door_count; i++)
		ordered = ordered && dungeon->doors[i - 1].at.y <= dungeon->doors[i].at.y &&
			  listed_before(dungeon->doors[dungeon->door_order[i - 1]],
					dungeon->doors[dungeon->door_order[i]]);
	CHECK(&properties[DOOR_ORDER], ordered, "%s", describe_recipe(recipe));
}

/* Walks from the spawn over all tiles of floor, one step at a time. */
static void check_farthest(const struct dungeon *dungeon)
{
	const struct recipe *recipe = &dungeon->recipe;
	size_t width = recipe->width, first = 0, count = 0;
	memset(steps, 0, width * recipe->height * sizeof *steps);
	size_t spawn = middle(dungeon->rooms[0]).y * width + middle(dungeon->rooms[0]).x;
	steps[spawn] = 1;
	waiting[count++] = (uint32_t)spawn;
	while (first < count) {
		size_t here = waiting[first++];
		size_t around[4] = {here - 1, here + 1, here - width, here + width};
		for (size_t i = 0; i < 4; i++)
			if (drawn[around[i]] != DRAWN_WALL && !steps[around[i]]) {
				steps[around[i]] = steps[here] + 1;
				waiting[count++] = (uint32_t)around[i];
			}
	}
	uint32_t farthest = 0, most = 0;
	for (uint32_t i = 0; i < dungeon->room_count; i++) {
		struct point center = middle(dungeon->rooms[i]);
		if (steps[center.y * width + center.x] > most) {
			most = steps[center.y * width + center.x];
			farthest = i;
		}
	}
	CHECK(&properties[FARTHEST],
	      same_point(dungeon->exit, middle(dungeon->rooms[farthest])) && dungeon->exit_distance == most - 1,
	      "%" PRIu64 " steps, not %" PRIu32 ", %s", dungeon->exit_distance, most - 1, describe_recipe(recipe));
}

/* Whether the ring around a floor has no floor of another room, and wall except for tunnels. */
static bool walled(const struct recipe *recipe, struct room room)
{
	bool good = true;
	for (uint32_t y = room.y1; y <= room.y2; y++)
		for (uint32_t x = room.x1; x <= room.x2; x++) {
			if (x > room.x1 && x < room.x2 && y > room.y1 && y < room.y2)
				continue;
			size_t place = (size_t)y * recipe->width + x;
			good = good && !(drawn[place] & DRAWN_ROOM) &&
			       (tiles[place] == '#' || drawn[place] & DRAWN_TUNNEL);
		}
	return good;
}

static void check_border(const struct recipe *recipe)
{
	size_t width = recipe->width, height = recipe->height;
	bool solid = true;
	for (size_t x = 0; x < width; x++)
		solid = solid && tiles[x] == '#' && tiles[(height - 1) * width + x] == '#';
	for (size_t y = 0; y < height; y++)
		solid = solid && tiles[y * width] == '#' && tiles[y * width + width - 1] == '#';
	CHECK(&properties[BORDER], solid, "%s", describe_recipe(recipe));
}

static void check_reached(const struct dungeon *dungeon)
{
	size_t width = dungeon->recipe.width, height = dungeon->recipe.height, stride = width + 2;
	memset(flooded, '#', stride * (height + 2));
	for (size_t y = 0; y < height; y++)
		for (size_t x = 0; x < width; x++)
			flooded[(y + 1) * stride + 1 + x] = tiles[y * width + x] == '#' ? '#' : '.';

	/* Each tile waits once: it turns to wall when it starts waiting. */
	size_t count = 0;
	size_t spawn = (dungeon->spawn.y + (size_t)1) * stride + dungeon->spawn.x + 1;
	if (flooded[spawn] == '.') {
		flooded[spawn] = '#';
		waiting[count++] = (uint32_t)spawn;
	}
	while (count > 0) {
		size_t here = waiting[--count];
		size_t around[4] = {here - 1, here + 1, here - stride, here + stride};
		for (size_t i = 0; i < 4; i++)
			if (flooded[around[i]] == '.') {
				flooded[around[i]] = '#';
				waiting[count++] = (uint32_t)around[i];
			}
	}
	CHECK(&properties[REACHED], !memchr(flooded, '.', stride * (height + 2)), "%s",
	      describe_recipe(&dungeon->recipe));
}

static void check_map(const struct dungeon *dungeon, const struct recipe *asked, struct rows *rows)
{
	const struct recipe *recipe = &dungeon->recipe;
	check_rooms(dungeon, asked);
	check_tunnels(dungeon);

	/* A room outside the map has no tiles to check. */
	if (properties[INSIDE].failures > 0 || properties[LOOPS].failures > 0)
		return;
	draw_tiles(dungeon, drawn);
	check_doors(dungeon);
	check_tiles(dungeon, rows, rows_start_whole, &properties[WHOLE]);
	check_tiles(dungeon, rows, rows_start_swept, &properties[SWEPT]);
	for (uint32_t i = 0; i < dungeon->room_count; i++)
		CHECK(&properties[WALLS], walled(recipe, dungeon->rooms[i]), "room %" PRIu32 ", %s", i,
		      describe_recipe(recipe));
	struct point first = middle(dungeon->rooms[0]), last = middle(dungeon->rooms[dungeon->room_count - 1]);
	CHECK(&properties[ENDS],
	      same_point(dungeon->spawn, first) && (recipe->exit == EXIT_FARTHEST || same_point(dungeon->exit, last)) &&
		      tiles[first.y * recipe->width + first.x] == '.' &&
		      tiles[dungeon->exit.y * recipe->width + dungeon->exit.x] == '.',
	      "%s", describe_recipe(recipe));
	if (recipe->exit == EXIT_FARTHEST)
		check_farthest(dungeon);
	seen.nearest += recipe->connect == CONNECT_NEAREST;
	seen.loops += recipe->loops > 0;
	seen.farthest += recipe->exit == EXIT_FARTHEST;
	seen.doors += recipe->doors;
	seen.swept_doors += recipe->doors && recipe->width > LARGE_WIDTH / 2 && recipe->height == LARGE_HEIGHT;
	seen.all += recipe->connect == CONNECT_NEAREST && recipe->loops > 0 && recipe->exit == EXIT_FARTHEST &&
		    recipe->doors && recipe->min_rooms > 0;
	check_border(recipe);
	check_reached(dungeon);
}

/* Mostly the next seed, as in a batch; sometimes the same, or any. */
static uint64_t choose_next(uint64_t *random, const struct rng *rng, uint64_t seed)
{
	switch (unit_between(random, 0, 19)) {
	case 0:
		return choose_seed(random, rng);
	case 1:
		return seed;
	default: /* 0 follows the largest */
		return (seed + 1) & rng->max_seed;
	}
}

/* A few maps of one generator; returns how many. */
static uint32_t check_batch(uint64_t *random, struct dungeon *dungeon, struct rows *rows)
{
	const struct rng *rng = choose_rng(random);
	struct recipe recipe = {.rng = rng->name};
	choose_recipe(random, &recipe);
	recipe.seed = choose_seed(random, rng);

	struct generator *generator = generator_new(rng, &recipe);
	if (!generator) {
		printf("out of memory for a generator\n");
		exit(1);
	}
	void *state = unit_memory(1, rng->state_size);
	uint32_t batch = unit_between(random, 1, unit_once_in(random, 10) ? 40 : 4);
	for (uint32_t i = 0; i < batch; i++) {
		enum generator_result result = generator_make(generator, recipe.seed, dungeon);
		if (result == GENERATOR_NO_MEMORY) {
			printf("out of memory for a map\n");
			exit(1);
		}
		if (result == GENERATOR_MADE)
			check_map(dungeon, &recipe, rows);
		check_steps(dungeon, result, rng, state);
		seen.smallest += recipe.width == 3 && recipe.height == 3;
		seen.largest += recipe.width == SIDE_MOST && recipe.height == SIDE_MOST;
		seen.one_attempt += recipe.max_rooms == 1;
		seen.thousands += recipe.max_rooms >= 2000 && dungeon->room_count >= 500;
		recipe.seed = choose_next(random, rng, recipe.seed);
	}
	for (size_t i = 0; rng_table[i]; i++)
		seen.of_rng[i] += rng_table[i] == rng ? batch : 0;
	free(state);
	generator_free(generator);
	return batch;
}

int main(void)
{
	uint64_t random = UNIT_START, pairs = 0;
	struct dungeon dungeon = {0};
	struct rows rows = {0};
	while (pairs < PAIRS)
		pairs += check_batch(&random, &dungeon, &rows);
	rows_free(&rows);
	dungeon_free(&dungeon);

	CHECK(&properties[SHAPES], seen.smallest >= 100, "%" PRIu32 " smallest", seen.smallest);
	CHECK(&properties[SHAPES], seen.largest >= 100, "%" PRIu32 " largest", seen.largest);
	CHECK(&properties[SHAPES], seen.one_attempt > 1000 && seen.thousands > 100,
	      "one attempt %" PRIu32 ", thousands %" PRIu32, seen.one_attempt, seen.thousands);
	CHECK(&properties[SHAPES],
	      seen.nearest > PAIRS / 4 && seen.loops > PAIRS / 10 && seen.farthest > PAIRS / 10 &&
		      seen.doors > PAIRS / 4 && seen.all > 300 && seen.swept_doors > 10 && seen.no_loops > 1000,
	      "swept with doors %" PRIu32 ", nearest %" PRIu32 ", loops %" PRIu32 ", farthest %" PRIu32
	      ", doors %" PRIu32 ", all %" PRIu32 ", too many loops %" PRIu32,
	      seen.swept_doors, seen.nearest, seen.loops, seen.farthest, seen.doors, seen.all, seen.no_loops);
	CHECK(&properties[SHAPES], seen.door_count > 100000 && seen.yielded > 100,
	      "%" PRIu64 " doors, %" PRIu64 " that yielded", seen.door_count, seen.yielded);
	CHECK(&properties[SHAPES], seen.more_attempts > 1000 && seen.refused > 1000,
	      "more attempts %" PRIu32 ", refused %" PRIu32, seen.more_attempts, seen.refused);
	for (size_t i = 0; rng_table[i]; i++)
		CHECK(&properties[SHAPES], seen.of_rng[i] > PAIRS / 10, "%s: %" PRIu32, rng_table[i]->name,
		      seen.of_rng[i]);
	printf("%" PRIu64 " pairs of seed and options, chosen with %d\n", pairs, UNIT_START);
	return unit_report(properties, PROPERTIES);
}
