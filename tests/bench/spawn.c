/* SPDX-License-Identifier: MIT */
/*
 * Runs commands in turn, round after round, and prints how long each run took: whole processes, from before the first
 * stage of a pipeline is started until all of them have ended, with no shell in between.
 *
 *   spawn CORES ROUNDS COMMAND [, COMMAND]...
 *
 * A COMMAND is PROGRAM [ARGUMENT]... [| PROGRAM [ARGUMENT]...]... [> FILE], with |, > and commas as separate arguments;
 * without FILE its output goes to /dev/null. Every other round runs the commands in reverse order, so that none
 * always follows the same one. A warm-up round comes first and is not counted.
 *
 * The stages of a pipeline are pinned: with CORES 1 all of them share a core, with CORES 2 they alternate between two.
 * Left to the kernel, they share one in one run and not in the next, and then take several times as long.
 *
 * Each run prints a line: the index of its command, nanoseconds, and the peak memory of its first stage in KiB. This
 * program is small because a process starts out with the peak of the one that spawned it.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sched.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { COMMANDS_MOST = 16, STAGES_MOST = 4, CORES_MOST = 2 };

/* The stages of a pipeline, each the argv of a program, pointing into the argv of this one. */
struct command {
	char **stage[STAGES_MOST];
	unsigned stage_count;
	const char *file;
};

struct taken {
	uint64_t nanoseconds;
	long peak;
};

extern char **environ;

_Noreturn static void fail(const char *what, int error)
{
	fprintf(stderr, "spawn: %s: %s\n", what, strerror(error));
	exit(1);
}

_Noreturn static void refuse(void)
{
	fprintf(stderr, "usage: spawn CORES ROUNDS COMMAND [, COMMAND]...\n"
			"a COMMAND is PROGRAM [ARGUMENT]... [| PROGRAM [ARGUMENT]...]... [> FILE]\n");
	exit(2);
}

/* Splits the arguments into commands, terminating each argv with NULL. Returns the number of commands. */
static unsigned read_commands(char **argument, struct command commands[COMMANDS_MOST])
{
	unsigned count = 0;
	while (*argument) {
		if (count == COMMANDS_MOST)
			refuse();
		struct command *command = &commands[count++];
		*command = (struct command){.file = "/dev/null"};
		bool more = true;
		while (more) {
			if (command->stage_count == STAGES_MOST || !*argument)
				refuse();
			command->stage[command->stage_count++] = argument;
			while (*argument && strcmp(*argument, "|") != 0 && strcmp(*argument, ">") != 0 &&
			       strcmp(*argument, ",") != 0)
				argument++;
			more = *argument && strcmp(*argument, "|") == 0;
			if (more)
				*argument++ = NULL;
		}
		if (*argument && strcmp(*argument, ">") == 0) {
			*argument++ = NULL;
			if (!*argument)
				refuse();
			command->file = *argument++;
		}
		if (*argument && strcmp(*argument, ",") != 0)
			refuse();
		if (*argument)
			*argument++ = NULL;
	}
	return count;
}

static uint64_t now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* Where processes may run. */
struct cores {
	cpu_set_t all;
	cpu_set_t one[CORES_MOST]; /* sets of one core each */
	long count;
};

static struct cores read_cores(long count)
{
	struct cores cores = {.count = 0};
	if (count < 1 || count > CORES_MOST)
		refuse();
	if (sched_getaffinity(0, sizeof cores.all, &cores.all) != 0)
		fail("sched_getaffinity", errno);
	for (size_t core = 0; core < CPU_SETSIZE && cores.count < count; core++)
		if (CPU_ISSET(core, &cores.all))
			CPU_SET(core, &cores.one[cores.count++]);
	if (cores.count < count) {
		fprintf(stderr, "spawn: %ld cores are needed, %ld can be used\n", count, cores.count);
		exit(1);
	}
	return cores;
}

/* A process inherits the cores of the one that spawns it. */
static void run_on(const cpu_set_t *cores)
{
	if (sched_setaffinity(0, sizeof *cores, cores) != 0)
		fail("sched_setaffinity", errno);
}

/* Starts a program that reads from `input`, unless that is -1, and writes to `output`. */
static pid_t start(char **argv, int input, int output)
{
	posix_spawn_file_actions_t actions;
	posix_spawn_file_actions_init(&actions);
	if (input >= 0)
		posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
	pid_t process;
	int error = posix_spawn(&process, argv[0], &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (error)
		fail(argv[0], error);
	return process;
}

static struct taken run(const struct command *command, const struct cores *cores)
{
	/* An old file is truncated before the clock starts. */
	int file = open(command->file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (file < 0)
		fail(command->file, errno);

	uint64_t begin = now();
	pid_t process[STAGES_MOST];
	int input = -1;
	for (unsigned i = 0; i < command->stage_count; i++) {
		int ends[2] = {-1, file};
		if (i + 1 < command->stage_count && pipe2(ends, O_CLOEXEC) != 0)
			fail("pipe", errno);
		run_on(command->stage_count > 1 ? &cores->one[i % cores->count] : &cores->all);
		process[i] = start(command->stage[i], input, ends[1]);
		if (input >= 0)
			close(input);
		close(ends[1]);
		input = ends[0];
	}

	struct taken taken = {0};
	for (unsigned i = 0; i < command->stage_count; i++) {
		struct rusage usage;
		int status;
		if (wait4(process[i], &status, 0, &usage) != process[i])
			fail("wait4", errno);
		if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
			fprintf(stderr, "spawn: %s: failed, wait status %d\n", command->stage[i][0], status);
			exit(1);
		}
		if (i == 0)
			taken.peak = usage.ru_maxrss;
	}
	taken.nanoseconds = now() - begin;
	return taken;
}

int main(int argc, char **argv)
{
	if (argc < 4)
		refuse();
	struct cores cores = read_cores(strtol(argv[1], NULL, 10));
	long rounds = strtol(argv[2], NULL, 10);
	struct command commands[COMMANDS_MOST];
	unsigned count = read_commands(argv + 3, commands);
	for (long round = 0; round <= rounds; round++)
		for (unsigned i = 0; i < count; i++) {
			unsigned index = round % 2 ? count - 1 - i : i;
			struct taken taken = run(&commands[index], &cores);
			if (round > 0)
				printf("%u %" PRIu64 " %ld\n", index, taken.nanoseconds, taken.peak);
		}
	return fflush(stdout) == 0 ? 0 : 1;
}
