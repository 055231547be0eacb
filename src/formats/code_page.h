/* SPDX-License-Identifier: MIT */
#pragma once

/*
 * Code page 437, the character set of REXPaint: numbers from 0 to 255 for characters. Number 0 is
 * unused.
 */

enum { CODE_PAGE_CHARACTERS = 256 };

/* The characters 1 to 255 in UTF-8, one after another, and a NUL character. */
extern const char code_page[];

/* Returns the number of a character, given as a string in UTF-8, or 0 if the code page lacks it. */
unsigned code_page_find(const char *character);
