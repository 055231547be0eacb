/* SPDX-License-Identifier: MIT */
/*
 * A library for LD_PRELOAD that counts what main and the functions that it calls allocate, but not
 * what the runtime of a sanitizer or of a profile allocates. It needs glibc.
 *
 * By default, main runs once, and the last line on standard error is the number of allocations.
 * With MALLOC_FAILS=N in the environment, main runs 2 * N times instead, each time in a child
 * process: for each number from 1 to N, once with only this allocation failing, and once with this
 * and all later allocations failing. After each run, a line says how it ended.
 */

#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* The allocator of glibc, under names that no library replaces. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

typedef int main_function(int, char **, char **);

static main_function *program_main;
static bool is_counting;
static unsigned long call_count;   /* number of allocations counted so far */
static unsigned long failing_call; /* the number of the allocation that fails, or 0 */
static bool later_calls_fail;      /* all allocations after that also fail */

static bool is_failing_call(void)
{
	if (!is_counting || failing_call == 0)
		return false;
	return call_count == failing_call || (later_calls_fail && call_count > failing_call);
}

/* Counts an allocation. Returns whether it may succeed, and sets errno if it may not. */
static bool count_allocation(void)
{
	if (is_counting)
		call_count++;
	if (!is_failing_call())
		return true;
	errno = ENOMEM;
	return false;
}

void *malloc(size_t size)
{
	return count_allocation() ? __libc_malloc(size) : NULL;
}

void *calloc(size_t count, size_t size)
{
	return count_allocation() ? __libc_calloc(count, size) : NULL;
}

void *realloc(void *old, size_t size)
{
	return count_allocation() ? __libc_realloc(old, size) : NULL;
}

typedef int compare_function(const void *, const void *);
typedef void sort_function(void *, size_t, size_t, compare_function *);

/*
 * Sorts without counting the allocation of glibc's qsort, which sorts in place if its allocation
 * fails.
 */
void qsort(void *items, size_t count, size_t size, compare_function *compare)
{
	const bool was_counting = is_counting;
	sort_function *sort;
	*(void **)&sort = dlsym(RTLD_NEXT, "qsort");
	is_counting = false;
	sort(items, count, size, compare);
	is_counting = was_counting;
}

/* Waits for a child process, and prints how it ended: its status, or minus its signal. */
static void report_child(void)
{
	int status = 0;
	wait(&status);
	dprintf(STDERR_FILENO, "status %d\n",
		WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status));
}

/* Runs main with each allocation failing, up to a number. Returns the status of the process. */
static int run_failing(unsigned long call_max, int argc, char **argv, char **environment)
{
	for (unsigned long run = 0; run < 2 * call_max; run++) {
		failing_call = 1 + run / 2;
		later_calls_fail = run % 2;
		is_counting = fork() == 0;
		if (is_counting)
			return program_main(argc, argv, environment);
		report_child();
	}
	return 0;
}

/* Takes the place of main. */
static int counted_main(int argc, char **argv, char **environment)
{
	const char *call_max = getenv("MALLOC_FAILS");
	if (call_max)
		return run_failing(strtoul(call_max, NULL, 10), argc, argv, environment);
	is_counting = true;
	const int status = program_main(argc, argv, environment);
	is_counting = false;
	dprintf(STDERR_FILENO, "%lu\n", call_count);
	return status;
}

typedef void run_function(void);
typedef int start_function(main_function *, int, char **, run_function *, run_function *,
			   run_function *, void *);

/* Replaces the function of glibc that calls main, and calls it with counted_main instead. */
int __libc_start_main(main_function *main, int argc, char **argv, run_function *init,
		      run_function *fini, run_function *loader_fini, void *stack_end)
{
	start_function *start;
	*(void **)&start = dlsym(RTLD_NEXT, "__libc_start_main");
	program_main = main;
	return start(counted_main, argc, argv, init, fini, loader_fini, stack_end);
}
