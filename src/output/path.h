/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_PATH_H
#define DUNGEN_PATH_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* The length of the part of a path that names the directory, with its slash; 0: none. */
size_t path_directory_length(const char *path);

/* Makes `directory` the path of the directory that holds `path`, "." where it names none; `path` is below PATH_MAX. */
void path_directory(char directory[PATH_MAX], const char *path);

/*
 * Puts the first `length` bytes of `path`, then `name`, into `joined`, which may be `path` itself. False with errno
 * ENAMETOOLONG.
 */
bool path_join(char joined[PATH_MAX], const char *path, size_t length, const char *name);

#endif
