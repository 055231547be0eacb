/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_NUMBER_H
#define DUNGEN_NUMBER_H

#include <stdint.h>

/* Reads plain decimal digits: returns what follows them. NULL where the text begins with none, or they pass 2^64 - 1.
 */
const char *number_read(const char *text, uint64_t *number);

#endif
