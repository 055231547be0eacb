/* SPDX-License-Identifier: MIT */
#pragma once

#include "io/output.h"

/* The scripts of --completion. */
void completion_write_bash(struct output *output);
void completion_write_zsh(struct output *output);
void completion_write_fish(struct output *output);
