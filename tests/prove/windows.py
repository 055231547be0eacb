# SPDX-License-Identifier: MIT
"""The program for Windows prints the bytes of ./dungen, and leaves no file behind, under Wine.
@long

`sh tests/setup prove` installs Wine and the compiler. Wine's folder is build/windows/wine. What
Windows itself does is not known from here.
"""

import contextlib
import errno
import fcntl
import json
import os
import re
import struct
import subprocess
import tempfile
import termios
import unittest

import check_build  # while DUNGEN is the native program
import helper
from helper import OLD, ROOT, TIME_LIMIT, Process, TestCase, read, wait_for, write
from terminal import Terminal

FOLDER = ROOT / "build" / "windows"
EXE = FOLDER / "dungen.exe"
WRAPPER = FOLDER / "dungen-under-wine"
NATIVE = helper.DUNGEN
COMPILER = "x86_64-w64-mingw32-gcc"
# Names are in UTF-8 whatever the locale of the tests, and Wine looks for no library that shows
# windows.
os.environ.update(
    WINEPREFIX=str(FOLDER / "wine"),
    WINEDEBUG="-all",
    WINEDLLOVERRIDES="mscoree,mshtml=",
    LC_ALL="C.UTF-8",
    TERM="xterm-256color",
)
helper.DUNGEN, helper.MANY = str(WRAPPER), "none"
UNITS = ["limits"]
SYSTEM_LIBRARIES = {"advapi32.dll", "bcrypt.dll", "kernel32.dll", "msvcrt.dll"}
HELD = "the file is in use"
ENDLESS = ["-s1", "--max-rooms", str(2**31 - 1)]
ERASE = b"\x1b[K"


def silently(*command, **options):
    """Runs a command whose output nobody wants; Wine's server would keep a pipe open."""
    nowhere = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
    return subprocess.run(command, check=False, **nowhere, **options)


def native(*args):
    """What ./dungen prints."""
    return subprocess.run([NATIVE, *args], stdout=subprocess.PIPE, check=True).stdout


def setUpModule():
    """Builds what is tested and Wine's folder, and keeps Wine's services running: the program
    starts in 0.1 seconds, and none of them inherits its pipes.
    """
    helper.skip_without("wine", COMPILER)
    # gcc adds .exe.
    goals = ["build/windows/tests/cross/many"]
    goals += [f"build/windows/tests/unit/{unit}" for unit in UNITS]
    helper.make("windows", f"WINDOWS_GOALS=all {' '.join(goals)}")
    compiling = [COMPILER, "-O2", "-o", FOLDER / "hold.exe", ROOT / "tests/prove/hold.c"]
    subprocess.run(compiling, check=True)
    helper.write_script(WRAPPER, f"#!/bin/sh\nexec wine {EXE} \"$@\"\n")
    if not (FOLDER / "wine").is_dir():
        silently("wineboot", "--init")
    keeper = subprocess.Popen(
        ["wine", FOLDER / "hold.exe", EXE],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    unittest.addModuleCleanup(keeper.communicate)
    silently(WRAPPER, "--version")


class Bytes(check_build.OtherBuild):
    """What is printed is what ./dungen prints."""

    def test_commands(self):
        self.compare(["wine", FOLDER / "tests/cross/many.exe"])
        for unit in UNITS:
            self.check_unit("wine", FOLDER / f"tests/unit/{unit}.exe")

    def test_program(self):
        """It needs only what every Windows has, may be loaded anywhere, and takes long names."""
        command = [COMPILER.replace("gcc", "objdump"), "-p", EXE]
        told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        libraries = {name.lower() for name in re.findall(r"DLL Name: (\S+)", told)}
        self.assertEqual(libraries, SYSTEM_LIBRARIES)
        for flag in ("HIGH_ENTROPY_VA", "DYNAMIC_BASE", "NX_COMPAT"):
            self.assertRegex(told, rf"(?m)^\s+{flag}$")
        for entry in (b"UTF-8</activeCodePage>", b"true</longPathAware>"):
            self.assertIn(entry, read(EXE))

    def test_wildcards(self):
        """The C library expands them, because no shell of Windows does. Others stay as they are."""
        with tempfile.TemporaryDirectory() as folder:
            for name in ("a.csv", "é b.csv", "c.txt"):
                write(os.path.join(folder, name), native("-s1"))
            good = helper.run("c.*", cwd=folder)
            self.assertEqual(good.stdout, native("-s1"), good.stderr)
            for pattern in ("*.csv", "?*.csv"):
                many = helper.run(pattern, cwd=folder)
                self.assertEqual(many.stdout, 2 * native("-s1"), many.stderr)
            none = helper.run("none*", cwd=folder)
            self.assert_message(none, 1, "none*: Invalid argument")

    def test_seeds_are_drawn(self):
        found = {helper.run("--no-tiles", "-fjson").stderr for _ in range(3)}
        self.assertEqual(len(found), 3)
        for line in found:
            self.assertRegex(line, rb"\Adungen: seed \d+\n\Z")


class Files(TestCase):
    @classmethod
    def setUpClass(cls):
        cls.map = native("-s1")

    def put(self, name):
        """Writes a map to a file, as Windows names it."""
        self.good("-s1", "-o", name, "-ftext", cwd=self.folder)

    def assert_not_put(self, name, status, *mentions, args=("-s1",)):
        before = sorted(os.listdir(self.folder))
        result = helper.run(*args, "-ftext", "-o", name, cwd=self.folder)
        line = self.assert_message(result, status, *mentions)
        self.assert_holds(*before)
        return line

    def test_names(self):
        os.makedirs(self.path("d", "é日本 🧱"))
        folder = "Z:" + self.folder.replace("/", "\\")
        for name, path in (
            ("map.txt", "map.txt"),
            ("d\\map.txt", "d/map.txt"),
            ("d/b", "d/b"),
            (".\\d\\..\\c", "c"),
            ("é日本 🧱.txt", "é日本 🧱.txt"),
            ("d\\é日本 🧱\\ü", "d/é日本 🧱/ü"),
            ("[x]", "[x]"),
            (f"{folder}\\z", "z"),
            (f"\\\\?\\{folder}\\y", "y"),
            (self.path("x"), "x"),
            ("%d-%%.txt", "1-%.txt"),
            ("d\\%03d", "d/001"),
            ("%i.txt", "1.txt"),
        ):
            with self.subTest(name=name):
                self.put(name)
                self.assertEqual(read(self.path(path)), self.map)
                os.remove(self.path(path))
        self.assertEqual([files for _, _, files in os.walk(self.folder)], [[], [], []])

    def test_long_names(self):
        """Names as long as file systems allow, in paths longer than the 260 characters that old
        programs take.
        """
        folders = ["d" * 120, "é" * 100, "f" * 90]
        os.makedirs(self.path(*folders))
        for name in ("m" * 200 + ".txt", "é" * 127, "n" * 255):
            with self.subTest(name=name):
                self.put("\\".join([*folders, name]))
                self.assertEqual(read(self.path(*folders, name)), self.map)
                os.remove(self.path(*folders, name))
        too_long = os.strerror(errno.ENAMETOOLONG)
        self.assert_not_put("x\\" * 3000 + "x", 1, too_long.rsplit(" ", 1)[0][:8])

    def test_replaced(self):
        """A link stays."""
        write(self.path("map"), OLD)
        os.symlink("map", self.path("link"))
        for name in ("map", "link"):
            self.put(name)
            self.assertEqual(read(self.path("map")), self.map)
            write(self.path("map"), OLD)
        self.assertTrue(os.path.islink(self.path("link")))
        self.assert_holds("link", "map")

    def test_the_file_that_is_read_is_replaced(self):
        write(self.path("map-1.json"), b"\n" + native("-s1", "-fjson"))
        self.good("map-1.json", "-fjson", "-o", "map-1.json", cwd=self.folder)
        self.assertEqual(read(self.path("map-1.json")), native("-s1", "-fjson"))
        message = "map-1.json: is also one of the files to read"
        result = helper.run("map-1.json", "-fjson", "-o", "map-%i.json", cwd=self.folder)
        self.assert_message(result, 4, message)
        self.assert_holds("map-1.json")

    def test_devices(self):
        for name in ("NUL", "nul", "NUL:", "\\\\.\\NUL"):
            self.put(name)
        self.good("--tileset-image", "-o", "NUL", cwd=self.folder)
        self.assert_holds()

    def test_refused(self):
        """Wine lets root write to a file that is read-only."""
        os.mkdir(self.path("d"))
        self.assert_not_put("d", 1, "d: Is a directory")
        for name in ("a?b", "a<b", "map.txt:stream", 'a"b', "d\\a|b"):
            self.assert_not_put(name, 1, "Invalid argument")
        self.assert_not_put("\\\\nowhere\\share\\map", 1)
        for name in ("no\\where at\\map", "none\\map"):
            self.assert_not_put(name, 1, "No such file or directory; create the folder first")

    def test_full_disk(self):
        if silently("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", self.folder).returncode != 0:
            self.skipTest("nothing can be mounted here")
        self.addCleanup(silently, "umount", self.folder)
        write(self.path("map"), OLD)
        why = os.strerror(errno.ENOSPC)
        for name in ("map", "new"):
            self.assert_not_put(name, 1, f"{name}: {why}", args=("-s1", "-W1000", "-H1000"))
        self.assertEqual(read(self.path("map")), OLD)
        with open(self.path("out"), "wb") as out:
            result = helper.run_process("-s1", "-W1000", "-H1000", stdout=out)
        self.assert_message(result, 1, f"standard output: {why}")

    def test_a_pipe_without_reader(self):
        result = helper.run_process("-s1", stdout=helper.pipe_without_reader())
        self.assert_message(result, 1, "standard output: Broken pipe")

    def test_standard_output(self):
        self.assertEqual(self.good("-s1", "-o", "-"), self.map)

    def test_without_standard_error(self):
        without = helper.shell('exec "$@" 2>&-')
        self.assertEqual(helper.run_process("-s1", under=without).stdout, self.map)

    def test_read(self):
        """As they are, whatever their line ends, from files and from a pipe."""
        os.mkdir(self.path("d"))
        file = self.path("d", "é")
        large = native("-s3", "-W3000", "-H300")
        control_z = b"###\n#\x1a#\n###\n"
        for content in (self.map, large, large.replace(b"\n", b"\r\n"), b"", control_z):
            write(file, content)
            done = subprocess.run([NATIVE, file], capture_output=True, check=False)
            expected = (done.returncode, done.stdout)
            with open(file, "rb") as pipe:
                for name, how in (
                    ("d\\é", {}),
                    ("d/é", {}),
                    ("-", {"stdin": pipe, "under": helper.shell('cat | "$@"')}),
                ):
                    result = helper.run_process(name, cwd=self.folder, **how)
                    self.assertEqual((result.returncode, result.stdout), expected, name)

    def test_what_cannot_be_read(self):
        os.mkdir(self.path("d"))
        for name, why in (
            ("d", "Is a directory"),
            ("none", "No such file or directory"),
            ("a?b", "Invalid argument"),
        ):
            self.assert_message(helper.run(name, cwd=self.folder), 1, f"{name}: {why}")

    def test_no_input_is_overwritten(self):
        """Files and folders are the same if volume and file index are, whatever their names."""
        level = json.loads(native("-s1", "-ftmj"))
        monsters = {"type": "objectgroup", "id": 9, "name": "monsters", "objects": []}
        level["layers"].append(monsters)
        write(self.path("level.tmj"), json.dumps(level).encode())
        os.mkdir(self.path("d"))
        for name in ("a-1.csv", "a-2.csv"):
            write(self.path(name), native("-s1", "-fcsv"))
        before = {name: read(self.path(name)) for name in ("level.tmj", "a-1.csv", "a-2.csv")}
        for name in ("level.tmj", "d\\..\\level.tmj"):
            result = helper.run("level.tmj", "-o", name, cwd=self.folder)
            self.assert_message(result, 4, "write to another file")
        os.link(self.path("a-2.csv"), self.path("b-1.csv"))
        for name in ("b-%i.csv", ".\\d\\..\\b-%i.CSV"):
            result = helper.run("a-1.csv", "a-2.csv", "-o", name, cwd=self.folder)
            self.assert_message(result, 4, "is also one of the files to read")
        self.assertEqual({name: read(self.path(name)) for name in before}, before)

    @contextlib.contextmanager
    def held(self, name):
        command = ["wine", FOLDER / "hold.exe", name]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        with subprocess.Popen(command, cwd=self.folder, **pipes) as hold:
            self.assertEqual(hold.stdout.readline().strip(), b"held")
            yield
            hold.stdin.close()

    def test_held_open(self):
        """Another program keeps the file from being replaced."""
        write(self.path("map"), OLD)
        with self.held("map"):
            self.assert_not_put("map", 1, f"map: {HELD}")
        self.assertEqual(read(self.path("map")), OLD)

    def test_held_open_while_the_map_is_made(self):
        write(self.path("map"), OLD)
        slow = ["-s1", "--max-rooms", "20000000", "-o", "map"]
        with helper.start(*slow, cwd=self.folder) as process:
            wait_for(lambda: len(os.listdir(self.folder)) == 2, "the unfinished file")
            with self.held("map"):
                _, err = process.communicate(timeout=TIME_LIMIT)
        self.assertEqual((process.returncode, err), (1, f"dungen: map: {HELD}\n".encode()))
        self.assertEqual(read(self.path("map")), OLD)
        self.assert_holds("map")

    def test_killed(self):
        """The old file is whole, and the unfinished file stays."""
        write(self.path("map"), OLD)
        with Process([WRAPPER, *ENDLESS, "-ftext", "-o", "map"], cwd=self.folder) as process:
            wait_for(lambda: len(os.listdir(self.folder)) == 2, "the unfinished file")
            process.kill()
        [left] = set(os.listdir(self.folder)) - {"map"}
        self.assertRegex(left, r"\A\.dungen\.\w{6}\Z")
        self.assertEqual(read(self.path("map")), OLD)


class Console(TestCase):
    """In a terminal, which Wine makes a console."""

    def start(self, *args, **redirected):
        self.terminal = Terminal([WRAPPER, *args], cwd=self.folder, **redirected)
        self.addCleanup(self.terminal.__exit__)
        fcntl.ioctl(self.terminal.master, termios.TIOCSWINSZ, struct.pack("4H", 50, 120, 0, 0))

    def end(self):
        self.terminal.watch_to_the_end()
        return self.terminal.process.returncode

    def shown(self):
        """Without what Wine adds: the cursor hidden meanwhile, carriage returns."""
        return re.sub(rb"\x1b\[\?25[hl]|\r", b"", self.terminal.seen)

    def test_characters_and_colors(self):
        for args in ("-s1 --glyphs █·é>", "-s1 -W40 -H20 -fansi"):
            with self.subTest(args=args):
                expected = native(*args.split())
                self.start(*args.split())
                self.assertEqual(self.end(), 0)
                self.assertEqual(re.sub(rb"\x1b\[K", b"", self.shown()), expected)

    def test_messages(self):
        self.start("-s1", "-o", "none/é")
        self.assertEqual(self.end(), 1)
        self.assertIn("dungen: none/é: No such".encode(), self.shown())

    def test_device(self):
        expected = native("-s1")
        for name in ("CON", "CONOUT$"):
            self.start("-s1", "-o", name)
            self.assertEqual(self.end(), 0)
            self.assertEqual(self.shown(), expected)
        self.assert_holds()

    def test_control_c(self):
        """A second after the progress line is there: it is erased, and no file is left."""
        write(self.path("map"), OLD)
        for name in ("map", "new"):
            self.start("-s1", "-n1000000000", "-ftext", "-o", name)
            self.terminal.watch_for(b"of 1000000000 maps in ")
            self.assertEqual(len(os.listdir(self.folder)), 2)
            self.terminal.type(b"\x03")
            self.assertNotEqual(self.end(), 0)
            self.assertTrue(self.shown().endswith(ERASE), self.terminal.seen[-200:])
            wait_for(lambda: os.listdir(self.folder) == ["map"], "the end of the unfinished file")
        self.assertEqual(read(self.path("map")), OLD)

    def test_progress_is_erased(self):
        self.start("-s1", "-n500000", "-ftrace", stdout=subprocess.DEVNULL)
        self.assertEqual(self.end(), 0)
        self.assertIn(b"of 500000 maps in ", self.terminal.seen)
        self.assertTrue(self.shown().endswith(ERASE), self.terminal.seen[-200:])
