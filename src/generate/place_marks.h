/* SPDX-License-Identifier: MIT */
#pragma once

#include "generate/generation.h"
#include "map/walk.h"

/*
 * The pass that places the spawn and the exit, after all tunnels were dug. The spawn is in the room
 * that was placed first. The exit is in the room that was placed last, or in the room that players
 * need the most steps to reach.
 */

/*
 * Sets the marks of a map whose rooms are connected. If the recipe requests the farthest exit, it
 * also sets exit_distance. `walk` is memory for the search. Returns false if out of memory.
 */
bool place_marks(struct walk *walk, const struct generation *generation);
