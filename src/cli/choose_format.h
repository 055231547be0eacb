/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/options.h"

/*
 * Chooses the formats to read and to write, and checks what the format can write:
 *
 *     if (!choose_format(&options))                  the formats, and most options
 *             message_print(options.message);
 *     set the characters of options.style
 *     if (!choose_format_check_style(&options))      the values of options about looks
 *             message_print(options.message);
 *     choose_format_find_fault(&options, map, label, is_first, &message);    each map
 */

/*
 * Sets the format to write, from --format or from the extension of the output file, and the formats
 * of the input files. Checks the number of maps, their size, and the options about looks against
 * the format to write. Returns false if they do not fit, and sets options->message.
 */
bool choose_format(struct options *options);

/*
 * Checks whether the format can follow the values of the options about looks. The style must
 * contain its characters. Returns false if it cannot, and sets options->message.
 */
bool choose_format_check_style(const struct options *options);

/*
 * Looks for a reason not to write a map in the chosen format. If it finds one, it sets the problem
 * and perhaps the fix; otherwise, it leaves the message as it is. `is_first` says that no map was
 * written before.
 */
void choose_format_find_fault(const struct options *options, const struct map *map,
			      const struct label *label, bool is_first, struct message *message);
