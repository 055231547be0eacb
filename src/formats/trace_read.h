/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/reader.h"
#include "map/overlap.h"

/*
 * Reads traces of the maps that tutorials generate: the attempts to place a room, and for each room
 * a tunnel from the center of the room before it. Refuses everything else that trace.c writes, such
 * as loops, doors, and tunnels around rooms.
 *
 * These are `read`, `free_reader_state`, and `is_first_line` of the format. The state is a struct
 * overlap, with the rooms so far. Traces of ports may begin with any of their lines.
 */
void trace_read(struct reader *reader);
void trace_reader_free(void *state);
bool trace_is_first_line(const char *path, const char *line, size_t length);
