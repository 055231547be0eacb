/* SPDX-License-Identifier: MIT */
#pragma once

#include "system/system.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WORLD_FILES = 1024, WORLD_TOLD = 1 << 16, WORLD_BYTES = 1 << 22, WORLD_READING = 2 };

/*
 * A file that was opened with atomic_file_open. Its bytes are those from `begin` to `end` of all
 * that were written.
 */
struct world_file {
	char name[FILE_NAME_SIZE];
	size_t begin, end;
	bool placed, durable, temporary_remains;
};

/* A file that can be read, also as standard input. */
struct world_input {
	const char *name;
	const void *bytes;
	size_t length;
};

/*
 * The system that the fuzzer runs the program on. Everything after the first part is zeroed before
 * a run.
 */
struct world {
	/* How it behaves. */
	uint64_t random;
	double tick;                      /* seconds from one system_seconds to the next */
	bool terminal, owned, reader;     /* standard error; the output */
	bool in_place, exists, stuck;     /* what -o names; an unfinished file cannot be removed */
	size_t short_write;               /* the most that is written at once; 0: everything */
	size_t full_after;                /* bytes after which a write fails */
	unsigned open_fails, close_fails; /* the call of that number; 0: none */
	unsigned read_fails;              /* the same; 1: input cannot be opened */
	struct world_input input, other;  /* what is read; by its name, the other */
	size_t read_most;                 /* the most that is read at once */
	bool random_fails, deaf;          /* standard error takes nothing */
	int error;                        /* why something fails: an errno */
	/* The record of a run. */
	bool failed;
	char *bytes; /* everything written to descriptors, up to WORLD_BYTES */
	size_t written;
	struct world_file *file; /* up to WORLD_FILES */
	unsigned opened, closed;
	int open;                                      /* descriptor of the open file; 0: none */
	struct world_input reading[1 + WORLD_READING]; /* what is left of standard input, and of
							  files that are open */
	unsigned reads;
	char told[WORLD_TOLD];
	size_t told_length;
	const char *at_signal;
	char *const *arguments; /* for a report */
	double now;
};

extern struct world world;

/* Ends the fuzzer with a report of the world. */
_Noreturn void world_differs(const char *what);

#define SAME(condition)                            \
	do {                                       \
		if (!(condition))                  \
			world_differs(#condition); \
	} while (0)
