/* SPDX-License-Identifier: MIT */
#include "cli/faults.h"

#include <inttypes.h>

enum { FAULTS_MOST = 10 }; /* that are printed */

/* The fault as a sentence. */
static struct phrase fault_text(const struct fault *fault)
{
	uint32_t x = fault->at.x, y = fault->at.y;
	switch (fault->kind) {
	case FAULT_UNREACHABLE:
	case FAULT_SEPARATE:
		return phrase_of("%" PRIu64 " of %" PRIu64
				 " floor tiles cannot be reached from the %s, the first at %" PRIu32 ",%" PRIu32,
				 fault->count, fault->of, fault->kind == FAULT_UNREACHABLE ? "spawn" : "largest region",
				 x, y);
	case FAULT_EDGE:
		return phrase_of("%" PRIu64 " floor %s at the map's edge, the first at %" PRIu32 ",%" PRIu32,
				 fault->count, fault->count == 1 ? "tile is" : "tiles are", x, y);
	case FAULT_DOOR:
		return phrase_of("the door at %" PRIu32 ",%" PRIu32 " is not between two walls and two floor tiles", x,
				 y);
	case FAULT_OVERLAP:
		return phrase_of("the floors of rooms %" PRIu32 " and %" PRIu32 " overlap", fault->other, fault->room);
	default:
		return phrase_of("the %s at %" PRIu32 ",%" PRIu32 " is in the wall",
				 fault->kind == FAULT_SPAWN ? "spawn" : "exit", x, y);
	}
}

bool faults_count(struct faults *faults)
{
	return faults->count++ < FAULTS_MOST;
}

void faults_tell(void *context, const struct fault *fault)
{
	struct faults *faults = context;
	if (faults_count(faults))
		message("%s: %s", faults->where.text, fault_text(fault).text);
}

void faults_tell_rest(const struct faults *faults)
{
	if (faults->count > FAULTS_MOST)
		message("and %" PRIu64 " more", faults->count - FAULTS_MOST);
}
