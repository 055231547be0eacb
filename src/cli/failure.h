/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_FAILURE_H
#define DUNGEN_FAILURE_H

#include "dungeon/dungeon.h"
#include "output/map_files.h"

/* Says why the generator could not make a map, and how far it came. */
void failure_tell_impossible(const struct dungeon *dungeon);

/* After map_files_close: says why it failed, what would work, and which file was left behind if one was. */
void failure_tell(const struct map_files *files);

#endif
