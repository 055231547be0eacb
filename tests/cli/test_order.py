# SPDX-License-Identifier: MIT
"""A file is written beside its place, flushed to disk, closed and renamed, and then its folder is
flushed. @smoke @once

strace shows the calls, for each way that -o leads to a file.
"""

import os
import re
import subprocess

from help_text import FORMATS
from helper import OLD, TestCase, read, run_process, strace, write

# The calls, each of which may have other names beside this one, such as openat, pwrite64, fdatasync
# or renameat2.
CALLS = "open", "write", "sync", "close", "rename", "unlink"
# Those whose arguments are names of files. The others have descriptors.
CALLS_WITH_NAMES = "open", "create", "rename", "unlink"

# The folders `here` and `there` have a file `old` each; these links are in `here`.
LINKS = {
    "link": "old",
    "far": "../there/old",
    "absolute": "{base}/there/old",
    "chain": "far",
    "door": "../there/deep",
    "beside": "door/../old",
    "level7": "old",
    "level8": "../there/old",
}


# How a file is written, after it was created.
STEPS = ("write", "sync", "close", "rename", "sync folder")


def calls_of(target, steps):
    """The calls that create a file and write it in these steps."""
    folder = os.path.dirname(target)
    unfinished = f"{folder}/.dungen"
    yield "create", unfinished
    for step in steps:
        if step == "sync folder":
            yield from [("open", folder), ("sync", folder), ("close", folder)]
        elif step == "rename":
            yield step, unfinished, target
        else:
            yield step, unfinished


class Order(TestCase):
    def calls(self, args, cwd, base):
        """The calls about folders and unfinished files, in order: the name of each and its paths,
        from the base folder.

        The random end of the name of an unfinished file is left out, and so are further writes
        after a first.
        """
        log = os.path.join(base, "log")
        under = [*strace(f"trace=/{'|'.join(CALLS)}", trace=log), "-y", "-s", "4"]
        nowhere = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        run_process("-q", *args, cwd=cwd, under=under, **nowhere)
        lines = read(log).decode("utf-8", "replace")
        found = []
        for name, arguments in re.findall(r"^(\w+)\((.*)\) += ", lines, re.MULTILINE):
            if "O_EXCL" in arguments:
                name = "create"
            else:
                name = next(call for call in CALLS if call in name)
            # Names are in quotation marks, and strace -y shows what a descriptor leads to.
            path_pattern = r'"(.*?)"' if name in CALLS_WITH_NAMES else r"<(.*?)>"
            paths = re.findall(path_pattern, arguments)
            paths = [real_path(os.path.join(cwd, path)) for path in paths]
            if not paths or not paths[0].startswith(base + "/"):
                continue
            is_unfinished = re.search(r"/\.dungen\.\w{6}$", paths[0])
            if not is_unfinished and not os.path.isdir(paths[0]):
                continue
            names = [re.sub(r"(/\.dungen)\.\w{6}$", r"\1", path) for path in paths]
            call = (name, *(name[len(base) + 1 :] for name in names))
            if name != "write" or call not in found[-1:]:
                found.append(call)
        return found

    def check(self, args, targets, cwd="here", steps=STEPS):
        """Each target is written in these steps."""
        base = os.path.realpath(self.path(str(len(os.listdir(self.folder)))))
        for name in ("here", "there", "there/deep"):
            os.makedirs(os.path.join(base, name))
            write(os.path.join(base, name, "old"), OLD)
        for name, target in LINKS.items():
            os.symlink(target.format(base=base), os.path.join(base, "here", name))
        expected = [call for target in targets for call in calls_of(target, steps)]
        words = [arg.format(base=base) for arg in args.split()]
        found = self.calls(words, os.path.join(base, cwd), base)
        self.assertEqual(found, expected, (args, cwd))
        for target in targets if "rename" in steps else ():
            self.assertNotIn(read(os.path.join(base, target)), (OLD, b""))

    def test_each_format(self):
        for name in FORMATS:
            self.check(f"-s7 -f {name} -o new", ["here/new"])

    def test_new_and_old_files_in_any_folder(self):
        for name in ("new", "old"):
            self.check(f"-s7 -o {name}", [f"here/{name}"])
            self.check(f"-s7 -W700 -H600 -o {name}", [f"here/{name}"])
            self.check(f"-s7 -o ../there/{name}", [f"there/{name}"])
            self.check("-s7 -o {base}/there/" + name, [f"there/{name}"], cwd="/")

    def test_a_batch_in_one_file(self):
        self.check("-s7 -n3 -o new%%d", ["here/new%d"])

    def test_a_random_seed(self):
        self.check("-o new", ["here/new"])

    def test_the_tileset_image(self):
        self.check("--tileset-image -o new.png", ["here/new.png"])

    def test_links(self):
        """The file is written where they lead, not beside them."""
        for name, target in (
            ("link", "here/old"),
            ("far", "there/old"),
            ("absolute", "there/old"),
            ("chain", "there/old"),
            ("beside", "there/old"),
            ("door/old", "there/deep/old"),
        ):
            self.check(f"-s7 -o {name}", [target])
            self.check(f"-s7 -o here/{name}", [target], cwd=".")
            self.check("-s7 -o {base}/here/" + name, [target], cwd="/")

    def test_patterns(self):
        """Many files are not flushed one by one: that would take minutes."""
        for args, targets in (
            ("-s7 -n3 -o %d", ["here/7", "here/8", "here/9"]),
            ("-s7 -n3 -o ../there/%d.json", [f"there/{seed}.json" for seed in (7, 8, 9)]),
            ("-s7 -n3 -o level%d", ["here/old", "there/old", "here/level9"]),
        ):
            self.check(args, targets, steps=("write", "close", "rename"))

    def test_a_map_that_does_not_exist(self):
        for name, target in (("new", "here/new"), ("old", "here/old"), ("far", "there/old")):
            self.check(f"-s7 --min-rooms 50 -o {name}", [target], steps=("close", "unlink"))


def real_path(path):
    """The path without links to folders. A file may be gone, or be another one by now."""
    if os.path.isdir(path):
        return os.path.realpath(path)
    return os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))
