# SPDX-License-Identifier: MIT
"""What the tests of the built program share.

They run from the project root, on Linux. DUNGEN names the program under test; SANITIZED names the sanitized
build that it is, if it is one; sanitizers need more memory and have their own malloc.
"""

import atexit
import functools
import os
import re
import resource
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
import help_text
import temporary  # noqa: F401

DUNGEN = os.path.abspath(os.environ.get("DUNGEN", "./dungen"))
SANITIZED = os.environ.get("SANITIZED", "")
ORDINARY_USER = 65534
TIME_LIMIT = 120  # seconds; only a program that hangs reaches it
OLD = b"what was there before\n"  # in a file that is to be replaced

FORMATS = list(help_text.summaries("Formats"))
BATCH_FORMATS = help_text.batch_formats()
RNGS = help_text.largest_seeds()


# The signals that end a program unless it catches them; KILL cannot be caught, and the program ignores XFSZ.
FATAL_SIGNALS = sorted(signal.valid_signals() - {
    signal.SIGCHLD, signal.SIGCONT, signal.SIGKILL, signal.SIGSTOP, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU,
    signal.SIGURG, signal.SIGWINCH, signal.SIGXFSZ,
})

# Whoever started the tests in the background may have had some of them ignored, and the program would find them so.
for _number in FATAL_SIGNALS:
    if signal.getsignal(_number) == signal.SIG_IGN and _number != signal.SIGPIPE:
        signal.signal(_number, signal.SIG_DFL)


@functools.lru_cache(maxsize=None)
def program_for_everyone():
    """A copy of the program that an ordinary user can reach and run."""
    folder = tempfile.mkdtemp(prefix="dungen-program-")
    atexit.register(shutil.rmtree, folder)
    os.chmod(folder, 0o755)
    copy = os.path.join(folder, "dungen")
    shutil.copy(DUNGEN, copy)
    os.chmod(copy, 0o755)
    return copy


@functools.lru_cache(maxsize=None)
def pipe_without_reader():
    """A standard output on which the first byte ends the program by SIGPIPE, however many were to follow."""
    reading, writing = os.pipe()
    os.close(reading)
    return writing


class Process(subprocess.Popen):
    """A program that does not outlive a test that fails meanwhile: many a test starts one that never ends by itself."""

    def __exit__(self, kind, value, trace):
        if kind is not None:
            self.kill()
        super().__exit__(kind, value, trace)


def start(*args, under=(), ordinary=False, closed=(), file_size=None, ignored=(), **options):
    """Start the program and return its Process.

    under: a command that runs it, such as a debugger; ordinary: as a user who is not root, ORDINARY_USER unless
    `user` says otherwise; closed: descriptors that are closed in it; file_size: the limit on the size of a file;
    ignored: signals that it finds ignored.
    """

    def prepare():
        for number in ignored:
            signal.signal(number, signal.SIG_IGN)
        if file_size is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (file_size, file_size))
        for descriptor in closed:
            os.close(descriptor)

    program = DUNGEN
    if ordinary and os.geteuid() == 0:
        program = program_for_everyone()
        options = {"user": ORDINARY_USER, "group": ORDINARY_USER, "extra_groups": [], **options}
    for stream, default in (("stdin", subprocess.DEVNULL), ("stdout", subprocess.PIPE), ("stderr", subprocess.PIPE)):
        options.setdefault(stream, default)
    if closed or ignored or file_size is not None:
        options["preexec_fn"] = prepare
    return Process([*under, program, *args], **options)


@functools.lru_cache(maxsize=None)
def possible(*command):
    """Whether a command may be run here: a container may not trace, and a chroot has no mounts to unshare."""
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0


def skip_unless(*command):
    """Skip the test if a command fails that it needs."""
    if not possible(*command):
        raise unittest.SkipTest(f"this is not possible here: {' '.join(command)}")


def strace(*expressions, path=None, trace="/dev/null"):
    """The command that runs a program with these expressions of strace -e, applied only to what concerns a path."""
    skip_unless("strace", "-o", "/dev/null", "true")
    # The sanitizer's search for leaks cannot be traced.
    command = ["strace", "--quiet=all", "-E", "ASAN_OPTIONS=detect_leaks=0", "-o", trace]
    for expression in expressions:
        command += ["-e", expression]
    return command + (["-P", path] if path else [])


def run(*args, **options):
    """Run the program to its end; the options are those of start()."""
    with start(*args, **options) as process:
        try:
            out, err = process.communicate(timeout=TIME_LIMIT)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, content):
    with open(path, "wb") as file:
        file.write(content)


def wait_for_bytes(descriptor):
    """Wait until somebody has written to a pipe that was opened without waiting for it."""
    ready, _, _ = select.select([descriptor], [], [], TIME_LIMIT)
    assert ready, "nothing was written"


class TestCase(unittest.TestCase):
    maxDiff = 2000

    def setUp(self):
        """Each test has a folder of its own that every user can write to."""
        self.folder = tempfile.mkdtemp(prefix="dungen-test-")
        self.addCleanup(shutil.rmtree, self.folder)
        os.chmod(self.folder, 0o777)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def assert_holds(self, *names):
        """The test's folder holds these files and no other: nothing was left behind."""
        self.assertEqual(sorted(os.listdir(self.folder)), sorted(names))

    def good(self, *args, **options):
        """Run a command that must succeed in silence; return what it wrote."""
        result = run(*args, **options)
        self.assertEqual((result.returncode, result.stderr or b""), (0, b""), args)
        return result.stdout

    def assert_message(self, result, status, *mentions):
        """The program ended with this status and said why in one line, in which the mentions occur."""
        line = result.stderr.decode("utf-8", "surrogateescape")
        self.assertEqual(result.returncode, status, line)
        self.assertRegex(line, r"\Adungen: [^\n]+: [^\n]+\n\Z")
        for mention in mentions:
            # A number is found only whole: 3 is not a part of 2147483647.
            if isinstance(mention, int):
                self.assertRegex(line, rf"(?<!\d){mention}(?!\d)")
            else:
                self.assertIn(mention, line)
        return line.rstrip("\n")

    def assert_failed(self, result, what, error):
        """One line names what could not be written and the reason that the system gave, and no map was written."""
        self.assert_message(result, 1, what, os.strerror(error) if error else "")
        self.assertFalse(result.stdout)

    def assert_refused(self, *args, mentions=(), **options):
        """The command line is wrong: status 2, a line that says so, and not a byte of a map, which would end it."""
        return self.assert_message(run(*args, stdout=pipe_without_reader(), **options), 2, *mentions)
