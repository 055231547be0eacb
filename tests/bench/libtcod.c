/* SPDX-License-Identifier: MIT */
/*
 * The time per map in C with libtcod's random numbers: the tutorials' generator over a plain grid, as a user of the
 * library would write it.
 *
 *   libtcod SEED MAPS WIDTH HEIGHT MAX_ROOMS
 *
 * makes the maps of SEED, SEED + 1, ... one after another in this process, each seeded on its own, and prints
 * nanoseconds per map. The tiles are made but not written. With 0 MAPS it prints the map of SEED instead, exactly as
 * dungen --rng libtcod does.
 */
#include <inttypes.h>
#include <libtcod/mersenne.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROOM_MIN = 6, ROOM_MAX = 10 };

struct rectangle {
	int x1, y1, x2, y2;
};

struct map {
	int width, height, room_count;
	char *tiles; /* row after row */
	struct rectangle *rooms;
};

static void carve(struct map *map, int x1, int y1, int x2, int y2)
{
	for (int y = y1 < y2 ? y1 : y2; y <= (y1 < y2 ? y2 : y1); y++)
		for (int x = x1 < x2 ? x1 : x2; x <= (x1 < x2 ? x2 : x1); x++)
			map->tiles[(size_t)y * (size_t)map->width + (size_t)x] = '.';
}

static bool meets_any(const struct map *map, struct rectangle room)
{
	for (int i = 0; i < map->room_count; i++) {
		struct rectangle other = map->rooms[i];
		if (room.x1 <= other.x2 && room.x2 >= other.x1 && room.y1 <= other.y2 && room.y2 >= other.y1)
			return true;
	}
	return false;
}

static void make(struct map *map, uint32_t seed, int max_rooms)
{
	TCOD_random_t rng = TCOD_random_new_from_seed(TCOD_RNG_CMWC, seed);
	memset(map->tiles, '#', (size_t)map->width * (size_t)map->height);
	map->room_count = 0;
	for (int try = 0; try < max_rooms; try++) {
		int width = TCOD_random_get_int(rng, ROOM_MIN, ROOM_MAX);
		int height = TCOD_random_get_int(rng, ROOM_MIN, ROOM_MAX);
		int x = TCOD_random_get_int(rng, 0, map->width - width - 1);
		int y = TCOD_random_get_int(rng, 0, map->height - height - 1);
		struct rectangle room = {x, y, x + width, y + height};
		if (meets_any(map, room))
			continue;
		carve(map, room.x1 + 1, room.y1 + 1, room.x2 - 1, room.y2 - 1);
		if (map->room_count > 0) {
			struct rectangle last = map->rooms[map->room_count - 1];
			int old_x = (last.x1 + last.x2) / 2, old_y = (last.y1 + last.y2) / 2;
			int new_x = (room.x1 + room.x2) / 2, new_y = (room.y1 + room.y2) / 2;
			if (TCOD_random_get_int(rng, 0, 1) == 1) {
				carve(map, old_x, old_y, new_x, old_y);
				carve(map, new_x, old_y, new_x, new_y);
			} else {
				carve(map, old_x, old_y, old_x, new_y);
				carve(map, old_x, new_y, new_x, new_y);
			}
		}
		map->rooms[map->room_count++] = room;
	}
	TCOD_random_delete(rng);
}

static void print(struct map *map)
{
	size_t width = (size_t)map->width;
	struct rectangle first = map->rooms[0];
	map->tiles[(size_t)((first.y1 + first.y2) / 2) * width + (size_t)((first.x1 + first.x2) / 2)] = '@';
	for (int y = 0; y < map->height; y++)
		printf("%.*s\n", map->width, map->tiles + (size_t)y * width);
}

static uint64_t now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

int main(int argc, char **argv)
{
	if (argc != 6) {
		fprintf(stderr, "usage: libtcod SEED MAPS WIDTH HEIGHT MAX_ROOMS\n");
		return 2;
	}
	uint32_t seed = (uint32_t)strtoul(argv[1], NULL, 10);
	uint32_t maps = (uint32_t)strtoul(argv[2], NULL, 10);
	struct map map = {.width = atoi(argv[3]), .height = atoi(argv[4])};
	int max_rooms = atoi(argv[5]);
	map.tiles = malloc((size_t)map.width * (size_t)map.height);
	map.rooms = malloc((size_t)max_rooms * sizeof *map.rooms);
	if (!map.tiles || !map.rooms) {
		fprintf(stderr, "libtcod: out of memory\n");
		return 1;
	}
	if (maps == 0) {
		make(&map, seed, max_rooms);
		print(&map);
	} else {
		uint64_t begin = now();
		for (uint32_t i = 0; i < maps; i++)
			make(&map, seed + i, max_rooms);
		printf("%" PRIu64 "\n", (now() - begin) / maps);
	}
	free(map.tiles);
	free(map.rooms);
	return fflush(stdout) == 0 ? 0 : 1;
}
