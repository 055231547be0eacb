/* SPDX-License-Identifier: MIT */
#include "formats/theme.h"

#include <stddef.h>

const struct theme theme_table[] = {
	{"dark",
	 {
		 [COLOR_ROCK] = "22252e",
		 [COLOR_WALL] = "5b6072",
		 [COLOR_EDGE] = "14161c",
		 [COLOR_FLOOR] = "e6dcc3",
		 [COLOR_GRID] = "cec5b1",
		 [COLOR_DOOR] = "8a5a2b",
		 [COLOR_DOOR_FRAME] = "4a2f16",
		 [COLOR_SPAWN] = "6cbf73",
		 [COLOR_EXIT] = "e8835b",
		 [COLOR_LABEL] = "22252e",
		 [COLOR_ROUTE] = "5f87af",
	 },
	 .line_min = 0},
	{"print",
	 {
		 [COLOR_ROCK] = "ffffff",
		 [COLOR_WALL] = "d0d0d0",
		 [COLOR_EDGE] = "000000",
		 [COLOR_FLOOR] = "ffffff",
		 [COLOR_GRID] = "d0d0d0",
		 [COLOR_DOOR] = "ffffff",
		 [COLOR_DOOR_FRAME] = "000000",
		 [COLOR_SPAWN] = "808080",
		 [COLOR_EXIT] = "404040",
		 [COLOR_LABEL] = "000000",
		 [COLOR_ROUTE] = "808080",
	 },
	 .line_min = 1,
	 .has_stairs = true},
	{.name = NULL},
};
