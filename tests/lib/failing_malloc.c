/* SPDX-License-Identifier: MIT */
/*
 * A library for LD_PRELOAD that makes an allocation fail and counts allocations.
 *
 *   MALLOC_FAILS=N     the N-th allocation, counted from 1, fails with ENOMEM
 *   MALLOC_FAILS=N+    that one and every later one
 *   MALLOC_COUNT=FILE  at exit, write how many there were
 *
 * Only what main and its callees allocate counts, not the runtime of a sanitizer or a profile. For glibc.
 */

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* glibc's own allocator, under the names that nothing replaces. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

typedef int main_function(int, char **, char **);

static main_function *program_main;
static bool counting;
static unsigned long calls;
static unsigned long failing; /* 0: none */
static bool later_ones_too;
static int report = -1;

__attribute__((constructor)) static void begin(void)
{
	const char *at = getenv("MALLOC_FAILS");
	const char *file = getenv("MALLOC_COUNT");

	if (at != NULL) {
		char *end;
		failing = strtoul(at, &end, 10);
		later_ones_too = *end == '+';
	}
	/* Open now, so that it works however the program ends; far from the descriptors that the program is given. */
	if (file != NULL) {
		int opened = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0666);
		report = fcntl(opened, F_DUPFD_CLOEXEC, 100);
		close(opened);
	}
}

static int counted_main(int argc, char **argv, char **environment)
{
	counting = true;
	return program_main(argc, argv, environment);
}

/* glibc's own is called with counted_main for main. */
int __libc_start_main(main_function *main, int argc, char **argv, void (*init)(void), void (*fini)(void),
		      void (*loader_fini)(void), void *stack_end)
{
	int (*start)(main_function *, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);
	*(void **)&start = dlsym(RTLD_NEXT, "__libc_start_main");
	program_main = main;
	return start(counted_main, argc, argv, init, fini, loader_fini, stack_end);
}

__attribute__((destructor)) static void end(void)
{
	counting = false;
	if (report >= 0)
		dprintf(report, "%lu", calls);
}

/* Counts an allocation. Returns whether it may succeed; if not, sets errno. */
static bool allowed(void)
{
	if (!counting)
		return true;
	calls++;
	if (calls == failing || (later_ones_too && failing != 0 && calls > failing)) {
		errno = ENOMEM;
		return false;
	}
	return true;
}

void *malloc(size_t size)
{
	return allowed() ? __libc_malloc(size) : NULL;
}

void *calloc(size_t count, size_t size)
{
	return allowed() ? __libc_calloc(count, size) : NULL;
}

void *realloc(void *old, size_t size)
{
	return allowed() ? __libc_realloc(old, size) : NULL;
}
