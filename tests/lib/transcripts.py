# SPDX-License-Identifier: MIT
"""Examples of the command line, in README, in the manual, and in the transcripts of
tests/transcripts/.

An example is a command and what a terminal shows after it:

    $ dungen --seed 1 |
    > head -n 2
    everything that the command writes to standard output and standard error
    [status 2]

Lines with > continue the command. The last line is there only if the status is not 0.

A transcript is a page in Markdown. The examples are in its blocks of the kind `console`. They run
in order, in one folder that is empty at first, and `dungen` is the program under test. `make
transcripts` runs this file, which replaces the output and the statuses in all transcripts with
those of the program. It changes nothing else in a page.
"""

import contextlib
import difflib
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
from typing import NamedTuple

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import helper

FOLDER = helper.ROOT / "tests" / "transcripts"
TIMED_OUT = 124  # a status, as that of timeout(1)
BLOCK = re.compile(r"^```console\n(.+?)^```\n", re.MULTILINE | re.DOTALL)


class Example(NamedTuple):
    command: str
    output: str = ""
    status: int = 0

    def text(self):
        """Returns the lines of the example. Raises ValueError if read_examples would read something
        else from them.
        """
        command = "$ " + self.command.replace("\n", "\n> ") + "\n"
        status = f"[status {self.status}]\n" if self.status else ""
        text = command + self.output + status
        if self.output and not self.output.endswith("\n"):
            problem = "the last line of the output does not end; append ; echo"
            raise ValueError(f"{self.command}: {problem}")
        if "\n```" in text or read_examples(text) != [self]:
            problem = "a line of the output looks like a part of a transcript"
            raise ValueError(f"{self.command}: {problem}")
        return text


def read_examples(block):
    """Returns the examples of a block, or None if the block is something else."""
    if not block.startswith("$ "):
        return None
    return [read_example(text) for text in re.split(r"^(?=\$ )", block, flags=re.MULTILINE)[1:]]


def read_example(text):
    found = re.fullmatch(r"\$ (.*\n(?:> .*\n)*)((?:.*\n)*?)(?:\[status (\d+)\]\n)?", text)
    command, output, status = found.groups()
    return Example(command.rstrip("\n").replace("\n> ", "\n"), output, int(status or 0))


def run_example(command, folder, environment):
    """Runs a command in a shell in a folder. Returns the example with the output and the status
    that it really has.
    """
    process = subprocess.Popen(
        ["sh", "-c", command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=helper.TIME_LIMIT)
    except subprocess.TimeoutExpired:
        # Also what the shell has started. The page goes on.
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return Example(command, f"not finished within {helper.TIME_LIMIT} seconds\n", TIMED_OUT)
    return Example(command, output.decode("utf-8", "backslashreplace"), process.returncode)


def diff(expected, actual, name):
    """Returns a unified diff of two texts. It is empty if the texts are the same."""
    lines = difflib.unified_diff(
        expected.splitlines(True),
        actual.splitlines(True),
        f"{name} (expected)",
        f"{name} (actual)",
    )
    return "".join(lines)


@contextlib.contextmanager
def workplace():
    """Creates an empty folder for the examples of a page. Yields the folder and the environment,
    and removes the folder.
    """
    with tempfile.TemporaryDirectory(prefix="dungen-transcript-") as folder:
        programs, work = pathlib.Path(folder, "bin"), pathlib.Path(folder, "work")
        programs.mkdir()
        work.mkdir()
        (programs / "dungen").symlink_to(helper.DUNGEN)
        path = f"{programs}:{os.environ['PATH']}"
        yield work, helper.environment(PATH=path, HOME=folder, LC_ALL="C")


def read_page(text):
    """Returns the examples of a transcript."""
    return [example for block in BLOCK.findall(text) for example in read_examples(block)]


def run_page(text):
    """Runs the commands of a transcript. Returns the page with the output and the statuses that
    they really have.
    """
    if "```" in BLOCK.sub("", text):
        raise ValueError("a block does not end, or it is not of the kind console")
    with workplace() as (work, environment):

        def run_block(block):
            examples = read_examples(block[1])
            if examples is None:
                line = block[1].splitlines()[0]
                raise ValueError(f"a block begins with a command, and not with this line: {line}")
            texts = [run_example(example.command, work, environment).text() for example in examples]
            return "```console\n" + "".join(texts) + "```\n"

        return BLOCK.sub(run_block, text)


def pages():
    return sorted(FOLDER.glob("*.md"))


def rewrite(page):
    """Replaces output and statuses of a page by those of the program. Returns whether the page has
    changed.
    """
    before = page.read_text(encoding="utf-8")
    after = run_page(before)
    page.write_text(after, encoding="utf-8")
    return before != after


if __name__ == "__main__":
    for path in pages():
        print(f"{path.relative_to(helper.ROOT)}: {'rewritten' if rewrite(path) else 'unchanged'}")
