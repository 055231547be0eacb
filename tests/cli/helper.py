# SPDX-License-Identifier: MIT
"""Helpers for the tests of the built program.

They run on Linux, from the project root. DUNGEN is the program under test. SANITIZED is the name of its build if that
is a sanitized one, which needs more memory and has its own malloc.
"""

import atexit
import functools
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
import help_text
import many
import temporary  # noqa: F401
from many import DUNGEN, TIME_LIMIT

SANITIZED = os.environ.get("SANITIZED", "")
ORDINARY_USER = 65534
OLD = b"what was there before\n"  # in a file that is to be replaced

FORMATS = list(help_text.summaries("Formats"))
BATCH_FORMATS = help_text.batch_formats()
RNGS = help_text.largest_seeds()


# The signals that end a program unless it catches them; KILL cannot be caught, and the program ignores XFSZ.
FATAL_SIGNALS = sorted(signal.valid_signals() - {
    signal.SIGCHLD, signal.SIGCONT, signal.SIGKILL, signal.SIGSTOP, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU,
    signal.SIGURG, signal.SIGWINCH, signal.SIGXFSZ,
})

# A shell that runs the tests in the background may ignore some of them, and the program would inherit that.
for _number in FATAL_SIGNALS:
    if signal.getsignal(_number) == signal.SIG_IGN and _number != signal.SIGPIPE:
        signal.signal(_number, signal.SIG_DFL)


@functools.lru_cache(maxsize=None)
def program_for_everyone(program=DUNGEN):
    """A copy of a program that an ordinary user can reach and run."""
    folder = tempfile.mkdtemp(prefix="dungen-program-")
    atexit.register(shutil.rmtree, folder)
    os.chmod(folder, 0o755)
    copy = os.path.join(folder, "dungen")
    shutil.copy(program, copy)
    os.chmod(copy, 0o755)
    return copy


@functools.lru_cache(maxsize=None)
def pipe_without_reader():
    """A pipe that nobody reads: the first byte that the program writes there ends it by SIGPIPE."""
    reading, writing = os.pipe()
    os.close(reading)
    return writing


class Process(subprocess.Popen):
    """A program that is killed if the test fails meanwhile: many tests start one that never ends by itself."""

    def __exit__(self, kind, value, trace):
        if kind is not None:
            self.kill()
        super().__exit__(kind, value, trace)


def start(*args, under=(), ordinary=False, **options):
    """Start the program and return its Process.

    under: a command that runs it, such as strace or shell(); ordinary: as a user who is not root, ORDINARY_USER unless
    `user` says otherwise; options: those of subprocess.Popen.
    """
    program = DUNGEN
    if ordinary and os.geteuid() == 0:
        program = program_for_everyone()
        options = {"user": ORDINARY_USER, "group": ORDINARY_USER, "extra_groups": [], **options}
    for stream, default in (("stdin", subprocess.DEVNULL), ("stdout", subprocess.PIPE), ("stderr", subprocess.PIPE)):
        options.setdefault(stream, default)
    return Process([*under, program, *args], **options)


def shell(commands):
    """The command that runs a program by these shell commands, in which "$@" is the program with its arguments."""
    return ["sh", "-c", commands, "sh"]


@functools.lru_cache(maxsize=None)
def skip_unless(*command):
    """Skip the test unless this command works: a container may not trace, and a chroot has no mounts to unshare."""
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    if done.returncode != 0:
        raise unittest.SkipTest(f"this is not possible here: {' '.join(command)}")


def strace(*expressions, path=None, trace="/dev/null"):
    """The command that runs a program under strace with these -e expressions, perhaps only for calls about a path."""
    skip_unless("strace", "-o", "/dev/null", "true")
    # The sanitizer's search for leaks cannot be traced.
    command = ["strace", "--quiet=all", "-E", "ASAN_OPTIONS=detect_leaks=0", "-o", trace]
    for expression in expressions:
        command += ["-e", expression]
    return command + (["-P", path] if path else [])


def run(*args, input=None, **options):
    """Run the program to its end; `input` goes to its standard input, and the options are those of start()."""
    if input is None and DUNGEN == many.DUNGEN and not options.keys() - {"cwd"}:
        return many.call(*args, **options)
    if input is not None:
        options["stdin"] = subprocess.PIPE
    with start(*args, **options) as process:
        out, err = process.communicate(input, timeout=TIME_LIMIT)
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, content):
    with open(path, "wb") as file:
        file.write(content)


class TestCase(unittest.TestCase):
    maxDiff = 2000

    def setUp(self):
        """Each test has its own folder, which every user can write to."""
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
        """The program ended with this status and explained why in one line, which contains the mentions."""
        line = result.stderr.decode("utf-8", "surrogateescape")
        self.assertEqual(result.returncode, status, line)
        self.assertRegex(line, r"\Adungen: [^\n]+: [^\n]+\n\Z")
        for mention in mentions:
            self.assertIn(mention, line)
        return line.rstrip("\n")

    def assert_failed(self, result, what, error):
        """One line says what could not be written and the reason that the system gave; no map was written."""
        self.assert_message(result, 1, what, os.strerror(error) if error else "")
        self.assertFalse(result.stdout)

    def assert_refused(self, *args, mentions=(), **options):
        """The program refuses the command line: status 2, one line that explains why, and no output."""
        result = run(*args, **options)
        self.assertEqual(result.stdout, b"")
        return self.assert_message(result, 2, *mentions)
