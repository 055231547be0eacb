/* SPDX-License-Identifier: MIT */
#include "run/faults.h"

#include "cli/messages.h"

#include <inttypes.h>
#include <string.h>

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
		return phrase("%" PRIu64 " of %" PRIu64 " floor tiles cannot be reached from the %s, the first at %s",
			      fault->count, fault->of, fault->kind == FAULT_UNREACHABLE ? "spawn" : "largest region",
			      at);
	case FAULT_EDGE:
		return phrase("%s at the map's edge, the first at %s",
			      count_text(fault->count, "floor tile is", "floor tiles are"), at);
	case FAULT_DOOR:
		return phrase("the door at %s is not between two walls and two floor tiles", at);
	case FAULT_OVERLAP:
		while (fault->rooms[other].x1 + 1 != fault->floor.x1 || fault->rooms[other].y1 + 1 != fault->floor.y1)
			other++;
		return phrase("the floors of rooms %" PRIu32 " and %" PRIu32 " overlap", other, fault->room);
	default:
		return phrase("the %s at %s is in the wall", mark_names[fault->mark], at);
	}
}

/* An element of a document, as a sentence about this map has it; empty if the map has none. */
static const char *element_text(enum difference_kind kind, const struct dungeon *dungeon, uint32_t index)
{
	if (kind == DIFFERENCE_MARK)
		return phrase("at %s", point_text(dungeon->marks[index].at));
	if (kind == DIFFERENCE_ROOM && index < dungeon->room_count) {
		struct area floor = room_floor(dungeon->rooms[index]);
		return phrase("%s at %" PRIu32 ",%" PRIu32, size_text(area_width(floor), area_height(floor)), floor.x1,
			      floor.y1);
	}
	if (kind == DIFFERENCE_DOOR && index < dungeon->door_count) {
		struct door door = dungeon->doors[index];
		return phrase("at %s of room %" PRIu32, point_text(door.at), door.room);
	}
	if (kind != DIFFERENCE_TUNNEL || index >= dungeon->tunnel_count)
		return "";
	struct path path = tunnel_path(dungeon, index);
	const char *text = phrase("from room %" PRIu32 " to room %" PRIu32 " by", dungeon->tunnels[index].from,
				  (uint32_t)dungeon->tunnels[index].to);
	for (uint32_t i = 0; i <= lesser(path.count, AROUND_LEGS); i++)
		text = phrase("%s %s", text, point_text(path_corner(path, i)));
	return text;
}

/* "room 3 is 8x7 at 21,14, and should be 9x7 at 21,14" */
static const char *document_text(const struct difference *difference, const struct dungeon *ours,
				 const struct dungeon *theirs)
{
	static const char *const names[] = {[DIFFERENCE_ROOM] = "room",
					    [DIFFERENCE_TUNNEL] = "tunnel",
					    [DIFFERENCE_DOOR] = "door",
					    [DIFFERENCE_MARK] = "the"};
	uint32_t index = (uint32_t)difference->index;
	const char *here = element_text(difference->kind, ours, index);
	const char *there = element_text(difference->kind, theirs, index);
	const char *number = phrase("%" PRIu32, index);
	const char *name = phrase("%s %s", names[difference->kind],
				  difference->kind == DIFFERENCE_MARK ? mark_names[index] : number);
	if (*there && *here)
		return phrase("%s is %s, and should be %s", name, there, here);
	return phrase("%s, %s, %s", name, *there ? there : here, *there ? "should not be there" : "is missing");
}

/* Describes a room whose floor differs. `gaps` says which tiles are wall. */
static const char *room_text(const struct difference *difference, const struct dungeon *ours, const char *gaps)
{
	static const char *const causes[] = {
		[DIFFERENCE_FLOOR] = NULL,
		[DIFFERENCE_TURNED] = "there its width and height are exchanged",
		[DIFFERENCE_LARGE] = "there every room is one column and one row too large",
		[DIFFERENCE_RING] = "there every room is one tile too large on every side",
	};
	static const char *const missing[] = {"one row", "one column", "one column and one row"};
	const struct attempt *attempt = &ours->tried[difference->index];
	struct area floor = room_floor(attempt->room);
	const char *what = causes[difference->kind];
	if (difference->column || difference->row)
		what = phrase("there it is %s short", missing[2 * difference->column + difference->row - 1]);
	return phrase("room %" PRIu32 " (attempt %" PRIu64 "%s) has its floor at %" PRIu32 ",%" PRIu32 " to %" PRIu32
		      ",%" PRIu32 "; %s",
		      attempt->number, difference->index + 1,
		      difference->index + 1 == ours->attempts ? ", the last" : "", floor.x1, floor.y1, floor.x2,
		      floor.y2, what ? what : gaps);
}

/* Describes a room that should not be there. */
static const char *dropped_text(const struct difference *difference, const struct dungeon *ours)
{
	const struct attempt *attempt = &ours->tried[difference->index];
	struct area room = attempt->room;
	const char *over = "a room left out";
	if (attempt->number != NO_ROOM) {
		struct area other = ours->rooms[attempt->number];
		bool by_wall = room.x1 == other.x2 || room.x2 == other.x1 || room.y1 == other.y2 || room.y2 == other.y1;
		over = phrase("room %" PRIu32 "%s", attempt->number, by_wall ? ", if only by a wall (<=, not <)" : "");
	}
	return phrase("attempt %" PRIu64 ", %s at %" PRIu32 ",%" PRIu32 ", is dug there, but it overlaps %s",
		      difference->index + 1, size_text(room.x2 - room.x1, room.y2 - room.y1), room.x1, room.y1, over);
}

/* Describes a tunnel that differs. */
static const char *tunnel_text(const struct difference *difference, const struct dungeon *ours, const char *gaps)
{
	struct tunnel tunnel = ours->tunnels[difference->index];
	const char *what, *way = element_text(DIFFERENCE_TUNNEL, ours, (uint32_t)difference->index);
	switch (difference->kind) {
	case DIFFERENCE_BEND:
		what = tunnel.row_first ? "goes along the column first, not along the row"
					: "goes along the row first, not along the column";
		break;
	case DIFFERENCE_FROM:
		what = phrase("comes from room %" PRIu32 " there", difference->other);
		break;
	case DIFFERENCE_ROUNDED:
		what = "runs between centers that are rounded up there, not down";
		break;
	case DIFFERENCE_LAST_TILE:
		what = phrase("lacks the last tile of a leg there, %s", point_text(difference->at));
		break;
	default:
		what = phrase("is to run %s; %s", strstr(way, "by"), gaps);
	}
	return phrase("tunnel %" PRIu64 ", from room %" PRIu32 " to room %" PRIu32 ", %s", difference->index,
		      tunnel.from, (uint32_t)tunnel.to, what);
}

/* The cause of a difference in tiles. */
static const char *cause_text(const struct difference *difference, const struct dungeon *ours)
{
	const char *at = point_text(difference->at);
	const char *gaps = phrase("%" PRIu64 " of its %" PRIu64 " tiles %s wall there, the first at %s",
				  difference->count, difference->of, difference->count == 1 ? "is" : "are", at);
	switch (difference->kind) {
	case DIFFERENCE_EXCHANGED:
		return "rows and columns are exchanged";
	case DIFFERENCE_DROPPED:
		return dropped_text(difference, ours);
	case DIFFERENCE_FLOOR:
	case DIFFERENCE_TURNED:
	case DIFFERENCE_LARGE:
	case DIFFERENCE_RING:
		return room_text(difference, ours, gaps);
	case DIFFERENCE_WALL:
		return phrase("there is floor at %s, in the wall of room %" PRIu32, at, difference->other);
	case DIFFERENCE_EXTRA:
		return phrase("there is floor at %s, of no room or tunnel", at);
	case DIFFERENCE_SIZE:
	case DIFFERENCE_TILES:
		return "";
	default:
		return tunnel_text(difference, ours, gaps);
	}
}

const char *difference_text(const struct difference *difference, const struct dungeon *ours,
			    const struct dungeon *theirs, const char *cause, bool located)
{
	const struct recipe *here = &ours->recipe, *there = &theirs->recipe;
	enum difference_kind kind = difference->kind;
	if (kind >= DIFFERENCE_ROOM && kind <= DIFFERENCE_MARK && !*cause)
		return document_text(difference, ours, theirs);
	const char *text = phrase("%" PRIu32 " of %" PRIu32 " rows differ", difference->rows, here->height);
	if (here->width != there->width || here->height != there->height)
		text = phrase("is %s, and should be %s", size_text(there->width, there->height),
			      size_text(here->width, here->height));
	if (difference->rows > 0 && (located || (kind == DIFFERENCE_TILES && !*cause)))
		text = phrase("%s, the first tile at %s: %s there, %s here", text, point_text(difference->first),
			      tile_names[difference->there], tile_names[difference->here]);
	if (!*cause)
		cause = cause_text(difference, ours);
	return *cause ? phrase("%s; %s", text, cause) : text;
}
