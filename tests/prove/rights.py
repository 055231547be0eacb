# SPDX-License-Identifier: MIT
"""-o follows planted links only if the kernel would, and never opens a file to more people.

It runs as root, in its own mount namespace. tests/cli/test_replacing.py tests what needs neither.
"""

import atexit
import ctypes
import errno
import itertools
import os
import shutil
import subprocess
import tempfile
import unittest

from helper import MANY, OLD, ORDINARY_USER, program_for_everyone, read, run, run_many
from helper import run_process, write
from test_replacing import OTHER_GROUP, OTHER_USER, OutputFileCase

PROTECTED = "/proc/sys/fs/protected_symlinks"
CLONE_NEWNS = 0x00020000  # of sched.h
MODE = 0o7777


def setUpModule():
    """Enter a mount namespace of our own, and put temporary files on a file system in memory that
    nobody else sees.
    """
    if os.geteuid() != 0 or ctypes.CDLL(None).unshare(CLONE_NEWNS) != 0:
        raise unittest.SkipTest("it takes root and a mount namespace")
    subprocess.run(["mount", "--make-rprivate", "/"], check=True)
    folder = tempfile.mkdtemp(prefix="dungen-rights-")
    subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", folder], check=True)
    atexit.register(os.rmdir, folder)
    atexit.register(subprocess.run, ["umount", "--lazy", folder], check=True)
    tempfile.tempdir = folder


def run_all(paths, who=0, groups="--clear-groups", under=()):
    """What `dungen -s1 -o PATH` does for each of some paths, by one process of that user, perhaps
    under a command.
    """
    user = ["setpriv", f"--reuid={who}", f"--regid={who}", groups] if who else []
    command = [*user, *under, program_for_everyone(MANY)]
    done = run_many(command, [["-s1", "-o", path] for path in paths], "/")
    return [subprocess.CompletedProcess(path, *result) for path, result in zip(paths, done)]


class Planted(OutputFileCase):
    """Links that others put in folders where everybody may put files."""

    # The name of the output, and the links on its way; those in the shared folder are not ours.
    PATHS = [
        ("shared/link", {"shared/link": "../{target}"}),
        ("first", {"first": "shared/link", "shared/link": "../{target}"}),
        ("shared/door/{target}", {"shared/door": ".."}),
        ("first", {"first": "shared/door/{target}", "shared/door": ".."}),
        ("shared/link", {"shared/link": "../second", "second": "{target}"}),
    ]
    PEOPLE = (0, OTHER_USER, ORDINARY_USER)

    def follows(self, who, path):
        """Whether the kernel lets that user follow the links of the path."""
        done = subprocess.run(
            ["stat", "-L", path],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            user=who,
            group=who,
            extra_groups=[],
            check=False,
        )
        return b"Permission denied" not in done.stderr

    def test_as_the_kernel_decides(self):
        """The program follows what the kernel follows if fs.protected_symlinks is set, whether it
        is set here or not.
        """
        is_set = read(PROTECTED) == b"1\n"
        if not is_set:
            setting = read(PROTECTED).decode()
            print(f"skipped: the kernel's own view of links: {PROTECTED} is {setting}")
        # The owners of the shared folder and of the link there, the folder's mode, the path, and
        # what it leads to.
        modes, targets = (0o1777, 0o1773, 0o1775, 0o777), ("file", "absent")
        cases = list(itertools.product(self.PEOPLE, self.PEOPLE, modes, self.PATHS, targets))
        for who in (0, ORDINARY_USER):
            top = self.folder
            folders = [os.path.join(top, f"{who}-{number}") for number in range(len(cases))]
            paths = [self.plant(folder, who, *case) for folder, case in zip(folders, cases)]
            results = run_all(paths, who)
            for self.folder, case, path, result in zip(folders, cases, paths, results, strict=True):
                owner, planter, mode, (_, links), target = case
                # The rule of fs.protected_symlinks; links to folders on the way are the kernel's
                # alone.
                is_open_to_all = mode & 0o1002 == 0o1002
                is_trusted = planter in (who, owner)
                is_left_to_the_kernel = not is_set and "shared/door" in links
                follows = not is_open_to_all or is_trusted or is_left_to_the_kernel
                with self.subTest((who, *case)):
                    if is_set:
                        self.assertEqual(self.follows(who, path), follows)
                    self.check(result, path, target, follows)
            self.folder = top

    def plant(self, folder, who, owner, planter, mode, way, target):
        """Make a folder with links of which some are in a shared one. Returns the path through
        them.
        """
        path, links = way
        for name in (folder, f"{folder}/shared"):
            os.mkdir(name)
        for link, value in links.items():
            os.symlink(value.format(target=target), f"{folder}/{link}")
            os.lchown(f"{folder}/{link}", *(2 * [planter if link.startswith("shared") else who]))
        os.chown(f"{folder}/shared", owner, owner)
        os.chmod(f"{folder}/shared", mode)
        os.chmod(folder, 0o777)
        self.make(f"{folder}/file", 0o600, who, who)
        return f"{folder}/{path.format(target=target)}"

    def check(self, result, path, target, follows):
        if follows and target == "file":
            self.assertEqual((result.returncode, result.stderr), (0, b""))
            self.assertEqual(read(self.path(target)), self.map)
        elif follows and os.path.islink(path):
            self.assert_message(result, 1, path, "absent, which does not exist")
            self.assertFalse(os.path.exists(self.path("absent")))
        elif follows:
            self.assertEqual((result.returncode, result.stderr), (0, b""))
            self.assertEqual(read(self.path(target)), self.map)
        else:
            self.assert_message(result, 1, path)
            problems = b"Permission denied|cannot follow the link of another user"
            self.assertRegex(result.stderr, problems)
            self.assertFalse(os.path.exists(self.path("absent")))
        if not follows or target != "file":
            self.assertEqual(read(self.path("file")), OLD)
        self.assert_mode("file", 0o600)


class Readers(OutputFileCase):
    """For every mode of the old file: nobody gains a right, except its old and its new owner."""

    GROUPS = ({1000}, {OTHER_GROUP}, {ORDINARY_USER}, {OTHER_GROUP, ORDINARY_USER})
    PEOPLE = list(itertools.product((1000, OTHER_USER, ORDINARY_USER), GROUPS))

    @staticmethod
    def rights(user, groups, status):
        """The permissions of this person, as the bits rwx."""
        if user == status.st_uid:
            return status.st_mode >> 6 & 7
        return (status.st_mode >> 3 if status.st_gid in groups else status.st_mode) & 7

    def count_replaced(self, old_owner, new_owner, *who, **how):
        """How many of 512 files, one of each mode, the program replaces when it is run by somebody:
        see run_all().
        """
        folders = [self.path(f"{mode:03o}") for mode in range(0o1000)]
        for mode, folder in enumerate(folders):
            os.mkdir(folder)
            os.chmod(folder, 0o777)
            # With set-id and sticky bits, in turn.
            self.make(f"{folder}/map", mode | mode % 8 << 9, old_owner, OTHER_GROUP)
        before = [os.stat(f"{folder}/map") for folder in folders]
        results = run_all([f"{folder}/map" for folder in folders], *who, **how)
        for folder, old, result in zip(folders, before, results, strict=True):
            new = os.stat(f"{folder}/map")
            with self.subTest(mode=oct(old.st_mode & MODE)):
                self.assertEqual(os.listdir(folder), ["map"])
                if result.returncode != 0:
                    self.assertEqual((result.returncode, read(f"{folder}/map"), new), (1, OLD, old))
                    continue
                self.assertEqual(read(f"{folder}/map"), self.map)
                self.assertEqual((new.st_uid, new.st_mode & 0o7000), (new_owner, 0))
                for person, groups in self.PEOPLE:
                    if person not in (old.st_uid, new.st_uid):
                        more = self.rights(person, groups, new) & ~self.rights(person, groups, old)
                        self.assertEqual(more, 0, (person, groups, oct(new.st_mode), new.st_gid))
        for folder in folders:
            shutil.rmtree(folder)
        return [result.returncode for result in results].count(0)

    def test_of_root(self):
        self.assertEqual(self.count_replaced(OTHER_USER, OTHER_USER), 512)

    def test_of_root_who_may_not_give_files_away(self):
        under = ["setpriv", "--inh-caps=-chown", "--bounding-set=-chown"]
        self.assertEqual(self.count_replaced(OTHER_USER, 0, under=under), 512)

    def test_of_another_user(self):
        for groups in ("--clear-groups", f"--groups={OTHER_GROUP}"):
            for owner in (OTHER_USER, ORDINARY_USER):
                # Those that this user may write: half of them.
                count = self.count_replaced(owner, ORDINARY_USER, ORDINARY_USER, groups)
                self.assertEqual(count, 256, (groups, owner))

    def test_in_a_user_namespace(self):
        """Root there may write what others may, and cannot give files to a user who has no number
        there.
        """
        under = ["unshare", "--user", "--map-root-user"]
        if run_process("--version", under=under, ordinary=True).returncode != 0:
            self.skipTest("no user namespace may be made here")
        count = self.count_replaced(OTHER_USER, ORDINARY_USER, ORDINARY_USER, under=under)
        self.assertEqual(count, 256)
