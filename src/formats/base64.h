/* SPDX-License-Identifier: MIT */
#pragma once

#include "io/output.h"

/*
 * Writes bytes in base64 (RFC 4648, section 4), for formats that contain binary data in a text.
 *
 * Usage:
 *
 *     struct base64 base64 = {.output = output};
 *     base64_write(&base64, bytes, length);    any number of times
 *     base64_end(&base64);
 *
 * The output records write errors. Nothing has to be freed.
 */
struct base64 {
	struct output *output; /* not owned */
	uint8_t waiting[3];    /* bytes that are not written yet */
	size_t waiting_count;  /* number of these bytes; below 3 between two calls */
};

/* Writes `length` bytes, except for up to two bytes that wait for the next call. */
void base64_write(struct base64 *base64, const void *bytes, size_t length);

/* Writes the bytes that still wait. */
void base64_end(struct base64 *base64);
