#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What `make install` installs is hardened: full RELRO, PIE, a stack protector, FORTIFY, and nothing both writable and
executable.

That holds for gcc and clang, and for flags of the user's own. A build with the opposite of each shows that readelf is
read right.
"""

import os
import re
import subprocess
import sys
import tempfile

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))

WEAK = "-fno-pie -no-pie -fno-stack-protector -U_FORTIFY_SOURCE -Wl,-z,norelro,-z,lazy,-z,execstack,-rpath,/nowhere"
# The targets that build them, with their variables; what is not hardened, and why.
BUILDS = {
    "gcc": (["gcc"], {}),
    "clang": (["clang"], {}),
    "the user's flags": (
        ["all", "CC=gcc", "CFLAGS=-O1 -g", "LDFLAGS=-Wl,--as-needed", "CPPFLAGS=-DNDEBUG"],
        {},
    ),
    "no optimization": (["all", "CC=gcc", "CFLAGS=-O0"], {"FORTIFY": "it needs optimization"}),
}
BROKEN = ["all", "CC=gcc", "CFLAGS=-O0", f"HARDENING={WEAK}"]


def make(*words):
    # What the caller gave to its own make is not for these builds.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    subprocess.run(["make", "-s", *words], env=environment, check=True)


def installed(build, words, folder):
    """Builds in build/hardening, or with a target that has a folder of its own, and installs from there."""
    where = f"build/{build}"
    if words[0] == "all":
        where = f"build/hardening/{re.sub('[^a-z]+', '-', build)}"
        words = [*words, f"BUILD={where}", f"PROGRAM={where}/dungen"]
    make(*words)
    make("install", f"BUILD={where}", f"PROGRAM={where}/dungen", f"DESTDIR={folder}", "PREFIX=/usr")
    return os.path.join(folder, "usr/bin/dungen")


def properties(program):
    """What readelf shows of a program: whether it has each property."""
    command = ["readelf", "--wide", "--file-header", "--segments", "--dynamic", "--dyn-syms", program]
    text = subprocess.run(command, stdout=subprocess.PIPE, check=True, env={**os.environ, "LC_ALL": "C"}).stdout.decode()
    segments = re.findall(r"^  ([A-Z_]+) +(?:0x\w+ +){5}([R ][W ][E ]) ", text, re.MULTILINE)
    flags = " ".join(re.findall(r"\((?:FLAGS|FLAGS_1)\) +(.*)", text))
    symbols = re.findall(r" UND (\w+)", text)
    return {
        "full RELRO": "GNU_RELRO" in dict(segments) and ("BIND_NOW" in flags or re.search(r"\bNOW\b", flags)),
        "PIE": re.search(r"^  Type: +DYN ", text, re.MULTILINE) and re.search(r"\bPIE\b", flags),
        "a stack protector": "__stack_chk_fail" in symbols,
        "FORTIFY": any(re.fullmatch(r"__\w+_chk", symbol) for symbol in symbols),
        "a stack that is not executable": "E" not in dict(segments).get("GNU_STACK", "E"),
        "no segment that is writable and executable": all("W" not in mode or "E" not in mode for _, mode in segments),
        "no search path for libraries": "(RPATH)" not in text and "(RUNPATH)" not in text,
    }


def main():
    passed = failed = 0
    for build, (words, missing) in {**BUILDS, "broken": (BROKEN, None)}.items():
        with tempfile.TemporaryDirectory() as folder:
            found = properties(installed(build, words, folder))
        for name, held in found.items():
            expected = missing is not None and name not in missing
            if bool(held) == expected:
                passed += 1
            else:
                failed += 1
                print(f"FAILED: {build}: {name} is {'missing' if expected else 'seen'}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
