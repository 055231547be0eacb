/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_MESSAGES_H
#define DUNGEN_MESSAGES_H

/* What the program ends with. */
enum status {
	STATUS_DONE = 0,   /* every byte was written */
	STATUS_FAILED = 1, /* reading, writing or memory failed */
	STATUS_USAGE = 2,  /* the command line was wrong */
};

/*
 * Tells a person one line, "dungen: " and what printf would make of the rest, on standard error, in one write.
 * Characters that would break or change the line are shown as ?. Where it cannot be written, nobody is told.
 */
__attribute__((format(printf, 1, 2))) void message(const char *format, ...);

#endif
