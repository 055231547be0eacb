/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_FAILURE_H
#define DUNGEN_FAILURE_H

#include "output/output.h"

/* Says why an output failed, what would work, and which file was left behind if one was; after output_close. */
void failure_tell(const struct output *output);

#endif
