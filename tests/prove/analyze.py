#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Static analyzers find nothing in src/: gcc -fanalyzer, clang --analyze, clang-tidy (bugprone, cert) and cppcheck. @alone

What is no fault has the tool's own comment at its line, NOLINT or cppcheck-suppress, and the reason. What another version
finds is no failure.
"""

import concurrent.futures
import glob
import linecache
import os
import re
import subprocess
import sys

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))

VERSIONS = {"gcc": "12", "clang": "14", "clang-tidy": "14", "cppcheck": "2.10"}


def words(command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode().split()


FLAGS = ["-std=c11", "-D_GNU_SOURCE", '-DDUNGEN_VERSION="0"', "-Isrc", *words(["pkg-config", "--cflags", "libcjson", "zlib"])]
GCC = ["gcc", "-fanalyzer", "-O2", *FLAGS, "-c", "-o", "/dev/null"]
CLANG = ["clang", "--analyze", "--analyzer-output", "text", *FLAGS]
# gcc has no such comment. It takes the number of elements of a vector for the number of their bits; it does not see that
# an array was counted before its elements are taken, and that only a format or an extension lets a file hold one map.
GCC_NO_FAULTS = {
    "src/rng/mt19937.c": ["-Wno-analyzer-shift-count-overflow"],
    "src/rng/python.c": ["-Wno-analyzer-shift-count-overflow"],
    "src/cli/choose_format.c": ["-Wno-analyzer-null-dereference"],
    "src/formats/tiled_read.c": ["-Wno-analyzer-null-dereference"],
}
# Coordinates come in pairs of one type, and C has no named arguments.
NO_FAULTS = "-bugprone-easily-swappable-parameters"
TIDY = ["clang-tidy", "--quiet", f"--checks=-*,bugprone-*,cert-*,{NO_FAULTS}", "--header-filter=src/"]
CPPCHECK = ["cppcheck", "--enable=warning,style,performance,portability", "--std=c11", "-q", "--inline-suppr", *FLAGS[1:]]
CPPCHECK += ["--suppress=missingIncludeSystem", "--template={file}:{line}:{column}: warning: {message} [{id}]"]
CPPCHECK += ["--template-location="]


def commands(sources):
    """The name of each tool with a command of it, one for each file if it reads them one at a time."""
    yield "cppcheck", [*CPPCHECK, *sources]
    for source in sources:
        yield "gcc", [*GCC, *GCC_NO_FAULTS.get(source, ()), source]
        yield "clang", [*CLANG, source]
        yield "clang-tidy", [*TIDY, source, "--", *FLAGS]


def is_known_version(tool):
    """Whether src/ has comments for the installed version of this tool. If not, prints that its findings are skipped."""
    text = subprocess.run([tool, "--version"], stdout=subprocess.PIPE, check=True).stdout.decode()
    version = re.search(r"\d+\.\d+", text)[0]
    if f"{version}.".startswith(VERSIONS[tool] + "."):
        return True
    print(f"skipped: {tool} {version}: the comments are for {VERSIONS[tool]}")
    return False


def is_choice(finding):
    """Whether it is of `condition ? one : another`, which is an int in C even if both are chars."""
    path, line = finding.split(":")[:2]
    return "from 'int' to signed type 'char'" in finding and " ? " in linecache.getline(path, int(line))


def findings(command):
    """The tool of one command and what it finds."""
    tool, words = command
    result = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    text = result.stdout.decode("utf-8", "replace")
    found = re.findall(r"^(.+?:\d+:\d+: (?:warning|error): .* \[[^\[\]]+\])$", text, re.MULTILINE)
    found = [text for text in found if not is_choice(text)]
    return tool, found + ([f"it does not run: {text}"] if result.returncode else [])


def main():
    # Not what is for another system, whose headers are not here.
    sources = sorted(set(glob.glob("src/**/*.c", recursive=True)) - set(glob.glob("src/output/windows/*")))
    known = {tool for tool in VERSIONS if is_known_version(tool)}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = [result for result in pool.map(findings, commands(sources)) if result[0] in known]
    wrong = sorted({f"{tool}: {message}" for tool, found in results for message in found})
    for text in wrong:
        print(f"FAILED: {text}")
    print(f"{len(results)} passed, {len(wrong)} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
