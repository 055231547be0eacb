/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_VALUES_H
#define DUNGEN_VALUES_H

#include "formats/style.h"

/* What is wrong with the value of an option, as the end of a message; NULL: nothing. */
const char *tileset_fault(const char *value);
const char *glyphs_fault(const char *value);

/* Splits glyphs without a fault into the characters of a style. Returns how many there are, 2 to GLYPHS. */
unsigned glyphs_split(struct style *style, const char *value);

#endif
