/* SPDX-License-Identifier: MIT */
#include "cli/values.h"

#include "cli/messages.h"
#include "cli/phrase.h"

#include <string.h>

const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

bool value_output(struct options *options, const char *value)
{
	options->output = value;
	if (!strchr(base_name(value), '%'))
		return true;
	message("--output %s: a %% in the name of a file is kept for patterns; leave it out",
		excerpt(value, EXCERPT_VALUE).text);
	return false;
}

bool value_no_tiles(struct options *options, const char *value)
{
	(void)value;
	options->style.no_tiles = true;
	return true;
}

bool value_labels(struct options *options, const char *value)
{
	(void)value;
	options->style.show = SHOW_SPAWN | SHOW_LABELS;
	return true;
}
