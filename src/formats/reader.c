/* SPDX-License-Identifier: MIT */
#include "formats/reader.h"

#include "formats/format.h"

#include <cJSON.h>

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool reader_open(struct reader *reader, const struct format *format, const struct style *style,
		 struct input *input)
{
	*reader = (struct reader){
		.format = format,
		.style = style,
		.input = input,
	};
	reader->state = calloc(1, format->reader_state_size + 1);
	return reader->state;
}

void reader_close(struct reader *reader)
{
	if (reader->state && reader->format->free_reader_state)
		reader->format->free_reader_state(reader->state);
	array_free(reader, lengths);
	rows_free(&reader->rows);
	free(reader->state);
	cJSON_Delete(reader->tree);
	*reader = (struct reader){0};
}

/* Notes that the locks and secrets of a map are lost, if it has any. */
static void note_locks(struct reader *reader, const struct map *map)
{
	const bool has_secrets = map_has_secrets(map);
	const char *lost = "secret doors";
	if (map->lock_count > 0)
		lost = has_secrets ? "locks, keys and secret doors" : "locks and keys";
	else if (!has_secrets)
		return;
	reader->loses = true;
	reader_note(reader, "not kept: %s, which the output lacks", lost);
}

enum read_result reader_next(struct reader *reader, struct map *map)
{
	const struct format *format = reader->format;
	if (reader->map_number > 0 && !format->reads_several_maps)
		return READ_END;
	map_start(map, &(const struct recipe){.room_min = 1, .room_max = INT32_MAX});
	map->lacks = LACKS_SEED | LACKS_ROOMS | (format->has_no_doors ? LACKS_DOORS : 0);
	message_clear(&reader->message);
	reader->map = map;
	reader->map_number++;
	reader->note[0] = '\0';
	reader->loses = false;
	reader->note_is_fault = false;
	reader->drops_misfits = false;
	if (!format->read) {
		/* The colors of a port are not the format ansi of dungen. */
		if (reader->keeps_misfits && strcmp(format->name, "ansi") == 0) {
			advise(&reader->message, "print the map without colors");
			return reader_refuse(reader, "unexpected escape sequence");
		}
		advise(&reader->message, "to read maps again, write them as json or text");
		return reader_refuse(reader, "dungen cannot read %s files", format->name);
	}
	reader->result = READ_MAP;
	reader->line = 0;
	reader->list = NULL;
	reader->layer = NULL;
	reader->object = 0;
	reader->columns = 0;
	reader->row_count = 0;
	reader->tile_count = 0;
	reader->lacks_floor = false;
	reader->has_door_list = false;
	reader->parameter_count = 0;
	reader->strange_parameter = NULL;
	format->read(reader);
	if (reader->result == READ_MAP && reader->drops_locks)
		note_locks(reader, map);
	/* A failed read is the cause of everything else that is wrong with the map. */
	if (reader->input->error == ENOMEM)
		return READ_NO_MEMORY;
	if (reader->input->error)
		return READ_FAILED;
	return reader->result;
}

enum read_result reader_refuse(struct reader *reader, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	(void)fail_list(&reader->message, STATUS_NO_MAP, format, arguments);
	va_end(arguments);
	return READ_FAILED;
}

void reader_note(struct reader *reader, const char *format, ...)
{
	size_t length = strlen(reader->note);
	if (length > 0)
		length += (size_t)snprintf(reader->note + length, sizeof reader->note - length,
					   "; ");
	va_list arguments;
	va_start(arguments, format);
	if (length < sizeof reader->note)
		(void)vsnprintf(reader->note + length, sizeof reader->note - length, format,
				arguments);
	va_end(arguments);
}

void reader_note_route(struct reader *reader)
{
	if (reader->style->shows_route)
		return;
	reader->loses = true;
	reader_note(reader, "not kept: the route; add --route");
}
