/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_PRESETS_H
#define DUNGEN_PRESETS_H

#include "cli/messages.h"

/* Options by a name. */
struct preset {
	const char *name, *summary;
	const char *const *words; /* as on a command line, ending in NULL */
};

/* In the order of --help; the first has no options. Ends in a preset without a name. */
extern const struct preset preset_table[];

/* Returns the words of a preset with spaces between them. */
struct phrase preset_text(const struct preset *preset);

#endif
