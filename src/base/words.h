/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdbool.h>

/*
 * Returns whether a word is in a list of words, such as "rooms tunnels doors". A single blank
 * separates two words. Case matters. The empty word is in no list.
 */
bool words_contain(const char *list, const char *word);
