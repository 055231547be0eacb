/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/tiled.h"

#include <cJSON.h>

/*
 * The values of a map of Tiled, which is a tree as in a tmj. These functions accept any value, also
 * NULL: dungen checks only the values that a map depends on.
 */

/* Returns a member that is a string, or "". */
const char *tiled_text(const cJSON *object, const char *key);

/* Returns a member that is a number, which may have a fraction; 0 if it is missing. */
double tiled_number(const cJSON *object, const char *key);

/* Returns how many elements a member has, which is an array; 0 if it is missing. */
int tiled_count(const cJSON *object, const char *key);

/* Returns whether there is a member with that key. */
bool tiled_has(const cJSON *object, const char *key);

/* Returns the value of a property, or NULL. */
const cJSON *tiled_property(const cJSON *owner, const char *name);

/*
 * Returns the layer of dungen that an object belongs to by its type, or TILED_LAYERS. Stores which
 * mark it is in *mark, if the layer is TILED_MARKS. Rooms, tunnels, and doors have numbers of
 * rooms; those of other people do not.
 */
enum tiled_layer tiled_object_kind(const cJSON *object, enum mark_kind *mark);

/* Returns whether a layer is called terrain. */
bool tiled_is_terrain(const cJSON *layer);
