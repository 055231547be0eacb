/* SPDX-License-Identifier: MIT */
#pragma once

#include "system/system.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A system in memory, in place of src/system/posix/. Its calls fail on demand, and it records what
 * the program does:
 *
 *     world = (struct world){.error = EIO, .full_after = WORLD_BYTES, .read_max = SIZE_MAX};
 *     world.bytes = ...;
 *     world.files = ...;
 *     run the program
 *     SAME(world.opened_count == world.closed_count);
 */

enum {
	WORLD_BYTES = 1 << 22,     /* the most that a run can write */
	WORLD_FILES = 1024,        /* the most files that a run can write */
	WORLD_INPUTS = 2,          /* the most files that can be open for reading at once */
	WORLD_TOLD_SIZE = 1 << 16, /* the most bytes that standard error can have */
};

/* A file that the program has opened with atomic_file_open. */
struct world_file {
	char name[FILE_NAME_SIZE];
	size_t begin;     /* index of its first byte in world.bytes; see world.descriptors */
	size_t length;    /* number of its bytes */
	bool is_open;     /* the program can write to it */
	bool is_complete; /* it got its name, or was written in place */
	bool is_durable;  /* it was flushed to disk */
};

/* A file that the program can read. */
struct world_input {
	const char *name;  /* not owned */
	const void *bytes; /* bytes that have not been read yet; not owned */
	size_t length;     /* number of these bytes */
};

struct world {
	/* How the world behaves. */
	uint64_t random;          /* first bytes of system_random */
	double tick;              /* seconds from one call of system_seconds to the next */
	bool is_terminal;         /* standard error is a terminal */
	bool owns_terminal;       /* the program runs in its foreground */
	bool has_reader;          /* the output is a pipe or a terminal */
	bool in_place;            /* the path of -o leads to a device or a pipe */
	bool target_exists;       /* the path of -o leads to a file */
	size_t write_max;         /* the most bytes written at once; 0 is any number */
	size_t read_max;          /* the most bytes read at once */
	struct world_input input; /* standard input, and every file except the other one */
	struct world_input other; /* the file of this name */

	/* How calls fail. A number counts calls from 1; 0 is none. */
	int error;              /* the errno with which they fail */
	size_t full_after;      /* number of bytes after which a write fails */
	unsigned failing_open;  /* which atomic_file_open fails */
	unsigned failing_close; /* which atomic_file_close fails */
	unsigned failing_read;  /* which system_read fails, plus 1; 1 is opening a file */
	bool random_fails;      /* system_random fails */
	bool tells_nothing;     /* standard error accepts nothing */

	/* What has happened in a run. */
	bool has_failed;            /* a call has failed */
	bool lacks_file;            /* the program asked for a file that does not exist */
	char *bytes;                /* everything written to descriptors, up to WORLD_BYTES */
	uint16_t *descriptors;      /* for each of these bytes, where it was written */
	size_t written;             /* number of these bytes */
	struct world_file *files;   /* files in the order of opening, up to WORLD_FILES */
	unsigned opened_count;      /* number of these files */
	unsigned closed_count;      /* number of outputs closed */
	unsigned open_count;        /* number of open files */
	unsigned read_count;        /* number of system_read calls, from 1 */
	double now;                 /* result of the last system_seconds */
	char told[WORLD_TOLD_SIZE]; /* what standard error has */
	size_t told_length;
	const char *text_at_signal; /* of system_tell_at_signal; not owned */
	char *const *arguments;     /* the command line, for world_differs; not owned */

	/* What can still be read of standard input, and of the files that are open. */
	struct world_input reading[1 + WORLD_INPUTS];
};

extern struct world world;

/* Prints the world and ends the fuzzer. `what` is the condition that does not hold. */
_Noreturn void world_differs(const char *what);

/* Requires a condition. */
#define SAME(condition)                            \
	do {                                       \
		if (!(condition))                  \
			world_differs(#condition); \
	} while (0)
