/* SPDX-License-Identifier: MIT */
#pragma once

#include "generate/around_site.h"

/*
 * Places the doors of a map whose tunnels run around rooms. Every opening of a room has a door,
 * except where two doors would stand close together: a tunnel of at most three tiles that meets no
 * other tunnel has a door only at its first end.
 */

/*
 * Places all doors. Call it once, after the last tunnel was dug. Returns false if out of memory.
 */
bool around_doors_place(struct around_site *site);
