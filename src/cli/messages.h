/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_MESSAGES_H
#define DUNGEN_MESSAGES_H

#include "output/path.h"

/* Room for two paths and a few sentences. */
enum { MESSAGE_MOST = 2 * PATH_MOST + 1024 };

/*
 * Prints one line on standard error: "dungen: " and what printf makes of the arguments, together at most MESSAGE_MOST
 * bytes, in one write if the system takes it whole. What is not printable UTF-8 is shown as ?. A standard error that
 * cannot be written to is ignored.
 */
__attribute__((format(printf, 1, 2))) void message(const char *format, ...);

#endif
