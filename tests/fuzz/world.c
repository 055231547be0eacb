/* SPDX-License-Identifier: MIT */
/* A system in memory whose calls fail on demand, in place of src/system/posix/. */
#include "world.h"

#include "../../src/system/posix/file_name.c"
#include "system/system.h"

#include <stdio.h>
#include <stdlib.h>

enum { FILE_DESCRIPTOR = 7, INPUT_DESCRIPTOR };

struct world world;

void world_differs(const char *what)
{
	fprintf(stderr,
		"not so: %s\n%u opened, %u closed, %zu bytes written; %s failed with %s; standard "
		"error:\n%.*s\n",
		what, world.opened, world.closed, world.written,
		world.failed ? "something" : "nothing", strerror(world.error),
		(int)world.told_length, world.told);
	for (char *const *argument = world.arguments; argument && *argument; argument++)
		fprintf(stderr, "%s%c", *argument, argument[1] ? ' ' : '\n');
	fprintf(stderr, "input:\n%.*s", (int)world.input.length, (const char *)world.input.bytes);
	abort();
}

/* Returns the condition. If it is true, the call fails: sets errno. */
static bool fails(bool condition)
{
	if (condition) {
		world.failed = true;
		errno = world.error;
	}
	return condition;
}

bool system_start(void)
{
	return true;
}

size_t system_write(int descriptor, const void *bytes, size_t length)
{
	SAME(length > 0 && descriptor == (world.open ? world.open : SYSTEM_STANDARD_OUTPUT));
	if (fails(world.written >= world.full_after))
		return 0;
	if (world.short_write && length > world.short_write)
		length = world.short_write;
	if (length > world.full_after - world.written)
		length = world.full_after - world.written;
	memcpy(world.bytes + world.written, bytes, length);
	world.written += length;
	return length;
}

int system_open_input(const char *path)
{
	if (!path)
		return SYSTEM_STANDARD_INPUT;
	if (fails(world.read_fails == 1))
		return -1;
	int i = 1;
	while (i < WORLD_READING && world.reading[i].name)
		i++;
	SAME(!world.reading[i].name);
	bool other = world.other.name && strcmp(path, world.other.name) == 0;
	world.reading[i] = other ? world.other : world.input;
	world.reading[i].name = path;
	return INPUT_DESCRIPTOR + i;
}

bool system_same_file(int one, int other)
{
	return one >= 0 && one == other;
}

bool system_leads_to(const char *path, int descriptor)
{
	(void)path, (void)descriptor;
	return false;
}

bool system_same_folder(const char *one, const char *other)
{
	return strcmp(one, other) == 0;
}

bool system_is_link(const char *path)
{
	(void)path;
	return false;
}

size_t system_read(int descriptor, void *bytes, size_t length)
{
	struct world_input *left = &world.reading[descriptor == SYSTEM_STANDARD_INPUT
							  ? 0
							  : descriptor - INPUT_DESCRIPTOR];
	SAME(length > 0 && (descriptor == SYSTEM_STANDARD_INPUT || left->name));
	errno = 0;
	if (fails(world.read_fails > 0 && ++world.reads == world.read_fails))
		return 0;
	length = length < left->length ? length : left->length;
	length = length < world.read_most ? length : world.read_most;
	if (length > 0) /* there may be no input at all */
		memcpy(bytes, left->bytes, length);
	left->bytes = (const char *)left->bytes + length;
	left->length -= length;
	return length;
}

void system_close_input(int descriptor)
{
	SAME(world.reading[descriptor - INPUT_DESCRIPTOR].name);
	world.reading[descriptor - INPUT_DESCRIPTOR].name = NULL;
}

void system_widen_pipe(int descriptor)
{
	SAME(descriptor == (world.open ? world.open : SYSTEM_STANDARD_OUTPUT));
}

bool system_has_reader(int descriptor)
{
	(void)descriptor;
	return world.reader;
}

void system_tell(const char *text, size_t length)
{
	SAME(length <= sizeof world.told - world.told_length);
	if (world.deaf)
		return;
	memcpy(world.told + world.told_length, text, length);
	world.told_length += length;
}

bool system_is_terminal(int descriptor)
{
	return world.terminal && descriptor == SYSTEM_STANDARD_ERROR;
}

bool system_owns_terminal(void)
{
	return world.owned;
}

void system_tell_at_signal(const char *text)
{
	world.at_signal = text;
}

bool system_random(void *bytes, size_t length)
{
	if (fails(world.random_fails))
		return false;
	memset(bytes, 0, length);
	memcpy(bytes, &world.random, length < sizeof world.random ? length : sizeof world.random);
	return true;
}

double system_seconds(void)
{
	/* The clock stops before there are more progress lines than there is room for. */
	if (world.now < 200 * world.tick)
		world.now += world.tick;
	return world.now;
}

const char *system_reason(int error)
{
	return strerror(error);
}

bool system_exists(const char *path)
{
	for (unsigned i = 0; i < world.opened; i++)
		if (world.file[i].placed && strcmp(world.file[i].name, path) == 0)
			return true;
	return world.exists;
}

bool atomic_file_open(struct atomic_file *file, const char *path)
{
	SAME(world.open == 0);
	*file = (struct atomic_file){
		.descriptor = -1, .target_exists = world.exists, .in_place = world.in_place};
	if (!file_name_beside(file->target, "", path) ||
	    !file_name_beside(file->temporary, path, ".unfinished"))
		return fails(true) ? (errno = ENAMETOOLONG, false) : false;
	if (world.opened == WORLD_FILES) {
		errno = EMFILE;
		fails(true);
		return false;
	}
	struct world_file *this = &world.file[world.opened];
	if (fails(++world.opened == world.open_fails)) {
		*this = (struct world_file){.begin = world.written, .end = world.written};
		file->cannot_replace_target = file->target_exists && !file->in_place;
		return false;
	}
	*this = (struct world_file){.begin = world.written};
	strcpy(this->name, path);
	file->descriptor = world.open = FILE_DESCRIPTOR;
	return true;
}

bool atomic_file_close(struct atomic_file *file, enum atomic_file_end end)
{
	if (file->descriptor == SYSTEM_STANDARD_OUTPUT) {
		SAME(file->in_place && world.opened == 0);
		return !fails(++world.closed == world.close_fails);
	}
	SAME(file->descriptor == world.open);
	struct world_file *this = &world.file[world.opened - 1];
	world.open = 0;
	this->end = world.written;
	bool failed = fails(++world.closed == world.close_fails);
	this->placed = !failed && (file->in_place || end != ATOMIC_FILE_DISCARD);
	this->durable = end == ATOMIC_FILE_SYNC_AND_RENAME;
	if (this->placed)
		return true;
	file->temporary_remains = this->temporary_remains = !file->in_place && fails(world.stuck);
	return !failed && !file->temporary_remains;
}
