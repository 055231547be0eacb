# SPDX-License-Identifier: MIT
"""Static analyzers find nothing in src/: gcc -fanalyzer, clang --analyze, clang-tidy (bugprone,
cert) and cppcheck. @nightly @alone

What is no fault has the tool's own comment at its line, NOLINT or cppcheck-suppress, and the
reason. What another version finds is no failure.
"""

import concurrent.futures
import glob
import linecache
import os
import re
import subprocess
import unittest

from helper import tool as run_tool

VERSIONS = {"gcc": "12", "clang": "14", "clang-tidy": "14", "cppcheck": "2.10"}

OF_LIBRARIES = run_tool("pkg-config", "--cflags", "libcjson", "expat", "zlib").decode().split()
FLAGS = ["-std=c11", "-D_GNU_SOURCE", "-Isrc", *OF_LIBRARIES]
GCC = ["gcc", "-fanalyzer", "-O2", *FLAGS, "-c", "-o", "/dev/null"]
CLANG = ["clang", "--analyze", "--analyzer-output", "text", *FLAGS]
# gcc has no such comment. It takes the number of elements of a vector for the number of their bits,
# and it does not see that only a format or an extension lets a file hold one map.
GCC_NO_FAULTS = {
    "src/rng/python_seed_many.c": ["-Wno-analyzer-shift-count-overflow"],
    "src/cli/choose_format.c": ["-Wno-analyzer-null-dereference"],
}
# Coordinates come in pairs of one type, and C has no named arguments.
NO_FAULTS = "-bugprone-easily-swappable-parameters"
CHECKS = f"-*,bugprone-*,cert-*,{NO_FAULTS}"
TIDY = ["clang-tidy", "--quiet", f"--checks={CHECKS}", "--header-filter=src/"]
CPPCHECK = [
    "cppcheck",
    "--enable=warning,style,performance,portability",
    "--std=c11",
    "-q",
    "--inline-suppr",
    *FLAGS[1:],
    "--suppress=missingIncludeSystem",
    "--template={file}:{line}:{column}: warning: {message} [{id}]",
    "--template-location=",
]


def commands(sources):
    """The name of each tool with a command of it, one for each file if it reads one at a time."""
    yield "cppcheck", [*CPPCHECK, *sources]
    for source in sources:
        yield "gcc", [*GCC, *GCC_NO_FAULTS.get(source, ()), source]
        yield "clang", [*CLANG, source]
        yield "clang-tidy", [*TIDY, source, "--", *FLAGS]


def is_choice(finding):
    """Whether it is of `condition ? one : another`, which is an int in C even if both are chars."""
    path, line = finding.split(":")[:2]
    is_narrowing = "from 'int' to signed type 'char'" in finding
    return is_narrowing and " ? " in linecache.getline(path, int(line))


def findings(command):
    """The tool of one command and what it finds."""
    tool, words = command
    both = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    result = subprocess.run(words, stdin=subprocess.DEVNULL, check=False, **both)
    text = result.stdout.decode("utf-8", "replace")
    found = re.findall(r"^(.+?:\d+:\d+: (?:warning|error): .* \[[^\[\]]+\])$", text, re.MULTILINE)
    found = [text for text in found if not is_choice(text)]
    return tool, found + ([f"it does not run: {text}"] if result.returncode else [])


class Analyzers(unittest.TestCase):
    def test_they_find_nothing(self):
        # Not what is for another system, whose headers are not here.
        elsewhere = set(glob.glob("src/system/windows/*"))
        sources = sorted(set(glob.glob("src/**/*.c", recursive=True)) - elsewhere)
        known = {tool: self.is_known_version(tool) for tool in VERSIONS}
        wrong = set()
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for tool, found in pool.map(findings, commands(sources)):
                if known[tool]:
                    wrong.update(f"{tool}: {text}" for text in found)
        self.assertFalse(wrong, "\n".join(sorted(wrong)))

    def is_known_version(self, tool):
        """Whether src/ has comments for the installed version of this tool. If not, its findings
        are skipped.
        """
        version = re.search(r"\d+\.\d+", run_tool(tool, "--version").decode())[0]
        with self.subTest(tool):
            if not f"{version}.".startswith(VERSIONS[tool] + "."):
                self.skipTest(f"{tool} {version}: the comments are for {VERSIONS[tool]}")
            return True
