/* SPDX-License-Identifier: MIT */
#include "formats/drawing.h"

const struct layer_look layer_table[LAYERS] = {
	[LAYER_DOORS] = {" id=\"doors\" class=\"doors\"", COLOR_DOOR, COLOR_DOOR_FRAME},
	[LAYER_LOCKS] = {" id=\"locks\" class=\"bars\"", COLOR_EDGE, COLOR_EDGE},
	[LAYER_SECRETS] = {" id=\"secrets\" class=\"bars\"", COLOR_EDGE, COLOR_EDGE},
	[LAYER_SIGNS] = {" id=\"signs\" class=\"labels\"", COLOR_LABEL, 0},
	[LAYER_LABELS] = {" id=\"labels\" class=\"labels\"", COLOR_LABEL, 0},
	[LAYER_KEYS] = {" id=\"keys\" class=\"keys\" transform=\"translate(.5 .5)\"", COLOR_LABEL,
			0},
	[LAYER_KEY_NUMBERS] = {" id=\"key-numbers\" class=\"labels\"", COLOR_LABEL, 0},
	[LAYER_EXIT] = {" id=\"exit\" class=\"exit\"", COLOR_EXIT, COLOR_EDGE},
	[LAYER_SPAWN] = {" id=\"spawn\" class=\"spawn\"", COLOR_SPAWN, COLOR_EDGE},
};

/* A part of a mark or a key, in percent of its reach, from the middle of its tile. */
struct part {
	int8_t x, y;
	uint8_t height, reach, reach_below;
	bool is_hole;
};

enum { PARTS_MAX = 5 };

/* By theme->has_stairs and kind: a circle and a square, or an arrow and a stair. */
static const struct part mark_parts[2][MARK_KINDS][PARTS_MAX + 1] = {
	{{{0, 0, 0, 100, 0, false}}, {{0, -100, 200, 100, 100, false}}},
	{{{0, -100, 100, 36, 36, false}, {0, 0, 100, 100, 0, false}},
	 {{0, -100, 22, 100, 100, false},
	  {0, -55, 22, 83, 83, false},
	  {0, -11, 22, 66, 66, false},
	  {0, 33, 22, 49, 49, false},
	  {0, 78, 22, 32, 32, false}}},
};

/* A ring, its hole, and a shaft with two teeth. */
static const struct part key_parts[PARTS_MAX + 1] = {
	{-25, 0, 0, 25, 0, false}, {-25, 0, 0, 12, 0, true}, {24, -6, 12, 26, 26, false},
	{27, 6, 15, 5, 5, false},  {45, 6, 15, 5, 5, false},
};

static uint32_t shape_row(const void *context, uint32_t index)
{
	const struct shape *shapes = context;
	return shapes[index].at.y;
}

/* Adds a shape, for which there is memory. */
static void add(struct drawing *drawing, struct shape shape)
{
	drawing->list[drawing->count++] = shape;
}

/* Adds a text: a number, or an S instead of 0. */
static void add_text(struct drawing *drawing, enum layer layer, struct spot spot, int64_t size,
		     uint32_t number)
{
	add(drawing, (struct shape){
			     .x = spot.x,
			     .y = spot.y,
			     .reach = size,
			     .is_text = true,
			     .layer = layer,
			     .number = number,
			     .at = {(uint32_t)(spot.x / 100), (uint32_t)(spot.y / 100)},
		     });
}

/* Adds a mark or a key. A part without width ends the list. */
static void add_figure(struct drawing *drawing, enum layer layer, struct point at,
		       const struct part *part, int64_t reach, bool has_frame)
{
	const struct spot middle = tile_middle(at);
	for (; part->reach > 0; part++)
		add(drawing, (struct shape){
				     .x = middle.x + part->x * reach / 100,
				     .y = middle.y + part->y * reach / 100,
				     .height = part->height * reach / 100,
				     .reach = part->reach * reach / 100,
				     .reach_below = part->reach_below * reach / 100,
				     .is_hole = part->is_hole,
				     .has_frame = has_frame,
				     .layer = layer,
				     .at = at,
			     });
}

/* Adds a door: its leaf and, if they are shown, its lock or that it is secret. */
static void add_door(struct drawing *drawing, const struct leaf *leaf, unsigned show)
{
	const bool is_secret = leaf->is_secret && show & SHOW_SECRETS;
	const bool is_locked = !is_secret && leaf->lock > 0 && show & SHOW_LOCKS;
	const struct box box = leaf_box(leaf, is_secret ? LINE / 2 : LEAF_REACH);
	struct shape shape = {.layer = LAYER_DOORS, .at = leaf->at};
	if (is_secret)
		shape.layer = LAYER_SECRETS;
	else if (is_locked)
		shape.layer = LAYER_LOCKS;
	shape.has_frame = shape.layer == LAYER_DOORS;
	shape.x = (box.x1 + box.x2) / 2;
	shape.y = box.y1;
	shape.height = box.y2 - box.y1;
	shape.reach = (box.x2 - box.x1) / 2;
	shape.reach_below = shape.reach;
	add(drawing, shape);
	if (!shape.has_frame)
		add_text(drawing, LAYER_SIGNS, leaf_sign(leaf), SIGN_SIZE,
			 is_secret ? 0 : leaf->lock);
}

bool drawing_start(struct drawing *drawing, const struct map *map, unsigned show,
		   const struct theme *theme)
{
	struct labels *labels = &drawing->labels;
	const struct leaves *leaves = &drawing->leaves;
	labels->count = 0;
	drawing->count = 0;
	if (show & SHOW_LABELS && !labels_place(labels, map, show))
		return false;
	if (!leaves_list(&drawing->leaves, map))
		return false;
	/* A sign for each leaf. */
	if (!array_reserve(drawing, list,
			   (uint64_t)leaves->count * 2 + labels->count +
				   (LOCKS_MAX + MARK_KINDS) * (PARTS_MAX + 1)))
		return false;
	for (uint32_t i = 0; i < leaves->count; i++)
		add_door(drawing, &leaves->list[i], show);
	/* A room and its wing have one label. */
	for (uint32_t i = 0; i < labels->count; i++)
		if (labels->list[i].owner == i)
			add_text(drawing, LAYER_LABELS, labels->list[i].spot, labels->list[i].size,
				 i + 1);
	for (uint32_t i = 0; i < map->lock_count && show & SHOW_LOCKS; i++) {
		struct spot spot = tile_middle(map->keys[i].at);
		spot.x += KEY_NUMBER_X;
		add_figure(drawing, LAYER_KEYS, map->keys[i].at, key_parts, 100, false);
		add_text(drawing, LAYER_KEY_NUMBERS, spot, SIGN_SIZE, i + 1);
	}
	for (uint32_t kind = 0; kind < MARK_KINDS; kind++)
		if (show & 1U << kind)
			add_figure(drawing, kind == MARK_EXIT ? LAYER_EXIT : LAYER_SPAWN,
				   map->marks[kind].at, mark_parts[theme->has_stairs][kind],
				   labels_mark_reach(show), !theme->has_stairs);
	if (drawing->count == 0)
		return true;
	drawing->by_row = sort_indices(&drawing->sort, drawing->count, map->recipe.height,
				       shape_row, drawing->list);
	return drawing->by_row != NULL;
}

void drawing_free(struct drawing *drawing)
{
	array_free(drawing, list);
	labels_free(&drawing->labels);
	leaves_free(&drawing->leaves);
	memory_free(&drawing->sort);
}
