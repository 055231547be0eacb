/* SPDX-License-Identifier: MIT */
#pragma once

/* The characters of code page 437, which has numbers from 0 to 255 for them. */

enum { CODE_PAGE_CHARACTERS = 256 };

/* The characters 1 to 255, one after another, in UTF-8. */
extern const char code_page[];

/* Returns the number of a character, which is a string, or 0 if it has none. */
unsigned code_page_find(const char *character);
