/* SPDX-License-Identifier: MIT */
#include "formats/drawing.h"

const struct layer_look layer_table[LAYERS] = {
	[LAYER_DOORS] = {"doors", "doors", COLOR_DOOR, COLOR_DOOR_FRAME},
	[LAYER_LOCKS] = {"locks", "bars", COLOR_EDGE, 0},
	[LAYER_SECRETS] = {"secrets", "bars", COLOR_EDGE, 0},
	[LAYER_SIGNS] = {"signs", "labels", COLOR_LABEL, COLOR_FLOOR},
	[LAYER_LABELS] = {"labels", "labels", COLOR_LABEL, COLOR_FLOOR},
	[LAYER_KEYS] = {"keys", "bars", COLOR_EDGE, 0},
	[LAYER_NUMBERS] = {"numbers", "numbers", COLOR_FLOOR, COLOR_EDGE},
	[LAYER_EXIT] = {"exit", "exit", COLOR_EXIT, 0},
	[LAYER_SPAWN] = {"spawn", "spawn", COLOR_SPAWN, 0},
};

enum {
	DOOR_OUTSIDE = 32, /* how far a door reaches out of its room, and then into it */
	DOOR_INSIDE = 18,  /* likewise; the middle of the door is that of the line of the wall */
	SIGN_SIZE = 70,    /* font size of an S */
	NUMBER_SIZE = 60,  /* font size of the numbers of locks and keys */
	DISC_REACH = 42,   /* of the black disc around such a number */
	PARTS_MAX = 5,
	FIGURES_MAX = LOCKS_MAX + MARK_KINDS,
};

/* A mark or a key, in hundredths of a tile from the middle of its tile. */
struct figure {
	struct box box; /* keeps labels away */
	struct part {
		int8_t x, y, height, reach, reach_below;
	} parts[PARTS_MAX + 1]; /* as in struct shape; a part without reach ends them */
};

/* An arrow, whose parts overlap so that no line shows between them, and a stair. */
static const struct figure mark_figures[MARK_KINDS] = {
	[MARK_SPAWN] = {{-60, -60, 60, 60}, {{0, -60, 70, 22, 22}, {0, 0, 60, 60, 0}}},
	[MARK_EXIT] = {{-60, -60, 60, 60},
		       {{0, -60, 13, 60, 60},
			{0, -33, 13, 50, 50},
			{0, -7, 13, 40, 40},
			{0, 20, 13, 30, 30},
			{0, 47, 13, 20, 20}}},
};

/* A disc for its number, and a shaft with two teeth. */
enum { KEY_DISC_X = -24 };
static const struct figure key_figure = {
	{-66, -42, 72, 42},
	{{KEY_DISC_X, 0, 0, DISC_REACH, 0},
	 {42, -7, 14, 30, 30},
	 {46, 7, 15, 6, 6},
	 {66, 7, 15, 6, 6}},
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

/* Adds a mark or a key. Returns its box. */
static struct box add_figure(struct drawing *drawing, enum layer layer, struct point at,
			     const struct figure *figure)
{
	const struct spot middle = tile_middle(at);
	const struct box box = figure->box;
	for (const struct part *part = figure->parts; part->reach > 0; part++)
		add(drawing, (struct shape){
				     .x = middle.x + part->x,
				     .y = middle.y + part->y,
				     .height = part->height,
				     .reach = part->reach,
				     .reach_below = part->reach_below,
				     .layer = layer,
				     .at = at,
			     });
	return (struct box){middle.x + box.x1, middle.y + box.y1, middle.x + box.x2,
			    middle.y + box.y2};
}

/* Adds a door and, if they are shown, its lock or that it is secret. */
static void add_door(struct drawing *drawing, const struct leaf *leaf, unsigned show)
{
	const bool is_secret = leaf->is_secret && show & SHOW_SECRETS;
	const bool is_locked = !is_secret && leaf->lock > 0 && show & SHOW_LOCKS;
	const struct spot sign = leaf_sign(leaf);
	struct box box = leaf_box(leaf, DOOR_OUTSIDE, DOOR_INSIDE);
	struct shape shape = {.layer = LAYER_DOORS, .at = leaf->at};
	if (is_secret) {
		shape.layer = LAYER_SECRETS;
		box = leaf_box(leaf, LINE, 0);
		add_text(drawing, LAYER_SIGNS, sign, SIGN_SIZE, 0);
	} else if (is_locked) {
		shape.layer = LAYER_LOCKS;
		add(drawing, (struct shape){.x = sign.x,
					    .y = sign.y,
					    .reach = DISC_REACH,
					    .layer = LAYER_LOCKS,
					    .at = leaf->at});
		add_text(drawing, LAYER_NUMBERS, sign, NUMBER_SIZE, leaf->lock);
	}
	shape.x = (box.x1 + box.x2) / 2;
	shape.y = box.y1;
	shape.height = box.y2 - box.y1;
	shape.reach = (box.x2 - box.x1) / 2;
	shape.reach_below = shape.reach;
	add(drawing, shape);
}

bool drawing_start(struct drawing *drawing, const struct map *map, unsigned show)
{
	struct labels *labels = &drawing->labels;
	struct leaves *leaves = &drawing->leaves;
	const uint32_t room_count = show & SHOW_LABELS ? map->room_count : 0;
	struct box figures[FIGURES_MAX];
	uint32_t figure_count = 0;
	drawing->count = 0;
	if (!leaves_list(leaves, map))
		return false;
	/* A door with a lock has three shapes. A figure has a number. */
	if (!array_reserve(drawing, list,
			   leaves->count * UINT64_C(3) + room_count +
				   (uint64_t)FIGURES_MAX * (PARTS_MAX + 1)))
		return false;
	for (uint32_t i = 0; i < leaves->count; i++)
		add_door(drawing, &leaves->list[i], show);
	for (uint32_t i = 0; i < map->lock_count && show & SHOW_LOCKS; i++) {
		struct spot spot = tile_middle(map->keys[i].at);
		spot.x += KEY_DISC_X;
		add_text(drawing, LAYER_NUMBERS, spot, NUMBER_SIZE, i + 1);
		figures[figure_count++] = add_figure(drawing, LAYER_KEYS, map->keys[i].at,
						     &key_figure);
	}
	for (uint32_t kind = 0; kind < MARK_KINDS; kind++)
		if (show & 1U << kind)
			figures[figure_count++] = add_figure(
				drawing, kind == MARK_EXIT ? LAYER_EXIT : LAYER_SPAWN,
				map->marks[kind].at, &mark_figures[kind]);
	if (room_count > 0 && !labels_place(labels, map, figures, figure_count))
		return false;
	/* A room and its wing have one label. */
	for (uint32_t i = 0; i < room_count; i++)
		if (labels->list[i].owner == i)
			add_text(drawing, LAYER_LABELS, labels->list[i].spot, labels->list[i].size,
				 i + 1);
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
