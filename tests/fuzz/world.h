/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_WORLD_H
#define DUNGEN_WORLD_H

/*
 * A small Linux in memory: directories, links, pipes, devices, permissions, descriptors, signals and a heap. The build
 * renames the program's calls of NAME to world_NAME. Any call can fail, do half its work or be met by a signal. What it
 * does otherwise follows the manual pages of Linux; what the program has no reason to do, such as to truncate a file,
 * is a finding.
 */

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

/* The calls that may fail, and `tell`, which is write to standard error: nobody can be told of a failure there. */
#define WORLD_CALLS(X)                                                                                         \
	X(open)                                                                                                \
	X(mkstemp)                                                                                             \
	X(write) X(tell) X(fsync) X(close) X(rename) X(unlink) X(fstat) X(lstat) X(stat) X(statfs) X(readlink) \
		X(faccessat) X(fchmod) X(fchown) X(lgetxattr) X(fsetxattr) X(fremovexattr) X(fcntl) X(poll)    \
			X(getentropy) X(allocate)

enum call {
#define X(name) CALL_##name,
	WORLD_CALLS(X)
#undef X
		CALLS
};

static const char *const call_names[] = {
#define X(name) #name,
	WORLD_CALLS(X)
#undef X
};

enum {
	ERRORS = 256,
	NODES = 64,
	ENTRIES = 64,
	DESCRIPTORS = 16,
	BLOCKS = 1024,
	FAULTS = 3,
	NAME_SIZE = NAME_MAX + 1,
	TOLD_MOST = 1 << 14,
	LINKS_FOLLOWED = 40,
	REPEATED = 50,    /* times that a lasting fault is met: nothing may have to wait forever */
	EXPECTING = 1000, /* the descriptor of a map that nothing disturbs */
	USER = 1000,
	GROUP = 1000,
};

enum outcome { OUTCOME_NONE, OUTCOME_ERROR, OUTCOME_SHORT, OUTCOME_ZERO, OUTCOME_SIGNAL, OUTCOME_SIGNAL_AFTER };

/* What happens at a call. */
struct fault {
	enum call call;
	unsigned occurrence; /* of this call, from 1 */
	bool lasting;        /* at later ones too */
	enum outcome outcome;
	int number; /* an errno or a signal */
};

struct node {
	mode_t mode; /* with its type */
	uid_t owner;
	gid_t group;
	bool acl;      /* it has a POSIX ACL; a directory gives one to new files */
	bool broken;   /* a full device, a pipe without a reader, a read-only directory, a file that is a mount point */
	bool terminal; /* a device */
	bool proc;     /* a directory where numbers name what processes have open */
	bool numbers;  /* and these are the descriptors of this one */
	bool made;     /* by the program */
	bool placed;   /* and renamed to its place */
	bool kept;     /* and an unlink failed */
	bool failed;   /* and what makes it whole failed: nothing may come of it */
	bool synced;   /* with all that was written to it */
	size_t begin;  /* where what was written to it begins in what was written to all */
	size_t size;   /* bytes */
	const char *to; /* of a link */
	int parent;     /* of a directory */
};

struct entry {
	int directory, node;
	char name[NAME_SIZE];
};

/* Where the last component of a path is, and what it is: -1 with errno where it is nothing. */
struct place {
	int node, directory;
	char name[NAME_SIZE];
};

static struct world {
	struct node node[NODES];
	struct entry entry[ENTRIES];
	int descriptor[DESCRIPTORS]; /* their nodes; -1: closed */
	int nodes, entries, root, folder;
	uid_t user;
	mode_t mask;
	bool foreground, first_process;
	bool protected; /* fs.protected_symlinks */
	long tick;      /* nanoseconds from one look at the clock to the next */
	struct timespec now;
	uint64_t entropy;

	struct sigaction action[_NSIG];
	bool blocked[_NSIG], pending[_NSIG];
	jmp_buf end;
	int ended_by; /* a signal; 0: none */

	struct fault fault[FAULTS];
	int faults;
	unsigned calls[CALLS];
	bool failed_with[ERRORS]; /* errno */
	unsigned failures;        /* calls that failed, but for those that tell that nothing is there */
	bool tell_failed;

	char told[TOLD_MOST]; /* on standard error */
	size_t told_size;
	size_t written;               /* bytes, everywhere else; they are compared as they come */
	int sink;                     /* where they went, if not to a file of the program's own; -1: nowhere */
	bool directory_synced, fatal; /* a call failed that a success needs */

	void *block[BLOCKS]; /* allocated */
	int blocks;
} world;

/* The judge, in program.c. */
_Noreturn static void differ(const char *what);
static void judge_written(const void *bytes, size_t size);
static void judge_placed(int new, int old);
static void take_expected(const void *bytes, size_t size);

#define SAME(condition)                     \
	do {                                \
		if (!(condition))           \
			differ(#condition); \
	} while (0)

/* A call as the linker finds it. */
#define WORLD(type, name, ...)          \
	type world_##name(__VA_ARGS__); \
	type world_##name(__VA_ARGS__)

/* Failures that tell that nothing is there are usual. */
static int answer(int error)
{
	errno = error;
	return -1;
}

static int fail(int error)
{
	world.failures++;
	world.failed_with[error] = true;
	return answer(error);
}

/* Signals. */

_Noreturn static void end(int by)
{
	world.ended_by = by;
	longjmp(world.end, 1);
}

static bool ignored_by_default(int number)
{
	return number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT;
}

static void deliver(int number)
{
	struct sigaction *action = &world.action[number];
	void (*handler)(int) = action->sa_handler;
	if (world.blocked[number] && handler != SIG_IGN) {
		world.pending[number] = true;
	} else if (handler == SIG_DFL) {
		/* The default does nothing to process 1. */
		if (!ignored_by_default(number) && !world.first_process)
			end(number);
	} else if (handler != SIG_IGN) {
		if (action->sa_flags & (int)SA_RESETHAND)
			action->sa_handler = SIG_DFL;
		for (int other = 1; other < _NSIG; other++)
			world.blocked[other] |= sigismember(&action->sa_mask, other) == 1;
		world.blocked[number] |= !(action->sa_flags & (int)SA_NODEFER);
		handler(number);
		differ("the handler of a signal that ends the program returns");
	}
}

WORLD(int, sigaction, int number, const struct sigaction *new, struct sigaction *old)
{
	/* What the parent had it ignore stays ignored. */
	SAME(!new || world.action[number].sa_handler != SIG_IGN);
	if (old)
		*old = world.action[number];
	if (new)
		world.action[number] = *new;
	return 0;
}

WORLD(void *, signal, int number, void (*handler)(int))
{
	void (*old)(int) = world.action[number].sa_handler;
	world.action[number] = (struct sigaction){.sa_handler = handler};
	return (void *)old;
}

WORLD(int, sigprocmask, int how, const sigset_t *set, sigset_t *old)
{
	SAME(set);
	if (old)
		sigemptyset(old);
	for (int number = 1; number < _NSIG; number++) {
		if (old && world.blocked[number])
			sigaddset(old, number);
		bool in = sigismember(set, number) == 1, is = world.blocked[number];
		world.blocked[number] = how == SIG_BLOCK ? is || in : how == SIG_UNBLOCK ? is && !in : in;
	}
	for (int number = 1; number < _NSIG; number++)
		if (world.pending[number] && !world.blocked[number]) {
			world.pending[number] = false;
			deliver(number);
		}
	return 0;
}

WORLD(int, raise, int number)
{
	deliver(number);
	return 0;
}

_Noreturn WORLD(void, _exit, int status)
{
	end(status - 128);
}

/* Faults. */

/* The fault that a call meets now; a signal before it is delivered. */
static struct fault enter(enum call call)
{
	unsigned occurrence = ++world.calls[call];
	for (int i = 0; i < world.faults; i++) {
		const struct fault *fault = &world.fault[i];
		if (fault->call != call || occurrence < fault->occurrence ||
		    occurrence > fault->occurrence + (fault->lasting ? REPEATED : 0))
			continue;
		if (fault->outcome == OUTCOME_SIGNAL)
			deliver(fault->number);
		else if (fault->outcome != OUTCOME_SIGNAL_AFTER)
			fail(fault->outcome == OUTCOME_ERROR ? fault->number : EIO);
		return *fault;
	}
	return (struct fault){.outcome = OUTCOME_NONE};
}

/* Whether the call fails, with errno set. */
static bool fails(const struct fault *fault)
{
	if (fault->outcome != OUTCOME_ERROR)
		return false;
	errno = fault->number;
	return true;
}

static int leave(const struct fault *fault, int result)
{
	int error = errno;
	if (fault->outcome == OUTCOME_SIGNAL_AFTER)
		deliver(fault->number);
	errno = error;
	return result;
}

/* A call that does `work` unless it is to fail. */
#define CALL(name, work)                                                \
	do {                                                            \
		struct fault fault = enter(CALL_##name);                \
		return fails(&fault) ? -1 : leave(&fault, (int)(work)); \
	} while (0)

/* Names. */

static bool may(int node, mode_t bits)
{
	const struct node *this = &world.node[node];
	int shift = this->owner == world.user ? 6 : this->group == GROUP ? 3 : 0;
	return world.user == 0 || (this->mode >> shift & bits) == bits;
}

static int new_node(struct node node)
{
	SAME(world.nodes < NODES);
	world.node[world.nodes] = node;
	return world.nodes++;
}

static void add_entry(int directory, const char *name, int node)
{
	SAME(world.entries < ENTRIES);
	struct entry *entry = &world.entry[world.entries++];
	entry->directory = directory;
	entry->node = node;
	strcpy(entry->name, name);
}

static struct entry *find_entry(int directory, const char *name)
{
	for (int i = 0; i < world.entries; i++)
		if (world.entry[i].directory == directory && strcmp(world.entry[i].name, name) == 0)
			return &world.entry[i];
	return NULL;
}

static void remove_entry(struct entry *entry)
{
	*entry = world.entry[--world.entries];
}

static int node_of(int number)
{
	return number >= 0 && number < DESCRIPTORS ? world.descriptor[number] : -1;
}

static int lookup(int directory, const char *name)
{
	if (strcmp(name, ".") == 0)
		return directory;
	if (strcmp(name, "..") == 0)
		return world.node[directory].parent;
	if (world.node[directory].numbers)
		return strspn(name, "0123456789") == strlen(name) && strlen(name) < 9 ? node_of(atoi(name)) : -1;
	const struct entry *entry = find_entry(directory, name);
	return entry ? entry->node : -1;
}

/* A link that another user put into a directory for everybody: Linux follows it only if it is told to. */
static bool is_planted(int directory, int link)
{
	mode_t shared = S_ISVTX | S_IWOTH;
	uid_t owner = world.node[link].owner;
	return (world.node[directory].mode & shared) == shared && owner != world.user &&
	       owner != world.node[directory].owner;
}

static struct place walk(int at, const char *path, bool follow, int links)
{
	struct place place = {.node = -1, .directory = -1};
	errno = !*path ? ENOENT : strlen(path) >= PATH_MAX ? ENAMETOOLONG : links > LINKS_FOLLOWED ? ELOOP : 0;
	if (errno)
		return place;
	if (*path == '/')
		at = world.root;
	for (path += strspn(path, "/"); *path;) {
		size_t length = strcspn(path, "/"), slashes = strspn(path + length, "/");
		bool last = !path[length + slashes];
		errno = !S_ISDIR(world.node[at].mode) ? ENOTDIR
			: !may(at, 1)                 ? EACCES
			: length >= NAME_SIZE         ? ENAMETOOLONG
						      : 0;
		if (errno)
			return place;
		memcpy(place.name, path, length);
		place.name[length] = '\0';
		int next = lookup(at, place.name);
		if (next >= 0 && S_ISLNK(world.node[next].mode) && (!last || follow || slashes > 0)) {
			if (last && is_planted(at, next)) {
				world.failures++;
				errno = world.protected ? EACCES : 0;
				if (errno)
					return place;
			}
			struct place there = walk(at, world.node[next].to, true, links + 1);
			there.directory = -1;
			if (there.node < 0)
				return there;
			next = there.node;
		}
		if (last)
			place.directory = at;
		if (next < 0 || (slashes > 0 && !S_ISDIR(world.node[next].mode))) {
			errno = next < 0 ? ENOENT : ENOTDIR;
			return place;
		}
		at = next;
		path += length + slashes;
	}
	place.node = at;
	return place;
}

static struct place look(const char *path, bool follow)
{
	return walk(world.folder, path, follow, 0);
}

/* Whether names can be added to the directory and removed from it; 0 or an errno. */
static int unwritable(int directory)
{
	return world.node[directory].broken ? EROFS : world.node[directory].proc || !may(directory, 3) ? EACCES : 0;
}

/* Whether that name of a node can be removed; 0 or an errno. */
static int unremovable(int directory, int node)
{
	int error = unwritable(directory);
	if (error)
		return error;
	if (world.node[directory].mode & S_ISVTX && world.user != 0 && world.user != world.node[node].owner &&
	    world.user != world.node[directory].owner)
		return EPERM;
	return S_ISDIR(world.node[node].mode) ? EISDIR : world.node[node].broken ? EBUSY : 0;
}

/* Descriptors. */

static int new_descriptor(int node, int lowest)
{
	for (int number = lowest; number < DESCRIPTORS; number++)
		if (world.descriptor[number] < 0) {
			world.descriptor[number] = node;
			return number;
		}
	return fail(EMFILE);
}

static int do_open(const char *path, int flags)
{
	SAME(!(flags & (O_CREAT | O_TRUNC | O_RDWR)) && flags & O_CLOEXEC);
	struct place place = look(path, !(flags & O_NOFOLLOW));
	if (place.node < 0)
		return fail(errno);
	const struct node *node = &world.node[place.node];
	bool writing = flags & O_WRONLY;
	if (S_ISLNK(node->mode))
		return fail(ELOOP);
	if (writing && S_ISDIR(node->mode))
		return fail(EISDIR);
	if (flags & O_DIRECTORY && !S_ISDIR(node->mode))
		return fail(ENOTDIR);
	if (!may(place.node, writing ? 2 : 4))
		return fail(EACCES);
	/* Of regular files, only what another process has open is written to as it is, at its end. */
	SAME(!writing || !S_ISREG(node->mode) || (flags & O_APPEND && world.node[place.directory].proc));
	return new_descriptor(place.node, 0);
}

WORLD(int, open, const char *path, int flags, ...)
{
	struct fault fault = enter(CALL_open);
	int number = fails(&fault) ? -1 : leave(&fault, do_open(path, flags)), error = errno;
	struct place place = look(path, true);
	/* The program tells it as a descriptor that is not open. */
	if (number < 0 && error == ENOENT && place.directory >= 0 && world.node[place.directory].proc)
		world.failed_with[EBADF] = true;
	errno = error;
	return number;
}

static int do_mkstemp(char *path)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
	size_t length = strlen(path);
	SAME(length >= 6 && strcmp(path + length - 6, "XXXXXX") == 0);
	path[length - 1] = letters[world.calls[CALL_mkstemp] % 26];
	struct place place = look(path, false);
	/* A name that is allowed for the target is for the new file, too. */
	SAME(strlen(strrchr(path, '/') ? strrchr(path, '/') + 1 : path) < NAME_SIZE);
	if (place.node >= 0)
		return fail(EEXIST);
	if (place.directory < 0)
		return fail(errno);
	int error = unwritable(place.directory);
	if (error)
		return fail(error);
	const struct node *directory = &world.node[place.directory];
	int number = new_descriptor(world.nodes, 0);
	if (number < 0)
		return -1;
	add_entry(place.directory, place.name,
		  new_node((struct node){.mode = S_IFREG | 0600,
					 .owner = world.user,
					 .group = directory->mode & S_ISGID ? directory->group
						  : world.user              ? GROUP
									    : 0,
					 .acl = directory->acl,
					 .made = true,
					 .begin = world.written}));
	return number;
}

WORLD(int, mkstemp, char *path)
{
	CALL(mkstemp, do_mkstemp(path));
}

static ssize_t do_tell(const char *text, size_t size)
{
	int at = node_of(STDERR_FILENO);
	if (at < 0)
		return fail(EBADF);
	if (world.node[at].broken)
		return fail(ENOSPC);
	SAME(size <= TOLD_MOST - world.told_size);
	memcpy(world.told + world.told_size, text, size);
	world.told_size += size;
	return (ssize_t)size;
}

static ssize_t do_write(int number, const void *bytes, size_t size)
{
	int at = node_of(number);
	if (at < 0)
		return fail(EBADF);
	struct node *node = &world.node[at];
	SAME(!S_ISDIR(node->mode));
	if (node->broken && S_ISFIFO(node->mode)) {
		deliver(SIGPIPE);
		return fail(EPIPE);
	}
	if (node->broken)
		return fail(ENOSPC);
	judge_written(bytes, size);
	if (node->made) {
		SAME(!node->placed && node->begin + node->size == world.written);
		node->size += size;
		node->synced = false;
	} else {
		world.sink = at;
	}
	world.written += size;
	return (ssize_t)size;
}

WORLD(ssize_t, write, int number, const void *bytes, size_t size)
{
	if (number == EXPECTING) {
		take_expected(bytes, size);
		return (ssize_t)size;
	}
	bool telling = number == STDERR_FILENO;
	struct fault fault = enter(telling ? CALL_tell : CALL_write);
	/* A write of nothing would be tried again for ever. */
	world.fatal |= fault.outcome == OUTCOME_ZERO && !telling;
	size_t most = fault.outcome == OUTCOME_SHORT ? (size + 1) / 2 : fault.outcome == OUTCOME_ZERO ? 0 : size;
	ssize_t done = fails(&fault) ? -1 : telling ? do_tell(bytes, most) : do_write(number, bytes, most);
	world.tell_failed |= telling && done != (ssize_t)size;
	return leave(&fault, (int)done);
}

static bool is_open(int node)
{
	for (int number = 0; number < DESCRIPTORS; number++)
		if (world.descriptor[number] == node)
			return true;
	return false;
}

static int do_close(int number)
{
	if (node_of(number) < 0) {
		SAME(number <= STDERR_FILENO);
		return fail(EBADF);
	}
	world.descriptor[number] = -1;
	return 0;
}

/* What is written there cannot be a success. A directory is only read, and synced if that can be done. */
static void spoil(int at)
{
	if (at >= 0 && !S_ISDIR(world.node[at].mode))
		world.node[at].failed = world.fatal = true;
}

/* Linux closes the descriptor even where it reports an error. */
WORLD(int, close, int number)
{
	struct fault fault = enter(CALL_close);
	int at = node_of(number), result = do_close(number);
	/* Another descriptor of the file can still tell. */
	if (fails(&fault) && !is_open(at))
		spoil(at);
	return fails(&fault) ? -1 : leave(&fault, result);
}

static int do_fsync(int number)
{
	int at = node_of(number);
	if (at < 0)
		return fail(EBADF);
	world.directory_synced |= S_ISDIR(world.node[at].mode);
	world.node[at].synced = world.node[at].made;
	return 0;
}

WORLD(int, fsync, int number)
{
	struct fault fault = enter(CALL_fsync);
	if (!fails(&fault))
		return leave(&fault, do_fsync(number));
	spoil(node_of(number));
	return answer(fault.number);
}

/* Nothing else is duplicated, and only where it gets above the standard descriptors. A pipe may be made to take more.
 */
WORLD(int, fcntl, int number, int command, ...)
{
	va_list arguments;
	va_start(arguments, command);
	int argument = va_arg(arguments, int);
	va_end(arguments);
	SAME(command == F_SETPIPE_SZ || (command == F_DUPFD_CLOEXEC && argument > STDERR_FILENO));
	int at = node_of(number);
	CALL(fcntl, at < 0 ? fail(EBADF) : command == F_SETPIPE_SZ ? argument : new_descriptor(at, argument));
}

/* It waits for a reader, or asks whether a terminal takes what is written; without an answer nothing is told there. */
WORLD(int, poll, struct pollfd *descriptors, nfds_t count, int timeout)
{
	bool asks = descriptors->fd == STDERR_FILENO;
	SAME(count == 1 && timeout == (asks ? 0 : -1) && descriptors->events == POLLOUT);
	struct fault fault = enter(CALL_poll);
	world.tell_failed |= asks && fails(&fault);
	return fails(&fault) ? -1 : leave(&fault, 1);
}

WORLD(int, isatty, int number)
{
	int at = node_of(number);
	return at >= 0 && world.node[at].terminal;
}

/* Files. */

static int do_rename(const char *from, const char *to)
{
	struct place old = look(from, false);
	if (old.node < 0)
		return fail(errno);
	struct place new = look(to, false);
	if (new.directory < 0)
		return fail(errno);
	int error = unremovable(old.directory, old.node);
	if (!error)
		error = new.node < 0 ? unwritable(new.directory) : unremovable(new.directory, new.node);
	if (error)
		return fail(error);
	/* Of another program's files only the target goes. */
	SAME(world.node[old.node].made && !world.node[old.node].placed && !world.node[old.node].failed);
	if (new.node >= 0)
		remove_entry(find_entry(new.directory, new.name));
	remove_entry(find_entry(old.directory, old.name));
	add_entry(new.directory, new.name, old.node);
	world.node[old.node].placed = true;
	judge_placed(old.node, new.node);
	return 0;
}

WORLD(int, rename, const char *from, const char *to)
{
	CALL(rename, do_rename(from, to));
}

static int do_unlink(const char *path)
{
	struct place place = look(path, false);
	if (place.node < 0)
		return answer(errno);
	SAME(world.node[place.node].made && !world.node[place.node].placed);
	int error = unremovable(place.directory, place.node);
	if (error) {
		world.node[place.node].kept = true;
		return fail(error);
	}
	remove_entry(find_entry(place.directory, place.name));
	return 0;
}

WORLD(int, unlink, const char *path)
{
	struct fault fault = enter(CALL_unlink);
	struct place place = look(path, false);
	if (!fails(&fault))
		return leave(&fault, do_unlink(path));
	/* Nothing is there where somebody else has removed it. */
	if (fault.number == ENOENT)
		do_unlink(path);
	else if (place.node >= 0)
		world.node[place.node].kept = true;
	return answer(fault.number);
}

static int fill_status(int at, struct stat *status)
{
	if (at < 0)
		return errno == ENOENT ? answer(errno) : fail(errno);
	const struct node *node = &world.node[at];
	*status = (struct stat){.st_dev = 1,
				.st_ino = (ino_t)at + 1,
				.st_mode = node->mode,
				.st_nlink = 1,
				.st_uid = node->owner,
				.st_gid = node->group,
				.st_size = (off_t)node->size};
	return 0;
}

WORLD(int, fstat, int number, struct stat *status)
{
	struct fault fault = enter(CALL_fstat);
	errno = EBADF;
	if (!fails(&fault))
		return leave(&fault, fill_status(node_of(number), status));
	/* What the new file's permissions depend on. */
	if (world.calls[CALL_fchmod] < world.calls[CALL_mkstemp])
		spoil(node_of(number));
	return answer(fault.number);
}

WORLD(int, lstat, const char *path, struct stat *status)
{
	struct fault fault = enter(CALL_lstat);
	world.fatal |= fails(&fault);
	return world.fatal ? answer(fault.number) : leave(&fault, fill_status(look(path, false).node, status));
}

WORLD(int, stat, const char *path, struct stat *status)
{
	CALL(stat, fill_status(look(path, true).node, status));
}

WORLD(int, faccessat, int directory, const char *path, int bits, int flags)
{
	SAME(directory == AT_FDCWD && bits == W_OK && flags == AT_EACCESS);
	struct place place = look(path, true);
	errno = place.node < 0 ? errno : EACCES;
	CALL(faccessat, place.node < 0 || !may(place.node, 2) ? fail(errno) : 0);
}

static int do_readlink(const char *path, char *link, size_t size)
{
	struct place place = look(path, false);
	if (place.node < 0)
		return fail(errno);
	const struct node *node = &world.node[place.node];
	if (!S_ISLNK(node->mode))
		return fail(EINVAL);
	size_t length = strlen(node->to);
	length = length < size ? length : size;
	memcpy(link, node->to, length);
	return (int)length;
}

WORLD(ssize_t, readlink, const char *path, char *link, size_t size)
{
	CALL(readlink, do_readlink(path, link, size));
}

static int do_statfs(const char *path, struct statfs *system)
{
	struct place place = look(path, true);
	if (place.node < 0)
		return fail(errno);
	*system = (struct statfs){.f_type = world.node[place.node].proc ? 0x9fa0 : 0xef53};
	return 0;
}

WORLD(int, statfs, const char *path, struct statfs *system)
{
	CALL(statfs, do_statfs(path, system));
}

/* The program changes its own new file, while nobody else may see it. */
static struct node *own(int number)
{
	int at = node_of(number);
	SAME(at >= 0 && world.node[at].made && !world.node[at].placed);
	return &world.node[at];
}

static int do_fchmod(int number, mode_t mode)
{
	struct node *node = own(number);
	SAME((mode & ~(mode_t)0777) == 0);
	if (world.user != 0 && world.user != node->owner)
		return fail(EPERM);
	node->mode = S_IFREG | mode;
	return 0;
}

WORLD(int, fchmod, int number, mode_t mode)
{
	struct fault fault = enter(CALL_fchmod);
	if (!fails(&fault))
		return leave(&fault, do_fchmod(number, mode));
	spoil(node_of(number));
	return answer(fault.number);
}

static int do_fchown(int number, uid_t owner, gid_t group)
{
	struct node *node = own(number);
	bool given_away = owner != (uid_t)-1 && owner != node->owner, elsewhere = group != GROUP && group != GROUP + 1;
	if (world.user != 0 && (given_away || elsewhere))
		return fail(EPERM);
	node->owner = owner == (uid_t)-1 ? node->owner : owner;
	node->group = group;
	return 0;
}

WORLD(int, fchown, int number, uid_t owner, gid_t group)
{
	CALL(fchown, do_fchown(number, owner, group));
}

static int do_lgetxattr(const char *path, void *value, size_t size)
{
	struct place place = look(path, false);
	if (place.node < 0)
		return fail(errno);
	if (!world.node[place.node].acl)
		return answer(ENODATA);
	SAME(size >= 4);
	memcpy(value, "acl", 4);
	return 4;
}

WORLD(ssize_t, lgetxattr, const char *path, const char *name, void *value, size_t size)
{
	SAME(strcmp(name, "system.posix_acl_access") == 0);
	CALL(lgetxattr, do_lgetxattr(path, value, size));
}

static int do_fsetxattr(int number, const void *value, size_t size)
{
	SAME(size == 4 && memcmp(value, "acl", 4) == 0);
	own(number)->acl = true;
	return 0;
}

WORLD(int, fsetxattr, int number, const char *name, const void *value, size_t size, int flags)
{
	SAME(strcmp(name, "system.posix_acl_access") == 0 && flags == 0);
	CALL(fsetxattr, do_fsetxattr(number, value, size));
}

static int do_fremovexattr(int number)
{
	struct node *node = own(number);
	if (!node->acl)
		return answer(ENODATA);
	node->acl = false;
	return 0;
}

WORLD(int, fremovexattr, int number, const char *name)
{
	SAME(strcmp(name, "system.posix_acl_access") == 0);
	CALL(fremovexattr, do_fremovexattr(number));
}

/* The process. */

WORLD(mode_t, umask, mode_t mask)
{
	mode_t old = world.mask;
	world.mask = mask & 0777;
	return old;
}

WORLD(uid_t, geteuid, void)
{
	return world.user;
}

WORLD(pid_t, getpgrp, void)
{
	return 10;
}

WORLD(pid_t, tcgetpgrp, int number)
{
	if (!world_isatty(number))
		return answer(ENOTTY);
	return world.foreground ? 10 : 11;
}

WORLD(int, clock_gettime, clockid_t clock, struct timespec *now)
{
	SAME(clock == CLOCK_MONOTONIC);
	world.now.tv_nsec += world.tick;
	world.now.tv_sec += world.now.tv_nsec / 1000000000;
	world.now.tv_nsec %= 1000000000;
	*now = world.now;
	return 0;
}

static int do_getentropy(void *bytes, size_t size)
{
	SAME(size <= sizeof world.entropy);
	memcpy(bytes, &world.entropy, size);
	return 0;
}

WORLD(int, getentropy, void *bytes, size_t size)
{
	CALL(getentropy, do_getentropy(bytes, size));
}

/* The heap. Its blocks are those of the sanitizer, and listed, so that what is leaked is known at once. */

static void *take_block(void *block)
{
	SAME(world.blocks < BLOCKS);
	world.block[world.blocks++] = block;
	return block;
}

static void drop_block(const void *block)
{
	int at = world.blocks - 1;
	while (at >= 0 && world.block[at] != block)
		at--;
	SAME(at >= 0);
	world.block[at] = world.block[--world.blocks];
}

/* Whether there is memory for that many bytes. */
static bool has_memory(size_t size)
{
	struct fault fault = enter(CALL_allocate);
	bool has = !fails(&fault) && size <= 1 << 28;
	if (!has)
		fail(ENOMEM);
	return leave(&fault, has);
}

WORLD(void *, malloc, size_t size)
{
	return has_memory(size) ? take_block(malloc(size)) : NULL;
}

WORLD(void *, calloc, size_t count, size_t size)
{
	return has_memory(count * size) ? take_block(calloc(count, size)) : NULL;
}

WORLD(void *, realloc, void *block, size_t size)
{
	if (!has_memory(size))
		return NULL;
	if (block)
		drop_block(block);
	return take_block(realloc(block, size));
}

WORLD(void, free, void *block)
{
	if (block)
		drop_block(block);
	free(block);
}

/* What is there when the program starts. */

static int add_node(int directory, const char *name, struct node node)
{
	int at = new_node(node);
	world.node[at].parent = directory;
	add_entry(directory, name, at);
	return at;
}

static void begin_world(void)
{
	world = (struct world){.tick = 1, .sink = -1};
	world.root = new_node((struct node){.mode = S_IFDIR | 0755});
	int proc = add_node(world.root, "proc", (struct node){.mode = S_IFDIR | 0555, .proc = true});
	add_node(proc, "self", (struct node){.mode = S_IFDIR | 0555, .proc = true, .numbers = true});
	int other = add_node(proc, "9", (struct node){.mode = S_IFDIR | 0555, .proc = true});
	add_node(other, "1", (struct node){.mode = S_IFREG | 0644, .owner = USER, .group = GROUP});
	int dev = add_node(world.root, "dev", (struct node){.mode = S_IFDIR | 0755});
	add_node(dev, "fd", (struct node){.mode = S_IFLNK | 0777, .to = "/proc/self"});
	add_node(dev, "stdout", (struct node){.mode = S_IFLNK | 0777, .to = "/proc/self/1"});
	add_node(dev, "stderr", (struct node){.mode = S_IFLNK | 0777, .to = "fd/2"});
	add_node(dev, "null", (struct node){.mode = S_IFCHR | 0666});
	add_node(dev, "full", (struct node){.mode = S_IFCHR | 0666, .broken = true});
	add_node(world.root, "tmp", (struct node){.mode = S_IFDIR | S_ISVTX | 0777});
	world.folder = add_node(world.root, "home",
				(struct node){.mode = S_IFDIR | 0755, .owner = USER, .group = GROUP});
	world.node[world.root].parent = world.root;
	for (int number = 0; number < DESCRIPTORS; number++)
		world.descriptor[number] = -1;
}

#endif
