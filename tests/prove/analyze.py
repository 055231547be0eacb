#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Static analyzers find nothing in src/ that is not known to be no fault: gcc -fanalyzer, clang --analyze, clang-tidy
(bugprone, cert) and cppcheck. @alone

Known findings are listed in tests/prove/analyze.txt; a line there that nothing matches fails, too. A new finding is
printed in the form of that list. The list is for the versions below: no finding of another version is a failure.
"""

import concurrent.futures
import fnmatch
import glob
import os
import re
import subprocess
import sys

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))

LIST = "tests/prove/analyze.txt"
VERSIONS = {"gcc": "12", "clang": "14", "clang-tidy": "14", "cppcheck": "2.10"}

def words(command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode().split()


FLAGS = ["-std=c11", "-D_GNU_SOURCE", '-DDUNGEN_VERSION="0"', "-Isrc", *words(["pkg-config", "--cflags", "libcjson", "zlib"])]
GCC = ["gcc", "-fanalyzer", "-O2", *FLAGS, "-c", "-o", "/dev/null"]
CLANG = ["clang", "--analyze", "--analyzer-output", "text", *FLAGS]
TIDY = ["clang-tidy", "--quiet", "--checks=-*,bugprone-*,cert-*", "--header-filter=src/"]
CPPCHECK = ["cppcheck", "--enable=warning,style,performance,portability", "--std=c11", "-q", *FLAGS[1:]]
CPPCHECK += ["--suppress=missingIncludeSystem", "--template={file}:{line}:{column}: warning: {message} [{id}]"]
CPPCHECK += ["--template-location="]


def commands(sources):
    """The name of each tool with a command of it, one for each file if it reads them one at a time."""
    yield "cppcheck", [*CPPCHECK, *sources]
    for source in sources:
        yield "gcc", [*GCC, source]
        yield "clang", [*CLANG, source]
        yield "clang-tidy", [*TIDY, source, "--", *FLAGS]


def is_listed_version(tool):
    """Whether the list is for the installed version of this tool. If not, prints that its findings are skipped."""
    text = subprocess.run([tool, "--version"], stdout=subprocess.PIPE, check=True).stdout.decode()
    version = re.search(r"\d+\.\d+", text)[0]
    if f"{version}.".startswith(VERSIONS[tool] + "."):
        return True
    print(f"skipped: {tool} {version}: the list is for {VERSIONS[tool]}")
    return False


def findings(command):
    """What one command finds, each as TOOL FILE CHECK: the place in the file moves too often to be part of it."""
    tool, words = command
    result = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    text = result.stdout.decode("utf-8", "replace")
    found = []
    for path, line, kind, message, check in re.findall(
        r"^(.+?):(\d+):\d+: (warning|error): (.*) \[([^\[\]]+)\]$", text, re.MULTILINE
    ):
        found.append((f"{tool} {os.path.relpath(path)} {check}", f"{path}:{line}: {message}"))
    if result.returncode:
        found.append((f"{tool} does not run", text))
    return found


def read_list():
    with open(LIST, encoding="utf-8") as file:
        return [line.rstrip("\n") for line in file if line.strip() and not line.startswith("#")]


def run(sources):
    """What all tools find, as messages by entry, and how many commands that were."""
    found, count = {}, 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for results in pool.map(findings, commands(sources)):
            count += 1
            for entry, message in results:
                found.setdefault(entry, set()).add(message)
    return found, count


def main():
    # Not what is for another system, whose headers are not here.
    found, passed = run(sorted(set(glob.glob("src/**/*.c", recursive=True)) - set(glob.glob("src/output/windows/*"))))
    tools = {tool for tool in VERSIONS if is_listed_version(tool)}
    listed = [entry for entry in read_list() if entry.split()[0] in tools]
    found = {entry: messages for entry, messages in found.items() if entry.split()[0] in tools}
    counted = {f"{entry} {len(messages)}": messages for entry, messages in found.items()}
    wrong = [
        "\n    ".join([entry, *sorted(messages)])
        for entry, messages in sorted(counted.items())
        if not any(fnmatch.fnmatch(entry, line) for line in listed)
    ]
    wrong += [f"nothing matches any more: {line}" for line in listed if not fnmatch.filter(counted, line)]
    for text in wrong:
        print(f"FAILED: {text}")
    passed += len(listed)
    print(f"{passed} passed, {len(wrong)} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
