/* SPDX-License-Identifier: MIT */
#pragma once

#include "io/output.h"

/*
 * The completion scripts for shells. A script completes the names of options, the names that an
 * option accepts, also after a comma, and the names of files. It is generated from the table
 * of options.
 *
 *     completion_write_bash(&output);   the script that --completion bash prints
 *
 * Write errors are recorded in the output.
 */
void completion_write_bash(struct output *output);
void completion_write_zsh(struct output *output);
void completion_write_fish(struct output *output);
