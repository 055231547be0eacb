#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A file is written, flushed to disk, closed and renamed, and then its folder is flushed, however -o leads there.

    tests/prove/order.py                every way
    tests/prove/order.py link           those with this word in their names

Read from what strace tells of the calls.
"""

import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
import help_text

# The calls by what they do, under each name that a C library has for them.
KINDS = {
    "open": "open openat creat",
    "write": "write pwrite64 writev",
    "flush": "fsync fdatasync sync_file_range",
    "close": "close",
    "rename": "rename renameat renameat2 link linkat",
    "remove": "unlink unlinkat",
}
KIND_OF = {name: kind for kind, names in KINDS.items() for name in names.split()}
OLD = b"an old file\n"

SEED = ["-s", "7"]
LARGE = [*SEED, "-W", "700", "-H", "600"]
PATTERN = [*SEED, "-n", "3", "-o"]
IMPOSSIBLE = [*SEED, "--min-rooms", "50", "-o"]

# A way: its name, the options, the working folder and the files that are written, None for one that is given up. The
# folders `here` and `there` have a file `old` each; `here` has the links below.
WAYS = [
    ("new file", [*SEED, "-o", "new"], "here", ["here/new"]),
    ("over an old file", [*SEED, "-o", "old"], "here", ["here/old"]),
    ("large file", [*LARGE, "-o", "new.json"], "here", ["here/new.json"]),
    ("over an old file, large", [*LARGE, "-o", "old"], "here", ["here/old"]),
    ("batch", [*SEED, "-n", "200", "-o", "new.txt"], "here", ["here/new.txt"]),
    ("percent sign", [*SEED, "-n", "3", "-o", "new%%d"], "here", ["here/new%d"]),
    ("random seed", ["-o", "new.txt"], "here", ["here/new.txt"]),
    ("tileset image", ["--tileset-image", "-o", "new.png"], "here", ["here/new.png"]),
    ("in another folder", [*SEED, "-o", "../there/new"], "here", ["there/new"]),
    ("over an old file in another folder", [*SEED, "-o", "../there/old"], "here", ["there/old"]),
    ("absolute path", [*SEED, "-o", "{base}/there/old"], "here", ["there/old"]),
    ("absolute path, from the root folder", [*SEED, "-o", "{base}/there/new"], "/", ["there/new"]),
    ("link", [*SEED, "-o", "link"], "here", ["here/old"]),
    ("link to another folder", [*SEED, "-o", "far"], "here", ["there/old"]),
    ("link to nothing", [*SEED, "-o", "nothing"], "here", ["there/new"]),
    ("absolute link", [*SEED, "-o", "absolute"], "here", ["there/old"]),
    ("link to a link", [*SEED, "-o", "here/chain"], ".", ["there/old"]),
    ("link to a folder", [*SEED, "-o", "here/door/old"], ".", ["there/old"]),
    ("link seen from elsewhere", [*SEED, "-o", "{base}/here/far"], "/", ["there/old"]),
    *(
        (f"new file, {name}", [*SEED, "-f", name, "-o", "new"], "here", ["here/new"])
        for name in help_text.summaries("Formats")
    ),
    ("pattern", [*PATTERN, "%d"], "here", ["here/7", "here/8", "here/9"]),
    ("pattern of one map", [*SEED, "-o", "%03d"], "here", ["here/007"]),
    ("pattern in another folder", [*PATTERN, "../there/%d.json"], "here", [f"there/{n}.json" for n in (7, 8, 9)]),
    ("pattern over old files, through links", [*PATTERN, "level%d"], "here", ["here/old", "there/old", "there/new"]),
    ("impossible, new file", [*IMPOSSIBLE, "new"], "here", [None]),
    ("impossible, over an old file", [*IMPOSSIBLE, "old"], "here", [None]),
    ("impossible, link", [*IMPOSSIBLE, "far"], "here", [None]),
]
LINKS = {
    "link": "old",
    "far": "../there/old",
    "nothing": "../there/new",
    "absolute": "{base}/there/old",
    "chain": "far",
    "door": "../there",
    "level7": "old",
    "level8": "../there/old",
    "level9": "nothing",
}


def prepare(base):
    for name in ("here", "there"):
        os.mkdir(os.path.join(base, name))
        with open(os.path.join(base, name, "old"), "wb") as file:
            file.write(OLD)
    for name, target in LINKS.items():
        os.symlink(target.format(base=base), os.path.join(base, "here", name))


def trace(args, cwd, base):
    """What is done below the base folder, in order: a kind of call, and the paths that it is done to."""
    log = os.path.join(base, "log")
    names = ",".join("?" + name for name in KIND_OF)
    subprocess.run(
        ["strace", "-qq", "-y", "-s", "4", "-o", log, "-e", f"trace={names}", help_text.DUNGEN, *args],
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    with open(log, encoding="utf-8", errors="replace") as file:
        lines = [re.match(r"(\w+)\((.*)\) += ", line) for line in file]
    looked_at = []
    for name, arguments in (line.groups() for line in lines if line):
        kind = "create" if "O_EXCL" in arguments else KIND_OF[name]
        # Names are in quotation marks, and strace -y shows what a descriptor leads to.
        named = kind in ("open", "create", "rename", "remove")
        paths = re.findall(r'"(.*?)"' if named else r"<(.*?)>", arguments)
        paths = [os.path.relpath(real_path(os.path.join(cwd, path)), base) for path in paths]
        if "O_NOFOLLOW" in arguments:
            looked_at += paths  # the old file, for its attributes
        elif paths and not paths[0].startswith("../") and paths[0] not in looked_at:
            yield (kind, *paths)


def real_path(path):
    """Without links; a file may be gone, or be another one by now."""
    if os.path.isdir(path):
        return os.path.realpath(path)
    return os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))


def expected(target, unfinished, durable, writes):
    """What is done for one file. None for a target: it is removed before it has its place."""
    folder = os.path.dirname(unfinished)
    yield ("create", unfinished)
    yield from writes * [("write", unfinished)]
    if durable and target:
        yield ("flush", unfinished)
    yield ("close", unfinished)
    if not target:
        yield ("remove", unfinished)
        return
    yield ("rename", unfinished, target)
    if durable:
        yield from (("open", folder), ("flush", folder), ("close", folder))


def faults(args, cwd, targets, durable):
    """What is out of order, as sentences."""
    with tempfile.TemporaryDirectory(prefix="dungen-order-") as base:
        base = os.path.realpath(base)
        prepare(base)
        args = [arg.format(base=base) for arg in args]
        done = list(trace(args, os.path.join(base, cwd), base))
        for path in (os.path.join(base, target) for target in targets if target):
            if not os.path.isfile(path) or os.path.getsize(path) == len(OLD):
                yield f"{path} is not there, or the old file"
    created = [event[1] for event in done if event[0] == "create"]
    if len(created) != len(targets):
        yield f"there are {len(created)} unfinished files"
    wanted = []
    for target, unfinished in zip(targets, created):
        writes = done.count(("write", unfinished))
        if target and not (writes and re.fullmatch(rf"{target.replace('/', '/[.]')}\.\w{{6}}", unfinished)):
            yield f"{unfinished} is not written beside {target}"
        wanted += expected(target, unfinished, durable, writes)
    if done != wanted:
        yield f"the order is {done}, not {wanted}"


def main(words):
    passed = failed = 0
    for name, args, cwd, targets in WAYS:
        if words and not any(word in name for word in words):
            continue
        # Many files are not flushed one by one: that would take minutes.
        wrong = list(faults(args, cwd, targets, durable=not name.startswith("pattern")))
        passed += not wrong
        failed += bool(wrong)
        for fault in wrong:
            print(f"FAILED: {name}: {fault}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
