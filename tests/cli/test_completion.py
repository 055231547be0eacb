# SPDX-License-Identifier: MIT
"""The completion scripts, in the shells themselves. @once @prove

Each shell runs as somebody uses it, on a terminal, and completes what is typed there. In place of
dungen it then runs a command that prints its arguments.
"""

import os
import re
import subprocess

from help_text import CHOICES, FORMATS, RNGS, ROWS
from helper import TestCase, write, write_script
from terminal import Terminal

LONG = sorted("--" + row["name"] for row in ROWS)
SHELLS = ["bash", "zsh", "fish"]
MARKS = [*CHOICES["show"], "none", "all"]

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


class CompletionCase(TestCase):
    def setUp(self):
        super().setUp()
        os.mkdir(self.path("bin"))
        write_script(self.path("bin", "dungen"), ARGUMENTS)
        os.mkdir(self.path("maps"))
        write(self.path("maps", "a level.txt"), b"")
        path = self.path("bin") + os.pathsep + os.environ["PATH"]
        self.environment = {"PATH": path, "HOME": self.folder, "TERM": "dumb", "LC_ALL": "C.UTF-8"}


class Typed(CompletionCase):
    """What is typed in a terminal, and the arguments that the command then gets."""

    def shell(self, *command):
        shell = Shell(command, cwd=self.folder, env=self.environment)
        self.addCleanup(shell.__exit__)
        return shell

    def assert_completed(self, terminal, typed, *arguments):
        """With these keys, a command gets these arguments."""
        self.assertEqual(terminal.arguments(typed.encode()), list(arguments), typed)

    def check(self, terminal, options_need_dash):
        """TAB completes a word that has one match, and Alt-* inserts all matches."""
        self.check_tab(terminal)
        self.check_all_values(terminal)
        self.check_all_options(terminal, "dungen --" if options_need_dash else "dungen ")

    def check_tab(self, terminal):
        for typed, *arguments in [
            ("dungen --wid\t80 --hei\t45", "--width", "80", "--height", "45"),
            ("dungen -f js\t", "-f", "json"),
            ("dungen -q --format=js\t --see\t42", "-q", "--format=json", "--seed", "42"),
            ("dungen -o maps/a\t", "-o", "maps/a level.txt"),
            ("dungen --output=maps/a\t", "--output=maps/a level.txt"),
            ("dungen maps/a\t", "maps/a level.txt"),
            ("dungen --check maps/a\t -q", "--check", "maps/a level.txt", "-q"),
            ("dungen --show spawn,lab\t", "--show", "spawn,labels"),
            ("dungen --show no\t", "--show", "none"),
            ("dungen --where far\t", "--where", "farthest="),
            ("dungen --where=loops=3..,rooms=5,far\t", "--where=loops=3..,rooms=5,farthest="),
            # Nothing to choose from.
            ("dungen --seed ma\t", "--seed", "ma"),
        ]:
            # zsh completes to --width=; and a list waits for a comma.
            found = "=".join(terminal.arguments(typed.encode())).rstrip(",")
            self.assertEqual(found, "=".join(arguments), typed)

    def check_all_values(self, terminal):
        for typed, values in [("--rng ", RNGS), ("-f ", FORMATS), ("--completion ", SHELLS)]:
            found = terminal.arguments(f"dungen {typed}\x1b*".encode())
            self.assertEqual(sorted(found[1:]), sorted(values), typed)

    def check_all_options(self, terminal, typed):
        found = terminal.arguments(f"{typed}\x1b*".encode())
        self.assertEqual(sorted(argument.rstrip("=") for argument in found), LONG)

    def test_no_text_has_to_be_quoted(self):
        for row in ROWS:
            summaries = [choice.get("summary", "") for choice in row.get("choices", ())]
            for text in (row["help"], *summaries):
                self.assertNotRegex(text, r"""['"\\$`\[\]]""", row["name"])

    def test_bash(self):
        write(self.path("script"), self.good("--completion", "bash"))
        write(self.path("rc"), BASH.encode())
        terminal = self.shell("bash", "--noprofile", "--rcfile", "rc", "-i")
        self.check(terminal, options_need_dash=False)
        # A list goes on after a comma.
        self.assert_completed(terminal, "dungen --show spa\t,lab\t", "--show", "spawn,labels")
        conditions = "--where=farthest=3..,dead_ends=2"
        self.assert_completed(terminal, "dungen --where=far\t3..,dea\t2", conditions)

    def check_zsh(self, name, load):
        """Checks the script as a file of this name, which the shell loads by this command."""
        script = self.good("--completion", "zsh")
        functions = self.path(name + ".d")
        os.makedirs(functions)
        write(os.path.join(functions, name), script)
        write(self.path("script"), script)
        settings = f"fpath=({functions} $fpath)\n{ZSH.format(load=load)}"
        write(self.path(".zshrc"), settings.encode())
        terminal = self.shell("zsh", "-d", "-i")
        self.check(terminal, options_need_dash=True)
        # A measure needs a range, and a list goes on after a comma.
        self.assert_completed(terminal, "dungen --where far\t3", "--where", "farthest=3")
        self.assert_completed(terminal, "dungen --show spa\t,lab\t", "--show", "spawn,labels")
        # Ctrl-D lists what there is, and what it means.
        terminal.type(b"dungen --max-\x04")
        terminal.show(b"--max-rooms  -- try to place N rooms")
        self.assert_completed(terminal, "rooms 3", "--max-rooms", "3")

    def test_zsh_with_a_function_that_it_finds_by_its_name(self):
        self.check_zsh("_dungen", load="")

    def test_zsh_with_a_script_that_is_sourced(self):
        self.check_zsh("script", load=". ./script")


class Fish(CompletionCase):
    def setUp(self):
        super().setUp()
        write(self.path("script"), self.good("--completion", "fish"))

    def matches(self, line):
        """What fish offers for a line: each word with its description."""
        command = ["fish", "--no-config", "-c", f"source script; complete -C '{line}'"]
        done = subprocess.run(
            command, cwd=self.folder, env=self.environment, capture_output=True, check=False
        )
        self.assertEqual((done.returncode, done.stderr), (0, b""), line)
        entries = {}
        for entry in done.stdout.decode().splitlines():
            word, _, description = entry.partition("\t")
            entries[word] = description
        return entries

    def test_options_have_their_help(self):
        self.assertEqual(sorted(self.matches("dungen --")), LONG)
        found = self.matches("dungen --max-r")
        self.assertEqual(found, {"--max-rooms": "try to place N rooms"})

    def test_values_match_what_is_typed(self):
        for typed, values in [
            ("-q -f", [f"-f{name}" for name in FORMATS]),
            ("--format=", [f"--format={name}" for name in FORMATS]),
            ("--rng ", RNGS),
            ("--completion ", SHELLS),
            ("--show=exit,spawn,", [f"--show=exit,spawn,{name}" for name in MARKS]),
            ("--show spawn,la", ["spawn,labels"]),
            ("--where loops=3..,d", ["loops=3..,dead_ends=", "loops=3..,doors="]),
            ("--where=loops=3..,d", ["--where=loops=3..,dead_ends=", "--where=loops=3..,doors="]),
            ("-o maps/", ["maps/a level.txt"]),
            ("maps/", ["maps/a level.txt"]),
            ("--check maps/", ["maps/a level.txt"]),
            ("--seed ", []),
        ]:
            self.assertEqual(sorted(self.matches("dungen " + typed)), sorted(values), typed)
