/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_FAILURE_H
#define DUNGEN_FAILURE_H

#include "output/destination.h"

/* Says why a destination failed, what would work, and which file was left behind if one was; after destination_close.
 */
void failure_tell(const struct destination *destination);

#endif
