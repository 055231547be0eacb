/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/reader.h"

/*
 * Titles of text maps: lines above and below the map that are no rows of tiles, such as a name or a
 * size. A size can also look like a row of csv.
 */

/* Refuses a map with a title. Returns whether it does not. */
bool text_check_titles(struct reader *reader);

/*
 * Refuses a map of `line_count` lines whose rows are the lines `first` to `last`, from 1, and says
 * how to remove the other lines. Returns false.
 */
bool text_refuse_titles(struct reader *reader, uint64_t first, uint64_t last, uint64_t line_count);
