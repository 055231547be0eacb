# SPDX-License-Identifier: MIT
"""The completion scripts, in the shells themselves. @once @prove @format @rng @option

Each shell runs as somebody uses it, on a terminal, and completes what is typed there. In place of dungen it then runs a
command that prints its arguments.
"""

import os
import re
import subprocess

from help_text import CHOICES, FORMATS, RNGS, ROWS
from helper import TestCase, write, write_script
from terminal import Terminal

LONG = sorted("--" + row["name"] for row in ROWS)
SHELLS = ["bash", "zsh", "fish"]

ARGUMENTS = """\
#!/bin/sh
for argument do printf '<%s>' "$argument"; done
echo END
"""

# Alt-* inserts all matches: in bash by itself, in zsh by these settings.
BASH = """\
PS1='READY '
. ./script
"""
ZSH = """\
PS1='READY '
unsetopt zle_bracketed_paste 2> /dev/null
autoload -U compinit
compinit -D -u
{load}
zle -C all-matches complete-word _generic
bindkey '\\e*' all-matches
zstyle ':completion:all-matches:*' completer _all_matches _complete
zstyle ':completion:all-matches:*' insert true
"""


class Shell(Terminal):
    """A shell on a terminal."""

    def __init__(self, command, **how):
        super().__init__(command, **how)
        self.show(b"READY ")

    def show(self, text):
        """Wait for this text; return what the shell printed before it."""
        self.watch_for(text)
        before, _, self.seen = self.seen.partition(text)
        return before

    def arguments(self, typed):
        """Type a command, with keys that complete it; return the arguments that it was run with."""
        self.type(typed + b"\n")
        printed = self.show(b"END\r\n")
        self.show(b"READY ")
        return re.findall(r"<([^>]*)>", printed.decode().rpartition("\n")[2])


class Completion(TestCase):
    def setUp(self):
        super().setUp()
        os.mkdir(self.path("bin"))
        write_script(self.path("bin", "dungen"), ARGUMENTS)
        os.mkdir(self.path("maps"))
        write(self.path("maps", "a level.txt"), b"")
        path = self.path("bin") + os.pathsep + os.environ["PATH"]
        self.environment = {"PATH": path, "HOME": self.folder, "TERM": "dumb", "LC_ALL": "C.UTF-8"}

    def shell(self, *command):
        shell = Shell(command, cwd=self.folder, env=self.environment)
        self.addCleanup(shell.__exit__)
        return shell

    def check(self, terminal, options_need_dash):
        """TAB completes a word that has one match, and Alt-* inserts all matches."""
        for typed, arguments in [
            ("dungen --wi\t80 --hei\t45", ["--width", "80", "--height", "45"]),
            ("dungen -f js\t", ["-f", "json"]),
            ("dungen -q --format=js\t --see\t42", ["-q", "--format=json", "--seed", "42"]),
            ("dungen -o maps/a\t", ["-o", "maps/a level.txt"]),
            ("dungen --output=maps/a\t", ["--output=maps/a level.txt"]),
            ("dungen --show spawn,lab\t", ["--show", "spawn,labels"]),
            ("dungen --show no\t", ["--show", "none"]),
            ("dungen --show exit,no\t", ["--show", "exit,no"]),
            ("dungen --where far\t", ["--where", "farthest="]),
            ("dungen --where=loops=3..,rooms=5,far\t", ["--where=loops=3..,rooms=5,farthest="]),
            ("dungen --where loops=3..,loo\t", ["--where", "loops=3..,loo"]),
            # Nothing to choose from.
            ("dungen --seed ma\t", ["--seed", "ma"]),
        ]:
            # zsh completes to --width=; and a list waits for a comma.
            found = "=".join(terminal.arguments(typed.encode())).rstrip(",")
            self.assertEqual(found, "=".join(arguments))
        for typed, values in [("--rng ", RNGS), ("-f ", FORMATS), ("--completion ", SHELLS)]:
            found = terminal.arguments(f"dungen {typed}\x1b*".encode())
            self.assertEqual(sorted(found[1:]), sorted(values))
        found = terminal.arguments(b"dungen --\x1b*" if options_need_dash else b"dungen \x1b*")
        self.assertEqual(sorted(argument.rstrip("=") for argument in found), LONG)

    def test_no_text_has_to_be_quoted(self):
        for row in ROWS:
            for text in (row["help"], *(choice.get("summary", "") for choice in row.get("choices", ()))):
                self.assertNotRegex(text, r"""['"\\$`\[\]]""")

    def test_bash(self):
        write(self.path("script"), self.good("--completion", "bash"))
        write(self.path("rc"), BASH.encode())
        terminal = self.shell("bash", "--noprofile", "--rcfile", "rc", "-i")
        self.check(terminal, False)
        # A list goes on after a comma.
        self.assertEqual(terminal.arguments(b"dungen --show spa\t,lab\t"), ["--show", "spawn,labels"])
        self.assertEqual(terminal.arguments(b"dungen --where=far\t3..,dea\t2"), ["--where=farthest=3..,dead_ends=2"])

    def test_zsh(self):
        # zsh loads _dungen by its name, from a folder in fpath; the other one is a script that somebody sources.
        script = self.good("--completion", "zsh")
        for name, load in (("_dungen", ""), ("script", ". ./script")):
            os.makedirs(self.path(name + ".d"))
            write(self.path(name + ".d", name), script)
            write(self.path("script"), script)
            write(self.path(".zshrc"), f"fpath=({self.path(name + '.d')} $fpath)\n{ZSH.format(load=load)}".encode())
            terminal = self.shell("zsh", "-d", "-i")
            self.check(terminal, True)
            # Nothing goes with an option that acts at once.
            self.assertEqual(terminal.arguments(b"dungen --help --wi\t"), ["--help", "--wi"])
            # Nor the long option with the short one.
            self.assertEqual(terminal.arguments(b"dungen -W 9 --wi\t"), ["-W", "9", "--wi"])
            # Ctrl-D lists what there is, and what it means.
            terminal.type(b"dungen --max-\x04")
            terminal.show(b"--max-rooms  -- try to place N rooms")
            self.assertEqual(terminal.arguments(b"rooms 3"), ["--max-rooms", "3"])

    def test_fish(self):
        write(self.path("script"), self.good("--completion", "fish"))

        def matches(line):
            command = ["fish", "--no-config", "-c", f"source script; complete -C '{line}'"]
            done = subprocess.run(command, cwd=self.folder, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            return dict((*entry.split("\t", 1), "")[:2] for entry in done.stdout.decode().splitlines())

        self.assertEqual(sorted(matches("dungen --")), LONG)
        self.assertEqual(matches("dungen --max-r"), {"--max-rooms": "try to place N rooms"})
        for name in ("rng", "format"):
            self.assertEqual(matches(f"dungen --{name} "), {choice: row["summary"] for choice, row in CHOICES[name].items()})
        for typed, values in [
            ("-q -f", [f"-f{name}" for name in FORMATS]),
            ("--format=", [f"--format={name}" for name in FORMATS]),
            ("--completion ", SHELLS),
            ("--show=exit,spawn,", ["--show=exit,spawn,labels"]),
            ("--show spawn,la", ["spawn,labels"]),
            ("--where loops=3..,d", ["loops=3..,dead_ends=", "loops=3..,doors="]),
            ("--where width=3..,wid", []),
            ("-o maps/", ["maps/a level.txt"]),
            ("", []),
            ("--seed ", []),
        ]:
            self.assertEqual(sorted(matches("dungen " + typed)), sorted(values))
