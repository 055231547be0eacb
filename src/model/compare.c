/* SPDX-License-Identifier: MIT */
#include "model/compare.h"

#include "model/overlap.h"

#include <string.h>

/* Draws the kinds of all tiles, or floor for doors. Returns false if out of memory. */
static bool draw(struct compare *compare, const struct dungeon *dungeon, char *tiles)
{
	static const struct row_bytes without_doors = {.kind = {TILE_WALL, TILE_FLOOR, TILE_FLOOR}, .end = ""};
	struct rows *rows = &compare->rows;
	if (!rows_start(rows, dungeon, compare->doors ? &row_kinds : &without_doors))
		return false;
	for (const char *row; (row = rows_next(rows)); tiles += dungeon->recipe.width)
		memcpy(tiles, row, dungeon->recipe.width);
	return true;
}

static uint64_t tile_count(const struct dungeon *dungeon)
{
	return (uint64_t)dungeon->recipe.width * dungeon->recipe.height;
}

static bool same_point(struct point a, struct point b)
{
	return a.x == b.x && a.y == b.y;
}

/* Documents. */

static bool same_tunnel(const struct dungeon *ours, const struct dungeon *theirs, uint32_t index)
{
	struct tunnel a = ours->tunnels[index], b = theirs->tunnels[index];
	struct path here = tunnel_path(ours, index), there = tunnel_path(theirs, index);
	return a.from == b.from && a.to == b.to && here.count == there.count &&
	       memcmp(here.legs, there.legs, here.count * sizeof *here.legs) == 0;
}

static bool same_door(const struct dungeon *ours, const struct dungeon *theirs, uint32_t index)
{
	struct door here = ours->doors[index], there = theirs->doors[index];
	return same_point(here.at, there.at) && here.room == there.room;
}

static bool same_room(const struct dungeon *ours, const struct dungeon *theirs, uint32_t index)
{
	return memcmp(&ours->rooms[index], &theirs->rooms[index], sizeof *ours->rooms) == 0;
}

/* Sets *found to the first element that differs. Returns whether there is one. */
static bool differ(const struct dungeon *ours, const struct dungeon *theirs, uint32_t here, uint32_t there,
		   bool (*same)(const struct dungeon *, const struct dungeon *, uint32_t), enum difference_kind kind,
		   struct difference *found)
{
	uint32_t index = 0, both = lesser(here, there);
	while (index < both && same(ours, theirs, index))
		index++;
	if (index == both && here == there)
		return false;
	found->kind = kind;
	found->index = index;
	return true;
}

static bool documents_differ(const struct dungeon *ours, const struct dungeon *theirs, struct difference *found)
{
	return differ(ours, theirs, ours->room_count, theirs->room_count, same_room, DIFFERENCE_ROOM, found) ||
	       differ(ours, theirs, ours->tunnel_count, theirs->tunnel_count, same_tunnel, DIFFERENCE_TUNNEL, found) ||
	       differ(ours, theirs, ours->door_count, theirs->door_count, same_door, DIFFERENCE_DOOR, found);
}

/* Maps. */

/* Counts the rows that differ and finds the first tile that does. */
static void look_at_rows(const struct compare *compare, const struct dungeon *ours, struct difference *found)
{
	const size_t width = ours->recipe.width;
	for (uint32_t y = 0; y < ours->recipe.height; y++) {
		const char *here = compare->here + y * width, *there = compare->there + y * width;
		if (memcmp(here, there, width) == 0)
			continue;
		uint32_t x = 0;
		while (here[x] == there[x])
			x++;
		if (found->rows++ > 0)
			continue;
		found->first = (struct point){x, y};
		found->here = (enum tile)here[x];
		found->there = (enum tile)there[x];
	}
}

static bool is_exchanged(const struct compare *compare, const struct dungeon *ours, const struct dungeon *theirs)
{
	const size_t width = ours->recipe.width, height = ours->recipe.height;
	if (theirs->recipe.width != height || theirs->recipe.height != width)
		return false;
	for (size_t y = 0; y < height; y++)
		for (size_t x = 0; x < width; x++)
			if (compare->here[y * width + x] != compare->there[x * height + y])
				return false;
	return true;
}

/* Draws both maps. Returns false if out of memory. */
static bool draw_both(struct compare *compare, const struct dungeon *ours, const struct dungeon *theirs)
{
	compare->doors = !((ours->lacks | theirs->lacks) & LACKS_DOORS);
	if (!array_reserve(compare, here, tile_count(ours)) || !draw(compare, ours, compare->here))
		return false;
	compare->there = theirs->tiles;
	if (theirs->lacks & LACKS_ROOMS && compare->doors)
		return true;
	if (!array_reserve(compare, drawn, tile_count(theirs)) || !draw(compare, theirs, compare->drawn))
		return false;
	compare->there = compare->drawn;
	return true;
}

bool compare_maps(struct compare *compare, const struct dungeon *ours, const struct dungeon *theirs,
		  struct difference *found)
{
	bool same_size = ours->recipe.width == theirs->recipe.width && ours->recipe.height == theirs->recipe.height;
	*found = (struct difference){.kind = same_size ? DIFFERENCE_NONE : DIFFERENCE_SIZE};
	const unsigned lacks = ours->lacks | theirs->lacks;
	if (lacks & LACKS_ROOMS || !same_size || documents_differ(ours, theirs, found)) {
		if (!draw_both(compare, ours, theirs))
			return false;
		if (same_size)
			look_at_rows(compare, ours, found);
		if ((!same_size || found->rows > 0) && is_exchanged(compare, ours, theirs))
			found->kind = DIFFERENCE_EXCHANGED;
	}
	if (found->kind != DIFFERENCE_NONE)
		return true;
	if (found->rows > 0)
		found->kind = DIFFERENCE_TILES;
	for (size_t i = 0; i < MARK_KINDS && found->kind == DIFFERENCE_NONE; i++) {
		struct mark here = ours->marks[i], there = theirs->marks[i];
		if (!here.is_set || !there.is_set || same_point(here.at, there.at))
			continue;
		found->kind = DIFFERENCE_MARK;
		found->index = i;
	}
	return true;
}

bool compare_tiles(struct compare *compare, const struct dungeon *ours, bool *same)
{
	if (!draw(compare, ours, compare->here))
		return false;
	*same = memcmp(compare->here, compare->there, (size_t)tile_count(ours)) == 0;
	return true;
}

/* Causes. */

/* Counts the tiles of an area that are wall, and sets *first to the first of them, if any. */
static uint64_t count_wall(const struct compare *compare, const char *tiles, struct area area, struct point *first)
{
	uint64_t count = 0;
	for (uint32_t y = area.y1; y <= area.y2; y++)
		for (uint32_t x = area.x1; x <= area.x2; x++)
			if (tiles[(size_t)y * compare->ours->recipe.width + x] == TILE_WALL && count++ == 0)
				*first = (struct point){x, y};
	return count;
}

static bool has_wall(const struct compare *compare, const char *tiles, struct area area)
{
	struct point first;
	return count_wall(compare, tiles, area, &first) > 0;
}

/* Whether an area is all dug there, but not here. */
static bool only_there(const struct compare *compare, struct area area)
{
	return !has_wall(compare, compare->there, area) && has_wall(compare, compare->here, area);
}

/* Whether a column or row of a floor was not dug there. Tunnels may have dug some of it. */
static bool is_left_out(const struct compare *compare, struct area line)
{
	struct point first;
	return 2 * count_wall(compare, compare->there, line, &first) >= area_width(line) + area_height(line) - 1;
}

/* Looks at a room whose floor is not all there. */
static enum difference_kind look_at_floor(const struct compare *compare, struct area floor)
{
	const struct recipe *recipe = &compare->ours->recipe;
	uint32_t width = area_width(floor), height = area_height(floor);
	struct area turned = {floor.x1, floor.y1, floor.x1 + height - 1, floor.y1 + width - 1};
	if (turned.x2 < recipe->width && turned.y2 < recipe->height && only_there(compare, turned))
		return DIFFERENCE_TURNED;
	if (width == 1 || height == 1 ||
	    has_wall(compare, compare->there, (struct area){floor.x1, floor.y1, floor.x2 - 1, floor.y2 - 1}))
		return DIFFERENCE_FLOOR;
	compare->found->column = is_left_out(compare, (struct area){floor.x2, floor.y1, floor.x2, floor.y2 - 1});
	compare->found->row = is_left_out(compare, (struct area){floor.x1, floor.y2, floor.x2 - 1, floor.y2});
	return DIFFERENCE_FLOOR;
}

/* Whether a column and a row too many are dug there. Clears *ring unless they are on every side. */
static bool is_large(const struct compare *compare, struct area room, bool *ring)
{
	struct area floor = room_floor(room);
	*ring = *ring && !has_wall(compare, compare->there, (struct area){room.x1, floor.y1, room.x1, floor.y2}) &&
		!has_wall(compare, compare->there, (struct area){floor.x1, room.y1, floor.x2, room.y1});
	return !has_wall(compare, compare->there, (struct area){room.x2, floor.y1, room.x2, floor.y2}) &&
	       !has_wall(compare, compare->there, (struct area){floor.x1, room.y2, floor.x2, room.y2});
}

/* Looks at a room and, if it is too large, at all others: another room may be dug beside one. */
static enum difference_kind look_at_room(const struct compare *compare, struct area room)
{
	bool ring = true;
	struct difference *found = compare->found;
	struct area floor = room_floor(room);
	found->count = count_wall(compare, compare->there, floor, &found->at);
	found->of = (uint64_t)area_width(floor) * area_height(floor);
	if (found->count > 0)
		return look_at_floor(compare, floor);
	if (!only_there(compare, (struct area){room.x2, floor.y1, room.x2, floor.y2}))
		return DIFFERENCE_NONE;
	for (uint32_t other = 0; other < compare->ours->room_count; other++)
		if (!is_large(compare, compare->ours->rooms[other], &ring))
			return DIFFERENCE_NONE;
	return ring ? DIFFERENCE_RING : DIFFERENCE_LARGE;
}

/* Whether a tunnel between these points, with one bend or the other, is all there, but not here. */
static bool is_dug(const struct compare *compare, struct point from, struct point to)
{
	const struct point bends[] = {{from.x, to.y}, {to.x, from.y}};
	for (int i = 0; i < 2; i++) {
		struct area a = area_between(from, bends[i]), b = area_between(bends[i], to);
		if (!has_wall(compare, compare->there, a) && !has_wall(compare, compare->there, b) &&
		    (has_wall(compare, compare->here, a) || has_wall(compare, compare->here, b)))
			return true;
	}
	return false;
}

/* The center of a room, rounded up. */
static struct point center_up(struct area room)
{
	return (struct point){(room.x1 + room.x2 + 1) / 2, (room.y1 + room.y2 + 1) / 2};
}

/* Looks for a tunnel between centers that is there instead of this one. */
static enum difference_kind look_for_other(const struct compare *compare, struct tunnel tunnel)
{
	const struct area *rooms = compare->ours->rooms;
	struct point to = room_center(rooms[tunnel.to]);
	if (is_dug(compare, room_center(rooms[tunnel.from]), to))
		return DIFFERENCE_BEND;
	if (is_dug(compare, center_up(rooms[tunnel.from]), center_up(rooms[tunnel.to])))
		return DIFFERENCE_ROUNDED;
	uint32_t room = 0;
	while (room < tunnel.to && !is_dug(compare, room_center(rooms[room]), to))
		room++;
	compare->found->other = room;
	return room < tunnel.to ? DIFFERENCE_FROM : DIFFERENCE_NONE;
}

/* Counts the tiles of a path, and those that are wall there. */
static void count_gaps(const struct compare *compare, struct path path)
{
	struct difference *found = compare->found;
	struct point at = path_corner(path, 0);
	found->count = found->of = 0;
	for (uint32_t next = 0;;) {
		while (next <= path.count && same_point(at, path_corner(path, next)))
			next++;
		found->of++;
		if (has_wall(compare, compare->there, area_between(at, at)) && found->count++ == 0)
			found->at = at;
		if (next > path.count)
			return;
		at = step_toward(at, path_corner(path, next));
	}
}

static enum difference_kind look_at_tunnel(const struct compare *compare, uint32_t index)
{
	struct difference *found = compare->found;
	struct path path = tunnel_path(compare->ours, index);
	found->index = index;
	count_gaps(compare, path);
	if (found->count == 0)
		return DIFFERENCE_NONE;
	enum difference_kind kind = DIFFERENCE_NONE;
	if (compare->ours->recipe.tunnels == TUNNELS_THROUGH)
		kind = look_for_other(compare, compare->ours->tunnels[index]);
	if (kind != DIFFERENCE_NONE)
		return kind;
	/* The last corner is in a room, which was looked at before. */
	return found->count == 1 && same_point(found->at, path.legs[0].to) ? DIFFERENCE_LAST_TILE : DIFFERENCE_PATH;
}

/* Looks at an attempt and at the tunnel that came with it. */
static enum difference_kind look_at_attempt(const struct compare *compare, uint64_t index)
{
	const struct attempt *attempt = &compare->ours->tried[index];
	compare->found->index = index;
	if (!attempt->placed)
		return only_there(compare, room_floor(attempt->room)) ? DIFFERENCE_DROPPED : DIFFERENCE_NONE;
	if (attempt->number == NO_ROOM)
		return DIFFERENCE_NONE;
	enum difference_kind kind = look_at_room(compare, attempt->room);
	if (kind != DIFFERENCE_NONE || attempt->number == 0 || compare->ours->recipe.tunnels == TUNNELS_AROUND)
		return kind;
	return look_at_tunnel(compare, attempt->number - 1);
}

/* Looks for floor that is only there. */
static enum difference_kind look_at_rest(const struct compare *compare)
{
	const struct dungeon *ours = compare->ours;
	struct difference *found = compare->found;
	uint64_t count = tile_count(ours), index = 0;
	while (index < count && (compare->there[index] == TILE_WALL || compare->here[index] != TILE_WALL))
		index++;
	if (index == count)
		return DIFFERENCE_TILES;
	found->at = (struct point){(uint32_t)(index % ours->recipe.width), (uint32_t)(index / ours->recipe.width)};
	for (found->other = 0; found->other < ours->room_count; found->other++)
		if (areas_meet(ours->rooms[found->other], area_between(found->at, found->at)))
			return DIFFERENCE_WALL;
	return DIFFERENCE_EXTRA;
}

void compare_find_cause(struct compare *compare, const struct dungeon *ours, struct difference *found)
{
	compare->ours = ours;
	compare->found = found;
	found->kind = DIFFERENCE_NONE;
	for (uint64_t i = 0; i < ours->attempts && found->kind == DIFFERENCE_NONE; i++)
		found->kind = look_at_attempt(compare, i);
	/* Loops, and tunnels around rooms. */
	uint32_t tunnel = ours->recipe.tunnels == TUNNELS_THROUGH ? ours->room_count - 1 : 0;
	for (; tunnel < ours->tunnel_count && found->kind == DIFFERENCE_NONE; tunnel++)
		found->kind = look_at_tunnel(compare, tunnel);
	if (found->kind == DIFFERENCE_NONE)
		found->kind = look_at_rest(compare);
}

void compare_free(struct compare *compare)
{
	rows_free(&compare->rows);
	array_free(compare, here);
	array_free(compare, drawn);
}
