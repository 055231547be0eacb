/* SPDX-License-Identifier: MIT */
/*
 * Runs a program again and again and interferes with its system calls, at a fraction of what strace takes.
 *
 *     injector PROGRAM ARGUMENT...
 *
 * A line of standard input is a run: the folder to run it in, then words in any order.
 *
 *     NUMBER:FIRST:LAST:WHAT:VALUE  what happens to the calls of this number from the FIRST to the LAST, counted from 1
 *                                   at the start of the program
 *         error   they fail with the errno VALUE
 *         result  they do nothing and return VALUE
 *         signal  the signal VALUE arrives while they are made, and is handled when they are done
 *     pipe                          standard output is a pipe
 *     init                          the program is process 1 of a namespace
 *
 * What the program writes goes to FOLDER.out and FOLDER.err. The answer is a line: the exit status, the negative number
 * of the signal that ended it, or "hung"; and how many calls a rule applied to. seccomp(2) reports only the calls
 * that have a rule; all others go at full speed. Linux 5.19.
 */

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
#define SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV (1UL << 5)
#endif

enum {
	RULES_MOST = 8,
	HUNG_AFTER = 20,    /* seconds; nothing the program does here takes that long */
	PIPE_SIZE = 1 << 20 /* bytes; more than any program writes here */
};

struct rule {
	int number;
	unsigned long first, last, calls; /* the last: how many were made */
	char what[16];
	long value;
};

struct run {
	char **command;
	char folder[PATH_MAX];
	struct rule rules[RULES_MOST];
	int rule_count;
	bool pipe, init;
	unsigned long concerned; /* calls that a rule applied to */
	int listener;            /* where its calls are reported */
	int error;               /* why it could not be started */
};

/* The descriptors 0 to 2 are the program's: these are what was there at first. */
static FILE *requests, *answers, *messages;

static void die(const char *what)
{
	fprintf(messages, "injector: %s: %s\n", what, strerror(errno));
	exit(EXIT_FAILURE);
}

/* Sends the calls that have a rule to the listener. */
static int install_filter(const struct run *run)
{
	struct sock_filter code[2 * RULES_MOST + 2];
	unsigned short length = 0;
	code[length++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
	for (int i = 0; i < run->rule_count; i++) {
		code[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)run->rules[i].number,
							      0, 1);
		code[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
	}
	code[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	struct sock_fprog program = {length, code};
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		return -1;
	return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
			    SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, &program);
}

/* Runs in the child. It shares memory and descriptors until it becomes the program, so the listener is the parent's. */
static int start_program(void *argument)
{
	struct run *run = argument;
	run->listener = install_filter(run);
	if (run->listener >= 0 && chdir(run->folder) == 0)
		execv(run->command[0], run->command);
	run->error = errno;
	_exit(EXIT_FAILURE);
}

/* Receives a call and applies the rules to it. */
static void answer_call(struct run *run, pid_t pid)
{
	struct seccomp_notif call = {0};
	if (ioctl(run->listener, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0)
		return; /* it has just ended */
	struct seccomp_notif_resp answer = {.id = call.id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
	for (struct rule *rule = run->rules; rule < run->rules + run->rule_count; rule++) {
		if (rule->number != call.data.nr || ++rule->calls < rule->first || rule->calls > rule->last)
			continue;
		run->concerned++;
		if (strcmp(rule->what, "signal") == 0) {
			kill(pid, (int)rule->value);
			continue;
		}
		answer.flags = 0;
		if (strcmp(rule->what, "error") == 0)
			answer.error = -(int)rule->value;
		else
			answer.val = rule->value;
	}
	ioctl(run->listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
}

/* Answers calls until the program ends. Returns false if it hangs. */
static bool answer_calls(struct run *run, pid_t pid, int process)
{
	struct pollfd reports[] = {{.fd = process, .events = POLLIN}, {.fd = run->listener, .events = POLLIN}};
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	for (time_t end = now.tv_sec + HUNG_AFTER; now.tv_sec < end; clock_gettime(CLOCK_MONOTONIC, &now)) {
		if (poll(reports, 2, 1000) < 0)
			die("poll");
		if (reports[0].revents)
			return true;
		if (reports[1].revents & POLLIN)
			answer_call(run, pid);
		else if (reports[1].revents)
			reports[1].fd = -1; /* nothing more is reported */
	}
	return false;
}

/* Opens FOLDER.suffix as a descriptor of the program's. */
static void open_beside(const char *folder, const char *suffix, int descriptor)
{
	char path[PATH_MAX + 8];
	snprintf(path, sizeof path, "%s.%s", folder, suffix);
	int opened = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (opened < 0 || dup2(opened, descriptor) < 0)
		die(path);
	close(opened);
}

/* Copies what is in the pipe to FOLDER.out. */
static void empty_pipe(int from, const char *folder)
{
	static char bytes[1 << 16];
	open_beside(folder, "out", STDOUT_FILENO);
	for (ssize_t length; (length = read(from, bytes, sizeof bytes)) > 0;)
		if (write(STDOUT_FILENO, bytes, (size_t)length) != length)
			die("write");
	close(from);
}

static void execute(struct run *run)
{
	static _Alignas(64) char stack[1 << 16];
	int ends[2];
	open_beside(run->folder, "out", STDOUT_FILENO);
	open_beside(run->folder, "err", STDERR_FILENO);
	if (run->pipe) {
		if (pipe2(ends, O_CLOEXEC) != 0 || fcntl(ends[0], F_SETPIPE_SZ, PIPE_SIZE) < 0 ||
		    dup2(ends[1], STDOUT_FILENO) < 0)
			die("pipe");
		close(ends[1]);
	}
	int flags = CLONE_VM | CLONE_VFORK | CLONE_FILES | SIGCHLD | (run->init ? CLONE_NEWPID : 0);
	pid_t pid = clone(start_program, stack + sizeof stack, flags, run);
	errno = pid < 0 ? errno : run->error;
	if (errno)
		die(run->command[0]);
	int process = (int)syscall(SYS_pidfd_open, pid, 0);
	if (process < 0)
		die("pidfd_open");
	bool hung = !answer_calls(run, pid, process);
	int status;
	if (hung)
		kill(pid, SIGKILL);
	if (waitpid(pid, &status, 0) != pid)
		die("waitpid");
	close(process);
	close(run->listener);
	if (run->pipe)
		empty_pipe(ends[0], run->folder);
	if (hung)
		fprintf(answers, "hung");
	else
		fprintf(answers, "%d", WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status));
	fprintf(answers, " %lu\n", run->concerned);
	fflush(answers);
}

static void read_word(struct run *run, char *word)
{
	struct rule *rule = &run->rules[run->rule_count];
	if (strcmp(word, "pipe") == 0) {
		run->pipe = true;
	} else if (strcmp(word, "init") == 0) {
		run->init = true;
	} else if (run->rule_count < RULES_MOST && sscanf(word, "%d:%lu:%lu:%15[a-z]:%ld", &rule->number, &rule->first,
							  &rule->last, rule->what, &rule->value) == 5) {
		run->rule_count++;
	} else {
		errno = EINVAL;
		die(word);
	}
}

/* Moves a standard stream out of the program's way. */
static FILE *move(int descriptor, const char *mode)
{
	return fdopen(fcntl(descriptor, F_DUPFD_CLOEXEC, 10), mode);
}

int main(int argc, char **argv)
{
	(void)argc;
	requests = move(STDIN_FILENO, "r");
	answers = move(STDOUT_FILENO, "w");
	messages = move(STDERR_FILENO, "w");
	int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
	if (!requests || !answers || !messages || dup2(nothing, STDIN_FILENO) < 0)
		return EXIT_FAILURE;
	for (int number = 1; number < NSIG; number++)
		signal(number, SIG_DFL); /* a shell may have had some of them ignored */
	static char line[1 << 14];
	while (fgets(line, sizeof line, requests)) {
		struct run run = {.command = argv + 1};
		snprintf(run.folder, sizeof run.folder, "%s", strtok(line, " \n"));
		for (char *word; (word = strtok(NULL, " \n"));)
			read_word(&run, word);
		execute(&run);
	}
	return EXIT_SUCCESS;
}
