/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/format.h"
#include "map/overlap.h"

/*
 * Reads traces, which trace.c writes: the attempts to place a room, and the tunnels between the
 * centers of rooms. These are `read` and `free_reader_state` of the format. The state is a struct
 * overlap, with the rooms so far.
 */
enum read_result trace_read(struct reader *reader);
void trace_reader_free(void *state);
