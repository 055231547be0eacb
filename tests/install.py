# SPDX-License-Identifier: MIT
"""What a packager does: dist, builds of what it packed by the packager's compiler and flags, install, uninstall; and a
release, which has the same bytes wherever it is made. @prove @long

All but the archive, which is made in build/, happens in temporary folders.
"""

import glob
import os
import pathlib
import re
import shutil
import subprocess
import tarfile
import tempfile
import unittest

from helper import ROOT, TestCase, files_in, read, skip_without, tool, write_script

VERSION = re.search(r"^VERSION = (\S+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)[1]
RELEASE = VERSION.removesuffix("-dev")
PACKAGED = VERSION.replace("-dev", "~dev")  # by debian/changelog
ARCHIVE = f"build/dungen-{VERSION}.tar.gz"
SONAME = f"libdungen.so.{VERSION.split('.')[0]}"
# What the caller gave to its own make or compiler is not for these builds.
ENVIRONMENT = {"PATH": os.environ["PATH"], "HOME": str(pathlib.Path.home()), "PYTHONDONTWRITEBYTECODE": "1"}

# A compiler that notes how it was called, and one for another processor.
COMPILER = '#!/bin/sh\necho "$@" >> "$COMPILED"\nexec gcc "$@"\n'
ELSEWHERE = """#!/bin/sh
case " $* " in
*' -fcf-protection '*) echo "error: '-fcf-protection=full' is not supported for this target" >&2; exit 1 ;;
*) exec gcc "$@" ;;
esac
"""
HARDENING = "-D_FORTIFY_SOURCE=2 -fstack-protector-strong -fstack-clash-protection -fcf-protection -fPIE"

# Whether a shell takes the completions from where they were put; bash itself does not look there.
COMPLETED = {
    "bash": '. "$0/share/bash-completion/completions/dungen" && complete -p dungen',
    "zsh": 'fpath=($0/share/zsh/* $fpath); autoload -U compinit && compinit -D -u && [[ $_comps[dungen] = _dungen ]]',
    "sh": 'PATH="$0/bin:$PATH" XDG_DATA_DIRS="$0/share:/usr/share" HOME=. fish -c "complete -C \'dungen --completion \'" | grep zsh',
}


def make(folder, *arguments, status=0, **options):
    """Run make, which has to end with this status. Returns what it printed."""
    options = {"env": ENVIRONMENT, **options}
    done = subprocess.run(["make", "-j2", *arguments], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False, **options)  # fmt: skip
    assert done.returncode == status, f"make {arguments}: status {done.returncode}: {done.stdout[-3000:]}"
    return done.stdout


def setUpModule():
    """The archive, unpacked; and what users build of it."""
    global work, tree, told
    work = pathlib.Path(tempfile.mkdtemp(prefix="dungen-install-"))
    unittest.addModuleCleanup(shutil.rmtree, work)
    make(ROOT, "dist")
    with tarfile.open(ROOT / ARCHIVE) as archive:
        archive.extractall(work)
    tree = work / f"dungen-{VERSION}"
    shutil.copytree(tree, work / "packed", symlinks=True)
    told = make(tree)
    write_script(work / "compiler", COMPILER)
    write_script(work / "elsewhere", ELSEWHERE)


class PackageCase(TestCase):
    def setUp(self):
        super().setUp()
        self.map = tool(tree / "dungen", "--seed", "42")

    def copy(self):
        """A copy of what was packed."""
        return shutil.copytree(work / "packed", self.path("it's a copy"), symlinks=True)


class Archive(PackageCase):
    def test_contents(self):
        """The same for GNU tar and bsdtar; and the same bytes in an unpacked archive, whatever is around the files."""
        for tar in ("TAR=bsdtar", "TAR=tar"):
            make(ROOT, "dist", tar)
            packed = read(ROOT / ARCHIVE)
            with tarfile.open(ROOT / ARCHIVE) as archive:
                members = archive.getmembers()
            found = [member.name.partition("/")[2] for member in members]
            self.assertEqual({(member.uid, member.gid) for member in members}, {(0, 0)})
            if (ROOT / ".git").exists():
                self.assertEqual(found, sorted(tool("git", "ls-files", cwd=ROOT).decode().splitlines()))
            self.assertIn("src/main.c", found)
            self.assertFalse([name for name in found if re.search(r"^build/|^dungen$|__pycache__|\.(o|d|pyc)$", name)])
            copy = self.copy()
            for name in files_in(copy):
                os.utime(f"{copy}/{name}", (1577934240, 1577934240))
            if os.geteuid() == 0:
                tool("chown", "-R", "1234:1234", copy)
            tool("chmod", "-R", "go-rwx", copy)
            make(copy, "dist", tar, umask=0o077)
            self.assertEqual(read(f"{copy}/{ARCHIVE}"), packed)
            # After a build, too.
            make(copy, "build/src/main.o")
            pathlib.Path(copy, "dungen").touch()
            make(copy, "dist", tar, umask=0o077)
            self.assertEqual(read(f"{copy}/{ARCHIVE}"), packed)
            # In a repository only what git tracks is packed.
            if os.geteuid() == 0:
                tool("chown", "-R", "0:0", copy)
            tool("git", "-C", copy, "init", "-q")
            tool("git", "-C", copy, "add", "-A")
            for name in ("notes.txt", "src/unfinished.c", "tests/cli/core"):
                pathlib.Path(copy, name).touch()
            make(copy, "dist", tar, umask=0o077)
            self.assertEqual(read(f"{copy}/{ARCHIVE}"), packed)
            self.assertIn("commit or remove the changes first", make(copy, "release", status=2))
            shutil.rmtree(copy)

    def test_goals_that_are_refused(self):
        """In one line each."""
        for goal in ("page", "windows", "static"):
            self.assertRegex(make(tree, "-s", goal, status=2), r"\A.*run .*sh tests/setup page, or give CJSON_SOURCE=.*\n\Z")
        for name in ("Makefile", "maint.mk"):
            shutil.copy(tree / name, self.folder)
        pathlib.Path(self.path("CHANGELOG.md")).write_text("## Unreleased\n")
        for version, why in (("9.9.9-dev", "set VERSION and DATE"), ("9.9.9", "says Unreleased")):
            refused = make(self.folder, "release", f"VERSION={version}", status=2)
            self.assertEqual(re.findall(r"^make release: .*" + why, refused, re.MULTILINE), re.findall("^make release:.*", refused, re.M))
        done = subprocess.run(["bmake", "-f", "BSDmakefile"], cwd=ROOT, capture_output=True, check=False)
        self.assertRegex(done.stdout + done.stderr, b"(?m)use gmake$")
        self.assertNotEqual(done.returncode, 0)

    def test_without_the_libraries(self):
        """One line names the command that installs them. Goals that need no libraries work."""
        copy = self.copy()
        for goals in ([], ["all"], ["check"]):
            told = make(copy, "-s", "PKG_CONFIG=false", *goals, status=2)
            self.assertRegex(told, r"\A.*run sh tests/setup build.*\n\Z")
        for goal in ("lib", "dist", "uninstall", "clean"):
            make(copy, "-s", "PKG_CONFIG=false", f"DESTDIR={copy}/root", goal)

    def test_clean(self):
        """Nothing is left of builds and tests, whose path has an apostrophe."""
        copy = self.copy()
        make(copy, "dist", "check", "CHECKED=", "SUITES=docs/samples symbols")
        make(copy, "clean")
        self.assertEqual(files_in(copy), files_in(work / "packed"))


class Build(PackageCase):
    def make(self, *arguments, **how):
        """A build by another compiler and flags, in a folder of its own. Returns what it printed."""
        flags = ["CFLAGS=-O1 -DFLAG_OF_USER", "CPPFLAGS=-DCPP_OF_USER", "LDFLAGS=-Wl,--as-needed"]
        return make(tree, f"CC={work}/compiler", *flags, f"BUILD={self.folder}/objects", *arguments,
                    env={**ENVIRONMENT, "COMPILED": self.path("compiled")}, **how)  # fmt: skip

    def test_as_users_make_it(self):
        self.assertNotRegex(told, "(?i)warning")
        self.assertNotIn("-Werror", told)  # a warning of a later compiler would stop them
        make(tree, "-q")
        # make -q has status 1, and not 2, if something is to be built.
        for change in (f"CC={work}/compiler", "CFLAGS=-O1", "CPPFLAGS=-DOTHER", "LDFLAGS=-s", "VERSION=9"):
            make(tree, "-q", change, status=1, env={**ENVIRONMENT, "COMPILED": "/dev/null"})
        (tree / "src/added.c").touch()
        make(tree, "-q", status=1)
        (tree / "src/added.c").unlink()
        make(tree, "-q")

    def test_by_another_compiler(self):
        self.make()
        compiled = pathlib.Path(self.path("compiled")).read_text()
        sources = {path for pattern in ("*.c", "*/*.c", "system/posix/*.c") for path in tree.glob(f"src/{pattern}")}
        for flag in ("-DCPP_OF_USER .*-O1 -DFLAG_OF_USER", "-O1 -DFLAG_OF_USER"):
            self.assertEqual(len(re.findall(f"^.*{flag} .*-c ", compiled, re.MULTILINE)), len(sources) - 1)  # library.c
        self.assertIn("-Wl,--as-needed", compiled)
        # One trial finds out which flags the compiler takes.
        self.assertEqual(len(re.findall(" -$", compiled, re.MULTILINE)), 1)
        self.assertEqual(tool(self.path("objects/dungen"), "--seed", "42"), self.map)
        # After a header has changed, what includes it is built, and nothing else.
        (tree / "src/rng/rng.h").touch()
        self.make("-q", status=1)
        built = self.make()
        self.assertRegex(built, r" -c .*src/rng/splitmix64\.c")
        self.assertNotRegex(built, r" -c .*src/io/output\.c")
        # What was built is installed as it is, also by a make that is not given the flags again.
        before = read(self.path("objects/dungen"))
        make(tree, "install", f"BUILD={self.folder}/objects", f"DESTDIR={self.folder}/as it is")
        self.assertEqual(read(self.path("as it is/usr/local/bin/dungen")), before)
        make(tree)

    def test_hardening(self):
        """Where the compiler has the means, and without a warning."""
        found = {words: tool(*words.split(), tree / "dungen").decode() for words in ("readelf -hldW", "nm -D")}
        for word in ("Type: *DYN", "GNU_RELRO", "FLAGS.*NOW"):
            self.assertRegex(found["readelf -hldW"], word)
        for word in ("__stack_chk_fail", "__.*_chk@"):
            self.assertRegex(found["nm -D"], word)
        target = self.path("hardening/src/cli/messages.o")
        for expected, *words in (
            (HARDENING, "CC=clang", "CPPFLAGS=-U_FORTIFY_SOURCE"),
            (HARDENING.partition(" ")[2], "CC=gcc", "CPPFLAGS=-D_FORTIFY_SOURCE=3"),
            (HARDENING.replace(" -fcf-protection", ""), f"CC={work}/elsewhere"),
            ("", "HARDENING="),
            (HARDENING, "CC=gcc", "CFLAGS=-O2 -fno-stack-protector"),
        ):
            shutil.rmtree(self.path("hardening"), ignore_errors=True)
            built = make(tree, f"BUILD={self.folder}/hardening", "CFLAGS=-O2", *words, target)
            self.assertNotRegex(built, "(?i)warning")
            # Flags of the user come behind them.
            self.assertRegex(built, rf"-MP +{re.escape(expected)} *(-[DU]_FORTIFY_SOURCE\S* +)?-O2 ")
        # What the user asks for wins.
        self.assertNotIn(b"__stack_chk_fail", read(target))


class Install(PackageCase):
    def install(self, *arguments, **how):
        make(tree, "install", *arguments, umask=0o077, **how)

    def test_prefixes(self):
        for prefix, functions in (("/usr", "vendor-completions"), ("/usr/local", "site-functions"), ("/opt/it's", "site-functions")):
            root = self.path(f"a user's root{prefix}")
            words = [f"DESTDIR={root}", *([f"PREFIX={prefix}"] if prefix != "/usr/local" else [])]
            with self.subTest(prefix):
                self.install(*words)
                share = ["bash-completion/completions/dungen", "fish/vendor_completions.d/dungen.fish", "man/man1/dungen.1",
                         "man/man5/dungen.5", "man/man7/dungen-batch.7", "man/man7/dungen-compare.7",
                         "man/man7/dungen-generator.7", "man/man7/dungen.7", f"zsh/{functions}/_dungen"]  # fmt: skip
                share += [f"doc/dungen/examples/{name}" for name in os.listdir(tree / "samples") if name != "make"]
                self.assertEqual(files_in(root + prefix), ["bin/dungen", *sorted(f"share/{name}" for name in share)])
                modes = {name: os.stat(f"{root}{prefix}/{name}").st_mode & 0o777 for name in files_in(root + prefix)}
                self.assertEqual(set(modes.values()), {0o755, 0o644})
                self.assertEqual(modes["bin/dungen"], 0o755)
                self.assertEqual(tool(f"{root}{prefix}/bin/dungen", "--seed", "42"), self.map)
                for page in ("dungen.1", "dungen.5", "dungen-batch.7", "dungen-compare.7", "dungen-generator.7"):
                    self.assertEqual(read(f"{root}{prefix}/share/man/man{page[-1]}/{page}"), read(ROOT / "man" / page))
                self.assertEqual(os.readlink(f"{root}{prefix}/share/man/man7/dungen.7"), "dungen-generator.7")
                for shell, commands in COMPLETED.items():
                    flags = ["-f"] if shell == "zsh" else []
                    self.assertEqual(subprocess.run([shell, *flags, "-c", commands, root + prefix], cwd=self.folder, check=False,
                                                    stdout=subprocess.DEVNULL).returncode, 0, shell)  # fmt: skip
                make(tree, "uninstall", *words)
                self.assertEqual(files_in(root), [])
                self.assertFalse(os.path.exists(f"{root}{prefix}/share/doc/dungen"), "no empty folder is left")

    def test_places(self):
        """The manual, the completions and the library, once it was built, go where the user says."""
        root = self.path("it's")
        places = [f"DESTDIR={root}", "MANDIR=/m", "BASHDIR=/b", "ZSHDIR=/a z", "FISHDIR=/f'", "DOCDIR=/d d", "LIBDIR=/l l", "INCLUDEDIR=/i'",
                  "PKGCONFIGDIR=/p"]  # fmt: skip
        make(tree, "lib")
        self.addCleanup(shutil.rmtree, tree / "build/lib")
        told = make(tree, "-s", "install", *places, umask=0o077)
        self.assertRegex(told, "(?m)^After the library is in its place, run ldconfig as root")
        self.assertEqual(files_in(root), sorted([
            "a z/_dungen", "b/dungen", *(f"d d/examples/{name}" for name in os.listdir(tree / "samples") if name != "make"), "f'/dungen.fish", "i'/dungen.h", "l l/libdungen.a", "l l/libdungen.so", f"l l/{SONAME}",
            "m/man1/dungen.1", "m/man3/dungen.3", "m/man5/dungen.5", "m/man7/dungen-batch.7", "m/man7/dungen-compare.7",
            "m/man7/dungen-generator.7", "m/man7/dungen.7", "p/dungen.pc", "usr/local/bin/dungen"]))  # fmt: skip
        self.assertTrue(all(os.stat(f"{root}/{name}").st_mode & 0o444 == 0o444 for name in files_in(root)))
        self.assertEqual(os.readlink(f"{root}/l l/libdungen.so"), SONAME)
        self.assertIn(b"\nincludedir=/i'\n", read(f"{root}/p/dungen.pc"))
        make(tree, "uninstall", *places)
        self.assertEqual(files_in(root), [])

    def test_a_program_that_does_not_run_here(self):
        """One that does has to print the completions."""
        words = [f"PROGRAM={self.folder}/foreign", f"DESTDIR={self.folder}/root"]
        pathlib.Path(self.path("foreign")).write_text("no program\n")
        make(tree, "install", *words, status=2)
        make(tree, "install", *words, "NATIVE=./dungen")
        self.assertTrue(read(self.path("root/usr/local/share/zsh/site-functions/_dungen")))


class Release(PackageCase):
    def make(self, folder, **variables):
        """Make a release. Returns its checksums."""
        os.makedirs(f"{folder}/build", exist_ok=True)
        os.symlink(ROOT / "build/cross", f"{folder}/build/cross")
        changes = pathlib.Path(folder, "CHANGELOG.md")
        changes.write_text(changes.read_text().replace("## Unreleased", f"## {RELEASE}"))
        make(folder, "-s", "release", f"VERSION={RELEASE}", env={**ENVIRONMENT, **variables})
        tool("sha256sum", "--quiet", "-c", "SHA256SUMS", cwd=f"{folder}/build/release")
        return read(f"{folder}/build/release/SHA256SUMS").decode()

    def test_release(self):
        """
        In two folders. The second one takes what gcc and mingw-w64 compiled for programs from the first, but for main.c,
        in which the name of a folder would show. It compiles the library and what clang does, and links all.
        """
        skip_without(paths=[ROOT / "build/cross/musl-arm64"])
        first, second = self.copy(), self.path("second")
        sums = self.make(first)
        shutil.copytree(first, second, symlinks=True)
        os.unlink(f"{second}/build/cross")  # a link: what is behind it is not the copy's to remove
        made = [*glob.glob(f"{second}/build/**/main.o", recursive=True), *glob.glob(f"{second}/build/*/dungen*"),
                *(f"{second}/build/{name}" for name in ("wasm", "npm", "lib", "release"))]  # fmt: skip
        tool("rm", "-rf", *made)
        # What is set there for other builds is not for a release.
        self.assertEqual(self.make(second, CFLAGS="-O1 -DX", CPPFLAGS="-DX", LDFLAGS="-Wl,-O1"), sums)
        self.assertEqual(files_in(f"{first}/build/release"), [
            "LICENSES", "SHA256SUMS", f"dungen-{RELEASE}.tar.gz", "dungen-linux-arm64", "dungen-linux-x86_64",
            f"dungen-npm-{RELEASE}.tgz", "dungen.exe", "dungen.html", f"dungen_{PACKAGED}_amd64.deb",
            f"libdungen-{RELEASE}-linux-x86_64.tar.gz", f"libdungen-dev_{PACKAGED}_amd64.deb", f"libdungen0_{PACKAGED}_amd64.deb"])  # fmt: skip
        # The programs for Linux need no library, nor any other file.
        programs = [f"{first}/build/release/dungen-linux-{processor}" for processor in ("x86_64", "arm64")]
        self.assertNotIn(b"INTERP", tool("readelf", "-lW", *programs))
        os.mkdir(self.path("empty"))
        shutil.copy(programs[0], self.path("empty"))
        self.assertEqual(tool("chroot", self.path("empty"), "/dungen-linux-x86_64", "--seed", "42"), self.map)
        self.assertEqual(tool("qemu-aarch64", programs[1], "--seed", "42"), self.map)
