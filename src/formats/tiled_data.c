/* SPDX-License-Identifier: MIT */
#include "formats/tiled_data.h"

#include "formats/json_value.h"
#include "formats/tiled_value.h"

#include <inttypes.h>
#include <string.h>
#include <zlib.h>

enum {
	NUMBER_BYTES = 4,
	DEFLATE_RATIO_MAX = 1032, /* deflate expands each byte to at most so many */
	NUMBERS_PER_BYTE_MAX = DEFLATE_RATIO_MAX / NUMBER_BYTES,
	ANY_HEADER = 32, /* zlib adds this to the size of the window to accept zlib and gzip */
};

static const char white_space[] = " \t\r\n";

static bool is_digit(char character)
{
	return character >= '0' && character <= '9';
}

/*
 * Decodes base64, which may contain white space. `bytes` must have space for strlen(text) bytes.
 * Returns the number of bytes, or 0 if the text is not base64.
 */
static size_t decode_base64(const char *text, uint8_t *bytes)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	size_t length = 0;
	uint32_t bits = 0;
	uint32_t digit_count = 0; /* in the current group of 4 digits, which are 3 bytes */
	for (; *text && *text != '='; text++) {
		const char *digit = strchr(digits, *text);
		if (!digit) {
			if (!strchr(white_space, *text))
				return 0;
			continue;
		}
		bits = (bits & 0xffff) << 6 | (uint32_t)(digit - digits);
		digit_count = (digit_count + 1) % 4;
		/* After the first digit of a group, no byte is complete. */
		if (digit_count != 1) {
			const uint32_t excess_bits = (4 - digit_count) % 4 * 2;
			bytes[length++] = (uint8_t)(bits >> excess_bits & 0xff);
		}
	}
	text += strspn(text, "=");
	text += strspn(text, white_space);
	if (*text != '\0')
		return 0;
	return length;
}

/*
 * Inflates the first `length` bytes of data->bytes to exactly `size` bytes of data->numbers.
 * Returns false if they are damaged or of another size, or if out of memory.
 */
static bool inflate_numbers(struct tiled_data *data, struct builder *builder, size_t length,
			    size_t size)
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

/*
 * Converts bytes, four for each number with the least significant byte first, to numbers. The bytes
 * may be those of the array of numbers itself.
 */
static void read_little_endian(const uint8_t *bytes, uint32_t *numbers, uint64_t count)
{
	for (size_t i = 0; i < count; i++, bytes += NUMBER_BYTES) {
		const uint32_t low = bytes[0] | (uint32_t)bytes[1] << 8;
		const uint32_t high = bytes[2] | (uint32_t)bytes[3] << 8;
		numbers[i] = low | high << 16;
	}
}

/*
 * Reads base64. `is_compressed` says that zlib or gzip compressed the bytes. Returns false if the
 * text is damaged or does not contain exactly `count` numbers, or if out of memory.
 */
static bool read_base64(struct tiled_data *data, struct builder *builder, const char *text,
			uint64_t count, bool is_compressed)
{
	const size_t size = (size_t)count * NUMBER_BYTES;
	if (!build_need(builder, array_reserve(data, bytes, strlen(text))))
		return false;
	const size_t length = decode_base64(text, data->bytes);
	/* zlib counts bytes in 32 bits. */
	if (length > UINT32_MAX || count > UINT32_MAX / NUMBER_BYTES)
		return false;
	const uint8_t *bytes = data->bytes;
	if (is_compressed) {
		if (!inflate_numbers(data, builder, length, size))
			return false;
		bytes = (const uint8_t *)data->numbers;
	} else if (length != size) {
		return false;
	}
	read_little_endian(bytes, data->numbers, count);
	return true;
}

/*
 * Reads a number below 2^32, which white space may surround. Stores it in *number. Returns the
 * first character after it, or NULL if the text does not start with such a number.
 */
static const char *read_csv_number(const char *text, uint32_t *number)
{
	uint64_t value = 0;
	text += strspn(text, white_space);
	const char *first = text;
	for (; is_digit(*text) && value <= UINT32_MAX; text++)
		value = 10 * value + (uint64_t)(*text - '0');
	if (text == first || value > UINT32_MAX)
		return NULL;
	*number = (uint32_t)value;
	return text + strspn(text, white_space);
}

/* Reads numbers with commas between them. */
static void read_csv(struct tiled_data *data, struct builder *builder, const char *text,
		     uint64_t count)
{
	for (uint64_t i = 0; i < count; i++) {
		const bool is_last = i + 1 == count;
		const char separator = is_last ? '\0' : ',';
		text = read_csv_number(text, &data->numbers[i]);
		if (!text || *text != separator) {
			build_refuse(builder, "data",
				     "expected %" PRIu64 " numbers, but number %" PRIu64
				     " is missing or invalid",
				     count, i + 1);
			return;
		}
		text++;
	}
}

/* Reads a JSON array of `count` numbers. */
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

/*
 * Returns whether a list can contain `count` numbers. Without this check, a small file could make
 * dungen reserve memory for any number of tiles.
 */
static bool can_contain(const cJSON *list, uint64_t count, bool is_compressed)
{
	const uint64_t numbers_per_byte = is_compressed ? NUMBERS_PER_BYTE_MAX : 1;
	if (cJSON_IsArray(list))
		return count == (uint64_t)cJSON_GetArraySize(list);
	if (!cJSON_IsString(list))
		return false;
	return count / numbers_per_byte <= strlen(list->valuestring);
}

/* Refuses base64 that cannot be decoded. */
static void refuse_base64(struct builder *builder)
{
	struct error *error = build_refusal(builder, "data");
	error_set_problem(
		error,
		"cannot be decoded, because it is damaged, has another size, or uses Zstandard");
	error_set_fix(error, "in Tiled, choose Map > Map Properties > Tile Layer Format: CSV");
}

bool tiled_data_read(struct tiled_data *data, struct builder *builder, const cJSON *layer,
		     uint64_t count)
{
	const cJSON *list = cJSON_GetObjectItemCaseSensitive(layer, "data");
	const char *text = json_string(list);
	const bool is_base64 = strcmp(tiled_text(layer, "encoding"), "base64") == 0;
	const bool is_compressed = is_base64 && *tiled_text(layer, "compression") != '\0';
	if (!can_contain(list, count, is_compressed))
		return build_refuse(builder, "data",
				    "must contain %" PRIu64 " tiles in an encoding of Tiled",
				    count);
	if (!build_need(builder, array_reserve(data, numbers, count)))
		return false;
	if (cJSON_IsArray(list))
		read_list(data, builder, list);
	else if (!is_base64)
		read_csv(data, builder, text, count);
	else if (!read_base64(data, builder, text, count, is_compressed))
		refuse_base64(builder);
	return builder->result == READ_MAP;
}

void tiled_data_free(struct tiled_data *data)
{
	array_free(data, numbers);
	array_free(data, bytes);
}
