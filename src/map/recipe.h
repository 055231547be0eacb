/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A recipe: the options and the seed that a map is generated from. The command line, the library,
 * and --compare, which reads the recipes of documents, share the table of options in this file:
 *
 *     struct recipe recipe = recipe_of_tutorials();
 *     recipe_set(&recipe, &recipe_options[RECIPE_OPTION_loops], 3);
 *     if (!recipe_set_parameter(&recipe, &parameter))
 *             the document names an unknown option or value
 *     recipe_fit(&recipe, RECIPE_BIT(loops));          nobody chose the sizes of rooms
 *     if (recipe_check(&recipe) == RECIPE_SOUND)
 *             the generator can make a map of it
 */

/*
 * A new room is joined to the one before it, as in the tutorials, or to the one whose center is
 * nearest.
 */
enum connect { CONNECT_PREVIOUS, CONNECT_NEAREST, CONNECTS };
extern const char *const connect_names[CONNECTS + 1]; /* ending in NULL */

/*
 * Tunnels run from center to center through anything, as in the tutorials, or from wall to wall
 * around rooms.
 */
enum tunnels { TUNNELS_THROUGH, TUNNELS_AROUND, TUNNEL_KINDS };
extern const char *const tunnels_names[TUNNEL_KINDS + 1]; /* ending in NULL */

/*
 * The room with the exit: the one placed last, as in the tutorials, or the one farthest from the
 * spawn.
 */
enum exit_rule { EXIT_LAST, EXIT_FARTHEST, EXIT_RULES };
extern const char *const exit_names[EXIT_RULES + 1]; /* ending in NULL */

/* The room with the spawn: the one placed first, as in the tutorials, or the one farthest from it.
 */
enum spawn_rule { SPAWN_FIRST, SPAWN_FARTHEST, SPAWN_RULES };
extern const char *const spawn_names[SPAWN_RULES + 1]; /* ending in NULL */

/* How documents spell the value of an option. */
enum parameter_kind {
	PARAMETER_NUMBER,
	PARAMETER_NAME,
	PARAMETER_FLAG,
	PARAMETER_PART, /* not by itself, but as a part of the value of another option */
};

/* An option that a map was generated from, as documents record it. The strings are not owned. */
struct parameter {
	const char *key;
	enum parameter_kind kind;
	uint64_t number;  /* value of a PARAMETER_NUMBER; 0 or 1 for a PARAMETER_FLAG */
	const char *name; /* value of a PARAMETER_NAME */
};

enum { LOCKS_MAX = 18 }; /* locks of a map, so that each has a letter from A to R */

/*
 * The options that decide a map, each a uint32_t of struct recipe: name, kind in documents, lowest
 * and highest value, and the value of the tutorials. They are in the order of src/cli/options.def,
 * which is the order in documents. The value of the tutorials must mean that all maps are as they
 * were before the option existed.
 */
/* clang-format off */
#define RECIPE_OPTIONS(X) \
	X(width, NUMBER, 3, INT32_MAX, 80)                   /* tiles */ \
	X(height, NUMBER, 3, INT32_MAX, 45)                  /* tiles */ \
	X(max_rooms, NUMBER, 1, INT32_MAX, 30)               /* attempts to place a room */ \
	X(room_min, NUMBER, 2, INT32_MAX - 1, 6)             /* at most room_max */ \
	X(room_max, NUMBER, 2, INT32_MAX - 1, 10)            /* less than width and height */ \
	X(room_max_to, PART, 0, INT32_MAX - 1, 0)            /* end of a range; 0: none */ \
	X(min_rooms, NUMBER, 0, INT32_MAX, 0)                /* rooms to reach by more attempts */ \
	X(fill, NUMBER, 0, 100, 0)                           /* percent of tiles in rooms */ \
	X(fill_to, PART, 0, 100, 0)                          /* end of a range; 0: none */ \
	X(halls, NUMBER, 0, INT32_MAX, 0)                    /* attempts to place a hall */ \
	X(wings, NUMBER, 0, 100, 0)                          /* percent of rooms with a wing */ \
	X(wings_to, PART, 0, 100, 0)                         /* end of a range; 0: none */ \
	X(tunnels, NAME, 0, TUNNEL_KINDS - 1, TUNNELS_THROUGH) /* an enum tunnels */ \
	X(spacing, NUMBER, 0, INT32_MAX, 0)                  /* tiles of wall beside tunnels */ \
	X(connect, NAME, 0, CONNECTS - 1, CONNECT_PREVIOUS)  /* an enum connect */ \
	X(loops, NUMBER, 0, INT32_MAX, 0)                    /* additional tunnels */ \
	X(loop_percent, NUMBER, 0, 100, 0)                   /* more loops, per 100 rooms */ \
	X(loop_percent_to, PART, 0, 100, 0)                  /* end of a range; 0: none */ \
	X(loop_corners, FLAG, 0, 1, 0)                       /* loops may use corners, if needed */ \
	X(spawn, NAME, 0, SPAWN_RULES - 1, SPAWN_FIRST)      /* an enum spawn_rule */ \
	X(spawn_x, PART, 0, INT32_MAX, 0)                    /* column of the spawn; 0: any */ \
	X(spawn_y, PART, 0, INT32_MAX, 0)                    /* row of the spawn; 0: any */ \
	X(exit, NAME, 0, EXIT_RULES - 1, EXIT_LAST)          /* an enum exit_rule */ \
	X(doors, FLAG, 0, 1, 0)                              /* whether the map has doors */ \
	X(locks, NUMBER, 0, LOCKS_MAX, 0)                    /* rooms that need a key */ \
	X(secrets, NUMBER, 0, INT32_MAX, 0)                  /* rooms behind secret doors */ \
	X(door_percent, NUMBER, 0, 100, 100)                 /* percent of tunnels with doors */ \
	X(door_percent_to, PART, 0, 100, 0)                  /* end of a range; 0: none */ \
	X(door_gap, NUMBER, 1, INT32_MAX, 1)                 /* tiles between doors of a tunnel */
/* clang-format on */

/* The largest number of legs of a generated tunnel, by --tunnels. Input maps may have more. */
enum { THROUGH_LEGS = 2, AROUND_LEGS = 3 };

/* Limits that keep map_area_count below 2^32. Each room of a recipe can have a wing. */
enum {
	MAP_ROOMS_MAX = UINT32_MAX / (1 + AROUND_LEGS),
	MAP_TUNNELS_MAX = MAP_ROOMS_MAX - 1,
	RECIPE_ROOMS_MAX = MAP_ROOMS_MAX / 2,
};

struct recipe {
#define X(name, ...) uint32_t name;
	RECIPE_OPTIONS(X)
#undef X
	uint64_t seed;
	const char *algorithm; /* its name; NULL if an input map lacks it; not owned */
	const char *rng;       /* name of the random number generator; NULL like algorithm */
	/*
	 * The options in `params` of a document, in the order of RECIPE_OPTIONS: always
	 * max_rooms, room_min, and room_max, and the other options if they were given. Not owned.
	 */
	const struct parameter *parameters;
	size_t parameter_count;
};

/* An option of a recipe: a row of RECIPE_OPTIONS. */
struct recipe_option {
	const char *key; /* in documents and in the library */
	enum parameter_kind kind;
	uint32_t value_min;
	uint32_t value_max;
	uint32_t value_of_tutorials;
	const char *const *names; /* for a PARAMETER_NAME, the names by value, ending in NULL;
				     otherwise NULL */
	size_t offset;            /* offset of the field in struct recipe */
};

enum {
#define X(name, ...) RECIPE_OPTION_##name,
	RECIPE_OPTIONS(X)
#undef X
		RECIPE_OPTION_COUNT
};

/*
 * The options that can be ranges. The generator draws a number from the option to the end of its
 * range for each map. Without a range, the end is 0.
 */
struct recipe_range {
	const struct recipe_option *option;
	const struct recipe_option *end;
};
enum { RECIPE_RANGES = 5 };
extern const struct recipe_range recipe_ranges[RECIPE_RANGES];

/*
 * Options that require a value of another option, unless they have their free value. Values of a
 * preset give way: first that of the option, and then that of the required option.
 */
struct recipe_requirement {
	unsigned option; /* index into recipe_options */
	uint32_t free_value;
	unsigned required_option; /* index into recipe_options */
	uint32_t required_value;
};
enum { RECIPE_REQUIREMENTS = 9 };
extern const struct recipe_requirement recipe_requirements[RECIPE_REQUIREMENTS];

/* The bit of an option in a set of options. */
#define RECIPE_BIT(name) (UINT32_C(1) << RECIPE_OPTION_##name)
_Static_assert(RECIPE_OPTION_COUNT <= 32, "a set of options fits a uint32_t");

extern const struct recipe_option recipe_options[RECIPE_OPTION_COUNT];

/* Returns the recipe of the tutorials' map, with seed 0. */
struct recipe recipe_of_tutorials(void);

/* Returns the value of an option. */
uint32_t recipe_get(const struct recipe *recipe, const struct recipe_option *option);

/* Sets the value of an option, which is not a range after that. Does not check the value. */
void recipe_set(struct recipe *recipe, const struct recipe_option *option, uint32_t value);

/*
 * Sets the option that a parameter of a document names, or spawn_x and spawn_y if the value of
 * `spawn` is a tile such as "65,33". Returns false, and changes nothing, if the option is unknown,
 * or if it does not accept the value.
 */
bool recipe_set_parameter(struct recipe *recipe, const struct parameter *parameter);

/*
 * Fills a list with the options that a document contains: those in `given`, which has their
 * RECIPE_BITs, and always max_rooms, room_min, and room_max. `spawn` is the text of spawn_x and
 * spawn_y, such as "65,33", if the recipe has them. Returns the number of options. The list does
 * not own its strings.
 */
size_t recipe_parameters(const struct recipe *recipe, uint32_t given, const char *spawn,
			 struct parameter list[RECIPE_OPTION_COUNT]);

/*
 * Fits room_max, also the end of its range, and room_min to the map and to each other, unless they
 * are in `chosen`, which has the RECIPE_BIT of each option that somebody chose. Other options keep
 * defaults, or values of a preset, which nobody meant for this map. What is sound stays as it is.
 */
void recipe_fit(struct recipe *recipe, uint32_t chosen);

/* Returns the number of tiles of a map. */
static inline uint64_t recipe_tiles(const struct recipe *recipe)
{
	return (uint64_t)recipe->width * recipe->height;
}

/* Returns the largest number of rooms that fit on the map, even with unlimited attempts. */
uint64_t recipe_space(const struct recipe *recipe);

/* Returns the number of additional tunnels that the recipe requests for a number of rooms. */
static inline uint64_t recipe_loops(const struct recipe *recipe, uint32_t room_count)
{
	return recipe->loops + (uint64_t)room_count * recipe->loop_percent / 100;
}

/* Returns whether the recipe says on which tile the spawn is. */
static inline bool recipe_has_spawn(const struct recipe *recipe)
{
	return recipe->spawn_x > 0 || recipe->spawn_y > 0;
}

/* The tiles that can be the spawn: a room of room_min fits on the map around each. */
struct spawn_range {
	uint32_t x_min;
	uint32_t y_min;
	uint32_t x_max;
	uint32_t y_max;
};

/* Returns the range of a recipe whose room_min fits on the map. */
struct spawn_range recipe_spawn_range(const struct recipe *recipe);

enum recipe_fault {
	RECIPE_SOUND,
	RECIPE_OUT_OF_RANGE, /* an option is below its lowest or above its highest value */
	RECIPE_LARGE_ROOMS,  /* room_max is too large for the map */
	RECIPE_REVERSED,     /* room_min > room_max */
	RECIPE_WRONG_SPAWN,  /* no room fits around spawn_x and spawn_y, or one of them is 0 */
	RECIPE_NO_SPACE,     /* min_rooms > recipe_space */
	RECIPE_TOO_MANY,     /* the generator may place more than RECIPE_ROOMS_MAX rooms */
};

/*
 * Returns the first fault of a recipe, or of one that its ranges allow. The generator requires
 * RECIPE_SOUND.
 */
enum recipe_fault recipe_check(const struct recipe *recipe);

/*
 * Returns the index of the option that asks for more rooms than RECIPE_NO_SPACE or RECIPE_TOO_MANY
 * allows.
 */
unsigned recipe_rooms_option(const struct recipe *recipe, enum recipe_fault fault);
