# SPDX-License-Identifier: MIT
"""-o FILE: what the new file is like, what is refused, and what is written through instead of
replaced.
"""

import contextlib
import errno
import itertools
import os
import shutil
import signal
import stat
import subprocess
import unittest
from typing import NamedTuple

from helper import DUNGEN, OLD, ORDINARY_USER, SANITIZED, TIME_LIMIT, TestCase
from helper import output_of_process, preloaded, read, run, run_process, shell
from helper import skip_unless, start, strace, write
import posix_acl

AS_ROOT = unittest.skipIf(os.geteuid() != 0, "users and groups other than one's own take root")
OTHER_USER, OTHER_GROUP = 1, 33
# User and group of a file that belongs to whoever runs the program as an ordinary user.
OWN = (ORDINARY_USER, ORDINARY_USER) if os.geteuid() == 0 else (-1, -1)
# The kernel seems to follow every link.
FOLLOWED = {**os.environ, **preloaded("blind_stat")}
# The calls that look at a file by its name.
LOOKS = "%%stat,?faccessat,?faccessat2,openat,fgetxattr,?readlink,?readlinkat"


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

    def test_one_that_leaves_no_room_is_cut_at_a_character(self):
        """This is about the name of the unfinished file, which stays if it cannot be removed."""
        failing = strace("inject=fsync:error=EIO", "inject=?unlink,?unlinkat:error=EACCES")
        for name in ("\u00e9" * 127, "x" + "\u00e9" * 127, "\U0001f409" * 63, "x" * 255):
            with self.subTest(name):
                result = run_process("-s1", "-o", name, cwd=self.folder, under=failing)
                self.assertEqual(result.returncode, 1, result.stderr)
                [left] = os.listdir(os.fsencode(self.folder))
                self.assertRegex(left.decode("utf-8"), rf"\A\.[{name[:2]}]+\.\w{{6}}\Z")
                self.assertGreater(len(left), 255 - 4)
                os.remove(os.path.join(os.fsencode(self.folder), left))


class Attributes(OutputFileCase):
    """Mode, owner, group and ACL of the new file."""

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

    def set_acl(self, name, kind, acl):
        try:
            os.setxattr(self.path(name), kind, acl)
        except OSError as error:
            if error.errno == errno.EOPNOTSUPP:
                self.skipTest("this file system has no ACLs")
            raise

    def test_acl(self):
        for users in (1, 500):
            acl = posix_acl.build(0, OTHER_USER, 4, users)
            # A file of the second mode can be written and not read.
            for mode in (0o600, 0o200):
                self.make("map", mode, *OWN)
                self.set_acl("map", posix_acl.ACCESS, acl)
                os.chmod(self.path("map"), mode)
                acl = posix_acl.find(self.path("map"))
                self.put("map", ordinary=True)
                self.assertEqual(posix_acl.find(self.path("map")), acl)
                os.remove(self.path("map"))

    def test_acl_of_the_folder(self):
        """New files inherit the folder's ACL, but not one that replaces a file without."""
        self.make("map", 0o640)
        self.set_acl(".", posix_acl.DEFAULT, posix_acl.build(6, OTHER_USER, 6))
        self.put("map")
        self.assertIsNone(posix_acl.find(self.path("map")))
        self.assert_mode("map", 0o640)

    def test_where_there_are_no_acls(self):
        for error in ("EOPNOTSUPP", "ENOSYS"):
            self.make("map", 0o640)
            self.put("map", under=strace(f"inject=fgetxattr,fsetxattr,fremovexattr:error={error}"))
            self.assert_mode("map", 0o640)

    def test_acl_that_cannot_be_kept(self):
        """The group's bits are a mask then. Nobody knows whom the ACL named, so only the owner
        keeps rights.
        """
        cases = [((-1, -1), {"under": strace("inject=fsetxattr:error=EPERM")})]
        if os.geteuid() == 0:
            in_the_group = {"ordinary": True, "extra_groups": [OTHER_GROUP]}
            cases.append(((OTHER_USER, OTHER_GROUP), in_the_group))
        for owner, how in cases:
            self.make("map", 0o660, *owner)
            self.set_acl("map", posix_acl.ACCESS, posix_acl.build(0, ORDINARY_USER, 6))
            self.put("map", **how)
            self.assertIsNone(posix_acl.find(self.path("map")))
            self.assert_mode("map", 0o600)


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

    def test_neither_group_gets_more_if_the_group_cannot_be_kept(self):
        """More than it had, as a group or among the others."""
        for old_mode, new_mode in (
            (0o640, 0o600),
            (0o664, 0o644),
            (0o604, 0o600),
            (0o6646, 0o644),
        ):
            old = Rights(ORDINARY_USER, OTHER_GROUP, old_mode)
            new = Rights(ORDINARY_USER, ORDINARY_USER, new_mode)
            self.assert_replaced_by_me(old, new)

    def test_as_open_as_a_new_file_at_most_if_the_owner_cannot_be_kept(self):
        me, other, group = ORDINARY_USER, OTHER_USER, OTHER_GROUP
        self.assert_replaced_by_me(Rights(other, me, 0o777), Rights(me, me, 0o644))
        self.assert_replaced_by_me(Rights(other, group, 0o606), Rights(me, me, 0o600))
        in_both = {"groups": [group]}
        self.assert_replaced_by_me(Rights(other, group, 0o660), Rights(me, group, 0o640), **in_both)


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
        """A set-user-ID program writes what its owner may, and follows its owner's links in a
        folder like /tmp.
        """
        me = {"user": ORDINARY_USER, "group": ORDINARY_USER, "extra_groups": []}
        for name, mode in (("program", 0o755), ("shared", 0o1777)):
            os.mkdir(self.path(name))
            os.chmod(self.path(name), mode)
        program = shutil.copy(DUNGEN, self.path("program", "dungen"))
        os.chown(program, OTHER_USER, OTHER_GROUP)
        os.chmod(program, 0o4755)
        for owner, status in ((OTHER_USER, 0), (ORDINARY_USER, 1)):
            self.make("map", 0o600, owner, OTHER_GROUP)
            os.symlink("/dev/null", self.path("shared/link"))
            os.lchown(self.path("shared/link"), owner, OTHER_GROUP)
            for name in ("map", "shared/link"):
                command = [program, "-s1", "-o", name]
                done = subprocess.run(command, cwd=self.folder, stderr=subprocess.PIPE, **me)
                self.assertEqual(done.returncode, status, (owner, name, done.stderr))
            self.assertEqual(read(self.path("map")), OLD if status else self.map)
            os.remove(self.path("shared/link"))

    UNWRITABLE = "the folder is not writable, so use > FILE"
    UNREPLACEABLE = "the file cannot be replaced, so use > FILE"

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
        why = f"Permission denied; {self.UNWRITABLE}"
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
        found = run_process("-i", "link", "-o", "link", cwd=self.folder, ordinary=True)
        self.assert_message(found, 1, "link: Permission denied; the folder is not writable\n")
        self.assertEqual(os.listdir(self.path("locked")), ["my map"])
        self.assertEqual(read(self.path("locked/my map")), self.map)

    @AS_ROOT
    def test_a_file_of_another_user_in_a_sticky_folder(self):
        os.chmod(self.folder, 0o1777)
        self.make("map", 0o666, OTHER_USER, OTHER_GROUP)
        why = f"map: Operation not permitted; {self.UNWRITABLE}"
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
        why = f"Device or resource busy; {self.UNREPLACEABLE}"
        self.assert_refused_if_mounted("mount --bind other map", why)

    @AS_ROOT
    def test_a_mounted_file_in_a_folder_that_is_mounted_for_reading_only(self):
        read_only = "mount --rbind . .; mount -o remount,bind,ro ."
        why = f"Read-only file system; {self.UNWRITABLE}"
        self.assert_refused_if_mounted(f"mount --bind other map; {read_only}", why)

    def test_a_name_that_may_not_be_taken(self):
        """The unfinished file can be created but not renamed, as between the layers of some file
        systems.
        """
        self.make("map", 0o644)
        failing = strace("inject=?rename,?renameat,?renameat2:error=EXDEV")
        message = f"map: {os.strerror(errno.EXDEV)}; {self.UNREPLACEABLE}"
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

    def test_one_that_cannot_be_read(self):
        failing = strace("inject=?readlink,?readlinkat:error=EIO", path="folder/link")
        self.assert_not_followed("folder/link", errno.EIO, under=failing)

    def test_one_whose_folder_cannot_be_examined(self):
        """Somebody else might have planted the link there."""
        failing = strace("inject=%%stat:error=EIO", path="folder")
        self.assert_not_followed("folder/link", errno.EIO, under=failing)

    def test_a_loop_that_the_kernel_did_not_see(self):
        """As if links changed while they are followed."""
        self.assert_not_followed("loop", errno.ELOOP, env=FOLLOWED)

    @AS_ROOT
    def test_one_that_was_planted_after_the_kernel_looked(self):
        os.mkdir(self.path("shared"))
        os.chmod(self.path("shared"), 0o1777)
        self.make("file", 0o600)
        os.symlink("../file", self.path("shared/link"))
        os.lchown(self.path("shared/link"), OTHER_USER, OTHER_GROUP)
        why = "cannot follow the link of another user in a folder that everybody can write to"
        message = f"shared/link: {why}"
        self.assert_refused_and_left("shared/link", message, "file", "shared", env=FOLLOWED)


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


def replace_by_file(test):
    os.rename(test.path("other"), test.path("name"))


def remove_name(test):
    os.remove(test.path("name"))


def replace_by_link(test):
    os.remove(test.path("name"))
    os.symlink("other", test.path("name"))


def replace_by_pipe(test):
    """Returns the other end of the pipe."""
    os.remove(test.path("name"))
    return test.open_pipe("name")


GONE = "No such file|is a symbolic link to .* does not exist"
REPLACED = "another program replaced the file while dungen wrote it"


class Shared(OutputFileCase):
    """Others give the name to something else while the program runs."""

    def prepare(self, kind):
        """Return the other end of the pipe, or what is open of the old file so that no new one gets
        its number.
        """
        for name in os.listdir(self.folder):
            os.remove(self.path(name))
        for name in ("file", "other"):
            write(self.path(name), OLD)
        if kind == "pipe":
            return self.open_pipe("name")
        make_name = os.link if kind == "file" else os.symlink
        make_name(self.path("file"), self.path("name"))
        return open(self.path("name"), "rb")

    def run_stopped(self, stop, event):
        """The program stops whenever it has looked at the name. Call the event at a stop, counted
        from 1.

        Return the program's result, what the event returned, and how many stops there were.
        """
        trace = self.folder + ".trace"
        under = strace(f"trace={LOOKS}", f"inject={LOOKS}:signal=STOP", path="name", trace=trace)
        stops, happened = 0, None
        write(trace, b"")
        with start("-s1", "-o", "name", cwd=self.folder, under=under) as process:
            while process.poll() is None:
                if read(trace).count(b"stopped by") > stops:
                    stops += 1
                    if stops == stop:
                        happened = event(self)
                    children = read(f"/proc/{process.pid}/task/{process.pid}/children")
                    os.kill(int(children), signal.SIGCONT)
            out, err = process.communicate(timeout=TIME_LIMIT)
        os.remove(trace)
        return subprocess.CompletedProcess([], process.returncode, out, err), happened, stops

    def contents(self, *ends):
        """The contents of all files in the folder, and of the pipes among these open files."""
        files = [entry for entry in os.scandir(self.folder) if entry.is_file(follow_symlinks=False)]
        found = [read(file.path) for file in files]
        for end in ends:
            if end and stat.S_ISFIFO(os.fstat(end.fileno()).st_mode):
                found.append(end.read())
        return found

    def check_after_every_look(self, kind, event, why):
        """The map is whole in one place, or in none: not in another pipe, and not under another
        file's ACL.

        kind: what the name is before the event; why: if the program fails, for this reason.
        """
        for stop in itertools.count(1):
            with self.subTest(kind=kind, stop=stop), self.prepare(kind) as old:
                result, pipe, stops = self.run_stopped(stop, event)
                if stops < stop:
                    self.assertGreater(stop, 3)
                    break
                found = self.contents(old, pipe)
                self.assertEqual(found.count(self.map), result.returncode == 0, result)
                self.assertLessEqual(set(found), {self.map, OLD, b"", None})
                if result.returncode != 0:
                    self.assertIsNotNone(why, result)
                    self.assertRegex(self.assert_message(result, 1), f"dungen: name: ({why})")

    def test_a_file_that_is_replaced_by_a_file(self):
        """This is no attack, so the program does not fail."""
        self.check_after_every_look("file", replace_by_file, why=None)

    def test_a_link_or_pipe_that_is_replaced_by_a_file(self):
        self.check_after_every_look("link", replace_by_file, REPLACED)
        self.check_after_every_look("pipe", replace_by_file, REPLACED)

    def test_a_name_that_is_removed(self):
        for kind in ("file", "link", "pipe"):
            self.check_after_every_look(kind, remove_name, GONE)

    def test_a_name_that_becomes_a_link(self):
        for kind in ("file", "link", "pipe"):
            self.check_after_every_look(kind, replace_by_link, REPLACED)

    def test_a_name_that_becomes_a_pipe(self):
        for kind in ("file", "link", "pipe"):
            self.check_after_every_look(kind, replace_by_pipe, REPLACED)

    def test_by_another_run(self):
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
