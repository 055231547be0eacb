/* SPDX-License-Identifier: MIT */
#pragma once

#include "generate/generation.h"

/*
 * The pass that adds wings. A wing is a room whose floor touches the floor of an earlier room along
 * an edge, without a wall between them. Together they look like one room in the shape of an L or a
 * T.
 */

/*
 * Adds the wings that the recipe requests to a map that has all its other rooms. Halls get none.
 * Each wing gets a tunnel of one step from its room. The tunnel has its leg only with --tunnels
 * around. Returns false if out of memory.
 */
bool wings_add(const struct generation *generation);
