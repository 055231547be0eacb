/* SPDX-License-Identifier: MIT */
/*
 * Runs a program and interferes with its system calls, at a fraction of what strace takes.
 *
 *     injector [init] RULE... PROGRAM ARGUMENT...
 *
 * A rule is NUMBER:FIRST:LAST:WHAT:VALUE: what happens to the calls of this number from the FIRST to the LAST, counted
 * from 1 at the start of the program.
 *
 *     error   they fail with the errno VALUE
 *     result  they do nothing and return VALUE
 *     signal  the signal VALUE arrives while they are made, and is handled when they are done
 *
 * With init, the program is process 1 of a namespace. After what it prints to standard error comes a line: "injector:
 * ", its exit status or the negative number of the signal that ended it, and how many calls a rule applied to.
 * seccomp(2) reports only the calls that have a rule; all others go at full speed. Linux 5.19.
 */

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
#define SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV (1UL << 5)
#endif

enum {
	RULES_MOST = 8,
	HUNG_AFTER = 20 /* seconds; nothing the program does here takes that long */
};

static struct rule {
	int number;
	unsigned long first, last, calls; /* the last: how many were made */
	char what[16];
	long value;
} rules[RULES_MOST];
static int rule_count;
static unsigned long concerned; /* calls that a rule applied to */
static int listener, failure; /* of the child: where its calls are reported, and why it could not become the program */

static void die(const char *what)
{
	fprintf(stderr, "injector: %s: %s\n", what, strerror(errno));
	exit(EXIT_FAILURE);
}

/* Sends the calls that have a rule to the listener. */
static int install_filter(void)
{
	struct sock_filter code[2 * RULES_MOST + 2];
	unsigned short length = 0;
	code[length++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
	for (int i = 0; i < rule_count; i++) {
		code[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)rules[i].number, 0,
							      1);
		code[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
	}
	code[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	struct sock_fprog program = {length, code};
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		return -1;
	return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
			    SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, &program);
}

/* Runs in the child. It shares memory and descriptors until it becomes the program, so the listener is the parent's. */
static int start_program(void *command)
{
	char **words = command;
	listener = install_filter();
	if (listener >= 0)
		execv(words[0], words);
	failure = errno;
	_exit(EXIT_FAILURE);
}

/* Receives a call and applies the rules to it. */
static void answer_call(pid_t pid)
{
	struct seccomp_notif call = {0};
	if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0)
		return; /* it has just ended */
	struct seccomp_notif_resp answer = {.id = call.id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
	for (struct rule *rule = rules; rule < rules + rule_count; rule++) {
		if (rule->number != call.data.nr || ++rule->calls < rule->first || rule->calls > rule->last)
			continue;
		concerned++;
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
	ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
}

static bool read_rule(const char *word)
{
	struct rule *rule = &rules[rule_count];
	bool read = rule_count < RULES_MOST && sscanf(word, "%d:%lu:%lu:%15[a-z]:%ld", &rule->number, &rule->first,
						      &rule->last, rule->what, &rule->value) == 5;
	rule_count += read;
	return read;
}

int main(int argc, char **argv)
{
	static _Alignas(64) char stack[1 << 16];
	char **word = argv + 1;
	bool init = argc > 1 && strcmp(*word, "init") == 0;
	for (word += init; *word && read_rule(*word);)
		word++;
	alarm(HUNG_AFTER);
	int flags = CLONE_VM | CLONE_VFORK | CLONE_FILES | SIGCHLD | (init ? CLONE_NEWPID : 0);
	pid_t pid = clone(start_program, stack + sizeof stack, flags, word);
	errno = pid < 0 ? errno : failure;
	if (errno)
		die("the program");
	struct pollfd reports[] = {{.fd = (int)syscall(SYS_pidfd_open, pid, 0), .events = POLLIN},
				   {.fd = listener, .events = POLLIN}};
	if (reports[0].fd < 0)
		die("pidfd_open");
	while (poll(reports, 2, -1) > 0 && !reports[0].revents) {
		if (reports[1].revents & POLLIN)
			answer_call(pid);
		else
			reports[1].fd = -1; /* nothing more is reported */
	}
	int status;
	if (waitpid(pid, &status, 0) != pid)
		die("waitpid");
	fprintf(stderr, "injector: %d %lu\n", WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), concerned);
	return EXIT_SUCCESS;
}
