/* SPDX-License-Identifier: MIT */
/*
 * Linked into the build of `make coverage`, so that a process which ends by a signal or by _exit() writes what it has
 * counted, too: the linker sends raise() and _exit() here.
 */
#include <signal.h>
#include <stddef.h>
#include <sys/resource.h>
#include <unistd.h>

void __gcov_dump(void);
int __real_raise(int number);
_Noreturn void __real__exit(int status);
int __wrap_raise(int number);
_Noreturn void __wrap__exit(int status);

/* What a test allows the program to write is not for the counters. */
__attribute__((destructor)) static void lift_limit(void)
{
	setrlimit(RLIMIT_FSIZE, &(struct rlimit){RLIM_INFINITY, RLIM_INFINITY});
}

static void dump(void)
{
	lift_limit();
	__gcov_dump();
}

int __wrap_raise(int number)
{
	dump();
	return __real_raise(number);
}

_Noreturn void __wrap__exit(int status)
{
	dump();
	__real__exit(status);
}

static void die(int number)
{
	dump();
	signal(number, SIG_DFL);
	__real_raise(number);
}

/* The program handles signals only while there is a file to remove; at other times they would just end it. */
__attribute__((constructor)) static void handle_signals(void)
{
	static const int numbers[] = {SIGHUP, SIGINT, SIGPIPE, SIGTERM, SIGXCPU};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		struct sigaction old;
		if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
			sigaction(numbers[i], &(struct sigaction){.sa_handler = die, .sa_flags = SA_NODEFER}, NULL);
	}
}
