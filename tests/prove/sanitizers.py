# SPDX-License-Identifier: MIT
"""No number wraps, loses bits or changes its sign unless that is meant, and nothing depends on memory that was never
written: clang's UndefinedBehaviorSanitizer and MemorySanitizer. @alone @rng

They watch unit tests, catalogue and command line. tests/prove/wraps.txt names the functions in which numbers are meant to
wrap. The libraries are built with MemorySanitizer too.
"""

import glob
import os
import re
import subprocess
import sys

from helper import TestCase, make

# By target of make: the variable for options, and unit tests that take long and reach no more than the catalogue.
SANITIZERS = {
    "integer": ("UBSAN_OPTIONS", set()),
    "memory": ("MSAN_OPTIONS", {"unit/rows"}),
}
# They watch time, memory and calls of what others run, too.
LEFT_OUT = {"cli/progress", "cli/memory", "cli/order", "cli/interrupted", "cli/completion"}


class Sanitizers(TestCase):
    def prove(self, name):
        option, left_out = SANITIZERS[name]
        make(name, f"GOALS_{name}=all unit build/{name}/tests/cross/many")
        suites = {re.sub(r"tests/(unit|cli)/(?:test_)?(\w+)\.\w+", r"\1/\2", path)
                  for path in glob.glob("tests/unit/*.c") + glob.glob("tests/cli/test_*.py")}  # fmt: skip
        environment = {**os.environ, "BUILDS": f"build/{name}", "DUNGEN": os.path.abspath(f"build/{name}/dungen"),
                       "SANITIZED": name,
                       option: f"exitcode=86:allocator_may_return_null=1:log_path={self.folder}/report"}  # fmt: skip
        command = [sys.executable, "tests/check.py", *sorted(suites - LEFT_OUT - left_out), "oracle/catalogue"]
        self.assertEqual(subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, check=False).returncode, 0)
        for path in glob.glob(self.path("report*")):
            with self.subTest(path), open(path, encoding="utf-8", errors="replace") as file:
                # The others are warnings that ended nothing.
                self.assertNotIn("SUMMARY: ", file.read())

    def test_integer(self):
        self.prove("integer")

    def test_memory(self):
        self.prove("memory")
