# SPDX-License-Identifier: MIT
"""Which lines and branches of src/ some suites reach, counted by gcov in the build of `make coverage`."""

import collections
import json
import os
import pathlib
import subprocess
import sys

BUILD = pathlib.Path("build/coverage")


def programs():
    """The file that tests/coverage/profile.c maps the counters of each program to, and the program."""
    for notes in BUILD.glob("**/*-profile.gcno"):
        program = notes.with_name(notes.name[: -len("-profile.gcno")])
        yield program.with_suffix(".counts"), program


def run_suites(names):
    """Count anew what the suites with these in their names reach; return the status of tests/check.py."""
    for old in BUILD.glob("**/*.gcda"):
        old.unlink()
    for counts, _ in programs():
        counts.write_bytes(b"")
        counts.chmod(0o666)  # some tests run the program as another user
        if os.geteuid() == 0 and subprocess.run(["test", "-w", counts.absolute()], user=65534, check=False).returncode:
            print(f"FAILED: other users cannot reach {counts.absolute()}, where the branches that they take are counted")
            print("0 passed, 1 failed")
            sys.exit(1)
    environment = {**os.environ, "BUILDS": str(BUILD), "DUNGEN": os.path.abspath(BUILD / "dungen")}
    status = subprocess.run([sys.executable, "tests/check.py", *names], env=environment, check=False).returncode
    for _, program in programs():
        subprocess.run([program], env={**os.environ, "DUNGEN_DUMP": "1"}, check=True)
    return status


def read_counts():
    """How often each line, and each branch of a line, was run: two dicts by line for each file of src/."""
    lines = collections.defaultdict(collections.Counter)
    branches = collections.defaultdict(dict)
    notes = sorted((BUILD / "src").glob("**/*.gcno"))
    done = subprocess.run(["gcov", "--branch-probabilities", "--json-format", "--stdout", *notes],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)  # fmt: skip
    for document in done.stdout.splitlines():
        for file in json.loads(document)["files"]:
            name = file["file"]
            if not name.startswith("src/"):
                continue
            for line in file["lines"]:
                number = line["line_number"]
                lines[name][number] += line["count"]
                # A header's functions are counted once for each file that includes it.
                taken = [branch["count"] for branch in line["branches"]]
                before = branches[name].setdefault(number, [0] * len(taken))
                assert len(before) == len(taken), f"{name}:{number}: {len(before)} and {len(taken)} branches"
                branches[name][number] = [a + b for a, b in zip(before, taken)]
    return lines, branches


def figures(lines, branches):
    """Of these dicts by line: the lines reached, all lines, the branches taken, all branches."""
    counts = [count for line in branches.values() for count in line]
    return [sum(count > 0 for count in lines.values()), len(lines), sum(count > 0 for count in counts), len(counts)]


def row(name, reached, lines, taken, branches):
    """These figures as a row of a table."""

    def share(part, whole):
        return f"{part:6} of {whole:5} {100 * part / whole if whole else 100:6.1f} %"

    return f"{name:32} {share(reached, lines)}  {share(taken, branches)}"


def total(lines, branches):
    """The last row, of all files."""
    return row("all", *(sum(column) for column in zip(*(figures(lines[name], branches[name]) for name in lines))))
