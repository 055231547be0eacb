# SPDX-License-Identifier: MIT
"""Prints the branches of src/ that no test takes, and the share of those that tests take, as clang
counts them. @nightly @alone

Both ways of each part of a condition count. With BRANCHES_OF in the environment, names of suites,
it prints what these reach. Otherwise, it fails if the share is below SHARE_MIN, or if a suite
fails.

All processes of a program share its counters, mapped to a file, so one that is killed counts too.
Some branches are taken only as root.
"""

import collections
import concurrent.futures
import glob
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

from helper import ROOT, make

# In percent. Without the last four of SUITES and before oracle/locks and cli/outputs were among
# them, the share was 93.7. Raise the limit to what a whole run prints.
SHARE_MIN = 93
BUILD = pathlib.Path("build/coverage")
COUNTS = ROOT / BUILD / "counts"
# The suites of all formats, and those that take a branch of their own. The others repeat much that
# is slow without optimization.
SUITES = [
    re.sub(r"^tests/|check_|\.py$", "", path)
    for path in sorted(glob.glob("tests/formats/check_*.py"))
]
SUITES += """
    cli/check cli/compare cli/completion cli/descriptors cli/dungeons cli/edited cli/failures
    cli/interrupted cli/memory cli/messages cli/options cli/outputs cli/patterns cli/progress
    cli/reading cli/replacing cli/tileset cli/transcripts cli/written
    docs/library
    oracle/catalogue oracle/locks oracle/mistakes oracle/oracle
    unit/library unit/limits
    """.split()


def run_suite(name):
    """Run a suite with counters of its own, on the one processor of this thread, so that no count
    is lost: counting atomically would take five times as long. Returns the status and what it
    prints.
    """
    prefix = name.replace("/", "-")
    environment = {
        **os.environ,
        "BUILDS": str(BUILD),
        "DUNGEN": str(ROOT / BUILD / "dungen"),
        "LLVM_PROFILE_FILE": f"{COUNTS}/{prefix}-%m%c.profraw",
    }
    # The program makes the file with its counters.
    command = [BUILD / "dungen", "--version"]
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    for file in COUNTS.glob(f"{prefix}-*"):
        open_to_everyone(file)
    done = subprocess.run(
        [sys.executable, "tests/check.py", name],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def open_to_everyone(file):
    """Some tests run the program as another user."""
    file.chmod(0o666)
    if os.geteuid() != 0:
        return
    is_writable = subprocess.run(["test", "-w", file], user=65534, check=False).returncode == 0
    if not is_writable:
        problem = f"other users cannot write to {file}"
        sys.exit(f"branches.py: {problem}, where the branches that they take are counted")


def run_suites(names):
    """Count anew; return how many suites failed."""
    shutil.rmtree(COUNTS, ignore_errors=True)
    COUNTS.mkdir(parents=True)
    COUNTS.chmod(0o777)
    processors, failed = os.sched_getaffinity(0), 0
    left = iter(processors)

    def use_one_processor():
        """For this thread, and for what it starts."""
        os.sched_setaffinity(0, {next(left)})

    threads = len(processors)
    with concurrent.futures.ThreadPoolExecutor(threads, initializer=use_one_processor) as pool:
        for status, text in pool.map(run_suite, names):
            print(text, end="", flush=True)
            failed += status != 0
    return failed


def read_branches():
    """For each file of src/, how often each way of a condition was taken, by line, column, way."""
    profiles = COUNTS.glob("*.profraw")
    subprocess.run(["llvm-profdata", "merge", "-o", COUNTS / "all", *profiles], check=True)
    found = collections.defaultdict(collections.Counter)
    units = [path[: -len(".c")] for path in glob.glob("tests/unit/*.c")]
    # One by one: functions of the same name, as main, are mixed up otherwise.
    for program in ["dungen", "tests/cross/many", *units]:
        command = ["llvm-cov", "export", f"--instr-profile={COUNTS / 'all'}", BUILD / program]
        quiet = {"stderr": subprocess.DEVNULL, "check": True}
        done = subprocess.run(command, stdout=subprocess.PIPE, **quiet)
        for file in json.loads(done.stdout)["data"][0]["files"]:
            name = os.path.relpath(file["filename"], ROOT)
            if not name.startswith("src/"):
                continue
            for line, column, _, _, true, false, *_ in file["branches"]:
                found[name][line, column, True] += true
                found[name][line, column, False] += false
    return found


class Branches(unittest.TestCase):
    def test_nearly_every_branch_is_taken(self):
        names = os.environ.get("BRANCHES_OF", "").split()
        make(BUILD, f"GOALS_coverage=all unit {BUILD}/tests/cross/many")
        failed = run_suites(names or SUITES)
        taken = total = 0
        for name, counts in sorted(read_branches().items()):
            taken_here = sum(count > 0 for count in counts.values())
            taken, total = taken + taken_here, total + len(counts)
            print(f"{name:32} {taken_here:5} of {len(counts):5} branches")
            lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
            for (line, column, way), count in sorted(counts.items()):
                if not count:
                    code = lines[line - 1].strip()
                    print(f"{name}:{line}:{column}: never {str(way).lower()}: {code}")
        share = f"{1000 * taken // total / 10} % of branches of src/ are taken, {taken} of {total}"
        print(share)
        self.assertEqual(failed, 0, "suites failed, see above")
        self.assertGreater(taken, 0)
        if not names:
            self.assertGreaterEqual(100 * taken, SHARE_MIN * total, share)
