/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/tiled.h"

#include <cJSON.h>

/*
 * Reads the values of a map of Tiled. These functions accept any tree and NULL, and do not refuse
 * anything: dungen checks only the values that its map depends on, with json_value.h.
 *
 *     const char *name = tiled_text(layer, "name");
 *     const double opacity = tiled_number(layer, "opacity");
 *     const cJSON *seed = tiled_property(map, "seed");
 *
 * All values belong to the document.
 */

/* Returns a member that is a string, or "". */
const char *tiled_text(const cJSON *object, const char *key);

/* Returns a member that is a number, which may have a fraction, or 0. */
double tiled_number(const cJSON *object, const char *key);

/* Returns the number of elements of a member that is an array, or 0. */
int tiled_count(const cJSON *object, const char *key);

/* Returns whether an object has a member with this key. */
bool tiled_has(const cJSON *object, const char *key);

/* Returns the value of the custom property with this name, or NULL. */
const cJSON *tiled_property(const cJSON *owner, const char *name);

/*
 * Returns the kind of an object by its type, or TILED_LAYERS if dungen does not read it. If the
 * kind is TILED_MARKS, stores the mark in *mark. dungen reads a room, tunnel, or door only if it
 * has a property with the index of a room; other programs do not write that.
 */
enum tiled_layer tiled_object_kind(const cJSON *object, enum mark_kind *mark);

/* Returns whether the name of a layer is "terrain". */
bool tiled_is_terrain(const cJSON *layer);
