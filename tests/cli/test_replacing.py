# SPDX-License-Identifier: MIT
"""-o FILE: what the new file is like, what is refused, and what is written through instead of
replaced.
"""

import contextlib
import errno
import os
import shutil
import stat
import subprocess
import unittest
from typing import NamedTuple

from helper import DUNGEN, OLD, ORDINARY_USER, SANITIZED, TestCase, output_of_process
from helper import read, run, run_process, shell, skip_unless, start, strace, write

AS_ROOT = unittest.skipIf(os.geteuid() != 0, "users and groups other than one's own take root")
OTHER_USER, OTHER_GROUP = 1, 33
# User and group of a file that belongs to whoever runs the program as an ordinary user.
OWN = (ORDINARY_USER, ORDINARY_USER) if os.geteuid() == 0 else (-1, -1)


class OutputFileCase(TestCase):
    def setUp(self):
        super().setUp()
        self.map = self.good("-s1")

    def put(self, target, **how):
        """Write the map to a file, which must succeed."""
        how = {"cwd": self.folder, **how}
        self.assertEqual(output_of_process("-s1", "-o", target, **how), b"")
        self.assert_content(os.path.join(how["cwd"], target), self.map)

    def assert_content(self, path, content):
        """What a file contains, unless its mode keeps an ordinary user from reading it."""
        if os.path.isfile(path) and os.access(path, os.R_OK):
            self.assertEqual(read(path), content)

    def make(self, name, mode, user=-1, group=-1):
        """A file that is there already."""
        write(self.path(name), OLD)
        os.chown(self.path(name), user, group)
        os.chmod(self.path(name), mode)

    def assert_mode(self, name, mode):
        self.assertEqual(oct(os.stat(self.path(name)).st_mode & 0o7777), oct(mode))

    def assert_refused_and_left(self, target, message, *names, **how):
        """Status 1 and this message; the folder holds what it held before."""
        result = run_process("-s1", "-o", target, **{"cwd": self.folder, **how})
        self.assertEqual((result.returncode, result.stdout), (1, b""))
        self.assertEqual(result.stderr.decode(), f"dungen: {message}\n")
        self.assert_holds(*names)
        for name in names:
            self.assert_content(self.path(name), OLD)


class Names(OutputFileCase):
    def assert_named(self, name):
        """A file of this name is created, and then replaced."""
        with self.subTest(name):
            self.put(name)
            self.put(name)
            self.assert_holds(os.path.basename(name))
            os.remove(self.path(name))

    def test_as_long_as_the_system_allows(self):
        for name in ("x" * 255, "x" * 251 + ".txt", "\u00e9" * 127):
            self.assert_named(name)

    def test_with_blanks_and_characters_that_a_shell_would_expand(self):
        for name in (" ", "a b", "\n", "*"):
            self.assert_named(name)

    def test_that_look_like_options(self):
        for name in ("-q", "./-", "./--doors"):
            self.assert_named(name)


class Attributes(OutputFileCase):
    """Mode and group of the new file."""

    def test_mode(self):
        """A new file follows the umask, and one that replaces another keeps its mode."""
        for umask in (0o000, 0o002, 0o022, 0o027, 0o077, 0o777):
            for old in (None, 0o600, 0o640, 0o644, 0o666, 0o755):
                if old:
                    self.make("map", old)
                self.put("map", umask=umask)
                self.assert_mode("map", old or 0o666 & ~umask)
                self.assert_holds("map")
                os.remove(self.path("map"))

    @AS_ROOT
    def test_group_that_the_folder_gives(self):
        os.chown(self.folder, 0, OTHER_GROUP)
        os.chmod(self.folder, 0o2777)
        self.put("map", ordinary=True, umask=0o022)
        self.assertEqual(os.stat(self.path("map")).st_gid, OTHER_GROUP)
        self.assert_mode("map", 0o644)


class Rights(NamedTuple):
    """Who may do what with a file."""

    user: int
    group: int
    mode: int

    def __str__(self):
        return f"user {self.user}, group {self.group}, mode {oct(self.mode)}"


@AS_ROOT
class OwnerAndGroup(OutputFileCase):
    """Owner, group, and mode of the old file, and of the new one."""

    def assert_replaced(self, old, new, **how):
        self.make("map", old.mode, old.user, old.group)
        self.put("map", umask=0o022, **how)
        status = os.stat(self.path("map"))
        found = Rights(status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode))
        self.assertEqual(str(found), str(new), f"the old file had {old}; {how}")
        os.remove(self.path("map"))

    def assert_replaced_by_me(self, old, new, groups=()):
        """An ordinary user who is also in these groups replaces the file."""
        self.assert_replaced(old, new, ordinary=True, extra_groups=list(groups))

    def test_root_keeps_them_but_set_id_and_sticky_bits(self):
        """These bits were the old file's."""
        for mode in (0o640, 0o7777):
            old = Rights(OTHER_USER, OTHER_GROUP, mode)
            self.assert_replaced(old, old._replace(mode=mode & 0o777))

    def test_a_group_that_one_is_in_is_kept(self):
        old = Rights(ORDINARY_USER, OTHER_GROUP, 0o2664)
        self.assert_replaced_by_me(old, old._replace(mode=0o664), groups=[OTHER_GROUP])

    def test_only_the_owner_may_use_it_if_the_group_cannot_be_kept(self):
        for old_mode, new_mode in ((0o640, 0o600), (0o664, 0o600), (0o604, 0o600), (0o6777, 0o700)):
            old = Rights(ORDINARY_USER, OTHER_GROUP, old_mode)
            new = Rights(ORDINARY_USER, ORDINARY_USER, new_mode)
            self.assert_replaced_by_me(old, new)

    def test_only_the_new_owner_may_use_it_if_the_owner_cannot_be_kept(self):
        me, other, group = ORDINARY_USER, OTHER_USER, OTHER_GROUP
        self.assert_replaced_by_me(Rights(other, me, 0o777), Rights(me, me, 0o700))
        self.assert_replaced_by_me(Rights(other, group, 0o606), Rights(me, me, 0o600))
        self.assert_replaced_by_me(Rights(other, group, 0o660), Rights(me, me, 0o600), [group])


class Unwritable(OutputFileCase):
    """A file that may not be written is refused, as the shell refuses `> FILE`."""

    def test_a_file(self):
        """Root may write it; others are refused, also through a link."""
        os.symlink("map", self.path("link"))
        cases = [(0o444, OWN), (0o000, OWN)]
        if os.geteuid() == 0:
            cases.append((0o644, (OTHER_USER, OTHER_GROUP)))
        for mode, owner in cases:
            self.make("map", mode, *owner)
            for name in ("map", "link"):
                why = f"{name}: Permission denied"
                self.assert_refused_and_left(name, why, "link", "map", ordinary=True)
            if os.geteuid() == 0:
                self.put("map")
            os.remove(self.path("map"))

    @AS_ROOT
    @unittest.skipIf(SANITIZED, "sanitizers do not run with the rights of another user")
    def test_the_effective_user_decides(self):
        """A set-user-ID program writes what its owner may."""
        me = {"user": ORDINARY_USER, "group": ORDINARY_USER, "extra_groups": []}
        os.mkdir(self.path("program"))
        os.chmod(self.folder, 0o777)
        program = shutil.copy(DUNGEN, self.path("program", "dungen"))
        os.chown(program, OTHER_USER, OTHER_GROUP)
        os.chmod(program, 0o4755)
        for owner, status in ((OTHER_USER, 0), (ORDINARY_USER, 1)):
            self.make("map", 0o600, owner, OTHER_GROUP)
            command = [program, "-s1", "-o", "map"]
            done = subprocess.run(command, cwd=self.folder, stderr=subprocess.PIPE, **me)
            self.assertEqual(done.returncode, status, (owner, done.stderr))
            self.assertEqual(read(self.path("map")), OLD if status else self.map)

    UNREPLACEABLE = "the file can be written but not replaced"
    HINT = f"{UNREPLACEABLE}, so use > FILE"

    def lock_folder(self):
        """Makes a folder that is not writable, with a map, and a link to that."""
        os.mkdir(self.path("locked"))
        self.make("locked/my map", 0o666)
        os.chmod(self.path("locked"), 0o555)
        self.addCleanup(os.chmod, self.path("locked"), 0o755)
        os.symlink("locked/my map", self.path("link"))

    def assert_refused_and_locked(self, name, why, cwd="."):
        """The same for all files of that folder."""
        how = {"cwd": self.path(cwd), "ordinary": True}
        self.assert_refused_and_left(name, f"{name}: {why}", "link", "locked", **how)
        self.assertEqual(os.listdir(self.path("locked")), ["my map"])
        self.assertEqual(read(self.path("locked/my map")), OLD)

    def test_a_file_in_a_folder_that_is_not_writable(self):
        self.lock_folder()
        why = f"Permission denied; {self.HINT}"
        self.assert_refused_and_locked("locked/my map", why)
        self.assert_refused_and_locked("link", why)
        self.assert_refused_and_locked("my map", why, cwd="locked")

    def test_a_new_file_in_a_folder_that_is_not_writable(self):
        self.lock_folder()
        self.assert_refused_and_locked("locked/new", "Permission denied")

    def test_the_input_itself_in_a_folder_that_is_not_writable(self):
        """The shell would empty the map before it is read, so the message does not suggest it."""
        self.lock_folder()
        write(self.path("locked/my map"), self.map)
        found = run_process("link", "-o", "link", cwd=self.folder, ordinary=True)
        self.assert_message(found, 1, f"link: Permission denied; {self.UNREPLACEABLE}\n")
        self.assertEqual(os.listdir(self.path("locked")), ["my map"])
        self.assertEqual(read(self.path("locked/my map")), self.map)

    @AS_ROOT
    def test_a_file_of_another_user_in_a_sticky_folder(self):
        os.chmod(self.folder, 0o1777)
        self.make("map", 0o666, OTHER_USER, OTHER_GROUP)
        why = f"map: Operation not permitted; {self.HINT}"
        self.assert_refused_and_left("map", why, "map", ordinary=True)

    def assert_refused_if_mounted(self, mounting, why):
        """As in a container: after these commands, the file is another one."""
        skip_unless("unshare", "--mount", "mount", "--bind", self.folder, self.folder)
        self.make("map", 0o644)
        self.make("other", 0o644)
        commands = f'set -e; {mounting}; cd /; cd "$OLDPWD"; exec "$@"'
        under = ["unshare", "--mount", *shell(commands)]
        self.assert_refused_and_left("map", f"map: {why}", "map", "other", under=under)

    @AS_ROOT
    def test_a_mounted_file(self):
        why = f"Device or resource busy; {self.HINT}"
        self.assert_refused_if_mounted("mount --bind other map", why)

    @AS_ROOT
    def test_a_mounted_file_in_a_folder_that_is_mounted_for_reading_only(self):
        read_only = "mount --rbind . .; mount -o remount,bind,ro ."
        why = f"Read-only file system; {self.HINT}"
        self.assert_refused_if_mounted(f"mount --bind other map; {read_only}", why)

    def test_a_name_that_may_not_be_taken(self):
        """The unfinished file can be created but not renamed, as between the layers of some file
        systems.
        """
        self.make("map", 0o644)
        failing = strace("inject=?rename,?renameat,?renameat2:error=EXDEV")
        message = f"map: {os.strerror(errno.EXDEV)}; {self.HINT}"
        self.assert_refused_and_left("map", message, "map", under=failing)


class Links(OutputFileCase):
    """tests/cli/test_order.py has where they lead."""

    @unittest.skipUnless(os.access("/", os.W_OK), "the root folder may not be written")
    def test_in_the_root_folder(self):
        link = f"/dungen-test-{os.getpid()}"
        self.make("map", 0o644)
        os.symlink(self.path("map"), link)
        self.addCleanup(os.remove, link)
        self.put(link)
        self.assertEqual(read(self.path("map")), self.map)

    def test_as_many_as_the_kernel_follows(self):
        """tests/transcripts/files.md has a loop, which it does not follow."""
        self.make("0", 0o644)
        for i in range(40):
            os.symlink(str(i), self.path(str(i + 1)))
        self.put("40")

    def assert_not_followed(self, name, error, **how):
        os.mkdir(self.path("folder"))
        self.make("map", 0o644)
        for link, target in {"link": "map", "folder/link": "../map", "loop": "loop"}.items():
            os.symlink(target, self.path(link))
        names = ("folder", "link", "loop", "map")
        self.assert_refused_and_left(name, f"{name}: {os.strerror(error)}", *names, **how)

    @unittest.skipIf(SANITIZED, "the sanitizer reads a link of its own")
    def test_one_that_cannot_be_read(self):
        """The system opens the file, but does not say where it is."""
        self.make("map", 0o644)
        os.symlink("map", self.path("link"))
        failing = strace("inject=?readlink,?readlinkat:error=EIO")
        message = f"link: {os.strerror(errno.EIO)}"
        self.assert_refused_and_left("link", message, "link", "map", under=failing)

    def test_one_that_leads_nowhere(self):
        """Its target is not created."""
        os.symlink("none", self.path("link"))
        os.symlink("link", self.path("second"))
        for name in ("link", "second"):
            message = f"{name}: is a symbolic link to a file that does not exist"
            self.assert_refused_and_left(name, message, "link", "second")


class WrittenThrough(OutputFileCase):
    """Pipes and devices stay what they are."""

    @AS_ROOT
    def test_a_pipe_of_another_user(self):
        """It is written to if its mode allows that, also in a folder like /tmp."""
        os.chmod(self.folder, 0o1777)
        pipe = self.open_pipe("pipe")
        os.chown(self.path("pipe"), OTHER_USER, OTHER_GROUP)
        os.chmod(self.path("pipe"), 0o4622)
        self.put("pipe", ordinary=True)
        self.assertEqual(pipe.read(), self.map)
        self.assert_mode("pipe", 0o4622)
        os.chmod(self.path("pipe"), 0o600)
        self.assert_refused_and_left("pipe", "pipe: Permission denied", "pipe", ordinary=True)
        self.assertFalse(pipe.read())

    def test_devices(self):
        """As an ordinary user: root could replace them."""
        os.symlink("/dev/null", self.path("link"))
        self.put("link", ordinary=True)
        full = run_process("-s1", "-o", "/dev/full", ordinary=True)
        self.assert_failed(full, "/dev/full", errno.ENOSPC)
        for device in ("/dev/null", "/dev/full"):
            self.assertTrue(stat.S_ISCHR(os.stat(device).st_mode))
        self.assertTrue(os.path.islink(self.path("link")))
        self.assert_holds("link")


class ManyFiles(OutputFileCase):
    @unittest.skipIf(SANITIZED, "the sanitizer needs descriptors of its own")
    def test_a_batch_over_old_files_needs_few_descriptors(self):
        few = shell('ulimit -n 8; exec "$@"')
        for _ in ("new", "old"):
            output_of_process("-s1", "-n20", "-o", "%i", cwd=self.folder, under=few)
        self.assertEqual(read(self.path("20")), self.good("-s20"))


class FullDisk(OutputFileCase):
    @AS_ROOT
    def test_leaves_the_old_file(self):
        """On a disk of 64 kB, a map of 1 MB does not appear, and nothing else stays."""
        skip_unless("unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt")
        mounting = 'set -e; mount -t tmpfs -o size=64k tmpfs .; cd /; cd "$OLDPWD"; echo old > map'
        looking = 'set +e; "$@"; echo $?; ls -A; cat map'
        under = ["unshare", "--mount", *shell(f"{mounting}; {looking}")]
        for name in ("map", "new", "%d"):
            result = run_process("-s1", "-W1000", "-H1000", "-o", name, cwd=self.folder, under=under)
            self.assertEqual(result.stdout, b"1\nmap\nold\n", name)
            self.assertRegex(result.stderr.decode(), r"\Adungen: \w+: No space left on device\n\Z")


class TwoWriters(OutputFileCase):
    def test_of_one_pattern(self):
        """Both batches write all of their maps, and every file is that of one of them."""
        batches = [["-n300", f"-s{seed}", "-o", "%i", "-q"] for seed in (1, 1001)]
        with contextlib.ExitStack() as stack:
            runs = [stack.enter_context(start(*batch, cwd=self.folder)) for batch in batches]
            for run in runs:
                self.assertEqual((run.communicate(), run.returncode), ((b"", b""), 0))
        self.assert_holds(*map(str, range(1, 301)))
        for number in (1, 150, 300):
            maps = [self.good("-s", str(number + before)) for before in (0, 1000)]
            self.assertIn(read(self.path(str(number))), maps)

    def test_of_one_file(self):
        """Whoever finishes last wins, and a reader finds one of the maps at any time."""
        self.make("map", 0o644)
        large = [["-q", f"-s{seed}", "-W500", "-H500"] for seed in (1, 2)]
        maps = {self.good(*args) for args in large}
        for _ in range(20):
            with contextlib.ExitStack() as stack:
                starts = [start(*args, "-o", "map", cwd=self.folder) for args in large]
                runs = [stack.enter_context(process) for process in starts]
                while any(process.poll() is None for process in runs):
                    self.assertIn(read(self.path("map")), maps | {OLD})
                for process in runs:
                    self.assertEqual((process.communicate(), process.returncode), ((b"", b""), 0))
            self.assertIn(read(self.path("map")), maps)
            self.assert_holds("map")
