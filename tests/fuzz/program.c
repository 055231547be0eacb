/* SPDX-License-Identifier: MIT */
/*
 * libFuzzer: the whole program over command lines, in the world of world.h, where files, links and devices are in its
 * way, calls fail and signals come. Whatever happens:
 *
 * - What is written is what the formats make of the same options where nothing is in their way, from its beginning; and
 *   all of it where the status is 0.
 * - A file comes to its place whole and synced, and grants no more than the one that it replaces. No other file
 *   changes, and none is left over, but for one that could not be removed and is named.
 * - Standard error has one line for a failure, and only a seed or a hint without one: well-formed UTF-8 without control
 *   characters. A progress line is erased again.
 * - Status 1 comes of a call that failed, status 2 of a wrong command line, status 3 of a map that is impossible.
 * - Nothing is leaked: no memory, no descriptor, no umask.
 *
 * An input is the arguments, one a line, a zero byte, and then numbers that make the world, see `choose_world`.
 */

/* What is here stays when the program's variables become zero again. */
#pragma clang section bss = ""

#include "cli/options.h"
#include "cli/seed.h"
#include "dungeon/generate.h"
#include "world.h"

#include <cJSON.h>
#include <getopt.h>
#include <inttypes.h>

int program_main(int argc, char **argv);
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { ARGUMENTS_MOST = 40, TEXT_MOST = 8192, BYTES_MOST = 1 << 22, MAPS_MOST = 32 };

/* The command line. */
static struct {
	int count;
	char *argument[ARGUMENTS_MOST + 2];
	char text[TEXT_MOST];
} line;

/* What the program has to make of it. */
static struct {
	bool right;    /* the command line is */
	bool action;   /* no map is asked for */
	bool possible; /* every map is */
	struct options options;
	uint64_t seed;
	char *bytes;
	size_t size;
	size_t map_end[MAPS_MOST]; /* where the bytes of each map end */
	int maps;
} expected;

static int placed; /* files */

static void show_text(const char *text)
{
	for (; *text; text++)
		fprintf(stderr,
			(unsigned char)*text < ' ' || *text == '\'' || *text == '\\' || *text & 0x80 ? "\\x%02x" : "%c",
			(unsigned char)*text);
}

_Noreturn static void differ(const char *what)
{
	fprintf(stderr, "not so: %s\ndungen", what);
	for (int i = 1; i < line.count; i++) {
		fprintf(stderr, " '");
		show_text(line.argument[i]);
		fprintf(stderr, "'");
	}
	fprintf(stderr, "\n");
	for (int i = 0; i < world.faults; i++) {
		const struct fault *fault = &world.fault[i];
		static const char *const outcomes[] = {"nothing",           "errno",           "half", "zero",
						       "before it, signal", "after it, signal"};
		fprintf(stderr, "%s %u%s: %s %d\n", call_names[fault->call], fault->occurrence,
			fault->lasting ? "+" : "", outcomes[fault->outcome], fault->number);
	}
	for (int i = 0; i < world.entries; i++) {
		const struct node *node = &world.node[world.entry[i].node];
		fprintf(stderr, "%d/%s: mode %o, owner %u, group %u%s%s%s%s\n", world.entry[i].directory,
			world.entry[i].name, node->mode, node->owner, node->group, node->acl ? ", acl" : "",
			node->broken ? ", broken" : "", node->to ? ", to " : "", node->to ? node->to : "");
	}
	fprintf(stderr, "written %zu of %zu, standard error:\n%.*s\n", world.written, expected.size,
		(int)world.told_size, world.told);
	abort();
}

/* The numbers of the input, zeros where it has ended. */
struct input {
	const uint8_t *bytes;
	size_t size;
};

static unsigned take(struct input *input)
{
	if (input->size == 0)
		return 0;
	input->size--;
	return *input->bytes++;
}

#define CHOOSE(input, table) ((table)[take(input) % (sizeof(table) / sizeof *(table))])

/* False where there are too many. */
static bool take_line(struct input *input)
{
	const uint8_t *zero = input->size ? memchr(input->bytes, '\0', input->size) : NULL;
	size_t length = zero ? (size_t)(zero - input->bytes) : input->size;
	if (length >= TEXT_MOST)
		return false;
	memcpy(line.text, input->bytes, length);
	line.text[length] = '\0';
	input->bytes += length + (zero != NULL);
	input->size -= length + (zero != NULL);
	static char name[] = "dungen";
	line.argument[0] = name;
	line.count = 1;
	for (char *next = line.text; length > 0 && next;) {
		if (line.count > ARGUMENTS_MOST)
			return false;
		line.argument[line.count++] = next;
		next = strchr(next, '\n');
		if (next)
			*next++ = '\0';
	}
	line.argument[line.count] = NULL;
	return true;
}

static const int errors[] = {EIO,    EPERM,        ENOENT,  EINTR,  EBADF,   EAGAIN,     ENOMEM, EACCES, EBUSY,
			     EEXIST, EXDEV,        ENOTDIR, EISDIR, EINVAL,  EMFILE,     EFBIG,  ENOSPC, EROFS,
			     EPIPE,  ENAMETOOLONG, ENOSYS,  ELOOP,  ENODATA, EOPNOTSUPP, EDQUOT};

/* Of 64, those that can be caught and end a program that does not; otherwise SIGTERM. */
static int signal_to_send(unsigned number)
{
	static const int others[] = {0,       SIGKILL, SIGCHLD, SIGCONT,  SIGSTOP, SIGTSTP,
				     SIGTTIN, SIGTTOU, SIGURG,  SIGWINCH, 32,      33};
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if ((int)number == others[i])
			return SIGTERM;
	return (int)number;
}

/* Told that nothing is there, the program is right to believe it. */
static bool is_lie(enum call call, int error)
{
	bool attribute = call == CALL_lgetxattr || call == CALL_fremovexattr;
	return (error == ENOENT && (call == CALL_lstat || call == CALL_stat)) ||
	       (attribute && (error == ENODATA || error == EOPNOTSUPP || error == ENOSYS));
}

static void choose_faults(struct input *input)
{
	world.faults = (int)(take(input) % (FAULTS + 1));
	for (int i = 0; i < world.faults; i++) {
		struct fault *fault = &world.fault[i];
		fault->call = (enum call)(take(input) % CALLS);
		unsigned when = take(input), what = take(input);
		fault->occurrence = 1 + when % 16;
		fault->lasting = when & 128;
		fault->outcome = OUTCOME_ERROR;
		fault->number = fault->call == CALL_allocate ? ENOMEM : errors[what % (sizeof errors / sizeof *errors)];
		if (is_lie(fault->call, fault->number))
			fault->number = EIO;
		if (what >= 128) {
			fault->outcome = what & 64 ? OUTCOME_SIGNAL : OUTCOME_SIGNAL_AFTER;
			fault->number = signal_to_send(what % 64 + 1);
		} else if (fault->call == CALL_write && what & 64) {
			fault->outcome = what & 1 ? OUTCOME_SHORT : OUTCOME_ZERO;
		}
	}
}

static const char *const names[] = {"map.txt",  "map",       "map.json", "7.txt", "8.txt", "link",  "dir", "dir/map",
				    "/tmp/map", "/tmp/link", "dir/link", "9.txt", "12",    "/link", "/map"};

static void choose_entry(struct input *input)
{
	static const char *const targets[] = {"map",       "link", "dir/map", "../tmp/map", "/dev/stdout",
					      "/dev/full", "fifo", "dir",     "9.txt"};
	static const mode_t types[] = {S_IFREG, S_IFDIR, S_IFLNK, S_IFIFO, S_IFCHR};
	static const mode_t modes[] = {0644, 0666, 0600, 0400, 0751, 06775, 01777, 02070};
	static const uid_t owners[] = {USER, 0, USER + 1};
	struct place place = look(CHOOSE(input, names), false);
	mode_t type = CHOOSE(input, types);
	unsigned attributes = take(input);
	struct node node = {.mode = type | modes[attributes & 7],
			    .owner = owners[(attributes >> 3 & 3) % 3],
			    .group = attributes & 32 ? GROUP : GROUP + 1,
			    .broken = (attributes & 192) == 64,
			    .acl = (attributes & 192) == 128 && (type == S_IFREG || type == S_IFDIR),
			    .terminal = (attributes & 192) == 128 && type == S_IFCHR};
	if (type == S_IFDIR)
		node.mode |= 0111;
	if (type == S_IFLNK)
		node.to = targets[attributes % (sizeof targets / sizeof *targets)];
	if (place.directory >= 0 && place.node < 0 && !world.node[place.directory].proc)
		add_node(place.directory, place.name, node);
}

/* Standard input, output and error. */
static void choose_standard(struct input *input)
{
	static const struct node kinds[] = {
		{.mode = S_IFREG | 0644},
		{.mode = S_IFIFO | 0644},
		{.mode = S_IFCHR | 0644, .terminal = true},
		{.mode = S_IFCHR | 0644, .broken = true},
		{.mode = S_IFIFO | 0644, .broken = true},
		{.mode = 0},
	};
	for (int number = 0; number <= STDERR_FILENO; number++) {
		struct node node = CHOOSE(input, kinds);
		/* Without a reader, the error is a signal on standard error, too. */
		if (number == STDERR_FILENO && S_ISFIFO(node.mode))
			node.broken = false;
		if (node.mode)
			world.descriptor[number] = new_node(node);
	}
}

static void choose_world(struct input *input)
{
	static const mode_t masks[] = {022, 0, 077, 027};
	static const long ticks[] = {1, 300000000, 999999999};
	begin_world();
	unsigned flags = take(input);
	world.mask = masks[flags & 3];
	uid_t user = flags & 4 ? 0 : USER;
	world.foreground = flags & 8;
	world.first_process = flags & 16;
	if (flags & 32)
		world.action[SIGPIPE].sa_handler = SIG_IGN;
	if (flags & 64)
		world.action[SIGHUP].sa_handler = SIG_IGN;
	world.protected = flags & 128;
	choose_standard(input);
	world.tick = CHOOSE(input, ticks);
	world.entropy = take(input) * UINT64_C(0x0123456789abcdef);
	for (unsigned entries = take(input) % 6; entries > 0; entries--)
		choose_entry(input);
	world.user = user;
	choose_faults(input);
}

/* The program without anything in its way. */

static void take_expected(const void *bytes, size_t size)
{
	if (size > BYTES_MOST - expected.size)
		differ("the bytes that are expected are few");
	memcpy(expected.bytes + expected.size, bytes, size);
	expected.size += size;
}

/* Whether it makes maps in little time. */
static bool is_quick(const struct options *options)
{
	struct recipe recipe = options_recipe(options);
	uint64_t count = options->number[OPTION_COUNT];
	uint64_t attempts = recipe.max_rooms + UINT64_C(1000) * recipe.min_rooms;
	if (options->given[OPTION_TILESET_IMAGE] || options->action)
		return true;
	return count <= MAPS_MOST && attempts <= 50000 && (uint64_t)recipe.width * recipe.height * count <= 300000 &&
	       attempts * count <= 50000 && recipe.loops * count <= 5000;
}

static void expect_maps(struct output *output)
{
	const struct options *options = &expected.options;
	struct recipe recipe = options_recipe(options);
	struct generator *generator = generator_new(options->rng, &recipe);
	struct dungeon dungeon = {0};
	struct writer writer;
	SAME(writer_open(&writer, options->format, &options->style, output) && generator);
	uint64_t count = options->number[OPTION_COUNT];
	for (expected.maps = 0; expected.possible && (uint64_t)expected.maps < count; expected.maps++) {
		expected.possible = generator_make(generator, expected.seed + (uint64_t)expected.maps, &dungeon) ==
				    GENERATOR_MADE;
		if (!expected.possible)
			break;
		SAME(writer_write(&writer, &dungeon) && output_finish(output));
		expected.map_end[expected.maps] = expected.size;
	}
	writer_close(&writer);
	dungeon_free(&dungeon);
	generator_free(generator);
}

/* As for a program that just started. */
static void reset_options(void)
{
	char *nothing[] = {line.argument[0], NULL};
	optind = 0;
	getopt(1, nothing, "+:");
}

/* False where it would take too long. */
static bool expect(void)
{
	static struct output output;
	expected.size = 0;
	expected.possible = true;
	expected.maps = 0;
	reset_options();
	expected.right = options_read(&expected.options, line.count, line.argument);
	if (!expected.right)
		return true;
	struct options *options = &expected.options;
	if (!is_quick(options))
		return false;
	if (!options->action && !options->given[OPTION_SEED])
		SAME(seed_draw(options));
	expected.seed = options->number[OPTION_SEED];
	output_start(&output, EXPECTING, "the expected bytes");
	expected.action = options->action;
	if (options->action)
		options->action(options, &output);
	else
		expect_maps(&output);
	SAME(output_finish(&output) && world.blocks == 0);
	return true;
}

/* The judge. */

static void judge_written(const void *bytes, size_t size)
{
	SAME(size <= expected.size - world.written);
	SAME(memcmp(bytes, expected.bytes + world.written, size) == 0);
}

/* The path of the map's file, from the pattern. */
static const char *fill_in(uint64_t seed)
{
	static char path[PATH_MAX + TEXT_MOST];
	const char *from = expected.options.output, *base = strrchr(from, '/');
	size_t length = base ? (size_t)(base - from) + 1 : 0;
	memcpy(path, from, length);
	for (from += length; *from; from++) {
		if (*from != '%') {
			path[length++] = *from;
			continue;
		}
		char directive[8];
		size_t digits = strspn(from + 1, "0123456789");
		if (from[1] == '%') {
			path[length++] = *++from;
			continue;
		}
		SAME(digits < 4 && from[digits + 1] == 'd');
		snprintf(directive, sizeof directive, "%.*s", (int)digits + 1, from);
		strcat(directive, "lu");
		length += (size_t)snprintf(path + length, sizeof path - length, directive, seed);
		from += digits + 1;
	}
	path[length] = '\0';
	return path;
}

static bool has_pattern(void)
{
	for (const char *at = expected.options.output; at && (at = strchr(at, '%')); at += at[1] == '%' ? 2 : 1)
		if (at[1] != '%' && !strchr(at, '/'))
			return true;
	return false;
}

static bool has_fault(enum call call)
{
	for (int i = 0; i < world.faults; i++)
		if (world.fault[i].call == call)
			return true;
	return false;
}

static mode_t granted(mode_t mode, int to_whom)
{
	return mode >> 3 * to_whom & 07;
}

/* A file has just been renamed to its place, where another one was or -1. */
static void judge_placed(int new, int old)
{
	const struct node *file = &world.node[new], *before = &world.node[old < 0 ? 0 : old];
	bool pattern = has_pattern();
	/* Other maps may have gone where there is no file to place. */
	int map = 0;
	while (pattern && map < expected.maps && expected.map_end[map] <= file->begin)
		map++;
	SAME(pattern ? map < expected.maps : placed == 0 && expected.possible);
	SAME(file->begin == (map > 0 ? expected.map_end[map - 1] : 0));
	SAME(file->begin + file->size == (pattern ? expected.map_end[map] : expected.size));
	SAME(pattern || file->synced);
	/* Whether or not Linux heeds it, the program does. */
	bool protected = world.protected;
	world.protected = true;
	SAME(look(pattern ? fill_in(expected.seed + (uint64_t)map) : fill_in(0), true).node == new);
	world.protected = protected;
	placed++;
	if (old < 0) {
		SAME(file->mode == (S_IFREG | (0666 & ~world.mask)));
		return;
	}
	SAME(S_ISREG(before->mode) && may(old, 2));
	bool same = file->owner == before->owner && file->group == before->group;
	if (same && file->acl == before->acl)
		SAME(file->mode == (before->mode & (S_IFMT | 0777)));
	SAME(before->acl || !file->acl);
	SAME(!before->acl || file->acl || (file->mode & 077) == 0);
	SAME((granted(file->mode, 2) & ~granted(before->mode, 2)) == 0);
	SAME((granted(file->mode, 1) & ~granted(before->mode, 1)) == 0);
	SAME((granted(file->mode, 0) & ~granted(before->mode, 0)) == 0);
	if (file->group != before->group) {
		SAME((granted(file->mode, 1) & ~granted(before->mode, 0)) == 0);
		SAME((granted(file->mode, 0) & ~granted(before->mode, 1)) == 0);
	}
	if (file->owner != before->owner)
		SAME((file->mode & world.mask) == 0);
	if (!has_fault(CALL_fchown)) {
		SAME(file->group == before->group);
		SAME(file->owner == before->owner || world.user != 0);
	}
}

/* The length of a character that a line of standard error may have, 0 where it may not. */
static size_t plain_length(const uint8_t *at, size_t size)
{
	static const struct {
		uint32_t first, last;
	} controls[] = {{0, 0x1f},        {0x7f, 0x9f},     {0x61c, 0x61c},  {0x200e, 0x200f},
			{0x2028, 0x202e}, {0x2066, 0x2069}, {0xd800, 0xdfff}};
	size_t length = *at < 0x80 ? 1 : *at < 0xe0 ? 2 : *at < 0xf0 ? 3 : 4;
	static const uint32_t lowest[] = {0, 0, 0x80, 0x800, 0x10000};
	uint32_t character = length == 1 ? *at : *at & (0x7fU >> length);
	if ((*at >= 0x80 && *at < 0xc0) || *at >= 0xf8 || length > size)
		return 0;
	for (size_t i = 1; i < length; i++) {
		if ((at[i] & 0xc0) != 0x80)
			return 0;
		character = character << 6 | (at[i] & 0x3f);
	}
	if (character < lowest[length] || character > 0x10ffff)
		return 0;
	for (size_t i = 0; i < sizeof controls / sizeof *controls; i++)
		if (character >= controls[i].first && character <= controls[i].last)
			return 0;
	return length;
}

/* Goes past a line of standard error; NULL where it is not one. */
static const char *plain_line(const char *at, const char *start)
{
	const char *end = world.told + world.told_size;
	if (end - at < (ptrdiff_t)strlen(start) || memcmp(at, start, strlen(start)) != 0)
		return NULL;
	while (at < end && *at != '\n') {
		size_t length = plain_length((const uint8_t *)at, (size_t)(end - at));
		if (length == 0)
			return NULL;
		at += length;
	}
	return at < end ? at + 1 : NULL;
}

/* Whether the failure that is told is said to have left a file behind. */
static bool tells_leftover(void)
{
	static const char text[] = " is left behind\n";
	size_t length = strlen(text);
	return world.told_size >= length && memcmp(world.told + world.told_size - length, text, length) == 0;
}

/* Whether the line names an error that a call met, or one that the program finds by itself. */
static bool tells_error(void)
{
	for (int error = 1; error < ERRORS; error++) {
		const char *text = strerror(error);
		bool own = error == ENAMETOOLONG || error == ELOOP || error == EACCES || error == ENOMEM;
		if ((world.failed_with[error] || own) && memmem(world.told, world.told_size, text, strlen(text)))
			return true;
	}
	return false;
}

/* Takes out the progress lines, which the program erases. */
static void erase_progress(void)
{
	static const char erase[] = "\r\033[K";
	char *at;
	while ((at = memmem(world.told, world.told_size, erase, strlen(erase)))) {
		char *end = world.told + world.told_size, *next = at + strlen(erase);
		char *erased = memmem(next, (size_t)(end - next), erase, strlen(erase));
		/* What is shown is erased by the next one. */
		if (plain_line(next, "dungen: ") || !erased || memchr(next, '\n', (size_t)(erased - next)))
			erased = next;
		world.told_size = (size_t)(end - erased) + (size_t)(at - world.told);
		memmove(at, erased, (size_t)(end - erased));
	}
}

static void judge_told(int status)
{
	if (world.tell_failed)
		return;
	erase_progress();
	const char *at = world.told, *end = at + world.told_size, *next;
	/* A seed that is drawn is told, if one could be drawn; then, what failed, or after a success at most a hint. */
	if (expected.right && !expected.action && !expected.options.given[OPTION_SEED] &&
	    !expected.options.given[OPTION_QUIET]) {
		next = plain_line(at, "dungen: seed ");
		SAME(next || status == 1 || world.ended_by);
		at = next ? next : at;
	}
	next = plain_line(at, "dungen: ");
	if (next)
		SAME(status != 0 || world.ended_by || (placed > 0 && !expected.options.given[OPTION_QUIET]));
	else
		SAME(status == 0 || world.ended_by);
	SAME((next ? next : at) == end);
	SAME(status != 1 || tells_error());
}

/* The files that were there are there, unchanged, but for those that were replaced. */
static void judge_old(const struct world *before)
{
	for (int i = 0; i < before->entries; i++) {
		const struct entry *entry = &before->entry[i];
		const struct node *was = &before->node[entry->node], *is = &world.node[entry->node];
		int now = lookup(entry->directory, entry->name);
		SAME(now >= 0);
		SAME(now == entry->node || (S_ISREG(was->mode) && world.node[now].placed));
		SAME(is->mode == was->mode && is->owner == was->owner && is->group == was->group &&
		     is->acl == was->acl);
	}
}

/* No file is left over. */
static void judge_new(const struct world *before)
{
	int named = 0;
	for (int i = 0; i < world.entries; i++) {
		const struct node *node = &world.node[world.entry[i].node];
		if (!node->made || node->placed)
			continue;
		SAME(node->kept);
		named++;
		SAME(world.ended_by || world.tell_failed || tells_leftover());
	}
	SAME(named > 0 || !tells_leftover());
	SAME(world.entries <= before->entries + placed + named);
}

static void judge_end(const struct world *before, int status)
{
	bool durable = placed > 0 && !has_pattern();
	judge_old(before);
	judge_new(before);
	SAME(world.mask == before->mask);
	for (int number = 1; number < _NSIG; number++)
		SAME(!world.blocked[number] || world.ended_by);
	judge_told(status);
	if (world.ended_by)
		return;
	SAME(world.blocks == 0);
	for (int number = 0; number < DESCRIPTORS; number++)
		SAME(world.descriptor[number] < 0 || world.descriptor[number] == before->descriptor[number]);
	SAME(status >= 0 && status <= 3 && (status == 2) == !expected.right);
	SAME(status != 1 || world.failures > 0);
	SAME(status != 3 || !expected.possible);
	SAME(status == 1 || status == 2 || (status == 3) == !expected.possible);
	/* Of maps before an impossible one, those that are in no file of their own stay. */
	SAME(status != 0 || (world.written == expected.size && !world.fatal));
	SAME(status != 3 || world.calls[CALL_mkstemp] > 0 || world.written == expected.size);
	if (world.sink >= 0 && !has_pattern())
		SAME(world.sink == (expected.options.output && strcmp(expected.options.output, "-") != 0
					    ? look(fill_in(0), true).node
					    : before->descriptor[STDOUT_FILENO]));
	SAME(status == 0 || has_pattern() || placed == 0);
	/* A file for each map is not worth waiting for the disk. */
	SAME(!has_pattern() || world.calls[CALL_fsync] == 0);
	SAME(status != 0 || !durable || world.failures > 0 || world.directory_synced);
}

static void run_program(void)
{
	static struct world before;
	volatile int status = 0;
	before = world;
	placed = 0;
	if (setjmp(world.end) == 0)
		status = program_main(line.count, line.argument);
	judge_end(&before, status);
	while (world.blocks > 0)
		free(world.block[--world.blocks]);
}

/* The program's variables, as when it starts. There are gaps between them that the sanitizer forbids to write to. */
extern char __start_program_statics[], __stop_program_statics[];
__attribute__((no_sanitize("address"))) static void reset_statics(void)
{
	for (volatile uint64_t *at = (uint64_t *)__start_program_statics; at < (uint64_t *)__stop_program_statics; at++)
		*at = 0;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc, (void)argv;
	expected.bytes = malloc(BYTES_MOST);
	cJSON_InitHooks(&(cJSON_Hooks){.malloc_fn = world_malloc, .free_fn = world_free});
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct input input = {bytes, size};
	if (!take_line(&input))
		return -1;
	struct input again = input;
	choose_world(&input);
	world.faults = 0;
	world.descriptor[STDERR_FILENO] = -1;
	reset_statics();
	if (!expect())
		return -1;
	choose_world(&again);
	reset_statics();
	reset_options();
	run_program();
	return 0;
}
