/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/reader.h"

/*
 * Titles of text maps: first lines that are no rows of tiles, such as a name or a size. A size can
 * also look like a row of csv.
 */

/* Refuses a map that begins with a title. Returns whether it does not. */
bool text_check_title(struct reader *reader);

/*
 * Refuses a map whose first `line_count` lines are a title, and says how to remove them. Returns
 * false.
 */
bool text_refuse_title(struct reader *reader, uint32_t line_count);
