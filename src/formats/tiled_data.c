/* SPDX-License-Identifier: MIT */
#include "formats/tiled_data.h"

#include <inttypes.h>
#include <string.h>
#include <zlib.h>

enum {
	NUMBER_BYTES = 4,
	ANY_HEADER = 32,
};

static void refuse_data(struct json_place *place, const char *why)
{
	json_refuse(place, "data", "%s; in Tiled, choose Map > Map Properties > Tile Layer Format: CSV", why);
}

/* Decodes base64, in which there may be white space. Returns the number of bytes, or SIZE_MAX if it is none. */
static size_t decode(char *text)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	size_t length = 0;
	uint32_t bits = 0, count = 0;
	const char *at = text;
	for (; *at && *at != '='; at++) {
		const char *digit = strchr(digits, *at);
		if (strchr(" \t\r\n", *at))
			continue;
		if (!digit)
			return SIZE_MAX;
		bits = (bits & 0xffff) << 6 | (uint32_t)(digit - digits);
		count = (count + 1) % 4;
		if (count != 1)
			text[length++] = (char)(bits >> (4 - count) % 4 * 2 & 0xff);
	}
	return at[strspn(at, "= \t\r\n")] ? SIZE_MAX : length;
}

static void unpack(struct json_place *place, const char *bytes, size_t length, size_t size)
{
	z_stream stream = {
		.next_in = (Bytef *)bytes,
		.avail_in = (uInt)length,
		.next_out = (Bytef *)place->numbers,
		.avail_out = (uInt)size,
	};
	if (!json_need(place, inflateInit2(&stream, MAX_WBITS + ANY_HEADER) == Z_OK))
		return;
	int status = inflate(&stream, Z_FINISH);
	inflateEnd(&stream);
	if (json_need(place, status != Z_MEM_ERROR) && (status != Z_STREAM_END || stream.avail_out > 0))
		refuse_data(place, "is damaged, or not the layer's size");
}

/* `text` is base64. */
static void read_bytes(struct json_place *place, const char *compression, char *text, size_t count)
{
	const size_t length = decode(text), size = count * NUMBER_BYTES;
	if (length > UINT32_MAX || (*compression ? length < count / TILED_TILES_PER_BYTE : length != size)) {
		refuse_data(place, "is damaged, or not the layer's size");
		return;
	}
	if (!json_need(place, array_reserve(place, numbers, count)))
		return;
	if (*compression)
		unpack(place, text, length, size);
	else
		memcpy(place->numbers, text, size);
	for (size_t i = 0; i < count && place->result == READ_MAP; i++) {
		const uint8_t *at = (const uint8_t *)&place->numbers[i];
		place->numbers[i] = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
	}
}

/* Numbers and commas, with white space anywhere. */
static void read_csv(struct json_place *place, const char *text, uint64_t count)
{
	uint64_t read = 0;
	if (!json_need(place, array_reserve(place, numbers, count)))
		return;
	for (const char *at = text; read < count; read++) {
		uint64_t number = 0;
		at += strspn(at, " \t\r\n");
		const char *first = at;
		for (; *at >= '0' && *at <= '9' && number <= UINT32_MAX; at++)
			number = 10 * number + (uint64_t)(*at - '0');
		if (at == first || number > UINT32_MAX)
			break;
		place->numbers[read] = (uint32_t)number;
		at += strspn(at, " \t\r\n");
		if (*at != (read + 1 < count ? ',' : '\0'))
			break;
		at += *at == ',';
	}
	if (read < count)
		json_refuse(place, "data", "number %" PRIu64 " of %" PRIu64 " is missing or none", read + 1, count);
}

static void read_list(struct json_place *place, const cJSON *data, uint64_t count)
{
	uint64_t read = 0;
	if (!json_need(place, array_reserve(place, numbers, count)))
		return;
	for (const cJSON *item = data->child; item && place->result == READ_MAP; item = item->next)
		place->numbers[read++] = (uint32_t)json_number(place, "data", item, 0, UINT32_MAX);
}

void tiled_numbers(struct json_place *place, const cJSON *layer, const cJSON *chunk, uint64_t count)
{
	const cJSON *data = cJSON_GetObjectItemCaseSensitive(chunk ? chunk : layer, "data");
	const char *encoding = json_string(cJSON_GetObjectItemCaseSensitive(layer, "encoding"));
	const char *compression = json_string(cJSON_GetObjectItemCaseSensitive(layer, "compression"));
	const bool base64 = strcmp(encoding, "base64") == 0;
	if (base64 && *compression && strcmp(compression, "zlib") != 0 && strcmp(compression, "gzip") != 0)
		refuse_data(place, "is compressed in a way that is not read");
	else if (cJSON_IsString(data) && base64 && count <= UINT32_MAX / NUMBER_BYTES)
		read_bytes(place, compression, data->valuestring, (size_t)count);
	else if (cJSON_IsString(data) && strcmp(encoding, "csv") == 0 && count <= strlen(data->valuestring))
		read_csv(place, data->valuestring, count);
	else if (cJSON_IsArray(data) && (uint64_t)cJSON_GetArraySize(data) == count)
		read_list(place, data, count);
	else
		json_refuse(place, "data", "takes %" PRIu64 " tiles, in an encoding of Tiled", count);
}
