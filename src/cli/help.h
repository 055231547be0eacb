/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/options.h"
#include "io/output.h"

/*
 * What dungen writes about itself, from the table of options:
 *
 *     help_write(COMMAND_HELP, &output);             --help
 *     help_write(COMMAND_HELP_ALL, &output);         --help=all
 *     help_write(COMMAND_HELP_JSON, &output);        --help=json, for programs
 *     help_write(COMMAND_VERSION, &output);          --version
 *     help_write(COMMAND_COMPLETION_ZSH, &output);   --completion zsh
 *
 * In JSON, numbers are strings, because some of them exceed 2^53. The text of the table must not
 * contain characters that JSON or a shell would have to escape, except for the colons that zsh
 * escapes.
 */

/* Writes the text of a command. The command must not be COMMAND_MAPS or COMMAND_TILESET_IMAGE. */
void help_write(enum command command, struct output *output);
