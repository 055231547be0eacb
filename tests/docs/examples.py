# SPDX-License-Identifier: MIT
"""Runs every example in README.md, the pages of samples/, and the manual, and compares its output
with the output shown there.

@format @rng @option

An example is a fenced `console` block in Markdown, a literal display in the manual:

    $ a command
    > continued on further lines
    everything it writes to standard output and standard error

tests/lib/transcripts.py reads and runs the examples. A block whose first line is `# NAME` (after a
#! line, if any) or `// NAME` is a file of that name for later examples to use. The examples of a
document run in order in one temporary folder, where `dungen` and `./dungen` are the program under
test and samples/ is the project's, and the C library is installed in another. A stand-in for
`sbatch` runs the tasks of the array itself. Every example must exit with status 0.
"""

import functools
import html
import os
import pathlib
import re
import sys

import helper
from helper import DUNGEN, ROOT, TestCase, install_library, install_python, tool, write_script
from transcripts import diff, read_examples, run_example

# docs/recipes runs this.
PORT = "node samples/port.js port.txt > port.trace && dungen --draws port.trace --compare port.txt"
# Not run, because they install packages, run these tests or write to the system.
NOT_RUN = {
    "python/README.md": ["pip install ./dungen-*.whl", "pip install ./python"],  # prove/wheel does
    "README.md": [
        "apt update && apt install -y gcc make pkg-config libcjson-dev libexpat1-dev zlib1g-dev && make",
        "sh tests/setup check && make check",
    ],
    "samples/code.md": [
        "pip install ./python",  # prove/wheel does
        "npm install ./dungen-npm-*.tgz && node level.mjs",  # prove/npm does
        "make lib && sudo make install-lib",
        'make install-lib PREFIX="$HOME/.local" && export PKG_CONFIG_PATH="$HOME/.local/lib/pkgconfig"',
    ],
    "samples/port.md": [PORT],
}
# The room key is a map in a format of dungen.
GUIDES = {f"samples/{page.name}" for page in ROOT.glob("samples/*.md")} - {"samples/room-key.md"}
READMES = ["README.md", "python/README.md", *sorted(GUIDES)]
PAGES = [
    "man/dungen.1",
    "man/dungen.3",
    "man/dungen.5",
    "man/dungen-batch.7",
    "man/dungen-compare.7",
    "man/dungen-generator.7",
    "man/dungen-programs.7",
]
# Columns. The manual indents its displays by 10.
WIDEST = {**dict.fromkeys(READMES, 100), **dict.fromkeys(PAGES, 69)}

# Runs a job array as Slurm does: the script once per task, with the task's number in the
# environment.
SBATCH = r"""#!/bin/sh
for script do :; done
range=$(sed -n 's/^#SBATCH --array=//p' "$script")
for task in $(seq "${range%-*}" "${range#*-}"); do
	SLURM_ARRAY_TASK_ID=$task sh "$script" || exit
done
"""
PYTHON = f"""#!/bin/sh
exec "{sys.executable}" "$@"
"""


def readme_blocks(readme):
    text = (ROOT / readme).read_text(encoding="utf-8")
    return re.findall(r"^```(\w*)\n(.*?)^```$", text, re.M | re.S)


def manual_blocks(manual):
    """Returns the literal displays as a reader copies them from a terminal, where tabs have become
    spaces.
    """
    page = tool("mandoc", "-T", "html", "-O", "fragment", manual).decode()
    displays = re.findall(r"<pre>(.*?)</pre>", page, re.S)
    return [("console", text_of_display(display)) for display in displays]


def text_of_display(display):
    without_tags = re.sub(r"<[^>]*>", "", display)
    return html.unescape(without_tags).expandtabs() + "\n"


@functools.lru_cache(maxsize=None)
def read_blocks(document):
    """Returns the kind and the text of each block of a document."""
    return manual_blocks(document) if document in PAGES else readme_blocks(document)


def read_file(block):
    """Returns the name of the file that the block holds, or None."""
    found = re.match(r"(?:#!.*\n)?(?:#|//) ([\w.-]+)\n", block)
    return found[1] if found else None


def prepare(folder):
    """Sets up the folder and returns the environment for the examples."""
    programs = folder / "bin"
    programs.mkdir()
    (programs / "dungen").symlink_to(DUNGEN)
    write_script(programs / "sbatch", SBATCH)
    write_script(programs / "python3", PYTHON)
    home = folder / "home"
    (home / ".parallel").mkdir(parents=True)
    (home / ".parallel" / "will-cite").touch()
    work = folder / "work"
    work.mkdir()
    (work / "dungen").symlink_to(DUNGEN)
    (work / "samples").symlink_to(ROOT / "samples")
    install_python(folder / "modules")
    return helper.environment(
        PYTHONPATH=str(folder / "modules"),
        PATH=f"{programs}:{os.environ['PATH']}",
        HOME=str(home),
        LC_ALL="C",
        PYTHONDONTWRITEBYTECODE="1",
        **install_library(folder / "installed"),
    )


class Blocks(TestCase):
    def test_each_document_has_blocks(self):
        for document in READMES + PAGES:
            self.assertTrue(read_blocks(document), document)

    def test_each_line_fits_a_page(self):
        for document in READMES + PAGES:
            for _, block in read_blocks(document):
                with self.subTest(document, block=block):
                    lines = block.expandtabs().splitlines()
                    self.assertLessEqual(max(map(len, lines)), WIDEST[document])

    def test_each_block_is_a_file_or_examples(self):
        for document in READMES + PAGES:
            for kind, block in read_blocks(document):
                # Blocks of the kind js are parts of samples/port.js, which docs/recipes runs.
                if read_file(block) or kind == "js":
                    continue
                with self.subTest(document, block=block):
                    self.assertEqual(kind, "console")
                    self.assertTrue(read_examples(block), "no examples")


class Examples(TestCase):
    def run_examples(self, document):
        """Runs the examples of a document in their order, with the files that its blocks hold."""
        folder = pathlib.Path(self.path(document))
        folder.mkdir(parents=True)
        work, environment = folder / "work", prepare(folder)
        expected_not_run = set(NOT_RUN.get(document, ()))
        not_run = set()
        for _, block in read_blocks(document):
            name = read_file(block)
            if name:
                (work / name).write_text(block, encoding="utf-8")
            for example in read_examples(block) or ():
                if example.command in expected_not_run:
                    not_run.add(example.command)
                    continue
                with self.subTest(example.command):
                    self.assert_same(example, work, environment, document)
        self.assertEqual(not_run, expected_not_run, "NOT_RUN has a command that is not there")

    def assert_same(self, example, work, environment, document):
        """An example succeeds and prints what the document shows."""
        actual = run_example(example.command, work, environment)
        difference = diff(example.text(), actual.text(), document)
        self.assertEqual(example.status, 0)
        if difference:
            self.fail("\n" + difference)

    def test_readme(self):
        for readme in READMES:
            with self.subTest(readme):
                self.run_examples(readme)

    def test_manual(self):
        for manual in PAGES:
            with self.subTest(manual):
                self.run_examples(manual)


class Workflows(TestCase):
    def test_a_workflow_runs_examples(self):
        """Each make in a workflow is the beginning of an example of its page."""
        for document in READMES:
            blocks = read_blocks(document)
            commands = [example.command for _, block in blocks for example in read_examples(block) or ()]
            for kind, block in blocks:
                for line in re.findall(r"run: (make .*)", block) if kind == "yaml" else ():
                    self.assertTrue([one for one in commands if one.startswith(line)], line)


class Source(TestCase):
    def test_displays_of_the_manual_can_be_pasted(self):
        """groff turns a bare - into a hyphen and ' into a quotation mark: pasted into a shell,
        neither would work.
        """
        for manual in PAGES:
            source = (ROOT / manual).read_text(encoding="ascii")
            for display in re.findall(r"^\.Bd -literal.*\n((?:.*\n)*?)\.Ed$", source, re.M):
                self.assertNotRegex(display, r"(?<!\\)[-'`^~]", f"{manual}: - as \\-, ' as \\(aq")
