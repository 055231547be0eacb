#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What -o does where rights are at stake is what the kernel would allow, and never opens a file to more people.

    tests/prove/rights.py                          everything
    tests/prove/rights.py Readers Mounts.test_x    some classes or tests

As root, in a mount namespace of its own; tests/cli/test_replacing.py has what needs none.
"""

import atexit
import contextlib
import errno
import itertools
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
for folder in ("lib", "cli"):
    sys.path.insert(0, os.path.join(HERE, "..", folder))
import calls
import run as runner
from helper import OLD, ORDINARY_USER, program_for_everyone, read, run, write
from test_replacing import OTHER_GROUP, OTHER_USER, OutputFileCase

PROTECTED = "/proc/sys/fs/protected_symlinks"
NAMESPACE = ["unshare", "--mount", "--propagation", "private"]
MODE = 0o7777


def as_user(user, function):
    """What a function returns, a number from 0 to 255, in a process of that user."""
    child = os.fork()
    if child == 0:
        status = 255
        try:
            if user != 0:
                os.setgroups([])
                os.setresgid(user, user, user)
                os.setresuid(user, user, user)
            status = function()
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


class Planted(OutputFileCase):
    """Links that others put in folders where everybody may put files."""

    SHARED_MODES = (0o1777, 0o1773, 0o1775, 0o777)
    # The name of the output, the links on its way, and the one of them that is in the shared folder and not ours.
    PATHS = [
        ("shared/link", {"shared/link": "../{target}"}),
        ("first", {"first": "shared/link", "shared/link": "../{target}"}),
        ("shared/door/{target}", {"shared/door": ".."}),
        ("first", {"first": "shared/door/{target}", "shared/door": ".."}),
        ("shared/link", {"shared/link": "../second", "second": "{target}"}),
    ]

    # Who runs the program, the owners of the shared folder and of the link there, the folder's mode, the path, and what
    # it leads to.
    CASES = list(
        itertools.product(
            (0, ORDINARY_USER),
            (0, OTHER_USER, ORDINARY_USER),
            (0, OTHER_USER, ORDINARY_USER),
            SHARED_MODES,
            PATHS,
            ("file", "absent"),
        )
    )

    @contextlib.contextmanager
    def laid_out(self, who, owner, planter, mode, path, target):
        """The files of a case are there; gives the path as it is given to the program."""
        path, links = path
        os.mkdir(self.path("shared"))
        for link, value in links.items():
            os.symlink(value.format(target=target), self.path(link))
            os.lchown(self.path(link), *(2 * [planter if link.startswith("shared") else who]))
        os.chown(self.path("shared"), owner, owner)
        os.chmod(self.path("shared"), mode)
        self.make("file", 0o600, who, who)
        try:
            yield path.format(target=target)
        finally:
            shutil.rmtree(self.path("shared"))
            for name in os.listdir(self.folder):
                os.remove(self.path(name))

    def follows(self, who, path):
        """Whether the kernel lets that user follow the links of the path."""

        def look():
            try:
                os.stat(self.path(path))
            except FileNotFoundError:
                pass
            except PermissionError:
                return 1
            return 0

        return as_user(who, look) == 0

    @staticmethod
    def rule(who, owner, planter, mode):
        """That of fs.protected_symlinks."""
        return mode & 0o1002 != 0o1002 or planter in (who, owner)

    def test_as_the_kernel_decides(self):
        """The program follows what the kernel follows if fs.protected_symlinks is set, whether it is set here or not."""
        is_set = read(PROTECTED) == b"1\n"
        if not is_set:
            print(f"skipped: the kernel's own view of links: {PROTECTED} is {read(PROTECTED).decode()}")
        for who, owner, planter, mode, path, target in self.CASES:
            case = (who, owner, planter, mode, path, target)
            # Links to folders on the way are the kernel's alone.
            follows = self.rule(who, owner, planter, mode) or (not is_set and "shared/door" in path[1])
            with self.subTest(case), self.laid_out(*case) as name:
                if is_set:
                    self.assertEqual(self.follows(who, name), follows)
                self.check(name, who=who, target=target, follows=follows)

    def check(self, path, who, target, follows):
        result = run("-s1", "-o", path, cwd=self.folder, ordinary=who != 0)
        if follows:
            self.assertEqual((result.returncode, result.stderr), (0, b""))
            self.assertEqual(read(self.path(target)), self.map)
        else:
            self.assert_failed(result, path, errno.EACCES)
            self.assertFalse(os.path.exists(self.path("absent")))
        if not follows or target != "file":
            self.assertEqual(read(self.path("file")), OLD)
        self.assertEqual(oct(os.stat(self.path("file")).st_mode & MODE), "0o600")


class Readers(OutputFileCase):
    """All modes of the old file: who could not read, write or run it cannot now, but for those who own it or did."""

    PEOPLE = [
        (user, groups)
        for user in (1000, OTHER_USER, ORDINARY_USER)
        for groups in ({1000}, {OTHER_GROUP}, {ORDINARY_USER}, {OTHER_GROUP, ORDINARY_USER})
    ]

    @staticmethod
    def rights(user, groups, status):
        """As bits, rwx."""
        if user == status.st_uid:
            return status.st_mode >> 6 & 7
        return (status.st_mode >> 3 if status.st_gid in groups else status.st_mode) & 7

    def setUp(self):
        super().setUp()
        calls.start()
        for folder in (calls.BASE, calls.PROGRAMS):
            os.chmod(folder, 0o755)
        self.program = program_for_everyone()
        os.mkdir(self.path("maps"))
        os.chmod(self.path("maps"), 0o777)

    def run_all_modes(self, old_owner, old_group, keeps_owner, under=(), **user):
        injector = calls.Injector([self.program, "-s1", "-o", "map"], under=under, **user)
        self.addCleanup(injector.close)
        replaced = 0
        for mode in range(0o1000):
            # With set-id and sticky bits, in turn.
            self.make("maps/map", mode | mode % 8 << 9, old_owner, old_group)
            old = os.stat(self.path("maps/map"))
            status, _ = injector.run([self.path("maps")])
            new = os.stat(self.path("maps/map"))
            with self.subTest(mode=oct(old.st_mode & MODE)):
                self.assertEqual(os.listdir(self.path("maps")), ["map"])
                if status != 0:
                    self.assertEqual((status, read(self.path("maps/map")), new), (1, OLD, old))
                    continue
                replaced += 1
                self.assertEqual(read(self.path("maps/map")), self.map)
                self.assertEqual(new.st_mode & 0o7000, 0)
                self.assertEqual(new.st_uid, old_owner if keeps_owner else user.get("user", 0))
                for person, groups in self.PEOPLE:
                    if person not in (old.st_uid, new.st_uid):
                        more = self.rights(person, groups, new) & ~self.rights(person, groups, old)
                        self.assertEqual(more, 0, (person, groups, oct(new.st_mode), new.st_gid))
            os.remove(self.path("maps/map"))
        return replaced

    def test_of_root(self):
        self.assertEqual(self.run_all_modes(OTHER_USER, OTHER_GROUP, True), 512)

    def test_of_root_who_may_not_give_files_away(self):
        under = ["setpriv", "--inh-caps=-chown", "--bounding-set=-chown"]
        self.assertEqual(self.run_all_modes(OTHER_USER, OTHER_GROUP, False, under=under), 512)

    def test_of_another_user(self):
        me = {"user": ORDINARY_USER, "group": ORDINARY_USER}
        for groups in ([], [OTHER_GROUP]):
            for owner in (OTHER_USER, ORDINARY_USER):
                # Those that this user may write: half of them.
                kept = owner == ORDINARY_USER
                self.assertEqual(self.run_all_modes(owner, OTHER_GROUP, kept, extra_groups=groups, **me), 256)

    def test_in_a_user_namespace(self):
        """Root there may write what others may, and cannot give files to a user who has no number there."""
        under = ["unshare", "--user", "--map-root-user"]
        me = {"user": ORDINARY_USER, "group": ORDINARY_USER, "extra_groups": []}
        if subprocess.run([*under, "true"], stderr=subprocess.DEVNULL, check=False, **me).returncode != 0:
            self.skipTest("no user namespace may be made here")
        self.assertEqual(self.run_all_modes(OTHER_USER, OTHER_GROUP, False, under=under, **me), 256)


class Kinds(OutputFileCase):
    """What has more than one name, or is no regular file."""

    def test_a_hard_link(self):
        """The other name keeps the old file: nothing is written in place."""
        self.make("map", 0o644, OTHER_USER, OTHER_GROUP)
        os.link(self.path("map"), self.path("other"))
        number = os.stat(self.path("other")).st_ino
        self.put("map")
        status = os.stat(self.path("other"))
        self.assertEqual((read(self.path("other")), status.st_ino, status.st_nlink), (OLD, number, 1))
        self.assertEqual((status.st_uid, oct(status.st_mode & MODE)), (OTHER_USER, "0o644"))
        self.assertEqual(read(self.path("map")), self.map)

    def test_a_folder_that_gives_its_group(self):
        os.mkdir(self.path("maps"))
        os.chown(self.path("maps"), 0, OTHER_GROUP)
        os.chmod(self.path("maps"), 0o2777)
        for who in (0, ORDINARY_USER):
            self.put("maps/map", ordinary=who != 0, umask=0o022)
            status = os.stat(self.path("maps/map"))
            self.assertEqual((status.st_uid, status.st_gid, oct(status.st_mode & MODE)), (who, OTHER_GROUP, "0o644"))
            os.remove(self.path("maps/map"))

    def test_named_pipes(self):
        """One that may be written is, whoever owns it and wherever it is; no other is touched."""
        for shared, owner, mode in itertools.product(
            (0o1777, 0o777), (0, OTHER_USER, ORDINARY_USER), (0o600, 0o622, 0o4622)
        ):
            with self.subTest(shared=oct(shared), owner=owner, mode=oct(mode)):
                os.mkdir(self.path("shared"))
                os.chmod(self.path("shared"), shared)
                os.mkfifo(self.path("shared/pipe"))
                os.chown(self.path("shared/pipe"), owner, owner)
                os.chmod(self.path("shared/pipe"), mode)
                before = os.stat(self.path("shared/pipe"))
                with open(os.open(self.path("shared/pipe"), os.O_RDONLY | os.O_NONBLOCK), "rb", buffering=0) as pipe:
                    result = run("-s1", "-o", "shared/pipe", cwd=self.folder, ordinary=True)
                    written = pipe.read() or b""
                if owner == ORDINARY_USER or mode & 0o002:
                    self.assertEqual((result.returncode, result.stderr, written), (0, b"", self.map))
                else:
                    self.assert_failed(result, "shared/pipe", errno.EACCES)
                    self.assertEqual(written, b"")
                after = os.stat(self.path("shared/pipe"))
                self.assertEqual((after.st_ino, after.st_mode, after.st_uid), (before.st_ino, before.st_mode, owner))
                self.assertTrue(stat.S_ISFIFO(after.st_mode))
                self.assertEqual(os.listdir(self.path("shared")), ["pipe"])
                shutil.rmtree(self.path("shared"))

    def change_attribute(self, change, name):
        done = subprocess.run(["chattr", change, self.path(name)], stderr=subprocess.DEVNULL, check=False)
        if done.returncode != 0:
            self.skipTest("this file system has no such attributes")

    def test_a_file_that_may_only_be_appended_to(self):
        for attribute in "ai":
            self.make("map", 0o644)
            self.change_attribute(f"+{attribute}", "map")
            self.addCleanup(subprocess.run, ["chattr", f"-{attribute}", self.path("map")], stderr=subprocess.DEVNULL)
            result = run("-s1", "-o", "map", cwd=self.folder)
            self.assertEqual((result.returncode, result.stdout), (1, b""))
            self.assertRegex(result.stderr.decode(), r"\Adungen: (map|\.): Operation not permitted.*\n\Z")
            self.assert_holds("map")
            self.assertEqual(read(self.path("map")), OLD)
            self.change_attribute(f"-{attribute}", "map")

    def test_a_folder_where_nothing_may_be_renamed(self):
        """Nor removed: what is left behind is named."""
        os.mkdir(self.path("maps"))
        self.change_attribute("+a", "maps")
        self.addCleanup(subprocess.run, ["chattr", "-a", self.path("maps")])
        result = run("-s1", "-o", "maps/map", cwd=self.folder)
        [left] = os.listdir(self.path("maps"))
        why = os.strerror(errno.EPERM)
        self.assert_message(result, 1, f"maps/map: {why}; maps/{left} is left behind")


class Mounts(OutputFileCase):
    """File systems that are mounted with less than all rights."""

    def mount(self, name, options):
        """A folder that is there again, with these options."""
        path = self.path(name)
        subprocess.run(["mount", "--bind", path, path], check=True)
        self.addCleanup(subprocess.run, ["umount", path], check=True)
        done = subprocess.run(["mount", "-o", f"remount,bind,{options}", path], stderr=subprocess.PIPE, check=False)
        if done.returncode != 0:
            self.skipTest(f"mount: {done.stderr.decode()}")

    def test_a_read_only_one(self):
        """By a path, and by links from outside; links in it lead out."""
        for name in ("locked", "locked/deep"):
            os.mkdir(self.path(name))
        for name in ("locked/map", "locked/deep/map"):
            self.make(name, 0o666)
        os.symlink("../map", self.path("locked/out"))
        os.symlink("locked/map", self.path("link"))
        os.symlink("locked/new", self.path("link-to-new"))
        os.symlink("locked/deep", self.path("door"))
        self.mount("locked", "ro")
        for path in ("locked/map", "locked/new", "locked/deep/map", "link", "link-to-new", "door/map", "door/new"):
            for ordinary in (False, True):
                with self.subTest(path=path, ordinary=ordinary):
                    result = run("-s1", "-o", path, cwd=self.folder, ordinary=ordinary)
                    self.assert_message(result, 1, os.strerror(errno.EROFS))
                    self.assert_holds("door", "link", "link-to-new", "locked")
        for ordinary in (False, True):
            self.put("locked/out", ordinary=ordinary)
            self.assertEqual(read(self.path("map")), self.map)
            os.remove(self.path("map"))
        self.assertEqual(sorted(os.listdir(self.path("locked"))), ["deep", "map", "out"])
        for name in ("locked/map", "locked/deep/map"):
            self.assertEqual(read(self.path(name)), OLD)

    def test_one_whose_links_are_not_followed(self):
        os.mkdir(self.path("maps"))
        self.make("maps/map", 0o644)
        os.symlink("map", self.path("maps/link"))
        self.mount("maps", "nosymfollow")
        self.assert_refused_and_left("maps/link", "maps/link: Too many levels of symbolic links", "maps")
        self.assertEqual(read(self.path("maps/map")), OLD)
        self.put("maps/map")
        self.assertEqual(read(self.path("maps/map")), self.map)

    def test_one_without_devices(self):
        os.mkdir(self.path("maps"))
        os.mknod(self.path("maps/null"), stat.S_IFCHR | 0o666, os.makedev(1, 3))
        self.put("maps/null")
        self.mount("maps", "nodev")
        self.assert_refused_and_left("maps/null", "maps/null: Permission denied", "maps")
        self.assertTrue(stat.S_ISCHR(os.stat(self.path("maps/null")).st_mode))
        self.assertEqual(os.listdir(self.path("maps")), ["null"])


    def test_two_files_of_one_number(self):
        """Only the file system tells them apart: what another process has open is not our own standard output."""
        numbers = []
        for name in ("ours", "theirs"):
            os.mkdir(self.path(name))
            subprocess.run(["mount", "-t", "tmpfs", "tmpfs", self.path(name)], check=True)
            self.addCleanup(subprocess.run, ["umount", self.path(name)], check=True)
            write(self.path(name, "log"), b"first\n")
            numbers.append(os.stat(self.path(name, "log")).st_ino)
        if len(set(numbers)) > 1:
            self.skipTest("files of two file systems have numbers of their own here")
        with open(self.path("theirs/log"), "ab") as log, open(self.path("ours/log"), "ab") as own:
            with subprocess.Popen("cat", stdin=subprocess.PIPE, stdout=log) as other:
                self.good("-s1", "-o", f"/proc/{other.pid}/fd/1", stdout=own)
        self.assertEqual(read(self.path("ours/log")), b"first\n")
        self.assertEqual(read(self.path("theirs/log")), b"first\n" + self.map)


def use_memory():
    """Lets temporary files be on a file system that nobody else sees, and which does not wait for a disk."""
    folder = tempfile.mkdtemp(prefix="dungen-rights-")
    subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", folder], check=True)
    atexit.register(os.rmdir, folder)
    atexit.register(subprocess.run, ["umount", "--lazy", folder], check=True)
    tempfile.tempdir = folder


def main(names):
    if (
        os.geteuid() != 0
        or subprocess.run([*NAMESPACE, "true"], stderr=subprocess.DEVNULL, check=False).returncode != 0
    ):
        print("skipped: everything: it takes root and a mount namespace\n0 passed, 0 failed")
        return 0
    if "--inside" not in names:
        inside = [*NAMESPACE, sys.executable, os.path.abspath(__file__), "--inside", *names]
        return subprocess.run(inside, check=False).returncode
    names = [name for name in names if name != "--inside"]
    module, loader = sys.modules[__name__], unittest.defaultTestLoader
    cases = [Planted, Readers, Kinds, Mounts]
    tests = (
        loader.loadTestsFromNames(names, module)
        if names
        else unittest.TestSuite(map(loader.loadTestsFromTestCase, cases))
    )
    use_memory()
    return runner.run(tests)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
