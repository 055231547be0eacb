#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks HACKING.md against the project: files, functions, targets of make and folders that it names exist."""

import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib"))
from report import ROOT, Report

PAGE = (ROOT / "HACKING.md").read_text(encoding="utf-8")
QUOTED = [" ".join(text.split()) for text in re.findall(r"`([^`]+)`", PAGE)]


def sources():
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "src").rglob("*.*")))


def named_paths():
    """Paths, also within commands; `dungeon/dungeon.h` is below src/. NAME stands for any name."""
    paths = set(re.findall(r"\]\(([\w./-]+)\)", PAGE))
    for text in QUOTED:
        text = re.sub(r"SUITES='.*'", "", text)
        paths |= set(re.findall(r"(?<![\w/=.*-])(?:\.?[\w-]+/)+[\w.-]*", text))
    return {path for path in paths if "NAME" not in path and not path.startswith("build/")}


def folders(parent):
    return sorted("%s/%s/" % (parent, path.name) for path in (ROOT / parent).iterdir() if path.is_dir())


def main():
    report = Report()
    paths = named_paths()
    report.check("it names files", len(paths) >= 25, paths)
    for path in sorted(paths):
        report.check("%s exists" % path, (ROOT / path).exists() or (ROOT / "src" / path).exists())

    first_column = re.findall(r"^\| `([^`]+)` \|", PAGE, re.M)
    report.equal("it describes the folders of src/", sorted(name for name in first_column if name in folders("src")),
                 folders("src"))
    hidden = {"tests/lib/", "tests/__pycache__/"}
    report.equal("it describes the folders of tests/", [name for name in folders("tests") if name not in hidden],
                 sorted(name for name in first_column if name.startswith("tests/") and name.endswith("/")))

    source = sources()
    names = {name for name in QUOTED if re.fullmatch(r"[a-z]+(_[a-z]+)+", name)}
    names |= {name for name in QUOTED if re.fullmatch(r"struct \w+", name)}
    report.check("it names functions", len(names) >= 10, names)
    for name in sorted(names - {"module_verb", "struct thing"}):
        report.check("%s is in src/" % name, re.search(r"\b%s\b" % name, source))

    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.search(r"^\.PHONY: (.*)$", makefile, re.M)[1].split()
    for target in sorted({word for text in QUOTED for words in re.findall(r"\bmake ((?:[a-z]+\b(?!/) ?)+)", text)
                          for word in words.split()}):
        report.check("make %s is a target" % target, target in targets)

    suites = subprocess.run([sys.executable, "tests/check.py", "--list"], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
    for words in re.findall(r"SUITES='(.*?)'|check\.py -v (\w+)", PAGE):
        for word in " ".join(words).split():
            report.check("%s is in the name of a suite" % word, word.encode() in suites)

    for module in re.findall(r"tests/cli/run\.py (\w+)", PAGE):
        report.check("tests/cli has %s" % module, (ROOT / "tests" / "cli" / (module + ".py")).exists())
    return report.end()


if __name__ == "__main__":
    sys.exit(main())
