# SPDX-License-Identifier: MIT
"""Shared by the tests in Python: the program under test and ways to run it, a TestCase, and the
runner for one file.

They run on Linux, from the project root. DUNGEN is the program, and MANY runs it many times in one
process. SANITIZED is the name of their build if that is a sanitized one, which needs more memory
and has its own malloc.

A test runs the program in one of two ways, and the name of the function says which:

    run, output      in a process that all tests of the file share, because starting a sanitized
                     process takes longer than most maps. For tests that look only at the status,
                     standard output, and standard error.
    run_process, output_of_process, start
                     in a process of its own. For tests of files, descriptors, signals, limits,
                     time, terminals, and the environment.
"""

import atexit
import contextlib
import fcntl
import functools
import importlib
import os
import pathlib
import re
import select
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = os.environ.get("BUILDS", "build").split()[0]  # the folder of the user's own build
DUNGEN = os.path.abspath(os.environ.get("DUNGEN", "./dungen"))
MANY = os.path.abspath(os.environ.get("MANY", f"{BUILD}/tests/cross/many"))
SANITIZED = os.environ.get("SANITIZED", "")
IS_NIGHTLY = os.environ.get("NIGHTLY") == "1"  # `make nightly` compares more maps
TIME_LIMIT = 120  # seconds; only a program that hangs reaches it
WORDS_MAX, TEXT_SIZE = 64, 16384  # of a command, as in tests/cross/many.c
ORDINARY_USER = 65534
OLD = b"what was there before\n"  # in a file that is to be replaced


# The signals after which the program removes its unfinished file.
CAUGHT_SIGNALS = (
    signal.SIGHUP,
    signal.SIGINT,
    signal.SIGQUIT,
    signal.SIGPIPE,
    signal.SIGTERM,
    signal.SIGXCPU,
)

# A shell that runs the tests in the background may ignore some of them, and the program would
# inherit that.
for _number in CAUGHT_SIGNALS:
    if signal.getsignal(_number) == signal.SIG_IGN and _number != signal.SIGPIPE:
        signal.signal(_number, signal.SIG_DFL)


def suits_temporary_files(folder):
    """Some tests run the program as another user, who has to enter the folder; LD_PRELOAD, the
    options of sanitizers and make take a blank or a colon as the end of a path.
    """
    path = pathlib.Path(folder).resolve()
    ends_a_path = re.search(r"[\s:]", str(path))
    return not ends_a_path and all(os.stat(part).st_mode & 1 for part in (path, *path.parents))


if not suits_temporary_files(tempfile.gettempdir()):
    os.environ["TMPDIR"] = tempfile.tempdir = "/tmp"


# The program as a process of its own.


class Process(subprocess.Popen):
    """A program that is killed if the test fails meanwhile: many tests start one that never ends by
    itself.
    """

    def __exit__(self, kind, value, trace):
        if kind is not None:
            self.kill()
        super().__exit__(kind, value, trace)


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


def start(*args, under=(), ordinary=False, **options):
    """Start the program and return its Process.

    under: a command that runs it, such as strace or shell(); ordinary: as a user who is not root,
    ORDINARY_USER unless `user` says otherwise; options: those of subprocess.Popen.
    """
    program = DUNGEN
    if ordinary and os.geteuid() == 0:
        program = program_for_everyone()
        options = {"user": ORDINARY_USER, "group": ORDINARY_USER, "extra_groups": [], **options}
    options.setdefault("stdin", subprocess.DEVNULL)
    options.setdefault("stdout", subprocess.PIPE)
    options.setdefault("stderr", subprocess.PIPE)
    return Process([*under, program, *args], **options)


def run_process(*args, input=None, **options):
    """Run the program to its end in a process of its own; `input` goes to its standard input, and
    the options are those of start().
    """
    if input is not None:
        options["stdin"] = subprocess.PIPE
    with start(*args, **options) as process:
        out, err = process.communicate(input, timeout=TIME_LIMIT)
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def output_of_process(*args, **options):
    """Standard output of the program, which must succeed in silence; the options are those of
    run_process().
    """
    return output_of(run_process(*args, **options))


LOOP_NOTE = re.compile(rb"dungen: dug \d+ of \d+ loops?\n")


def output_of(result):
    """Standard output of a run, which must have succeeded in silence. Many shapes ask for more loops
    than fit, so the note about this may be there.
    """
    error = result.stderr or b""
    ending = (result.returncode, b"" if LOOP_NOTE.fullmatch(error) else error)
    assert ending == (0, b""), (result.args, *ending)
    return result.stdout


def tool(*command, **options):
    """Standard output of another program, which must succeed in silence."""
    result = subprocess.run(command, capture_output=True, timeout=TIME_LIMIT, **options)
    ending = (result.returncode, result.stderr)
    assert ending == (0, b""), (command, *ending)
    return result.stdout


def shell(commands):
    """The command that runs a program by these shell commands, in which "$@" is the program with
    its arguments.
    """
    return ["sh", "-c", commands, "sh"]


@functools.lru_cache(maxsize=None)
def skip_unless(*command):
    """Skip the test unless this command works: a container may not trace, and a chroot has no
    mounts to unshare.
    """
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode != 0:
        raise unittest.SkipTest(f"this is not possible here: {' '.join(command)}")


def strace(*expressions, path=None, trace="/dev/null"):
    """The command that runs a program under strace with these -e expressions, perhaps only for
    calls about a path.
    """
    skip_unless("strace", "-o", "/dev/null", "true")
    # The sanitizer's search for leaks cannot be traced.
    command = ["strace", "--quiet=all", "-E", "ASAN_OPTIONS=detect_leaks=0", "-o", trace]
    for expression in expressions:
        command += ["-e", expression]
    return command + (["-P", path] if path else [])


@functools.lru_cache(maxsize=None)
def pipe_without_reader():
    """A pipe that nobody reads: the first byte that the program writes there ends it by SIGPIPE."""
    reading, writing = os.pipe()
    os.close(reading)
    return writing


# The program in a process that runs it many times.


def packed(command, folder, input):
    """A command as many.c reads it."""
    words = [os.fsencode(word) + b"\0" for word in (folder, input, *command)]
    return bytes([len(words)]) + b"".join(words)


def run_many(many, commands, folder):
    """Run commands, each a list of bytes, in a folder; yield the status and both streams of each
    before one that crashes.

    many: the command that runs tests/cross/many.c, which is quicker than starting the program for
    each, also in an emulator
    """
    with contextlib.ExitStack() as files:
        lines = files.enter_context(tempfile.NamedTemporaryFile())
        report = files.enter_context(tempfile.NamedTemporaryFile())
        out = files.enter_context(tempfile.TemporaryFile())
        err = files.enter_context(tempfile.TemporaryFile())
        for command in commands:
            lines.write(packed(command, ".", os.devnull))
        lines.flush()
        for file in (lines, report):
            os.chmod(file.name, 0o666)  # the process may be of another user
        subprocess.run(
            [*many, lines.name, report.name],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            timeout=300,
            check=False,
        )
        out.seek(0)
        err.seek(0)
        out_begin = err_begin = 0
        for row in report:
            status, out_end, err_end = map(int, row.split())
            out_bytes = os.read(out.fileno(), out_end - out_begin)
            err_bytes = os.read(err.fileno(), err_end - err_begin)
            yield status, out_bytes, err_bytes
            out_begin, err_begin = out_end, err_end


class SharedProcess:
    """A process of many.c that gets one command after the other."""

    def __init__(self):
        self.input = tempfile.NamedTemporaryFile()
        self.streams = [tempfile.TemporaryFile() for _ in ("output", "error")]
        (commands, self.commands), (self.report, report) = os.pipe(), os.pipe()
        out, err = self.streams
        self.process = subprocess.Popen(
            [MANY, f"/dev/fd/{commands}", f"/dev/fd/{report}"],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            pass_fds=(commands, report),
        )
        os.close(commands)
        os.close(report)
        atexit.register(self.end, os.getpid())

    def run(self, command, folder, input):
        for stream in self.streams:
            stream.seek(0)
            stream.truncate()
        path = os.devnull
        if input is not None:
            path = self.input.name
            write(path, input)
        os.write(self.commands, packed(command, folder, path))
        has_ended, _, _ = select.select([self.report], [], [], TIME_LIMIT)
        line = os.read(self.report, 100) if has_ended else b""
        if not line:
            self.process.kill()
            shared_process.cache_clear()
            raise AssertionError(f"dungen {command} crashed or hung: {self.read_error(10000)!r}")
        status, *ends = map(int, line.split())
        out, err = (os.pread(stream.fileno(), end, 0) for stream, end in zip(self.streams, ends))
        return subprocess.CompletedProcess([DUNGEN, *command], status, out, err)

    def read_error(self, size):
        return os.pread(self.streams[1].fileno(), size, 0)

    def end(self, owner):
        """A sanitizer reports leaks when the process ends, which fails the test."""
        if os.getpid() != owner:
            return
        self.input.close()
        if self.process.poll() is None:
            os.close(self.commands)
            if self.process.wait(TIME_LIMIT):
                print(self.read_error(10000).decode("utf-8", "replace"), flush=True)
                os._exit(1)


@functools.lru_cache(maxsize=None)
def shared_process(_process, _thread):
    """The one of this process and thread of the tests."""
    return SharedProcess()


@functools.lru_cache(maxsize=None)
def is_recent(many):
    """Whether many.c was built after the program. A program without it is started for each run."""
    return os.path.exists(many) and os.path.getmtime(many) >= os.path.getmtime(DUNGEN)


def run(*args, input=None, cwd="."):
    """Run the program to its end in the shared process, in a folder; `input` is a file on its
    standard input.
    """
    length = sum(len(os.fsencode(word)) + 1 for word in args)
    if not is_recent(MANY) or len(args) > WORDS_MAX - 2 or length > TEXT_SIZE - 8192:
        return run_process(*args, input=input, cwd=cwd)
    shared = shared_process(os.getpid(), threading.get_ident())
    return shared.run(args, os.path.abspath(cwd), input)


def output(*args, **options):
    """Standard output of the program, which must succeed in silence; the options are those of
    run().
    """
    return output_of(run(*args, **options))


# Building more than the program.


def environment(**added):
    """The environment without the variables of a make that started this."""
    variables = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("MAKE", "MFLAGS"))
    }
    return {**variables, **added}


def make(*arguments, printed="", **variables):
    """Run make, which must print nothing but what this regular expression matches. One at a time,
    because some goals have parts in common.
    """
    (ROOT / "build").mkdir(exist_ok=True)
    with open(ROOT / "build/lock", "wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = subprocess.run(
            ["make", "-s", f"-j{os.cpu_count()}", *arguments],
            cwd=ROOT,
            env=environment(**variables),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
    output_of_make = made.stdout.decode("utf-8", "replace")
    assert made.returncode == 0, output_of_make
    assert re.fullmatch(printed, output_of_make), output_of_make


@functools.lru_cache(maxsize=None)
def compiled(name, *flags):
    """Compile NAME.c of this folder; return the path of the result, which has no blanks, as the
    project's may have.
    """
    folder = tempfile.mkdtemp(prefix="dungen-compiled-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = os.path.join(folder, name)
    compiler = shlex.split(os.environ.get("CC", "cc"))
    source = ROOT / "tests" / "lib" / f"{name}.c"
    tool(*compiler, "-D_GNU_SOURCE", "-O2", *flags, "-o", path, source)
    return path


def preloaded(name, *flags):
    """The environment for a program with a library made of NAME.c, whose own comment explains what
    it does.
    """
    library = compiled(name, "-shared", "-fPIC", "-fno-builtin", *flags)
    # The sanitizer's own library has to be the first.
    return {"LD_PRELOAD": library, "ASAN_OPTIONS": "verify_asan_link_order=0"}


def install_library(folder):
    """Installs the C library, which has to be built. Returns the environment that finds it."""
    printed = "Programs find .* if LD_LIBRARY_PATH has .*\n"
    make("install-lib", f"BUILD={BUILD}", f"PREFIX={folder}", printed=printed)
    return {"PKG_CONFIG_PATH": f"{folder}/lib/pkgconfig", "LD_LIBRARY_PATH": f"{folder}/lib"}


def install_python(folder):
    """Puts the Python package into a folder, with the C library, which has to be built."""
    shutil.copytree(ROOT / "python/dungen", f"{folder}/dungen")
    shutil.copy(f"{BUILD}/lib/libdungen.so.1", f"{folder}/dungen/libdungen.so")


def skip_without(*programs, paths=()):
    """Skip the tests if a program or file of `sh tests/setup prove` is missing here."""
    missing = [name for name in programs if not shutil.which(name)]
    missing += [str(path) for path in paths if not path.exists()]
    if missing:
        raise unittest.SkipTest(f"{', '.join(missing)} missing; run sh tests/setup prove")


# Tests.


def wait_for(condition, what):
    """Wait until the condition holds; it is a failure if it does not in time."""
    end = time.monotonic() + TIME_LIMIT
    while not condition():
        assert time.monotonic() < end, f"{what}: not within {TIME_LIMIT} seconds"
        time.sleep(0.02)


def files_in(folder):
    """All files in a folder and the folders in it, by their paths from there."""
    paths = [os.path.join(path, name) for path, _, files in os.walk(folder) for name in files]
    return sorted(os.path.relpath(path, folder) for path in paths)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, content):
    with open(path, "wb") as file:
        file.write(content)


def write_script(path, text):
    """Write a program for an interpreter, which its first line names."""
    write(path, text.encode())
    os.chmod(path, 0o755)


class TestCase(unittest.TestCase):
    maxDiff = 2000
    good = staticmethod(output)

    def setUp(self):
        """Each test has its own folder, which every user can write to."""
        # The folder is removed even if the run is interrupted.
        folder = tempfile.TemporaryDirectory(prefix="dungen-test-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        os.chmod(self.folder, 0o777)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def open_pipe(self, name):
        """Make a named pipe; return where to read from it, which does not wait."""
        os.mkfifo(self.path(name))
        pipe = open(os.open(self.path(name), os.O_RDONLY | os.O_NONBLOCK), "rb", buffering=0)
        self.addCleanup(pipe.close)
        return pipe

    def assert_holds(self, *names):
        """The test's folder holds these files and no other: nothing was left behind."""
        self.assertEqual(sorted(os.listdir(self.folder)), sorted(names))

    def assert_message(self, result, status, *mentions):
        """The program ended with this status and explained why in one line, which contains the
        mentions.
        """
        line = result.stderr.decode("utf-8", "surrogateescape")
        self.assertEqual(result.returncode, status, (result.args, line))
        self.assertRegex(line, r"\Adungen: [^\n]+: [^\n]+\n\Z", result.args)
        for mention in mentions:
            self.assertIn(mention, line, result.args)
        return line.rstrip("\n")

    def assert_failed(self, result, what, error):
        """One line says what could not be written and the reason that the system gave; no map was
        written.
        """
        self.assert_message(result, 1, what, os.strerror(error) if error else "")
        self.assertFalse(result.stdout)

    def assert_refused(self, *args, mentions=(), **options):
        """The program refuses the command line: status 2, one line that explains why, and no
        output. The options are those of run().
        """
        result = run(*args, **options)
        self.assertEqual(result.stdout, b"")
        return self.assert_message(result, 2, *mentions)


class Result(unittest.TextTestResult):
    passed = 0

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1


def run_file(path, names):
    """Run the tests of a file, or those named CLASS or CLASS.test, and print their sum.

    Returns an exit status. A failed subtest counts as one failure. With FAILFAST=1 in the
    environment, the first one ends the run.
    """
    folders = [str(folder) for folder in (ROOT / "tests").iterdir() if folder.is_dir()]
    sys.path[:0] = [os.path.dirname(path), *folders]
    os.umask(0o022)  # other users have to get into some of the folders that the tests make
    module = importlib.import_module(pathlib.Path(path).stem)
    loader = unittest.defaultTestLoader
    if names:
        suite = loader.loadTestsFromNames(names, module)
    else:
        suite = loader.loadTestsFromModule(module)
    failfast = os.environ.get("FAILFAST") == "1"
    runner = unittest.TextTestRunner(stream=sys.stdout, resultclass=Result, failfast=failfast)
    result = runner.run(suite)
    for test, reason in result.skipped:
        name = " ".join(str(test).split())  # in one line, even if an example in it has several
        print(f"skipped: {name}: {reason}")
    failed = len(result.failures) + len(result.errors)
    print(f"{result.passed} passed, {failed} failed")
    # A run that tested nothing is no success, unless it says what it skipped.
    return 0 if failed == 0 and (result.passed or result.skipped) else 1
