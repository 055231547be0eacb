# SPDX-License-Identifier: MIT
"""Runs the tests on a build with one of clang's sanitizers, which has to report nothing but the faults that are planted."""

import concurrent.futures
import glob
import os
import re
import subprocess
import sys
import tempfile
from typing import NamedTuple

import temporary  # noqa: F401

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
STATUS = 86  # of a process that the sanitizer ended


class Sanitizer(NamedTuple):
    build: str  # the target of make, and its folder in build/
    option: str  # the variable for its options, which is read by all that it built
    planted: dict  # the faults of tests/prove/planted.c that it has to see, with the file that its report names
    left_out: tuple  # unit tests and modules of tests/cli, see the caller


class Tests:
    def __init__(self, sanitizer, folder):
        self.sanitizer, self.folder = sanitizer, folder
        self.build = os.path.abspath(os.path.join("build", sanitizer.build))
        options = f"exitcode={STATUS}:allocator_may_return_null=1:log_path={folder}/report"
        self.environment = {
            **os.environ,
            "DUNGEN": os.path.join(self.build, "dungen"),
            "SANITIZED": sanitizer.build,
            sanitizer.option: options,
        }

    def run(self, *command):
        return subprocess.run(command, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False)  # fmt: skip

    def reports(self):
        """What the sanitizer wrote since this was asked, without warnings that ended nothing."""
        texts = []
        for path in glob.glob(os.path.join(self.folder, "report*")):
            with open(path, encoding="utf-8", errors="replace") as file:
                texts.append(file.read())
            os.unlink(path)
        return [text for text in texts if "SUMMARY: " in text]

    def plant(self, fault, file):
        """What is wrong where a fault is made; none, where there should be no report."""
        done = self.run(os.path.join(self.build, "tests/prove/planted"), fault)
        reports = self.reports()
        if file:
            return None if done.returncode == STATUS and any(file in text for text in reports) else done
        return done if done.returncode or reports else None

    def suites(self):
        """Commands by name."""
        python = sys.executable
        for path in sorted(glob.glob("tests/unit/*.c")):
            name = os.path.basename(path)[: -len(".c")]
            yield f"unit/{name}", [os.path.join(self.build, "tests/unit", name)]
        for path in sorted(glob.glob("tests/cli/test_*.py")):
            module = os.path.basename(path)[: -len(".py")]
            yield f"cli/{module[len('test_'):]}", [python, "tests/cli/run.py", module]
        yield "oracle/catalogue", [python, "tests/oracle/catalogue.py", "check"]
        yield "fuzz/arguments", [python, "tests/fuzz/arguments.py"]


def prove(sanitizer):
    """Build, plant, run everything; print the failures and the summary, and return an exit status."""
    os.chdir(ROOT)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    subprocess.run(["make", "-s", f"-j{os.cpu_count()}", sanitizer.build], env=environment, check=True)
    passed, wrong = 0, []
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        # Some tests run the program as another user.
        os.chmod(folder, 0o777)
        tests = Tests(sanitizer, folder)
        for fault, file in {"none": None, **sanitizer.planted}.items():
            done = tests.plant(fault, file)
            passed += not done
            wrong += [f"planted {fault}: {done.stdout.decode()}"] if done else []
        suites = {name: command for name, command in tests.suites() if name not in sanitizer.left_out}
        for name in sanitizer.left_out:
            print(f"skipped: {name}: it takes long, or is about time or memory")
        for name, done in zip(suites, pool.map(lambda command: tests.run(*command), suites.values())):
            output = done.stdout.decode("utf-8", "replace")
            summary = re.search(r"^(\d+) passed, (\d+) failed\n\Z", output, re.MULTILINE)
            passed += int(summary[1]) if summary else 0
            for skipped in re.findall(r"^skipped: .*", output, re.MULTILINE):
                print(skipped)
            if not summary or done.returncode or int(summary[2]):
                wrong.append(f"{name}: {output}")
        wrong += tests.reports()
    for text in wrong:
        print(f"FAILED: {text}")
    print(f"{passed} passed, {len(wrong)} failed")
    return 1 if wrong or not passed else 0
