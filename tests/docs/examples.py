# SPDX-License-Identifier: MIT
"""Runs every example in README.md, in samples/README.md, and in the manual, and compares its output with the output shown there.

@check @prove @format @rng @option

An example is a fenced `console` block in a README.md, a literal display in the manual:

    $ a command
    > continued on further lines
    everything it writes to standard output and standard error

tests/lib/transcripts.py reads and runs the examples. A block whose first line is `# NAME` (after a #! line, if any) or
`// NAME` is a file of that name for later examples to use. The examples of a document run in order in one temporary
folder, where `dungen` is the program under test and samples/ is the project's, and the C library is installed in another.
A stand-in for `sbatch` runs the tasks of the array itself. Every example must exit with status 0.

An example is skipped if its program is not installed. The examples that need a file of a skipped example are skipped, too.
"""

import html
import os
import pathlib
import re
import shutil
import sys

import helper
from helper import DUNGEN, ROOT, TestCase, install_library, tool, write_script
from transcripts import diff, read_examples, run_example

# Not run, because they install packages, run these tests or write to the system.
NOT_RUN = {
    "README.md": [
        "sudo apt install ./dungen_*_amd64.deb",
        "chmod +x dungen-linux-x86_64 && ./dungen-linux-x86_64 --seed 42",
        'git clone "$ADDRESS" dungen && cd dungen',
        "sh tests/setup build && make && ./dungen --seed 42",
        "sudo make install",
        "sh tests/setup check && make check",
        "npm install ./dungen-npm-*.tgz && node level.mjs",  # prove/npm does
    ],
    "samples/README.md": [
        "node samples/port.js port.txt > port.trace && dungen --input port.trace --compare port.txt",  # docs/recipes does
        "make lib && sudo make install",
    ],
}
# Programs of examples that `tests/setup check` does not install, and the Debian package of each.
OPTIONAL_PACKAGES = {"parallel": "parallel"}
PAGES = ["man/dungen.1", "man/dungen.3", "man/dungen.5", "man/dungen.7"]
WIDEST = {"README.md": 100, "samples/README.md": 100, **dict.fromkeys(PAGES, 69)}  # columns; the manual indents its displays by 10

# Runs a job array as Slurm does: the script once per task, with the task's number in the environment.
SBATCH = r"""#!/bin/sh
for script do :; done
range=$(sed -n 's/^#SBATCH --array=//p' "$script")
for task in $(seq "${range%-*}" "${range#*-}"); do
	SLURM_ARRAY_TASK_ID=$task sh "$script" || exit
done
"""

def readme_blocks(readme):
    text = (ROOT / readme).read_text(encoding="utf-8")
    return re.findall(r"^```(\w*)\n(.*?)^```$", text, re.M | re.S)


def manual_blocks(manual):
    """The literal displays as a reader copies them from a terminal, where tabs have become spaces."""
    page = tool("mandoc", "-T", "html", "-O", "fragment", manual).decode()
    return [("console", html.unescape(re.sub(r"<[^>]*>", "", text)).expandtabs() + "\n")
            for text in re.findall(r"<pre>(.*?)</pre>", page, re.S)]


def read_file(block):
    """The name of the file that the block holds, or None."""
    found = re.match(r"(?:#!.*\n)?(?:#|//) ([\w.-]+)\n", block)
    return found[1] if found else None


def written_files(command):
    """The names of the files that an example writes: by `>`, by `--output`, or as the target of make."""
    names = re.findall(r"(?:>|--output|-o) *([\w.%-]+)", command)
    if command.startswith("make "):
        names.append(command.split()[-1])
    return set(names)


def read_files(command, names):
    """Those of the named files that an example mentions but does not write."""
    mentioned = {name for name in names if re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w.-])", command)}
    return mentioned - written_files(command)


class Skips:
    """Decides which examples of a document are skipped, and remembers the files that are not there because of that."""

    def __init__(self):
        self.package_of_file = {}  # name of a file that was not written: the Debian package whose program writes it

    def package_for(self, command):
        """The Debian package that an example needs and that is missing. None if the example can run."""
        package = self.missing_package(command)
        for name in written_files(command):
            if package:
                self.package_of_file[name] = package
            else:
                self.package_of_file.pop(name, None)
        return package

    def missing_package(self, command):
        for program, package in OPTIONAL_PACKAGES.items():
            if re.search(rf"\b{program}\b", command) and not shutil.which(program):
                return package
        for name in sorted(read_files(command, self.package_of_file)):
            return self.package_of_file[name]
        return None


def prepare(folder):
    """Sets up the folder and returns the environment for the examples."""
    programs = folder / "bin"
    programs.mkdir()
    (programs / "dungen").symlink_to(DUNGEN)
    for name, text in (("sbatch", SBATCH), ("python3", '#!/bin/sh\nexec "%s" "$@"\n' % sys.executable)):
        write_script(programs / name, text)
    home = folder / "home"
    (home / ".parallel").mkdir(parents=True)
    (home / ".parallel" / "will-cite").touch()
    work = folder / "work"
    work.mkdir()
    (work / "samples").symlink_to(ROOT / "samples")
    return helper.environment(PATH="%s:%s" % (programs, os.environ["PATH"]), HOME=str(home), LC_ALL="C",
                              PYTHONDONTWRITEBYTECODE="1", **install_library(folder / "installed"))  # fmt: skip


class Examples(TestCase):
    def check_document(self, document, blocks):
        """Each example in its order, and its lines fit a page."""
        folder = pathlib.Path(self.path(document))
        folder.mkdir(parents=True)
        not_run, skips, work, environment = set(), Skips(), folder / "work", prepare(folder)
        for kind, block in blocks:
            self.assertLessEqual(max(map(len, block.expandtabs().splitlines())), WIDEST[document], block)
            name = read_file(block)
            examples = read_examples(block)
            if name:
                (work / name).write_text(block, encoding="utf-8")
            elif kind != "js":  # of samples/port.js, which docs/recipes runs
                self.assertTrue(kind == "console" and examples, block)
            for example in examples or []:
                command = example.command
                if command in NOT_RUN.get(document, ()):
                    not_run.add(command)
                    continue
                package = skips.package_for(command)
                with self.subTest(command):
                    if package:
                        self.skipTest(helper.needs_package(package))
                    difference = diff(example.text(), run_example(command, work, environment).text(), document)
                    self.assertEqual(example.status, 0)
                    if difference:
                        self.fail("\n" + difference)
        self.assertTrue(blocks)
        self.assertEqual(not_run, set(NOT_RUN.get(document, ())))

    def test_readme(self):
        for readme in ("README.md", "samples/README.md"):
            with self.subTest(readme):
                self.check_document(readme, readme_blocks(readme))

    def test_manual(self):
        for manual in PAGES:
            with self.subTest(manual):
                self.check_document(manual, manual_blocks(manual))

    def test_source_of_the_manual(self):
        """groff turns a bare - into a hyphen and ' into a quotation mark: pasted into a shell, neither would work."""
        for manual in PAGES:
            source = (ROOT / manual).read_text(encoding="ascii")
            for display in re.findall(r"^\.Bd -literal.*\n((?:.*\n)*?)\.Ed$", source, re.M):
                self.assertNotRegex(display, r"(?<!\\)[-'`^~]", f"{manual}: - as \\-, ' as \\(aq")
