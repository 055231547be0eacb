/* SPDX-License-Identifier: MIT */
/* A library for LD_PRELOAD with which a program's clock runs TIMES times as fast, 20 by default. */

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifndef TIMES
#define TIMES 20
#endif

int clock_gettime(clockid_t clock, struct timespec *now)
{
	int result = (int)syscall(SYS_clock_gettime, clock, now);
	const long long nanoseconds = (long long)TIMES * now->tv_nsec;
	now->tv_sec = TIMES * now->tv_sec + nanoseconds / 1000000000;
	now->tv_nsec = nanoseconds % 1000000000;
	return result;
}
