/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdbool.h>

/* Bytes of a path, with the zero at its end. */
enum { PATH_MOST = 4096 };

/* Returns the last component of a path, which is a part of `path`; empty if the path ends in a slash. */
const char *path_base(const char *path);

/* Sets `directory` to the directory that holds `path`, "." if it names none. `path` is shorter than PATH_MOST. */
void path_directory(char directory[PATH_MOST], const char *path);

/* Whether a path has the form of the name of a device or an open descriptor. Others may lead to one, too. */
bool path_is_device(const char *path);

/*
 * Sets `joined` to the path of `name` as seen from the directory that holds `path`; that is `name` itself if it is
 * absolute. `joined` may be `path`. Returns false and sets errno to ENAMETOOLONG if there is no room.
 */
bool path_beside(char joined[PATH_MOST], const char *path, const char *name);
