/* SPDX-License-Identifier: MIT */
/* A library for LD_PRELOAD with which a program's clock runs 20 times as fast. */

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *now)
{
	int result = (int)syscall(SYS_clock_gettime, clock, now);
	long long nanoseconds = 20 * (now->tv_sec * 1000000000LL + now->tv_nsec);
	now->tv_sec = nanoseconds / 1000000000;
	now->tv_nsec = nanoseconds % 1000000000;
	return result;
}
