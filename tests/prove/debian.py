# SPDX-License-Identifier: MIT
"""On bare systems of Debian 12 and 13: apt installs, upgrades and removes the packages of `make
deb`, which are the same bytes wherever they are made. @release @lib @long

tests/bare makes the systems, in build/, and runs commands in them. The tests themselves run there
in .ci/run.
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
VERSION = re.search(r'^#define DUNGEN_VERSION "(\d+\.\d+)', HEADER, re.MULTILINE)[1]
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
# The packages as if they were of 0.3.0, then as they are.
APT = r"""
    for folder in old new; do
        apt-get -qy install --no-install-recommends ./$folder/*.deb
        dpkg --verify dungen libdungen-dev libdungen0
        dpkg-query --show dungen
        dungen --seed 42 | cmp - /usr/share/doc/dungen/examples/seed-42.txt
    done
    apt-get -qy purge --autoremove dungen libdungen-dev libdungen0
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


def setUpModule():
    """Both bare systems, with what dist packs."""
    global work, here, other
    here = platform.freedesktop_os_release().get("VERSION_CODENAME")
    other = OTHER.get(here)
    if os.geteuid() != 0 or not other:
        raise unittest.SkipTest("it takes root, and Debian 12 or 13")
    work = pathlib.Path(tempfile.mkdtemp(prefix="debian-", dir=ROOT / "build"))
    atexit.register(shutil.rmtree, work)
    do("make", "-s", "-C", ROOT, "dist", f"BUILD={work}", "DIST=dungen")
    for suite in OTHER:
        do(*BARE, "make", suite, work / suite)
        do("cp", "-r", work / "dist/dungen", work / suite / "root")


def names(folder):
    """All files in a folder and the folders in it, but for those that apt and its users change."""
    changing = "root/|var/(cache|lib/apt|log)/"
    return {path for path in files_in(folder) if not re.match(changing, path)}


class Debian(unittest.TestCase):
    def apt(self, root, packages):
        """Install, upgrade and remove packages in a system, then test them in it as they are."""
        for package in packages:
            old = root / f"root/{package.name}"
            do("dpkg-deb", "-R", package, old)
            control = old / "DEBIAN/control"
            control.write_text(re.sub(r"0\.\d+\.\d+(~dev)?\b", "0.3.0", control.read_text()))
            for folder in ("old", "new"):
                (root / "root" / folder).mkdir(exist_ok=True)
            do("dpkg-deb", "-b", old, root / "root/old")
            shutil.rmtree(old)
            shutil.copy(package, root / "root/new")
        # What make install left there is not in the way, and nobody else's files are left when both
        # are gone.
        places = [f"DESTDIR={root}", "PREFIX=/usr"]
        before = names(root)
        do("make", "-s", "-C", ROOT, "install", "install-lib", *places)
        told = inside(root, APT)
        do("make", "-s", "-C", ROOT, "uninstall", *places)
        self.assertEqual(re.findall(r"^dungen\t(0\.\d+)", told, re.M), ["0.3", VERSION])
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
