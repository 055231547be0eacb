/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/writer.h"

/*
 * Writes a map as text, for the program and the library. `show` has the SHOW_ bits of symbols that
 * the map has, and that are not in its walls. Returns false if out of memory.
 */
bool text_write_shown(struct writer *writer, const struct map *map, unsigned show);
