/* SPDX-License-Identifier: MIT */
/* The JSON document, one compact document per line. */
#include "formats/document.h"
#include "formats/format.h"
#include "formats/json_write.h"

#include <string.h>

static bool json_write(struct writer *writer, const struct map *map)
{
	if (writer->style->no_tiles && map->stores_tiles) {
		(void)writer_refuse(writer, "cannot be written without tiles, because rooms and "
					    "tunnels do not describe them");
		return advise(&writer->message, "leave out --no-tiles");
	}
	return json_write_document(writer, map);
}

/* Returns whether a line begins an array, which is no map, but the reader explains that. */
static bool json_is_array(const char *path, const char *line, size_t length)
{
	(void)path;
	size_t i = 1;
	if (length == 0 || *line != '[')
		return false;
	while (i < length && strchr(" \t\r[", line[i]))
		i++;
	return i == length || strchr("{\"-0123456789", line[i]);
}

const struct format format_json = {
	.name = "json",
	.keeps_locks = true,
	.group = "game",
	.extensions = {"json", "ndjson", "jsonl"},
	.extension_of_one = "json",
	.summary = "one document per line with rooms, tunnels, spawn and exit",
	.looks = LOOK_NO_TILES | LOOK_ROUTE,
	.write = json_write,
	.read = document_read,
	.reads_several_maps = true,
	.reads_lists = true, /* the file can be a map of Tiled, whose layers they name */
	.magics = {"{"},
	.is_first_line = json_is_array,
};
