# SPDX-License-Identifier: MIT
"""On bare systems of Debian 12 and 13: apt installs the packages of the previous release, upgrades
them to those of `make deb`, which are the same bytes wherever they are made, and removes them.
@release @lib @long

The previous release is the commit whose subject is "Release X.Y.Z". tests/bare makes the systems,
in build/, and runs commands in them. The tests themselves run there in .ci/run.
"""

import atexit
import os
import pathlib
import platform
import re
import shutil
import subprocess
import tempfile
import unittest

from helper import ROOT, files_in

HEADER = (ROOT / "src/dungen.h").read_text()
VERSION = re.search(r'^#define DUNGEN_VERSION "(.*)"$', HEADER, re.MULTILINE)[1]
RELEASES = re.findall(r"^## (\S+) - ", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
PREVIOUS = next(release for release in RELEASES if release != VERSION)
OTHER = {"bookworm": "trixie", "trixie": "bookworm"}
BARE = ["sh", ROOT / "tests/bare"]
PROXIES = {name: value for name, value in os.environ.items() if name.endswith("_proxy")}
ENVIRONMENT = {
    **PROXIES,
    "HOME": "/root",
    "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
    "DEBIAN_FRONTEND": "noninteractive",
    "LC_ALL": "C.UTF-8",
}
# The number of the library's package can change, and the old one then stays for its programs.
APT = r"""
    for folder in old new; do
        apt-get -qy install --no-install-recommends ./$folder/*.deb
        dpkg --verify $(dpkg-query --show -f '${Package} ' dungen 'libdungen*')
        dpkg-query --show dungen
        dungen --seed 42 | cmp - /usr/share/doc/dungen/examples/seed-42.txt
    done
    apt-get -qy purge --autoremove dungen 'libdungen*'
"""
# Those of debian/tests/control; their packages and the ones that they test.
AUTOPKGTEST = r"""
    needed=$(sed -n 's/^Depends: //p' dungen/debian/tests/control | tr -d ,)
    apt-get -qy install --no-install-recommends ./new/*.deb $needed
    cd dungen
    export AUTOPKGTEST_TMP=$(mktemp -d)
    sh -ec "$(sed -n 's/^Test-Command: //p' debian/tests/control)"
    debian/tests/library
"""


def do(*command, **options):
    """Run a command as on a new system, which has to succeed. Returns what it printed."""
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
        env=ENVIRONMENT,
        **options,
    )
    assert done.returncode == 0, f"{command}: status {done.returncode}: {done.stdout[-10000:]}"
    return done.stdout


def inside(root, commands):
    """Run commands of a shell in a system."""
    settings = "export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8"
    return do(*BARE, "run", root, f"{settings}\n{commands}")


def make_previous():
    """The packages of the previous release."""
    found = ["git", "-C", ROOT, "log", "-1", "--format=%H", f"--grep=^Release {PREVIOUS}$"]
    commit = do(*found).strip()
    assert commit, f"no commit in this clone has the subject: Release {PREVIOUS}"
    do("git", "-C", ROOT, "archive", "--prefix=previous/", "-o", work / "previous.tar", commit)
    do("tar", "-xf", work / "previous.tar", "-C", work)
    do("make", "-s", "deb", cwd=work / "previous")
    return list((work / "previous/build/deb").glob("*.deb"))


def setUpModule():
    """Both bare systems, with what dist packs, and the previous release."""
    global work, here, other, previous
    here = platform.freedesktop_os_release().get("VERSION_CODENAME")
    other = OTHER.get(here)
    if os.geteuid() != 0 or not other:
        raise unittest.SkipTest("it takes root, and Debian 12 or 13")
    work = pathlib.Path(tempfile.mkdtemp(prefix="debian-", dir=ROOT / "build"))
    atexit.register(shutil.rmtree, work)
    do("make", "-s", "-C", ROOT, "dist", f"BUILD={work}", "DIST=dungen")
    for suite in OTHER:
        do(*BARE, "make", suite, work / suite)
        inside(work / suite, "apt-get -q update")
        do("cp", "-r", work / "dist/dungen", work / suite / "root")
    previous = make_previous()


def names(folder):
    """All files in a folder and the folders in it, but for those that apt and its users change."""
    changing = "root/|var/(cache|lib/apt|log)/"
    return {path for path in files_in(folder) if not re.match(changing, path)}


class Debian(unittest.TestCase):
    def apt(self, root, packages):
        """Install the previous packages, upgrade to these, remove them, and test them."""
        for name, files in (("old", previous), ("new", packages)):
            (root / "root" / name).mkdir()
            do("cp", *files, root / "root" / name)
        # What make install left there is not in the way, and nobody else's files are left when both
        # are gone.
        places = [f"DESTDIR={root}", "PREFIX=/usr"]
        before = names(root)
        do("make", "-s", "-C", ROOT, "install", "install-lib", *places)
        told = inside(root, APT)
        do("make", "-s", "-C", ROOT, "uninstall", *places)
        versions = [PREVIOUS, VERSION.replace("-", "~")]
        self.assertEqual(re.findall(r"^dungen\t(\S+)", told, re.M), versions)
        self.assertEqual(names(root), before)
        inside(root, AUTOPKGTEST)

    def check_contents(self, packages):
        """They contain all that make install and make install-lib do, and no other files but some
        in the folders of documents.
        """
        libraries = f"/usr/lib/{os.uname().machine}-linux-gnu"
        places = [f"DESTDIR={work}/made", "PREFIX=/usr", f"LIBDIR={libraries}"]
        do("make", "-s", "-C", ROOT, "install", "install-lib", *places)
        for path in packages:
            do("dpkg-deb", "-x", path, work / "packed")
        document = r"usr/share/doc/[\w-]+/\w+(\.md)?"
        packed = {name.removesuffix(".gz") for name in names(work / "packed")}
        packed = {name for name in packed if not re.fullmatch(document, name)}
        self.assertEqual(packed, names(work / "made"))

    def test_here(self):
        """Made twice, in other folders, by other users' habits."""
        folders = [work / name for name in ("first", "second")]
        for folder, how in zip(folders, ({}, {"umask": 0o077})):
            shutil.copytree(work / "dist/dungen", folder)
            do("make", "-s", "deb", cwd=folder, **how)
        first = sorted(folders[0].glob("build/deb/*.deb"))
        for path in first:
            again = folders[1] / "build/deb" / path.name
            self.assertTrue(path.read_bytes() == again.read_bytes(), f"{again} differs")
        changes = folders[0].glob("build/deb/*.changes")
        self.assertEqual(do("lintian", "--allow-root", "--fail-on=error,warning", *changes), "")
        self.check_contents(first)
        # A release has packages made on Debian 12, for both.
        for suite in {here, "trixie"}:
            do("cp", "-a", work / suite, work / f"{suite}-release")
            self.apt(work / f"{suite}-release", first)

    def test_other(self):
        root = work / f"{other}-build"
        do("cp", "-a", work / other, root)
        # The packages need no others than debian/control says.
        inside(root, "cd dungen; sh tests/setup deb; make -s deb")
        self.apt(work / other, root.glob("root/dungen/build/deb/*.deb"))
