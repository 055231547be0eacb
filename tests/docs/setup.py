#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs tests/setup with stand-ins for the system's commands: it installs what is missing and nothing else."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib"))
from report import ROOT, Report

SETUP = (ROOT / "tests" / "setup").read_text(encoding="utf-8")
BUILDS = (ROOT / "tests" / "cross" / "builds").read_text(encoding="utf-8")

# The stand-ins: those for programs that are only looked for, which tests/setup names itself, and those that do more.
# apt-get logs its arguments and installs programs named like their package, or the source of cJSON where it is.
PLAIN = {"cc", "pkg-config", "parallel", *re.findall(r"\bcommand -v ([\w-]+)$", SETUP, re.M),
         *re.findall(r"\b(?:qemu-\w+|\S+-gcc)\b", BUILDS)}
PYTHON = 'case $2 in *libtcod*) [ -e "$SYSTEM/libtcod" ] ;; *) exit 0 ;; esac'
APT_GET = """
case "$*" in
"-q -o "*" update")
	echo "apt-get with lists of its own: update" >> "$SYSTEM/log"
	exit ;;
"-q -o "*" source --download-only cjson")
	echo "apt-get with lists of its own: source cjson" >> "$SYSTEM/log"
	mkdir cjson-1.0 && true > cjson-1.0/cJSON.c && tar -cf cjson_1.0.orig.tar.gz cjson-1.0
	exit ;;
esac
echo "apt-get $*" >> "$SYSTEM/log"
for word do
	case $word in
	libtcod*) true > "$SYSTEM/libtcod" ;;
	libclang-rt-dev) true > "$SYSTEM/sanitizers" ;;
	jq | valgrind) ln -s true "$SYSTEM/bin/$word" ;;
	gcc-*) ln -s true "$SYSTEM/bin/${word#gcc-}-gcc" ;;
	musl-tools) ln -s true "$SYSTEM/bin/musl-gcc" ;;
	qemu-user) ln -s true "$SYSTEM/bin/qemu-arm"; ln -s true "$SYSTEM/bin/qemu-s390x" ;;
	esac
done
"""
UPDATE, INSTALL = "apt-get -q update", "apt-get -q -y install --no-install-recommends"
APT_CACHE = """
case $2 in
libtcod1t64 | *powerpc-*) exit 100 ;;
esac
"""
NPM_INSTALL, NPM = 'echo "npm $3" >> "$SYSTEM/log"', "npm install"

# What happens; the mode; what is missing; what is different; the status; the calls of apt-get and sudo.
CASES = [
    ("nothing is missing", "check", "", {}, 0, []),
    ("one is missing", "check", "jq", {}, 0, [UPDATE, INSTALL + " jq"]),
    ("two are missing", "check", "jq valgrind", {}, 0, [UPDATE, INSTALL + " jq valgrind"]),
    ("tests need it, building does not", "build", "jq", {}, 0, []),
    ("building needs it", "build", "pkg-config", {}, 1, [UPDATE, INSTALL + " pkg-config libcjson-dev"]),
    ("a library", "check", "libtcod", {}, 0, [UPDATE, INSTALL + " libtcod1"]),
    ("a library of another name", "check", "libtcod jq", {"apt-cache": "exit 0"}, 0,
     [UPDATE, INSTALL + " libtcod1t64 jq"]),
    ("not root", "check", "jq", {"id": "echo 1000", "sudo": 'echo sudo >> "$SYSTEM/log"; "$@"'}, 0,
     ["sudo", UPDATE, "sudo", INSTALL + " jq"]),
    ("not root, and nothing is missing", "check", "", {"id": "echo 1000", "sudo": "exit 1"}, 0, []),
    ("it stays missing", "check", "jq", {"apt-get": 'echo "apt-get $*" >> "$SYSTEM/log"'}, 1,
     [UPDATE, INSTALL + " jq"]),
    ("there is no network", "check", "jq", {"apt-get": "exit 100"}, 1, []),
    ("another system", "check", "jq", {"apt-get": None}, 1, []),
    ("modules of node are missing", "check", "modules", {}, 0, [NPM]),
    ("a package and they are missing", "check", "jq modules", {}, 0, [UPDATE, INSTALL + " jq", NPM]),
    ("building does not need them", "build", "modules", {}, 0, []),
    ("npm cannot install them", "check", "modules", {"npm": "echo npm: no network; exit 1"}, 1, []),
    ("nothing is missing", "prove", "", {}, 0, []),
    ("a compiler is missing", "prove", "s390x-linux-gnu-gcc", {}, 0,
     [UPDATE, INSTALL + " gcc-s390x-linux-gnu libc6-dev-s390x-cross"]),
    ("a C library is missing", "prove", "", {"s390x-linux-gnu-gcc": "exit 1"}, 1,
     [UPDATE, INSTALL + " libc6-dev-s390x-cross"]),
    ("another C library is missing", "prove", "musl-gcc", {}, 0, [UPDATE, INSTALL + " musl-tools"]),
    ("there is no package", "prove", "powerpc-linux-gnu-gcc", {}, 0, [UPDATE]),
    ("there is no package for one of two", "prove", "powerpc-linux-gnu-gcc s390x-linux-gnu-gcc", {}, 0,
     [UPDATE, INSTALL + " gcc-s390x-linux-gnu libc6-dev-s390x-cross"]),
    ("emulators are missing", "prove", "qemu-arm qemu-s390x", {}, 0, [UPDATE, INSTALL + " qemu-user"]),
    ("the tests need none of these", "check", "s390x-linux-gnu-gcc qemu-arm cjson", {}, 0, []),
    ("the source of cJSON is missing", "prove", "cjson", {}, 0,
     ["apt-get with lists of its own: update", "apt-get with lists of its own: source cjson"]),
    ("there is no network for it", "prove", "cjson", {"apt-get": "exit 100"}, 1, []),
    ("clang has no sanitizers", "prove", "", {"clang": '[ "$1" != -fsanitize=memory ] || [ -e "$SYSTEM/sanitizers" ]'}, 0,
     [UPDATE, INSTALL + " libclang-rt-dev"]),
    ("no mode", "", "", {}, 2, []),
    ("an unknown mode", "all", "", {}, 2, []),
]


def run_case(mode, missing, different):
    """Exit status, calls, and output."""
    with tempfile.TemporaryDirectory() as folder:
        system = pathlib.Path(folder)
        programs = system / "bin"
        programs.mkdir()
        (system / "log").touch()
        for name in ("sh", "sed", "env", "true", "ln", "dirname", "mkdir", "rm", "mv", "tar"):
            (programs / name).symlink_to(shutil.which(name))
        texts = {name: "exit 0" for name in PLAIN}
        texts.update({"python": PYTHON, "npm": NPM_INSTALL, "apt-get": APT_GET, "apt-cache": APT_CACHE, "id": "echo 0"})
        texts.update(different)
        for name, text in texts.items():
            if name not in missing.split() and text is not None:
                (programs / name).write_text("#!/bin/sh\n" + text + "\n", encoding="ascii")
                (programs / name).chmod(0o755)
        if "libtcod" not in missing.split():
            (system / "libtcod").touch()
        formats = system / "tests" / "formats"
        formats.mkdir(parents=True)
        setup = shutil.copy(ROOT / "tests" / "setup", system / "tests")
        shutil.copytree(ROOT / "tests" / "cross", system / "tests" / "cross")
        if "cjson" not in missing.split():
            (system / "build" / "cross" / "cjson").mkdir(parents=True)
            (system / "build" / "cross" / "cjson" / "cJSON.c").touch()
        package = pathlib.Path(shutil.copy(ROOT / "tests" / "formats" / "package.json", formats))
        modules = json.loads(package.read_text(encoding="ascii"))["dependencies"]
        for name in modules:
            if "modules" not in missing.split() or name != list(modules)[-1]:
                (formats / "node_modules" / name).mkdir(parents=True)
        environment = {"PATH": str(programs), "SYSTEM": folder, "PYTHON": "python"}
        result = subprocess.run([shutil.which("sh"), setup, *mode.split()], env=environment,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        if "cjson" in missing.split() and result.returncode == 0 and mode == "prove":
            assert (system / "build" / "cross" / "cjson" / "cJSON.c").exists()
        return result.returncode, (system / "log").read_text().splitlines(), result.stdout.decode()


def main():
    report = Report()
    for what, mode, missing, different, status, asked in CASES:
        found = run_case(mode, missing, different)
        report.equal(what, found[:2], (status, asked))
        if different.get("apt-get", "") is None:
            report.check("%s: it says what to install" % what, found[2].endswith(" jq\n"), found[2])
        elif "no package" in what:
            report.check("%s: it says which" % what, "no package gcc-powerpc-linux-gnu;" in found[2], found[2])
        elif status == 0:
            report.equal("%s: it prints nothing" % what, found[2], "")
        else:
            report.check("%s: it says why" % what, found[2] or "exit 100" in different.values())
    return report.end()


if __name__ == "__main__":
    sys.exit(main())
