/* SPDX-License-Identifier: MIT */
#pragma once

#include "base/memory.h"

/*
 * The bytes of a file or of standard input, for formats to read. The first error is recorded; from
 * then on the input seems to end.
 */
struct input {
	const char *name; /* for messages: a path, or "standard input" */
	int error;        /* the first error, an errno; 0: none */
	int descriptor;   /* -1: none is open */
	bool ended;       /* the file has no bytes beyond those in the buffer */
	size_t start,
		end;    /* the bytes that have not been taken are bytes[start] to bytes[end - 1] */
	uint64_t lines; /* that input_line has returned */
	uint64_t total; /* bytes read so far */
	ARRAY(char, bytes);
	void (*watch)(void *watcher,
		      uint64_t total); /* called after every read; NULL: nobody watches */
	void *watcher;
};

/*
 * Starts reading the file at `path`, or standard input if that is "-", and takes a UTF-8 byte order
 * mark. The caller zeroes the struct before, and keeps the path until input_close.
 */
void input_open(struct input *input, const char *path);

/*
 * Adds bytes behind those that have not been taken, which may move. Returns false if there are no
 * more, or after an error; ENOMEM is one.
 */
bool input_more(struct input *input);

/*
 * Returns the length of the next line, and does not take it. The byte behind the line is in the
 * buffer: its line feed, which is added if the file ends without one, or a NUL, which ends the
 * line, too. Returns 0 at the end of the file, and after an error.
 */
size_t input_peek_line(struct input *input);

/*
 * Reads the rest of the file into the buffer, and adds a line feed behind it, at bytes[end].
 * Returns false after an error.
 */
bool input_read_all(struct input *input);

/*
 * Takes the next line and sets *line and *length, without the line feed or carriage return and line
 * feed at its end. The line is valid until the next call; one with a NUL is cut after that.
 * Returns false at the end of the file, or after an error.
 */
bool input_line(struct input *input, const char **line, size_t *length);

/* Takes white space. Returns whether there is anything behind it. */
bool input_has_text(struct input *input);

/* Closes the file and frees the buffer. Safe on a zeroed struct. */
void input_close(struct input *input);
