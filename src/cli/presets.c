/* SPDX-License-Identifier: MIT */
#include "cli/presets.h"

static const char *const tutorial[] = {NULL};
static const char *const level[] = {
	"--tunnels", "around", "--loops", "3", "--doors", "--exit", "farthest", "--show", "spawn,exit", NULL,
};
static const char *const warren[] = {
	"--width",    "160", "--height",  "90",     "--max-rooms", "2000", "--room-min", "3",
	"--room-max", "9",   "--tunnels", "around", "--loops",     "30",   NULL,
};

const struct preset preset_table[] = {
	{"tutorial", "the map of the tutorials", tutorial},
	{"level", "a level of a game", level},
	{"warren", "hundreds of small rooms", warren},
	{NULL, NULL, NULL},
};

struct phrase preset_text(const struct preset *preset)
{
	struct phrase text = {""};
	for (const char *const *word = preset->words; *word; word++)
		phrase_add(&text, "%s%s", word == preset->words ? "" : " ", *word);
	return text;
}
