# SPDX-License-Identifier: MIT
"""-o never opens a file to more people.

It runs as root, in its own mount namespace. tests/cli/test_replacing.py tests what needs neither.
"""

import atexit
import ctypes
import itertools
import os
import shutil
import subprocess
import tempfile
import unittest

from helper import MANY, OLD, ORDINARY_USER, program_for_everyone, read, run_many, run_process
from test_replacing import OTHER_GROUP, OTHER_USER, OutputFileCase

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
