# SPDX-License-Identifier: MIT
"""On a bare system of the other Debian, 12 or 13, dungen builds and the tests of `make smoke` pass. @prove @long

The system is made by debootstrap in build/, from the mirror that apt takes packages from. It has a /dev of its own, and
runs in its own mount and process namespaces: when a command there ends, so does all that it started or mounted.
"""

import atexit
import os
import pathlib
import platform
import shutil
import subprocess
import tempfile
import unittest

from helper import ROOT, tool

OTHER = {"bookworm": "trixie", "trixie": "bookworm"}
ALONE = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
ENVIRONMENT = {**{name: value for name, value in os.environ.items() if name.endswith("_proxy")}, "HOME": "/root",
               "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}  # fmt: skip
ENTER = """
    mount -t proc proc "$1/proc"
    mount -t devpts -o newinstance,ptmxmode=666 devpts "$1/dev/pts"
    exec chroot "$1" sh -ec "cd /root; $2"
"""


def do(*command):
    """Run a command as on a new system, which has to succeed. Returns what it printed."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", check=False, env=ENVIRONMENT)  # fmt: skip
    assert done.returncode == 0, f"{command}: status {done.returncode}: {done.stdout[-10000:]}"
    return done.stdout


def inside(root, commands):
    """Run commands of a shell in a system."""
    return do(*ALONE, "sh", "-ec", ENTER, "sh", root, commands)


def setUpModule():
    global work, here, other
    here = platform.freedesktop_os_release().get("VERSION_CODENAME")
    other = OTHER.get(here)
    if os.geteuid() != 0 or not other:
        raise unittest.SkipTest("it takes root, and Debian 12 or 13")
    work = pathlib.Path(tempfile.mkdtemp(prefix="debian-", dir=ROOT / "build"))
    atexit.register(shutil.rmtree, work)


def bootstrap(suite):
    """Make a bare system in work/SUITE."""
    mirror = tool("apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages", "Origin: Debian",
                  f"Codename: {here}").decode().split()[0]  # fmt: skip
    do(*ALONE, "debootstrap", "--variant=minbase", suite, work / suite, mirror)
    return work / suite


class OtherDebian(unittest.TestCase):
    def test_build_and_smoke(self):
        root = bootstrap(other)
        # What git tracks, or in an unpacked archive was not built.
        do("make", "-s", "-C", ROOT, "dist", f"BUILD={work}", "DIST=dungen")
        do("cp", "-r", work / "dist/dungen", root / "root")
        inside(root, "apt-get -q update; cd dungen; sh tests/setup smoke; make -s; make -s smoke; make -s check SUITES=symbols CHECKED=")
