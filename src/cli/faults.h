/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_FAULTS_H
#define DUNGEN_FAULTS_H

/* What is wrong with the value of an option, as the end of a message; NULL: nothing. */
const char *tileset_fault(const char *value);
const char *glyphs_fault(const char *value);

#endif
