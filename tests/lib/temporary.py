# SPDX-License-Identifier: MIT
"""Puts temporary files into /tmp if TMPDIR is a folder that other users cannot enter, or has blanks in its path.

Some tests run the program as another user; LD_PRELOAD, the options of sanitizers, make and injector.c take a blank or
a colon as the end of a path.
"""

import os
import pathlib
import re
import tempfile


def suits(folder):
    path = pathlib.Path(folder).resolve()
    return not re.search(r"[\s:]", str(path)) and all(os.stat(part).st_mode & 1 for part in (path, *path.parents))


if not suits(tempfile.gettempdir()):
    os.environ["TMPDIR"] = tempfile.tempdir = "/tmp"
