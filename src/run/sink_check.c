/* SPDX-License-Identifier: MIT */
/* The sink that reports the faults of each map, for --check. */
#include "run/sink.h"

#include "map/check.h"

#include <inttypes.h>

struct check_sink {
	struct sink sink;
	const struct options *options;
	struct outcome *outcome;
	struct check check;          /* memory of check_map, which calls report_fault */
	const struct origin *origin; /* origin of the current map */
};

/* Returns the first room whose floor overlaps the floor of a later room. */
static uint32_t find_overlapped(const struct area *rooms, uint32_t later_room)
{
	uint32_t room = 0;
	while (!areas_meet(room_floor(rooms[room]), room_floor(rooms[later_room])))
		room++;
	return room;
}

/* Reports a fault of the current map. check_map calls this. */
static void report_fault(void *context, const struct fault *fault)
{
	struct check_sink *sink = context;
	const struct point at = fault->at;
	if (!outcome_report(sink->outcome, STATUS_NO_MAP))
		return;
	struct message message = {.level = LEVEL_ERROR};
	origin_describe(sink->origin, &message);
	if (fault->kind != FAULT_OVERLAP && fault->kind != FAULT_LOCK)
		place_set_tile(&message.place, at.x, at.y);
	switch (fault->kind) {
	case FAULT_UNREACHABLE:
	case FAULT_SEPARATE:
		fail(&message, STATUS_NO_MAP,
		     "%" PRIu64 " of %" PRIu64
		     " floor tiles cannot be reached from the %s, the first at %u,%u",
		     fault->count, fault->floor_count,
		     fault->kind == FAULT_UNREACHABLE ? "spawn" : "largest region", at.x, at.y);
		break;
	case FAULT_EDGE:
		fail(&message, STATUS_NO_MAP, "%s at the map's edge, the first at %u,%u",
		     count_text(fault->count, "floor tile is", "floor tiles are"), at.x, at.y);
		break;
	case FAULT_DOOR:
		fail(&message, STATUS_NO_MAP,
		     "the door at %u,%u is not between two walls and two floor tiles", at.x, at.y);
		break;
	case FAULT_MARK:
		fail(&message, STATUS_NO_MAP, "the %s at %u,%u is in the wall",
		     mark_names[fault->mark], at.x, at.y);
		break;
	case FAULT_OVERLAP:
		fail(&message, STATUS_NO_MAP, "the floors of rooms %u and %u overlap",
		     find_overlapped(fault->rooms, fault->room), fault->room);
		break;
	case FAULT_KEY_IN_WALL:
		fail(&message, STATUS_NO_MAP, "key %u at %u,%u is in the wall", fault->lock, at.x,
		     at.y);
		break;
	case FAULT_KEY:
		fail(&message, STATUS_NO_MAP, "key %u opens no door", fault->lock);
		break;
	case FAULT_LOCK:
		fail(&message, STATUS_NO_MAP, "lock %u has no key", fault->lock);
		break;
	case FAULT_KEY_SHUT:
		fail(&message, STATUS_NO_MAP, "key %u at %u,%u cannot be reached", fault->lock,
		     at.x, at.y);
		break;
	case FAULT_SHUT:
		fail(&message, STATUS_NO_MAP, "the exit cannot be reached with the keys");
		break;
	case FAULT_OPEN:
		fail(&message, STATUS_NO_MAP, "lock %u can be walked around", fault->lock);
		break;
	}
	printer_print(&message);
}

static bool check_sink_take(struct sink *base, const struct map *map, const struct origin *origin)
{
	struct check_sink *sink = (struct check_sink *)base;
	if (!origin->note_is_fault) {
		origin_print_note(origin, sink->options);
	} else {
		struct message message = {.level = LEVEL_ERROR};
		origin_describe(origin, &message);
		fail(&message, STATUS_NO_MAP, "%s", origin->note);
		outcome_report_failure(sink->outcome, &message);
	}
	sink->origin = origin;
	return check_map(&sink->check, map) || outcome_stop(sink->outcome);
}

static void check_sink_end(struct sink *base, const struct origin *origin, bool is_complete)
{
	struct check_sink *sink = (struct check_sink *)base;
	(void)origin;
	(void)is_complete;
	check_free(&sink->check);
}

struct sink *check_sink_open(const struct options *options, struct outcome *outcome)
{
	static struct check_sink sink;
	sink = (struct check_sink){
		.sink = {.take = check_sink_take, .end = check_sink_end, .reports_failures = true},
		.options = options,
		.outcome = outcome,
		.check = {.report = report_fault, .context = &sink},
	};
	return &sink.sink;
}
