/* SPDX-License-Identifier: MIT */
#include "run/faults.h"

#include "cli/messages.h"

#include <inttypes.h>

/* "21,14" */
static const char *point_text(struct point at)
{
	return phrase("%" PRIu32 ",%" PRIu32, at.x, at.y);
}

const char *fault_text(const struct fault *fault)
{
	const char *at = point_text(fault->at);
	uint32_t other = 0;
	switch (fault->kind) {
	case FAULT_UNREACHABLE:
	case FAULT_SEPARATE:
		return phrase("%" PRIu64 " of %" PRIu64
			      " floor tiles cannot be reached from the %s, the first at %s",
			      fault->count, fault->of,
			      fault->kind == FAULT_UNREACHABLE ? "spawn" : "largest region", at);
	case FAULT_EDGE:
		return phrase("%s at the map's edge, the first at %s",
			      count_text(fault->count, "floor tile is", "floor tiles are"), at);
	case FAULT_DOOR:
		return phrase("the door at %s is not between two walls and two floor tiles", at);
	case FAULT_OVERLAP:
		while (!areas_meet(room_floor(fault->rooms[other]),
				   room_floor(fault->rooms[fault->room])))
			other++;
		return phrase("the floors of rooms %" PRIu32 " and %" PRIu32 " overlap", other,
			      fault->room);
	default:
		return phrase("the %s at %s is in the wall", mark_names[fault->mark], at);
	}
}

/* An element of a document, as a sentence about this map has it; empty if the map has none. */
static const char *element_text(enum difference_kind kind, const struct map *map, uint32_t index)
{
	if (kind == DIFFERENCE_MARK)
		return phrase("at %s", point_text(map->marks[index].at));
	if (kind == DIFFERENCE_ROOM && index < map->room_count) {
		struct area floor = room_floor(map->rooms[index]);
		return phrase("%s at %s", size_text(area_width(floor), area_height(floor)),
			      point_text((struct point){floor.x1, floor.y1}));
	}
	if (kind == DIFFERENCE_DOOR && index < map->door_count)
		return phrase("at %s of room %" PRIu32, point_text(map->doors[index].at),
			      map->doors[index].room);
	if (kind != DIFFERENCE_TUNNEL || index >= map->tunnel_count)
		return "";
	struct path path = tunnel_path(map, index);
	const char *text = phrase("from room %" PRIu32 " to room %" PRIu32 " by",
				  map->tunnels[index].from, (uint32_t)map->tunnels[index].to);
	for (uint32_t i = 0; i <= lesser(path.count, AROUND_LEGS); i++)
		text = phrase("%s %s", text, point_text(path_corner(path, i)));
	return text;
}

static const char *const element_names[] = {
	[DIFFERENCE_ROOM] = "room",
	[DIFFERENCE_TUNNEL] = "tunnel",
	[DIFFERENCE_DOOR] = "door",
};

/* "room 3 is 8x7 at 21,14, and should be 9x7 at 21,14" */
static const char *document_text(const struct difference *difference, const struct map *ours,
				 const struct map *theirs)
{
	uint32_t index = difference->index;
	const char *here = element_text(difference->kind, ours, index);
	const char *there = element_text(difference->kind, theirs, index);
	const char *name = difference->kind == DIFFERENCE_MARK
				   ? phrase("the %s", mark_names[index])
				   : phrase("%s %" PRIu32, element_names[difference->kind], index);
	if (*there && *here)
		return phrase("%s is %s, and should be %s", name, there, here);
	return phrase("%s, %s, %s", name, *there ? there : here,
		      *there ? "should not be there" : "is missing");
}

/*
 * The mistakes of a cause, or the place at which a map differs without one; empty if there is none.
 */
static const char *cause_text(const struct cause *cause, const struct difference *difference,
			      const struct map *ours, const char *draws)
{
	const char *text = "";
	for (size_t i = 0; cause->mistakes >> i; i++) {
		const char *one = i < MISTAKES ? mistake_texts[i]
					       : phrase("the numbers are those of --rng %s",
							rng_table[i - MISTAKES]->name);
		if (cause->mistakes >> i & 1)
			text = *text ? phrase("%s; and %s", text, one) : one;
	}
	if (*text || cause->attempt == 0 || *draws || difference->kind != DIFFERENCE_TILES)
		return text;
	return phrase("the first that is not there is %s %" PRIu32 " of attempt %" PRIu64 ", %s",
		      element_names[cause->kind], cause->index, cause->attempt,
		      element_text(cause->kind, ours, cause->index));
}

const char *draws_text(const struct map *ours, const struct history *our_history,
		       const struct map *theirs, const struct history *their_history)
{
	static const char *const names[] = {"w", "h", "x", "y"};
	static const char *const ordinals[] = {"first", "second", "third", "fourth"};
	const struct recipe *recipe = &ours->recipe;
	for (uint64_t i = 0; i < our_history->attempt_count && i < their_history->attempt_count;
	     i++) {
		const struct attempt *attempt = &our_history->attempts[i];
		struct area a = attempt->room, b = their_history->attempts[i].room;
		const uint32_t w = a.x2 - a.x1, h = a.y2 - a.y1, room = attempt->number;
		const uint32_t here[] = {w, h, a.x1, a.y1},
			       there[] = {b.x2 - b.x1, b.y2 - b.y1, b.x1, b.y1};
		const uint32_t most[] = {recipe->room_max, recipe->room_max, recipe->width - w - 1,
					 recipe->height - h - 1};
		for (int k = 0; k < 4; k++)
			if (here[k] != there[k])
				return phrase("attempt %" PRIu64 ": %s is %" PRIu32
					      ", and should be %" PRIu32
					      ": the %s number, from %" PRIu32 " to %" PRIu32
					      "; %s",
					      i + 1, names[k], there[k], here[k], ordinals[k],
					      k < 2 ? recipe->room_min : 0, most[k],
					      i == 0 && k == 0 ? "check the seeding"
							       : "all before it are right");
		if (recipe->tunnels == TUNNELS_AROUND || !attempt->placed || room == 0 ||
		    ours->tunnels[room - 1].row_first == theirs->tunnels[room - 1].row_first)
			continue;
		bool row = ours->tunnels[room - 1].row_first;
		return phrase("attempt %" PRIu64 ": the tunnel goes along the %s first, and should "
			      "go along the %s; all numbers "
			      "before it are right",
			      i + 1, row ? "column" : "row", row ? "row" : "column");
	}
	return our_history->attempt_count == their_history->attempt_count
		       ? ""
		       : phrase("has %s, and should have %" PRIu64 "; all numbers are right",
				count_text(their_history->attempt_count, "attempt", "attempts"),
				our_history->attempt_count);
}

const char *difference_text(const struct difference *difference, const struct map *ours,
			    const struct map *theirs, const struct cause *cause, const char *draws,
			    bool located)
{
	const struct recipe *here = &ours->recipe, *there = &theirs->recipe;
	const char *why = cause_text(cause, difference, ours, draws);
	if (*draws)
		return *why ? phrase("%s; %s", draws, why) : draws;
	if (difference->kind >= DIFFERENCE_ROOM && !*why)
		return document_text(difference, ours, theirs);
	if (difference->single && cause->mistakes == 0)
		return phrase("the tile at %s is %s, and should be %s",
			      point_text(difference->first), tile_names[difference->there],
			      tile_names[difference->here]);
	const char *text = phrase("%" PRIu32 " of %" PRIu32 " rows differ", difference->rows,
				  here->height);
	if (difference->kind == DIFFERENCE_SIZE)
		text = phrase("is %s, and should be %s", size_text(there->width, there->height),
			      size_text(here->width, here->height));
	if (difference->rows > 0 && (located || !*why))
		text = phrase("%s, the first tile at %s: %s there, %s here", text,
			      point_text(difference->first), tile_names[difference->there],
			      tile_names[difference->here]);
	return *why ? phrase("%s; %s", text, why) : text;
}
