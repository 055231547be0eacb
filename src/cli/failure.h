/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_FAILURE_H
#define DUNGEN_FAILURE_H

#include "dungeon/dungeon.h"
#include "output/destination.h"

/* Says why the generator could not make a map, and how far it came. */
void failure_tell_impossible(const struct dungeon *dungeon);

/* Says why a destination failed, what would work, and which file was left behind if one was; after destination_close.
 */
void failure_tell(const struct destination *destination);

#endif
