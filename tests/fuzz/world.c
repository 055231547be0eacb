/* SPDX-License-Identifier: MIT */
/* The system of world.h. */
#include "world.h"

#include "../../src/system/shared/file_name.c"
#include "system/system.h"

#include <stdio.h>
#include <stdlib.h>

enum {
	INPUT_DESCRIPTOR = 3, /* added to the index into world.reading */
	FILE_DESCRIPTOR = 7,  /* added to the index into world.files */
	TICKS_MAX = 200,      /* when the clock stops */
};

struct world world;

static void print_arguments(void)
{
	if (!world.arguments)
		return;
	for (char *const *argument = world.arguments; *argument; argument++)
		fprintf(stderr, "%s%c", *argument, argument[1] ? ' ' : '\n');
}

void world_differs(const char *what)
{
	fprintf(stderr, "not so: %s\n", what);
	fprintf(stderr, "%u opened, %u closed, %zu bytes written; ", world.opened_count,
		world.closed_count, world.written);
	fprintf(stderr, "%s failed with %s; ", world.has_failed ? "something" : "nothing",
		strerror(world.error));
	fprintf(stderr, "standard error:\n%.*s\n", (int)world.told_length, world.told);
	print_arguments();
	fprintf(stderr, "input:\n%.*s", (int)world.input.length, (const char *)world.input.bytes);
	abort();
}

/* Returns the condition. If it is true, the current call fails: sets errno. */
static bool fails(bool condition)
{
	if (condition) {
		world.has_failed = true;
		errno = world.error;
	}
	return condition;
}

static size_t lesser_size(size_t size, size_t other)
{
	return size < other ? size : other;
}

bool system_start(void)
{
	return true;
}

const char *system_reason(int error)
{
	return strerror(error);
}

/* Returns the open file of a descriptor, or NULL. */
static struct world_file *find_file(int descriptor)
{
	const unsigned i = (unsigned)descriptor - FILE_DESCRIPTOR;
	return i < world.opened_count && world.files[i].is_open ? &world.files[i] : NULL;
}

/* Returns whether the program may write to a descriptor now. */
static bool is_output(int descriptor)
{
	return find_file(descriptor) ||
	       (descriptor == SYSTEM_STANDARD_OUTPUT && world.open_count == 0);
}

size_t system_write(int descriptor, const void *bytes, size_t length)
{
	SAME(length > 0);
	SAME(is_output(descriptor));
	if (fails(world.written >= world.full_after))
		return 0;
	if (world.write_max)
		length = lesser_size(length, world.write_max);
	length = lesser_size(length, world.full_after - world.written);
	memcpy(world.bytes + world.written, bytes, length);
	struct world_file *file = find_file(descriptor);
	if (file && file->length == 0)
		file->begin = world.written;
	if (file)
		file->length += length;
	for (size_t i = 0; i < length; i++)
		world.descriptors[world.written++] = (uint16_t)descriptor;
	return length;
}

void system_widen_pipe(int descriptor)
{
	SAME(is_output(descriptor));
}

/* Returns the index into world.reading of a file that is not open yet. */
static int find_free_input(void)
{
	int i = 1;
	while (i < WORLD_INPUTS && world.reading[i].name)
		i++;
	SAME(!world.reading[i].name);
	return i;
}

int system_open_input(const char *path)
{
	if (!path)
		return SYSTEM_STANDARD_INPUT;
	if (fails(world.failing_read == 1))
		return -1;
	const bool is_other = world.other.name && strcmp(path, world.other.name) == 0;
	const int i = find_free_input();
	world.reading[i] = is_other ? world.other : world.input;
	world.reading[i].name = path;
	return INPUT_DESCRIPTOR + i;
}

size_t system_read(int descriptor, void *bytes, size_t length)
{
	const bool is_standard = descriptor == SYSTEM_STANDARD_INPUT;
	struct world_input *input = &world.reading[is_standard ? 0 : descriptor - INPUT_DESCRIPTOR];
	SAME(length > 0);
	SAME(is_standard || input->name);
	errno = 0;
	if (fails(world.failing_read > 0 && ++world.read_count == world.failing_read))
		return 0;
	length = lesser_size(length, input->length);
	length = lesser_size(length, world.read_max);
	/* The pointer may be NULL if the input is empty. */
	if (length == 0)
		return 0;
	memcpy(bytes, input->bytes, length);
	input->bytes = (const char *)input->bytes + length;
	input->length -= length;
	return length;
}

void system_close_input(int descriptor)
{
	struct world_input *input = &world.reading[descriptor - INPUT_DESCRIPTOR];
	SAME(input->name);
	input->name = NULL;
}

void system_tell(const char *text, size_t length)
{
	SAME(length <= sizeof world.told - world.told_length);
	if (world.tells_nothing)
		return;
	memcpy(world.told + world.told_length, text, length);
	world.told_length += length;
}

void system_tell_at_signal(const char *text)
{
	world.text_at_signal = text;
}

bool system_is_terminal(int descriptor)
{
	return world.is_terminal && descriptor == SYSTEM_STANDARD_ERROR;
}

bool system_has_reader(int descriptor)
{
	(void)descriptor;
	return world.has_reader;
}

bool system_owns_terminal(void)
{
	return world.owns_terminal;
}

bool system_random(void *bytes, size_t length)
{
	if (fails(world.random_fails))
		return false;
	memset(bytes, 0, length);
	memcpy(bytes, &world.random, lesser_size(length, sizeof world.random));
	return true;
}

double system_seconds(void)
{
	/* Stop before the progress lines exceed world.told. */
	if (world.now < TICKS_MAX * world.tick)
		world.now += world.tick;
	return world.now;
}

bool system_exists(const char *path)
{
	for (unsigned i = 0; i < world.opened_count; i++) {
		const struct world_file *file = &world.files[i];
		if (file->is_complete && strcmp(file->name, path) == 0)
			return true;
	}
	world.lacks_file |= !world.target_exists;
	return world.target_exists;
}

bool system_identify(int descriptor, struct file_identity *identity)
{
	*identity = (struct file_identity){.number = (uint64_t)descriptor};
	return descriptor >= 0;
}

/* Files with different names are different files. */
static struct file_identity identity_of(const char *path, const char *end)
{
	struct file_identity identity = {.device = 1};
	for (; path < end; path++)
		identity.number = identity.number * 31 + (uint8_t)*path;
	return identity;
}

bool system_identify_path(const char *path, struct file_identity *identity)
{
	*identity = identity_of(path, path + strlen(path));
	return world.target_exists;
}

bool system_identify_folder(const char *path, struct file_identity *identity)
{
	*identity = identity_of(path, file_name_base(path));
	return true;
}

bool system_rewrite_start(int descriptor, const void *bytes, size_t length)
{
	const struct world_file *file = find_file(descriptor);
	SAME(file);
	SAME(length <= world.written - file->begin);
	for (size_t i = 0; i < length; i++)
		SAME(world.descriptors[file->begin + i] == descriptor);
	memcpy(world.bytes + file->begin, bytes, length);
	return true;
}

bool system_is_link(const char *path)
{
	(void)path;
	return false;
}

/* Sets the paths of a file. Returns false and sets errno if they are too long. */
static bool set_paths(struct atomic_file *file, const char *path)
{
	if (!file_name_beside(file->target, "", path))
		return false;
	return file_name_beside(file->temporary, path, ATOMIC_FILE_TEMPORARY);
}

bool atomic_file_open(struct atomic_file *file, const char *path)
{
	*file = (struct atomic_file){
		.descriptor = -1,
		.target_exists = world.target_exists,
		.in_place = world.in_place,
	};
	if (!set_paths(file, path)) {
		fails(true);
		errno = ENAMETOOLONG;
		return false;
	}
	if (world.opened_count == WORLD_FILES) {
		errno = EMFILE;
		fails(true);
		return false;
	}
	struct world_file *record = &world.files[world.opened_count++];
	*record = (struct world_file){.begin = world.written};
	if (fails(world.opened_count == world.failing_open))
		return false;
	strcpy(record->name, path);
	record->is_open = true;
	world.open_count++;
	file->descriptor = FILE_DESCRIPTOR + (int)world.opened_count - 1;
	return true;
}

bool atomic_file_close(struct atomic_file *file, enum atomic_file_end end)
{
	const bool has_failed = fails(++world.closed_count == world.failing_close);
	if (file->descriptor == SYSTEM_STANDARD_OUTPUT) {
		SAME(file->in_place);
		SAME(world.opened_count == 0);
		return !has_failed;
	}
	struct world_file *record = find_file(file->descriptor);
	SAME(record);
	record->is_open = false;
	world.open_count--;
	record->is_complete = !has_failed && (file->in_place || end != ATOMIC_FILE_DISCARD);
	record->is_durable = end == ATOMIC_FILE_SYNC_AND_RENAME;
	return !has_failed;
}
