/* SPDX-License-Identifier: MIT */
/*
 * A library for LD_PRELOAD that counts what main and its callees allocate, not the runtime of a
 * sanitizer or a profile. The last line on standard error is the count. With MALLOC_FAILS=N, main
 * runs 2 * N times instead, each time in a child: allocation 1 to N fails alone, and with all later
 * ones. After each run, a line says how it ended. For glibc.
 */

#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* glibc's own allocator, under the names that nothing replaces. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

typedef int main_function(int, char **, char **);

static main_function *program_main;
static bool counting, later_ones_too;
static unsigned long calls, failing; /* which call fails; 0: none */

/* Counts an allocation. Returns whether it may succeed; if not, sets errno. */
static bool allowed(void)
{
	calls += counting;
	bool fails = counting && failing > 0 &&
		     (calls == failing || (later_ones_too && calls > failing));
	if (fails)
		errno = ENOMEM;
	return !fails;
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

/* If malloc fails, that of glibc sorts in place; so its allocation is not counted. */
void qsort(void *items, size_t count, size_t size, int (*compare)(const void *, const void *))
{
	void (*sort)(void *, size_t, size_t, int (*)(const void *, const void *));
	bool counted = counting;
	*(void **)&sort = dlsym(RTLD_NEXT, "qsort");
	counting = false;
	sort(items, count, size, compare);
	counting = counted;
}

static int counted_main(int argc, char **argv, char **environment)
{
	const char *most = getenv("MALLOC_FAILS");
	for (unsigned long run = 2; most && run < 2 * strtoul(most, NULL, 10) + 2; run++) {
		int status = 0;
		failing = run / 2;
		later_ones_too = run % 2;
		counting = fork() == 0;
		if (counting)
			return program_main(argc, argv, environment);
		wait(&status);
		dprintf(STDERR_FILENO, "status %d\n",
			WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status));
	}
	if (most)
		return 0;
	counting = true;
	int status = program_main(argc, argv, environment);
	counting = false;
	dprintf(STDERR_FILENO, "%lu\n", calls);
	return status;
}

/* glibc's own is called with counted_main for main. */
int __libc_start_main(main_function *main, int argc, char **argv, void (*init)(void),
		      void (*fini)(void), void (*loader_fini)(void), void *stack_end)
{
	int (*start)(main_function *, int, char **, void (*)(void), void (*)(void), void (*)(void),
		     void *);
	*(void **)&start = dlsym(RTLD_NEXT, "__libc_start_main");
	program_main = main;
	return start(counted_main, argc, argv, init, fini, loader_fini, stack_end);
}
