/* SPDX-License-Identifier: MIT */
#pragma once

#include "generate/around_site.h"

/*
 * Finds a tunnel between two rooms: a path of one to three legs that fits between the other rooms
 * and the tunnels dug so far.
 *
 * Usage:
 *
 *     struct leg legs[AROUND_LEGS];
 *     struct path path = around_path_find(&site, from, to, legs);
 *     if (path.count > 0)
 *             around_site_dig(&site, from, to, path);
 */

/*
 * Tries straight tunnels, then tunnels with bends, and returns the first path that fits. The path
 * leads from a floor tile just inside one room to a floor tile just inside the other, and is stored
 * in `legs`. Returns a path without legs if none of them fits.
 */
struct path around_path_find(const struct around_site *site, uint32_t from, uint32_t to,
			     struct leg legs[AROUND_LEGS]);
