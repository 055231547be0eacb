/* SPDX-License-Identifier: MIT */
#include "cli/faults.h"

#include <inttypes.h>
#include <string.h>

enum { FAULTS_MOST = 10 }; /* that are printed */

/* The fault as a sentence. */
static struct phrase fault_text(const struct fault *fault)
{
	uint32_t x = fault->at.x, y = fault->at.y;
	switch (fault->kind) {
	case FAULT_UNREACHABLE:
	case FAULT_SEPARATE:
		return phrase_of("%" PRIu64 " of %" PRIu64
				 " floor tiles cannot be reached from the %s, the first at %" PRIu32 ",%" PRIu32,
				 fault->count, fault->of, fault->kind == FAULT_UNREACHABLE ? "spawn" : "largest region",
				 x, y);
	case FAULT_EDGE:
		return phrase_of("%" PRIu64 " floor %s at the map's edge, the first at %" PRIu32 ",%" PRIu32,
				 fault->count, fault->count == 1 ? "tile is" : "tiles are", x, y);
	case FAULT_DOOR:
		return phrase_of("the door at %" PRIu32 ",%" PRIu32 " is not between two walls and two floor tiles", x,
				 y);
	case FAULT_OVERLAP:
		return phrase_of("the floors of rooms %" PRIu32 " and %" PRIu32 " overlap", fault->other, fault->room);
	default:
		return phrase_of("the %s at %" PRIu32 ",%" PRIu32 " is in the wall",
				 fault->kind == FAULT_SPAWN ? "spawn" : "exit", x, y);
	}
}

bool faults_count(struct faults *faults)
{
	return faults->count++ < FAULTS_MOST;
}

void faults_tell(void *context, const struct fault *fault)
{
	struct faults *faults = context;
	if (faults_count(faults))
		message("%s: %s", faults->where.text, fault_text(fault).text);
}

void faults_tell_rest(const struct faults *faults)
{
	if (faults->count > FAULTS_MOST)
		message("and %" PRIu64 " more", faults->count - FAULTS_MOST);
}

static const char *const kind_names[TILE_KINDS] = {"wall", "floor", "door"};

/* An element of a document, as a sentence about this map has it; empty if the map has none. */
static struct phrase element_text(enum difference_kind kind, const struct dungeon *dungeon, uint32_t index)
{
	struct point at = kind == DIFFERENCE_SPAWN ? dungeon->spawn : dungeon->exit;
	if (kind == DIFFERENCE_SPAWN || kind == DIFFERENCE_EXIT)
		return phrase_of("at %" PRIu32 ",%" PRIu32, at.x, at.y);
	if (kind == DIFFERENCE_ROOM && index < dungeon->room_count) {
		struct area floor = room_floor(dungeon->rooms[index]);
		return phrase_of("%" PRIu32 "x%" PRIu32 " at %" PRIu32 ",%" PRIu32, area_width(floor),
				 area_height(floor), floor.x1, floor.y1);
	}
	if (kind == DIFFERENCE_DOOR && index < dungeon->door_count) {
		struct door door = dungeon->doors[index];
		return phrase_of("at %" PRIu32 ",%" PRIu32 " of room %" PRIu32, door.at.x, door.at.y, door.room);
	}
	struct phrase text = {""};
	struct path path;
	if (kind == DIFFERENCE_TUNNEL && index < dungeon->tunnel_count) {
		tunnel_path(dungeon, index, &path);
		phrase_add(&text, "from room %" PRIu32 " to room %" PRIu32 " by", dungeon->tunnels[index].from,
			   (uint32_t)dungeon->tunnels[index].to);
		for (uint32_t i = 0; i < path.count && i < PATH_POINTS; i++)
			phrase_add(&text, " %" PRIu32 ",%" PRIu32, path.corners[i].x, path.corners[i].y);
	}
	return text;
}

/* "room 3 is 8x7 at 21,14, and should be 9x7 at 21,14" */
static struct phrase document_text(const struct difference *difference, const struct dungeon *ours,
				   const struct dungeon *theirs)
{
	static const char *const names[] = {[DIFFERENCE_ROOM] = "room",
					    [DIFFERENCE_TUNNEL] = "tunnel",
					    [DIFFERENCE_DOOR] = "door",
					    [DIFFERENCE_SPAWN] = "the spawn",
					    [DIFFERENCE_EXIT] = "the exit"};
	uint32_t index = (uint32_t)difference->index;
	struct phrase text = phrase_of("%s", names[difference->kind]);
	struct phrase here = element_text(difference->kind, ours, index);
	struct phrase there = element_text(difference->kind, theirs, index);
	if (difference->kind <= DIFFERENCE_DOOR)
		phrase_add(&text, " %" PRIu32, index);
	if (*there.text && *here.text)
		return *phrase_add(&text, " is %s, and should be %s", there.text, here.text);
	if (*there.text)
		return *phrase_add(&text, ", %s, should not be there", there.text);
	return *phrase_add(&text, ", %s, is missing", here.text);
}

/* The cause of a difference in tiles. */
static struct phrase cause_text(const struct difference *difference, const struct dungeon *ours)
{
	static const char *const missing[] = {"one row", "one column", "one column and one row"};
	struct point at = difference->at;
	struct phrase text = {""}, gaps = phrase_of("%" PRIu64 " of its %" PRIu64
						    " tiles are wall there, the first at %" PRIu32 ",%" PRIu32,
						    difference->count, difference->of, at.x, at.y);
	switch (difference->kind) {
	case DIFFERENCE_DROPPED: {
		const struct attempt *attempt = &ours->tried[difference->index];
		struct area room = attempt->room;
		phrase_add(&text,
			   "attempt %" PRIu64 ", %" PRIu32 "x%" PRIu32 " at %" PRIu32 ",%" PRIu32
			   ", is dug there, but it overlaps ",
			   difference->index + 1, room.x2 - room.x1, room.y2 - room.y1, room.x1, room.y1);
		if (attempt->number == NO_ROOM)
			return *phrase_add(&text, "a room left out");
		struct area other = ours->rooms[attempt->number];
		bool by_wall = room.x1 == other.x2 || room.x2 == other.x1 || room.y1 == other.y2 || room.y2 == other.y1;
		return *phrase_add(&text, "room %" PRIu32 "%s", attempt->number,
				   by_wall ? ", if only by a wall (<=, not <)" : "");
	}
	case DIFFERENCE_FLOOR:
	case DIFFERENCE_TURNED:
	case DIFFERENCE_LARGE:
	case DIFFERENCE_RING: {
		const struct attempt *attempt = &ours->tried[difference->index];
		struct area floor = room_floor(attempt->room);
		phrase_add(&text,
			   "room %" PRIu32 " (attempt %" PRIu64 "%s) has its floor at %" PRIu32 ",%" PRIu32
			   " to %" PRIu32 ",%" PRIu32 "; ",
			   attempt->number, difference->index + 1,
			   difference->index + 1 == ours->attempts ? ", the last" : "", floor.x1, floor.y1, floor.x2,
			   floor.y2);
		if (difference->kind == DIFFERENCE_LARGE)
			return *phrase_add(&text, "there every room is one column and one row too large");
		if (difference->kind == DIFFERENCE_RING)
			return *phrase_add(&text, "there every room is one tile too large on every side");
		if (difference->kind == DIFFERENCE_TURNED)
			return *phrase_add(&text, "there its width and height are exchanged");
		if (difference->column || difference->row)
			return *phrase_add(&text, "there it is %s short",
					   missing[2 * difference->column + difference->row - 1]);
		return *phrase_add(&text, "%s", gaps.text);
	}
	case DIFFERENCE_WALL:
		return phrase_of("there is floor at %" PRIu32 ",%" PRIu32 ", in the wall of room %" PRIu32, at.x, at.y,
				 difference->other);
	case DIFFERENCE_EXTRA:
		return phrase_of("there is floor at %" PRIu32 ",%" PRIu32 ", of no room or tunnel", at.x, at.y);
	default:
		break;
	}
	struct tunnel tunnel = ours->tunnels[difference->index];
	phrase_add(&text, "tunnel %" PRIu64 ", from room %" PRIu32 " to room %" PRIu32 ", ", difference->index,
		   tunnel.from, (uint32_t)tunnel.to);
	if (difference->kind == DIFFERENCE_BEND)
		return *phrase_add(&text, "goes along the %s first, not along the %s",
				   tunnel.row_first ? "column" : "row", tunnel.row_first ? "row" : "column");
	if (difference->kind == DIFFERENCE_FROM)
		return *phrase_add(&text, "comes from room %" PRIu32 " there", difference->other);
	if (difference->kind == DIFFERENCE_ROUNDED)
		return *phrase_add(&text, "runs between centers that are rounded up there, not down");
	if (difference->kind == DIFFERENCE_LAST_TILE)
		return *phrase_add(&text, "lacks the last tile of a leg there, %" PRIu32 ",%" PRIu32, at.x, at.y);
	struct phrase way = element_text(DIFFERENCE_TUNNEL, ours, (uint32_t)difference->index);
	return *phrase_add(&text, "is to run %s; %s", strstr(way.text, "by"), gaps.text);
}

struct phrase difference_text(const struct difference *difference, const struct dungeon *ours,
			      const struct dungeon *theirs, const char *cause, bool located)
{
	struct phrase text = {""};
	const struct recipe *here = &ours->recipe, *there = &theirs->recipe;
	enum difference_kind kind = difference->kind;
	if (kind >= DIFFERENCE_ROOM && kind <= DIFFERENCE_EXIT && !*cause)
		return document_text(difference, ours, theirs);
	if (here->width != there->width || here->height != there->height)
		phrase_add(&text, "is %" PRIu32 "x%" PRIu32 ", and should be %" PRIu32 "x%" PRIu32, there->width,
			   there->height, here->width, here->height);
	else
		phrase_add(&text, "%" PRIu32 " of %" PRIu32 " rows differ", difference->rows, here->height);
	if (difference->rows > 0 && (located || (kind == DIFFERENCE_TILES && !*cause)))
		phrase_add(&text, ", the first tile at %" PRIu32 ",%" PRIu32 ": %s there, %s here", difference->first.x,
			   difference->first.y, kind_names[difference->there], kind_names[difference->here]);
	if (kind == DIFFERENCE_EXCHANGED)
		phrase_add(&text, "; rows and columns are exchanged");
	else if (*cause)
		phrase_add(&text, "; %s", cause);
	else if (kind != DIFFERENCE_TILES && kind != DIFFERENCE_SIZE)
		phrase_add(&text, "; %s", cause_text(difference, ours).text);
	return text;
}
