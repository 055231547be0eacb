/* SPDX-License-Identifier: MIT */
#include "formats/style.h"

#include "base/number.h"

#include <string.h>

bool style_read_numbers(uint8_t numbers[NUMBERED_SYMBOLS], const char *list)
{
	for (const char *item = list;; item++) {
		const size_t length = strcspn(item, "=");
		uint64_t number = 0;
		size_t symbol = 0;
		for (; symbol < NUMBERED_SYMBOLS; symbol++) {
			const char *name = symbol < TILE_KINDS ? tile_names[symbol]
							       : mark_names[symbol - SYMBOL_MARK];
			if (strlen(name) == length && memcmp(name, item, length) == 0)
				break;
		}
		if (symbol == NUMBERED_SYMBOLS || item[length] == '\0')
			return false;
		item = number_read(item + length + 1, &number);
		if (!item || number > UINT8_MAX || (*item != ',' && *item != '\0'))
			return false;
		numbers[symbol] = (uint8_t)number;
		if (*item == '\0')
			return true;
	}
}

unsigned style_shown(const struct style *style, const struct map *map)
{
	unsigned shown = style->show;
	if (!style->is_show_chosen && map->marks[MARK_EXIT].is_drawn)
		shown |= SHOW_EXIT;
	for (size_t i = 0; i < MARK_KINDS; i++) {
		if (!map->marks[i].is_set)
			shown &= ~(1u << i);
	}
	if (map->lock_count == 0)
		shown &= ~(unsigned)SHOW_LOCKS;
	if (!map_has_secrets(map))
		shown &= ~(unsigned)SHOW_SECRETS;
	return shown;
}

struct area style_frame(const struct style *style, const struct map *map)
{
	const uint32_t width = map->recipe.width;
	const struct area all = {0, 0, width - 1, map->recipe.height - 1};
	struct area floor = {UINT32_MAX, UINT32_MAX, 0, 0};
	if (!style->crops)
		return all;
	if (map->stores_tiles) {
		for (uint64_t i = 0; i < recipe_tiles(&map->recipe); i++) {
			const struct point at = {(uint32_t)(i % width), (uint32_t)(i / width)};
			if (map->tiles[i] != TILE_WALL)
				floor = area_around(floor, area_between(at, at));
		}
	} else {
		for (uint32_t i = 0; i < map_area_count(map); i++)
			floor = area_around(floor, map_area(map, i));
		for (uint32_t i = 0; i < map->door_count; i++) {
			const struct point at = map->doors[i].at;
			floor = area_around(floor, area_between(at, at));
		}
	}
	if (floor.x1 > floor.x2)
		return all;
	return (struct area){
		.x1 = floor.x1 - (floor.x1 > 0),
		.y1 = floor.y1 - (floor.y1 > 0),
		.x2 = lesser(floor.x2 + 1, all.x2),
		.y2 = lesser(floor.y2 + 1, all.y2),
	};
}
