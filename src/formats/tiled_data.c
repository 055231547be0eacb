/* SPDX-License-Identifier: MIT */
#include "formats/tiled_data.h"

#include "formats/json_value.h"
#include "formats/tiled_value.h"

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
 * Decodes base64, in which there may be white space, to at most as many bytes as the text has.
 * Returns the number of bytes; 0 if it is not base64.
 */
static size_t decode(const char *text, uint8_t *bytes)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	size_t length = 0;
	uint32_t bits = 0;
	uint32_t count = 0;
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
			bytes[length++] = (uint8_t)(bits >> (4 - count) % 4 * 2 & 0xff);
	}
	at += strspn(at, "=");
	return at[strspn(at, white_space)] ? 0 : length;
}

/* Inflates `length` bytes to exactly `size` bytes of numbers. Returns whether they are. */
static bool unpack(struct tiled_data *data, struct builder *builder, size_t length, size_t size)
{
	z_stream stream = {
		.next_in = data->bytes,
		.avail_in = (uInt)length,
		.next_out = (Bytef *)data->numbers,
		.avail_out = (uInt)size,
	};
	if (!build_need(builder, inflateInit2(&stream, MAX_WBITS + ANY_HEADER) == Z_OK))
		return false;
	const int status = inflate(&stream, Z_FINISH);
	inflateEnd(&stream);
	if (!build_need(builder, status != Z_MEM_ERROR))
		return false;
	return status == Z_STREAM_END && stream.avail_out == 0;
}

/* Turns bytes of numbers, least significant byte first, into numbers. They may be in one place. */
static void read_little_endian(const uint8_t *bytes, uint32_t *numbers, uint64_t count)
{
	for (size_t i = 0; i < count; i++, bytes += NUMBER_BYTES) {
		const uint32_t low = bytes[0] | (uint32_t)bytes[1] << 8;
		const uint32_t high = bytes[2] | (uint32_t)bytes[3] << 8;
		numbers[i] = low | high << 16;
	}
}

/*
 * Reads base64, which zlib or gzip may have packed. Returns whether it is sound and has `count`
 * numbers.
 */
static bool read_base64(struct tiled_data *data, struct builder *builder, const char *text,
			uint64_t count, bool is_packed)
{
	const size_t size = (size_t)count * NUMBER_BYTES;
	if (!build_need(builder, array_reserve(data, bytes, strlen(text))))
		return false;
	const size_t length = decode(text, data->bytes);
	if (length > UINT32_MAX || count > UINT32_MAX / NUMBER_BYTES)
		return false;
	if (!is_packed && length != size)
		return false;
	if (is_packed && !unpack(data, builder, length, size))
		return false;
	const uint8_t *bytes = is_packed ? (const uint8_t *)data->numbers : data->bytes;
	read_little_endian(bytes, data->numbers, count);
	return true;
}

/* Reads numbers and commas, with white space anywhere. */
static void read_csv(struct tiled_data *data, struct builder *builder, const char *at,
		     uint64_t count)
{
	for (uint64_t i = 0; i < count; i++) {
		uint64_t number = 0;
		at += strspn(at, white_space);
		const char *first = at;
		for (; *at >= '0' && *at <= '9' && number <= UINT32_MAX; at++)
			number = 10 * number + (uint64_t)(*at - '0');
		const char *end = at + strspn(at, white_space);
		const char end_wanted = i + 1 < count ? ',' : '\0';
		if (at == first || number > UINT32_MAX || *end != end_wanted) {
			build_refuse(builder, "data",
				     "number %" PRIu64 " of %" PRIu64 " is missing or none", i + 1,
				     count);
			return;
		}
		data->numbers[i] = (uint32_t)number;
		at = end + 1;
	}
}

static void read_list(struct tiled_data *data, struct builder *builder, const cJSON *list)
{
	size_t i = 0;
	const cJSON *item;
	cJSON_ArrayForEach (item, list) {
		const uint64_t number = json_number(item);
		if (!build_check_number(builder, "data", number, 0, UINT32_MAX))
			return;
		data->numbers[i++] = (uint32_t)number;
	}
}

/* Returns whether a layer may have `count` numbers, before there is memory for them. */
static bool may_have(const cJSON *list, uint64_t count, bool is_packed)
{
	if (cJSON_IsArray(list))
		return count == (uint64_t)cJSON_GetArraySize(list);
	if (!cJSON_IsString(list))
		return false;
	return count / (is_packed ? TILES_PER_BYTE : 1) <= strlen(list->valuestring);
}

static void refuse_data(struct builder *builder)
{
	struct error *error = build_refusal(builder, "data");
	error_set_problem(error, "is damaged, of another size, or compressed by Zstandard");
	error_set_fix(error, "in Tiled, choose Map > Map Properties > Tile Layer Format: CSV");
}

bool tiled_data_read(struct tiled_data *data, struct builder *builder, const cJSON *layer,
		     uint64_t count)
{
	const cJSON *list = cJSON_GetObjectItemCaseSensitive(layer, "data");
	const char *text = json_string(list);
	const bool is_base64 = strcmp(tiled_text(layer, "encoding"), "base64") == 0;
	const bool is_packed = is_base64 && *tiled_text(layer, "compression") != '\0';
	if (!may_have(list, count, is_packed))
		return build_refuse(builder, "data",
				    "takes %" PRIu64 " tiles, in an encoding of Tiled", count);
	if (!build_need(builder, array_reserve(data, numbers, count)))
		return false;
	if (cJSON_IsArray(list))
		read_list(data, builder, list);
	else if (!is_base64)
		read_csv(data, builder, text, count);
	else if (!read_base64(data, builder, text, count, is_packed))
		refuse_data(builder);
	return builder->result == READ_MAP;
}

void tiled_data_free(struct tiled_data *data)
{
	array_free(data, numbers);
	array_free(data, bytes);
}
