/* SPDX-License-Identifier: MIT */
/*
 * Linked into each program of `make coverage`. All processes of a program share its counters, which are mapped to the
 * file COUNTS. So a branch counts when it is taken, however the process ends, by KILL too; and a test of system calls,
 * memory or signals finds nothing at the end of the process that is not the program's own.
 *
 * With DUNGEN_DUMP in its environment, a program only adds what was counted to gcov's files.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* Where counters.ld puts the counters: whole pages. */
extern char counters_begin[], counters_end[];

void __gcov_dump(void);
void __wrap___gcov_exit(void);

__attribute__((constructor)) static void share_counters(void)
{
	size_t length = (size_t)(counters_end - counters_begin);
	int file = open(COUNTS, O_RDWR);
	/* Nothing is counted where the file cannot be reached, as in another root directory. */
	if (file >= 0) {
		/* It has its size already where a test limits that of files. */
		if ((lseek(file, 0, SEEK_END) != (off_t)length && ftruncate(file, (off_t)length) != 0) ||
		    mmap(counters_begin, length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) == MAP_FAILED)
			abort();
		close(file);
	}
	if (getenv("DUNGEN_DUMP")) {
		__gcov_dump();
		_exit(0);
	}
}

/* What gcov would do at the end of each process. */
void __wrap___gcov_exit(void)
{
}
