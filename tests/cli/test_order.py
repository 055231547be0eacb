# SPDX-License-Identifier: MIT
"""A file is written beside its place, flushed to disk, closed and renamed, and then its folder is flushed.

strace shows the calls, for each way that -o leads to a file.
"""

import os
import re
import subprocess

from helper import FORMATS, OLD, TestCase, read, run, strace, write

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

# The folders `here` and `there` have a file `old` each; these links are in `here`.
LINKS = {
    "link": "old",
    "far": "../there/old",
    "nothing": "../there/new",
    "absolute": "{base}/there/old",
    "chain": "far",
    "door": "../there/deep",
    "behind": "door/file",
    "beside": "door/../old",
    "level7": "old",
    "level8": "../there/old",
    "level9": "nothing",
}


class Order(TestCase):
    def trace(self, args, cwd, base):
        """Yield the calls below the base folder, in order: the kind of each and its paths."""
        log = os.path.join(base, "log")
        names = ",".join("?" + name for name in KIND_OF)
        under = [*strace(f"trace={names}", trace=log), "-y", "-s", "4"]
        run("-q", *args, cwd=cwd, under=under, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        lines = [re.match(r"(\w+)\((.*)\) += ", line) for line in read(log).decode("utf-8", "replace").splitlines()]
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

    def check(self, args, targets, cwd="here", durable=True):
        """Each target is written in the right order. None stands for one that is given up."""
        base = os.path.realpath(self.path(str(len(os.listdir(self.folder)))))
        for name in ("here", "there", "there/deep"):
            os.makedirs(os.path.join(base, name))
            write(os.path.join(base, name, "old"), OLD)
        for name, target in LINKS.items():
            os.symlink(target.format(base=base), os.path.join(base, "here", name))
        with self.subTest(args, cwd=cwd):
            done = list(self.trace([arg.format(base=base) for arg in args.split()], os.path.join(base, cwd), base))
            created = [paths[0] for kind, *paths in done if kind == "create"]
            self.assertEqual(len(created), len(targets))
            wanted = []
            for target, unfinished in zip(targets, created):
                writes = done.count(("write", unfinished))
                if target:
                    folder, name = os.path.split(target)
                    self.assertRegex(unfinished, rf"\A{folder}/\.{re.escape(name)}\.\w{{6}}\Z")
                    self.assertTrue(writes)
                    self.assertNotIn(read(os.path.join(base, target)), (OLD, b""))
                wanted += expected(target, unfinished, durable, writes)
            self.assertEqual(done, wanted)

    def test_a_file(self):
        for name in FORMATS:
            self.check(f"-s7 -f {name} -o new", ["here/new"])
        for name in ("new", "old"):
            self.check(f"-s7 -o {name}", [f"here/{name}"])
            self.check(f"-s7 -W700 -H600 -o {name}", [f"here/{name}"])
            self.check(f"-s7 -o ../there/{name}", [f"there/{name}"])
            self.check("-s7 -o {base}/there/" + name, [f"there/{name}"], cwd="/")
        self.check("-s7 -n200 -o new.txt", ["here/new.txt"])
        self.check("-s7 -n3 -o new%%d", ["here/new%d"])
        self.check("-o new", ["here/new"])
        self.check("--tileset-image -o new.png", ["here/new.png"])

    def test_links(self):
        """The file is written where they lead, not beside them."""
        for name, target in (
            ("link", "here/old"), ("far", "there/old"), ("nothing", "there/new"), ("absolute", "there/old"), ("chain", "there/old"),
            ("behind", "there/deep/file"), ("beside", "there/old"), ("door/old", "there/deep/old"),
        ):  # fmt: skip
            self.check(f"-s7 -o {name}", [target])
            self.check(f"-s7 -o here/{name}", [target], cwd=".")
            self.check("-s7 -o {base}/here/" + name, [target], cwd="/")

    def test_patterns(self):
        """Many files are not flushed one by one: that would take minutes."""
        for args, targets in (
            ("-s7 -n3 -o %d", ["here/7", "here/8", "here/9"]),
            ("-s7 -o %03d", ["here/007"]),
            ("-s7 -n3 -o ../there/%d.json", [f"there/{seed}.json" for seed in (7, 8, 9)]),
            ("-s7 -n3 -o level%d", ["here/old", "there/old", "there/new"]),
        ):
            self.check(args, targets, durable=False)

    def test_a_map_that_does_not_exist(self):
        for name in ("new", "old", "far"):
            self.check(f"-s7 --min-rooms 50 -o {name}", [None])


def real_path(path):
    """The path without links. Those of folders only: a file may be gone, or be another one by now."""
    if os.path.isdir(path):
        return os.path.realpath(path)
    return os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))


def expected(target, unfinished, durable, writes):
    """The calls for one file. If its target is None, it is removed instead of renamed."""
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
