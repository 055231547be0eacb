# SPDX-License-Identifier: MIT
"""What a packager does: dist, builds of what it packed by the packager's compiler and flags,
install, uninstall; and a release, which has the same bytes wherever it is made. @nightly @long

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

HEADER = (ROOT / "src/dungen.h").read_text()
VERSION = re.search(r'^#define DUNGEN_VERSION "(\S+)"$', HEADER, re.MULTILINE)[1]
RELEASE = VERSION.removesuffix("-dev")
ARCHIVE = f"build/dungen-{VERSION}.tar.gz"
LINKED = "LD dungen\nTo read the manual: man man/dungen.1\n"
SONAME = f"libdungen.so.{VERSION.split('.')[0]}"
# What the caller gave to its own make or compiler is not for these builds.
ENVIRONMENT = {
    "PATH": os.environ["PATH"],
    "HOME": str(pathlib.Path.home()),
    "PYTHONDONTWRITEBYTECODE": "1",
}

# A compiler that notes how it was called, and one for another processor.
COMPILER = '#!/bin/sh\necho "$@" >> "$COMPILED"\nexec gcc "$@"\n'
ELSEWHERE = """#!/bin/sh
case " $* " in
*' -fcf-protection '*)
    echo "error: '-fcf-protection=full' is not supported for this target" >&2
    exit 1
    ;;
*) exec gcc "$@" ;;
esac
"""
HARDENING = (
    "-D_FORTIFY_SOURCE=2 -fstack-protector-strong -fstack-clash-protection -fcf-protection -fPIE"
)

# Whether a shell takes the completions from where they were put; bash itself does not look there.
COMPLETED = {
    "bash": """
        . "$0/share/bash-completion/completions/dungen" && complete -p dungen
        """,
    "zsh": """
        fpath=($0/share/zsh/* $fpath)
        autoload -U compinit && compinit -D -u && [[ $_comps[dungen] = _dungen ]]
        """,
    "sh": """
        export PATH="$0/bin:$PATH" XDG_DATA_DIRS="$0/share:/usr/share" HOME=.
        fish -c "complete -C 'dungen --completion '" | grep zsh
        """,
}
BUILD_PRODUCT = r"^build/|^dungen$|__pycache__|\.(o|d|pyc)$"


def make(folder, *arguments, status=0, **options):
    """Run make, which has to end with this status. Returns what it printed."""
    done = subprocess.run(
        ["make", "-j2", *arguments],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        **{"env": ENVIRONMENT, **options},
    )
    ending = f"status {done.returncode}: {done.stdout[-3000:]}"
    assert done.returncode == status, f"make {arguments}: {ending}"
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
    told = make(tree, "V=1")
    write_script(work / "compiler", COMPILER)
    write_script(work / "elsewhere", ELSEWHERE)


# The pages of the manual that are about the program.
PAGES = (
    "dungen.1",
    "dungen.5",
    "dungen-batch.7",
    "dungen-compare.7",
    "dungen-generator.7",
)


def examples():
    """The names of the samples that are installed."""
    return [name for name in files_in(tree / "samples") if name != "make"]


class PackageCase(TestCase):
    def setUp(self):
        super().setUp()
        self.map = tool(tree / "dungen", "--seed", "42")

    def copy(self):
        """A copy of what was packed."""
        return shutil.copytree(work / "packed", self.path("it's a copy"), symlinks=True)


class Archive(PackageCase):
    def members(self, tar):
        """Makes the archive with this tar, and lists what is in it."""
        make(ROOT, "dist", tar)
        with tarfile.open(ROOT / ARCHIVE) as archive:
            return archive.getmembers()

    def test_contents(self):
        for tar in ("TAR=bsdtar", "TAR=tar"):
            members = self.members(tar)
            found = [member.name.partition("/")[2] for member in members]
            self.assertEqual({(member.uid, member.gid) for member in members}, {(0, 0)}, tar)
            if (ROOT / ".git").exists():
                tracked = tool("git", "ls-files", cwd=ROOT).decode().splitlines()
                self.assertEqual(found, sorted(tracked), tar)
            self.assertIn("src/main.c", found)
            self.assertEqual([name for name in found if re.search(BUILD_PRODUCT, name)], [], tar)

    def test_bsdtar_packs_the_same_bytes_again(self):
        self.check_packed_again("TAR=bsdtar")

    def test_gnu_tar_packs_the_same_bytes_again(self):
        self.check_packed_again("TAR=tar")

    def check_packed_again(self, tar):
        """An unpacked archive gives the same archive, whatever is around the files."""
        make(ROOT, "dist", tar)
        packed = read(ROOT / ARCHIVE)
        copy = self.copy()

        def assert_same(when):
            make(copy, "dist", tar, umask=0o077)
            self.assertTrue(read(f"{copy}/{ARCHIVE}") == packed, f"the archive differs {when}")

        for name in files_in(copy):
            os.utime(f"{copy}/{name}", (1577934240, 1577934240))
        if os.geteuid() == 0:
            tool("chown", "-R", "1234:1234", copy)
        tool("chmod", "-R", "go-rwx", copy)
        assert_same("with other times, owners, and modes")
        make(copy, "build/src/main.o")
        pathlib.Path(copy, "dungen").touch()
        assert_same("after a build")
        if os.geteuid() == 0:
            tool("chown", "-R", "0:0", copy)
        tool("git", "-C", copy, "init", "-q")
        tool("git", "-C", copy, "add", "-A")
        for name in ("notes.txt", "src/unfinished.c", "tests/cli/core"):
            pathlib.Path(copy, name).touch()
        assert_same("in a repository with files that git does not track")
        self.assertIn("commit or remove the changes first", make(copy, "release", status=2))

    def test_goals_that_need_the_source_of_libraries(self):
        """They are refused in one line."""
        for goal in ("page", "windows", "static"):
            refused = make(tree, "-s", goal, status=2)
            fix = "run .*sh tests/setup page, or give CJSON_SOURCE="
            self.assertRegex(refused, rf"\A.*{fix}.*\n\Z")

    def test_a_release_that_is_not_prepared(self):
        """It is refused in one line."""
        for name in ("Makefile", "maint.mk"):
            shutil.copy(tree / name, self.folder)
        pathlib.Path(self.path("CHANGELOG.md")).write_text("## Unreleased\n")
        for version, why in (("9.9.9-dev", "in src/dungen.h"), ("9.9.9", "says Unreleased")):
            refused = make(self.folder, "release", f"VERSION={version}", status=2)
            messages = re.findall("^make release:.*", refused, re.MULTILINE)
            expected = re.findall(rf"^make release: .*{why}", refused, re.MULTILINE)
            self.assertEqual(messages, expected)
            self.assertEqual(len(messages), 1, refused)

    def test_bsd_make_names_gmake(self):
        command = ["bmake", "-f", "BSDmakefile"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
        self.assertRegex(done.stdout + done.stderr, b"(?m)use gmake$")
        self.assertNotEqual(done.returncode, 0)

    def test_without_the_libraries(self):
        """One line names README's command that installs them. Goals that need no libraries work."""
        copy = self.copy()
        for goals in ([], ["all"], ["check"]):
            told = make(copy, "-s", "PKG_CONFIG=false", *goals, status=2)
            readme = read(ROOT / "README.md").decode()
            packages = re.search("[$] apt update && apt install -y (.*) && make\n", readme)
            self.assertRegex(told, rf"\A.*run apt install {packages[1]} as root.*\n\Z")
        for goal in ("lib", "dist", "uninstall", "clean"):
            make(copy, "-s", "PKG_CONFIG=false", f"DESTDIR={copy}/root", goal)

    def test_clean(self):
        """Nothing is left of builds and tests, whose path has an apostrophe."""
        copy = self.copy()
        make(copy, "dist", "check", "SUITES=docs/samples symbols")
        make(copy, "clean")
        self.assertEqual(files_in(copy), files_in(work / "packed"))


class Build(PackageCase):
    def make(self, *arguments, **how):
        """A build by another compiler and flags, in a folder of its own. Returns what it printed.
        """
        flags = ["CFLAGS=-O1 -DFLAG_OF_USER", "CPPFLAGS=-DCPP_OF_USER", "LDFLAGS=-Wl,--as-needed"]
        variables = [f"CC={work}/compiler", *flags, f"BUILD={self.folder}/objects"]
        environment = {**ENVIRONMENT, "COMPILED": self.path("compiled")}
        return make(tree, *variables, *arguments, env=environment, **how)

    def test_as_users_make_it(self):
        self.assertNotRegex(told, "(?i)warning")
        self.assertNotIn("-Werror", told)  # a warning of a later compiler would stop them
        make(tree, "-q")
        # make -q has status 1, and not 2, if something is to be built.
        for change in (f"CC={work}/compiler", "CFLAGS=-O1", "CPPFLAGS=-DOTHER", "LDFLAGS=-s"):
            make(tree, "-q", change, status=1, env={**ENVIRONMENT, "COMPILED": "/dev/null"})
        make(tree, "-q")

    def test_builds_only_what_depends_on_a_change(self):
        copy = self.copy()
        self.assertRegex(make(copy), r"\A(CC src/\S+\n)+" + LINKED + r"\Z")
        self.assertEqual(make(copy, "-s", "CFLAGS=-O1"), "")
        make(copy)
        header = pathlib.Path(copy, "src/dungen.h")
        header.write_text(header.read_text().replace(VERSION, "9.9.9"))
        self.assertEqual(make(copy), "CC src/cli/help.c\n" + LINKED)
        self.assertIn(b"dungen 9.9.9\n", tool(f"{copy}/dungen", "--version"))
        added = pathlib.Path(copy, "src/added.c")
        added.write_text("extern int added;\n")
        self.assertEqual(make(copy), "CC src/added.c\n" + LINKED)
        added.unlink()
        self.assertEqual(make(copy), LINKED)
        make(copy, "-q")

    def test_notices_another_compiler(self):
        """It has the name of the compiler that was used before."""
        target = self.path("objects/src/main.o")
        words = [f"CC={self.folder}/compiler", f"BUILD={self.folder}/objects", target]
        for comment in ("", "# upgraded\n"):
            write_script(self.path("compiler"), f'#!/bin/sh\n{comment}exec gcc "$@"\n')
            make(tree, "-q", *words, status=1)
            make(tree, *words)
            make(tree, "-q", *words)

    def test_by_another_compiler(self):
        self.make()
        compiled = pathlib.Path(self.path("compiled")).read_text()
        patterns = ("*.c", "*/*.c", "system/posix/*.c", "system/shared/*.c")
        sources = {path for pattern in patterns for path in tree.glob(f"src/{pattern}")}
        sources.remove(tree / "src/library.c")
        for flag in ("-DCPP_OF_USER .*-O1 -DFLAG_OF_USER", "-O1 -DFLAG_OF_USER"):
            with_flag = re.findall(f"^.*{flag} .*-c ", compiled, re.MULTILINE)
            self.assertEqual(len(with_flag), len(sources), flag)
        self.assertIn("-Wl,--as-needed", compiled)
        # One trial finds out which flags the compiler takes.
        self.assertEqual(len(re.findall(" -$", compiled, re.MULTILINE)), 1)
        self.assertEqual(tool(self.path("objects/dungen"), "--seed", "42"), self.map)
        # After a header has changed, what includes it is built, and nothing else.
        (tree / "src/rng/rng.h").touch()
        self.make("-q", status=1)
        built = self.make()
        self.assertIn("CC src/rng/splitmix64.c\n", built)
        self.assertNotIn("CC src/io/output.c\n", built)
        # What was built is installed as it is, also by a make that is not given the flags again.
        before = read(self.path("objects/dungen"))
        make(tree, "install", f"BUILD={self.folder}/objects", f"DESTDIR={self.folder}/as it is")
        self.assertEqual(read(self.path("as it is/usr/local/bin/dungen")), before)
        make(tree)

    def test_hardening(self):
        """Where the compiler has the means, and without a warning."""
        headers = tool("readelf", "-hldW", tree / "dungen").decode()
        for word in ("Type: *DYN", "GNU_RELRO", "FLAGS.*NOW"):
            self.assertRegex(headers, word)
        symbols = tool("nm", "-D", tree / "dungen").decode()
        for word in ("__stack_chk_fail", "__.*_chk@"):
            self.assertRegex(symbols, word)
        target = self.path("hardening/src/cli/suggest.o")
        for expected, *words in (
            (HARDENING, "CC=clang", "CPPFLAGS=-U_FORTIFY_SOURCE"),
            (HARDENING.partition(" ")[2], "CC=gcc", "CPPFLAGS=-D_FORTIFY_SOURCE=3"),
            (HARDENING.replace(" -fcf-protection", ""), f"CC={work}/elsewhere"),
            ("", "HARDENING="),
            (HARDENING, "CC=gcc", "CFLAGS=-O2 -fno-stack-protector"),
        ):
            shutil.rmtree(self.path("hardening"), ignore_errors=True)
            built = make(tree, f"BUILD={self.folder}/hardening", "CFLAGS=-O2", "V=1", *words, target)
            self.assertNotRegex(built, "(?i)warning")
            # Flags of the user come behind them.
            flags_of_user = r"(-[DU]_FORTIFY_SOURCE\S* +)?-O2 "
            self.assertRegex(built, rf"-MP +{re.escape(expected)} *{flags_of_user}")
        # What the user asks for wins.
        self.assertNotIn(b"__stack_chk_fail", read(target))


class Install(PackageCase):
    def install(self, *arguments, **how):
        make(tree, "install", *arguments, umask=0o077, **how)

    def test_default_prefix(self):
        self.check_prefix("/usr/local", "site-functions")

    def test_usr(self):
        """zsh has another folder for what a packager installs."""
        self.check_prefix("/usr", "vendor-completions", "PREFIX=/usr")

    def test_a_prefix_with_an_apostrophe(self):
        self.check_prefix("/opt/it's", "site-functions", "PREFIX=/opt/it's")

    def check_prefix(self, prefix, zsh_folder, *arguments):
        """What is installed with these arguments is below the prefix, works, and can be removed.
        The library is not installed, even if it was built.
        """
        make(tree, "lib")
        root = self.path(f"a user's root{prefix}")
        arguments = [f"DESTDIR={root}", *arguments]
        self.install(*arguments)
        self.check_installed(root + prefix, zsh_folder)
        self.check_completions(root + prefix)
        make(tree, "uninstall", *arguments)
        self.assertEqual(files_in(root), [])
        examples = f"{root}{prefix}/share/doc/dungen"
        self.assertFalse(os.path.exists(examples), "no empty folder is left")

    def check_installed(self, folder, zsh_folder):
        names = [
            "bin/dungen",
            "share/bash-completion/completions/dungen",
            *(f"share/doc/dungen/examples/{name}" for name in examples()),
            "share/fish/vendor_completions.d/dungen.fish",
            "share/man/man1/dungen.1",
            "share/man/man5/dungen.5",
            "share/man/man7/dungen-batch.7",
            "share/man/man7/dungen-compare.7",
            "share/man/man7/dungen-generator.7",
            "share/man/man7/dungen-programs.7",
            "share/man/man7/dungen.7",
            f"share/zsh/{zsh_folder}/_dungen",
        ]
        self.assertEqual(files_in(folder), names)
        modes = {name: os.stat(f"{folder}/{name}").st_mode & 0o777 for name in names}
        self.assertEqual(set(modes.values()), {0o755, 0o644})
        self.assertEqual(modes["bin/dungen"], 0o755)
        self.assertEqual(tool(f"{folder}/bin/dungen", "--seed", "42"), self.map)
        for page in PAGES:
            installed = read(f"{folder}/share/man/man{page[-1]}/{page}")
            self.assertEqual(installed, read(ROOT / "man" / page), page)
        link = os.readlink(f"{folder}/share/man/man7/dungen.7")
        self.assertEqual(link, "dungen-generator.7")

    def check_completions(self, folder):
        for shell, commands in COMPLETED.items():
            flags = ["-f"] if shell == "zsh" else []
            command = [shell, *flags, "-c", commands, folder]
            silent = {"stdout": subprocess.DEVNULL, "check": False}
            done = subprocess.run(command, cwd=self.folder, **silent)
            self.assertEqual(done.returncode, 0, shell)

    def test_library_in_a_folder_that_moves(self):
        """pkg-config finds header and library beside its file, wherever a user puts the folder."""
        make(tree, "-s", "install-lib", f"DESTDIR={self.folder}", "PREFIX=/opt")
        self.addCleanup(shutil.rmtree, tree / "build/lib")
        os.rename(self.path("opt"), self.path("moved"))
        moved = self.path("moved")
        environment = {"PKG_CONFIG_PATH": f"{moved}/lib/pkgconfig", "PATH": os.environ["PATH"]}
        command = ["pkg-config", "--define-prefix", "--cflags", "--libs", "dungen"]
        told = tool(*command, env=environment).decode().split()
        self.assertEqual(told, [f"-I{moved}/include", f"-L{moved}/lib", "-ldungen"])

    def test_places(self):
        """The manual, the completions, and the library go where the user says."""
        root = self.path("it's")
        places = [
            f"DESTDIR={root}",
            "MANDIR=/m",
            "BASHDIR=/b",
            "ZSHDIR=/a z",
            "FISHDIR=/f'",
            "DOCDIR=/d d",
            "LIBDIR=/l l",
            "INCLUDEDIR=/i'",
            "PKGCONFIGDIR=/p",
        ]
        self.addCleanup(shutil.rmtree, tree / "build/lib")
        told = make(tree, "-s", "install", "install-lib", *places, umask=0o077)
        self.assertRegex(told, "(?m)^After the library is in its place, run ldconfig as root")
        names = [
            "a z/_dungen",
            "b/dungen",
            *(f"d d/examples/{name}" for name in examples()),
            "f'/dungen.fish",
            "i'/dungen.h",
            "l l/libdungen.a",
            "l l/libdungen.so",
            f"l l/{SONAME}",
            "m/man1/dungen.1",
            "m/man3/dungen.3",
            "m/man5/dungen.5",
            "m/man7/dungen-batch.7",
            "m/man7/dungen-compare.7",
            "m/man7/dungen-generator.7",
            "m/man7/dungen-programs.7",
            "m/man7/dungen.7",
            "p/dungen.pc",
            "usr/local/bin/dungen",
        ]
        self.assertEqual(files_in(root), names)
        for name in names:
            self.assertEqual(os.stat(f"{root}/{name}").st_mode & 0o444, 0o444, name)
        self.assertEqual(os.readlink(f"{root}/l l/libdungen.so"), SONAME)
        self.assertIn(b"\nincludedir=/i'\n", read(f"{root}/p/dungen.pc"))
        self.assertIn(b"\nlibdir=/l l\n", read(f"{root}/p/dungen.pc"))
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
        for name, development, release in (
            ("CHANGELOG.md", "## Unreleased", f"## {RELEASE} - 2026-12-31"),
            ("src/dungen.h", f'"{VERSION}"', f'"{RELEASE}"'),
        ):
            file = pathlib.Path(folder, name)
            file.write_text(file.read_text().replace(development, release))
        make(folder, "-s", "release", env={**ENVIRONMENT, **variables})
        tool("sha256sum", "--quiet", "-c", "SHA256SUMS", cwd=f"{folder}/build/release")
        return read(f"{folder}/build/release/SHA256SUMS").decode()

    def test_release(self):
        """In two folders. The second one takes what gcc and mingw-w64 compiled for programs from
        the first, but for main.c, in which the name of a folder would show. It compiles the library
        and what clang does, and links all.
        """
        skip_without(paths=[ROOT / "build/cross/musl-arm64"])
        first, second = self.copy(), self.path("second")
        sums = self.make(first)
        shutil.copytree(first, second, symlinks=True)
        os.unlink(f"{second}/build/cross")  # a link: what is behind it is not the copy's to remove
        made = [
            *glob.glob(f"{second}/build/**/main.o", recursive=True),
            *glob.glob(f"{second}/build/*/dungen*"),
            *(f"{second}/build/{name}" for name in ("wasm", "npm", "python", "lib", "release")),
        ]
        tool("rm", "-rf", *made)
        # What is set there for other builds is not for a release.
        others = {"CFLAGS": "-O1 -DX", "CPPFLAGS": "-DX", "LDFLAGS": "-Wl,-O1"}
        self.assertEqual(self.make(second, **others), sums)
        names = [
            "LICENSES",
            "SHA256SUMS",
            f"dungen-{RELEASE}-py3-none-manylinux2014_x86_64.whl",
            f"dungen-{RELEASE}.tar.gz",
            "dungen-linux-arm64",
            "dungen-linux-x86_64",
            f"dungen-npm-{RELEASE}.tgz",
            "dungen.exe",
            "dungen.html",
            f"dungen_{RELEASE}_amd64.deb",
            f"libdungen-{RELEASE}-linux-x86_64.tar.gz",
            f"libdungen-dev_{RELEASE}_amd64.deb",
            f"libdungen1_{RELEASE}_amd64.deb",
        ]
        self.assertEqual(files_in(f"{first}/build/release"), names)
        self.check_programs(f"{first}/build/release")

    def check_programs(self, folder):
        """The programs for Linux need no library, nor any other file."""
        for_x86 = f"{folder}/dungen-linux-x86_64"
        for_arm = f"{folder}/dungen-linux-arm64"
        self.assertNotIn(b"INTERP", tool("readelf", "-lW", for_x86, for_arm))
        os.mkdir(self.path("empty"))
        shutil.copy(for_x86, self.path("empty"))
        alone = ["chroot", self.path("empty"), "/dungen-linux-x86_64"]
        self.assertEqual(tool(*alone, "--seed", "42"), self.map)
        self.assertEqual(tool("qemu-aarch64", for_arm, "--seed", "42"), self.map)
