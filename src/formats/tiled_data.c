/* SPDX-License-Identifier: MIT */
#include "formats/json_value.h"

#include <inttypes.h>
#include <string.h>
#include <zlib.h>

enum {
	NUMBER_BYTES = 4,
	TILES_PER_BYTE = 1032 / NUMBER_BYTES, /* that a text has at most, compressed by deflate */
	ANY_HEADER = 32, /* added to the window of 2^15 bytes: how zlib is asked for its own header
			    or one of gzip */
};

static const char white_space[] = " \t\r\n";

/*
 * Decodes base64, in which there may be white space. Returns the number of bytes; 0 if it is none.
 */
static size_t decode(char *text)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	size_t length = 0;
	uint32_t bits = 0, count = 0;
	const char *at = text;
	for (; *at && *at != '='; at++) {
		const char *digit = strchr(digits, *at);
		if (!digit && !strchr(white_space, *at))
			return 0;
		if (!digit)
			continue;
		bits = (bits & 0xffff) << 6 | (uint32_t)(digit - digits);
		count = (count + 1) % 4;
		if (count != 1)
			text[length++] = (char)(bits >> (4 - count) % 4 * 2 & 0xff);
	}
	at += strspn(at, "=");
	return at[strspn(at, white_space)] ? 0 : length;
}

/* Inflates `length` bytes to exactly `size`. Returns whether they are. */
static bool unpack(struct json_reader *json, const char *bytes, size_t length, size_t size)
{
	z_stream stream = {
		.next_in = (Bytef *)bytes,
		.avail_in = (uInt)length,
		.next_out = (Bytef *)json->numbers,
		.avail_out = (uInt)size,
	};
	if (!json_need(json, inflateInit2(&stream, MAX_WBITS + ANY_HEADER) == Z_OK))
		return false;
	int status = inflate(&stream, Z_FINISH);
	inflateEnd(&stream);
	return json_need(json, status != Z_MEM_ERROR) && status == Z_STREAM_END &&
	       stream.avail_out == 0;
}

/*
 * Reads base64, least significant byte first, which zlib or gzip may have packed. Returns whether
 * it is sound and has `count` numbers.
 */
static bool read_bytes(struct json_reader *json, bool packed, char *text, uint64_t count)
{
	const size_t length = decode(text), size = (size_t)count * NUMBER_BYTES;
	if (length > UINT32_MAX || count > UINT32_MAX / NUMBER_BYTES ||
	    (packed ? !unpack(json, text, length, size) : length != size))
		return false;
	const uint8_t *at = (const uint8_t *)(packed ? (char *)json->numbers : text);
	for (size_t i = 0; i < count; i++, at += NUMBER_BYTES)
		json->numbers[i] = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 |
				   (uint32_t)at[3] << 24;
	return true;
}

/* Reads numbers and commas, with white space anywhere. */
static void read_csv(struct json_reader *json, const char *at, uint64_t count)
{
	for (uint64_t read = 0; read < count && json->result == READ_MAP; read++) {
		uint64_t number = 0;
		at += strspn(at, white_space);
		const char *first = at;
		for (; *at >= '0' && *at <= '9' && number <= UINT32_MAX; at++)
			number = 10 * number + (uint64_t)(*at - '0');
		const char *end = at + strspn(at, white_space);
		if (at == first || number > UINT32_MAX || *end != (read + 1 < count ? ',' : '\0'))
			json_refuse(json, "data",
				    "number %" PRIu64 " of %" PRIu64 " is missing or none",
				    read + 1, count);
		json->numbers[read] = (uint32_t)number;
		at = end + 1;
	}
}

void tiled_numbers(struct json_reader *json, const cJSON *layer, uint64_t count)
{
	const cJSON *data = cJSON_GetObjectItemCaseSensitive(layer, "data"), *item;
	const char *encoding = json_string(cJSON_GetObjectItemCaseSensitive(layer, "encoding"));
	const char *compression = json_string(
		cJSON_GetObjectItemCaseSensitive(layer, "compression"));
	const bool base64 = strcmp(encoding, "base64") == 0;
	char *text = cJSON_GetStringValue(data);
	const bool fits = text ? count / (base64 && *compression ? TILES_PER_BYTE : 1) <=
					  strlen(text)
			       : cJSON_IsArray(data) && count == (uint64_t)cJSON_GetArraySize(data);
	size_t read = 0;
	if (!fits)
		json_refuse(json, "data", "takes %" PRIu64 " tiles, in an encoding of Tiled",
			    count);
	if (json->result != READ_MAP || !json_need(json, array_reserve(json, numbers, count)))
		return;
	if (text && !base64)
		read_csv(json, text, count);
	else if (text && !read_bytes(json, *compression, text, count))
		json_refuse(json, "data",
			    "is damaged, of another size, or compressed by Zstandard; "
			    "in Tiled, choose Map > Map Properties > Tile Layer Format: CSV");
	cJSON_ArrayForEach (item, data)
		json->numbers[read++] = (uint32_t)json_number(json, "data", item, 0, UINT32_MAX);
}
