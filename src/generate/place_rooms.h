/* SPDX-License-Identifier: MIT */
#pragma once

#include "generate/generation.h"

/*
 * The first pass of the generator: places rooms at random, and chooses which earlier room each room
 * is connected to. The tunnels are dug later.
 */

/*
 * Makes the attempts that the recipe of the map requests, then more until the map has min_rooms
 * rooms, up to a limit. The map must be empty. Afterward it has at least one room, because the
 * first attempt always succeeds. Adds a tunnel without legs for every room but the first, unless
 * tunnels run around rooms. Returns false if out of memory.
 */
bool place_rooms(struct generation *generation);
