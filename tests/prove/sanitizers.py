# SPDX-License-Identifier: MIT
"""No number wraps, loses bits or changes its sign unless that is meant, and nothing depends on
memory that was never written: clang's UndefinedBehaviorSanitizer and MemorySanitizer. @nightly
@alone

They watch unit tests, catalogue and command line. tests/prove/wraps.txt names the functions in
which numbers are meant to wrap. The libraries are built with MemorySanitizer too.
"""

import glob
import os
import subprocess
import sys

import check
from helper import TestCase, make

# What also runs under the other sanitizers, but not what takes longest because it watches time.
SANITIZED = [suite.name for suite in check.suites() if "@sanitized" in suite.words]
SUITES = [name for name in SANITIZED if name.startswith(("unit/", "cli/"))]
SUITES.remove("cli/progress")


class Sanitizers(TestCase):
    def prove(self, name, option):
        """Run the suites on this target of make. The options of its sanitizer are in this variable.
        """
        make(name, f"GOALS_{name}=all unit build/{name}/tests/cross/many")
        log = f"log_path={self.folder}/report"
        environment = {
            **os.environ,
            "BUILDS": f"build/{name}",
            "DUNGEN": os.path.abspath(f"build/{name}/dungen"),
            "SANITIZED": name,
            option: f"exitcode=86:allocator_may_return_null=1:{log}",
        }
        command = [sys.executable, "tests/check.py", *SUITES, "oracle/catalogue"]
        done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, check=False)
        self.assertEqual(done.returncode, 0)
        for path in glob.glob(self.path("report*")):
            with self.subTest(path), open(path, encoding="utf-8", errors="replace") as file:
                # The others are warnings that ended nothing.
                self.assertNotIn("SUMMARY: ", file.read())

    def test_integer(self):
        self.prove("integer", "UBSAN_OPTIONS")

    def test_memory(self):
        self.prove("memory", "MSAN_OPTIONS")
