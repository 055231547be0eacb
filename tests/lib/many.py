# SPDX-License-Identifier: MIT
"""Runs the program many times in one process, tests/cross/many.c, which is quicker than starting it, also in an emulator."""

import os
import subprocess
import tempfile


def run(many, commands, folder, limit=300):
    """Run commands, each a list of bytes, in a folder; yield the status and both streams of each, up to one that crashes.

    many: the command that runs many.c
    """
    with tempfile.NamedTemporaryFile() as lines, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, \
            tempfile.NamedTemporaryFile() as report:  # fmt: skip
        for command in commands:
            lines.write(bytes([len(command)]) + b"".join(word + b"\0" for word in command))
        lines.flush()
        subprocess.run([*many, lines.name, report.name], cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                       timeout=limit, check=False)  # fmt: skip
        ends = [0, 0]
        for file in (out, err):
            file.seek(0)
        for row in report:
            status, *now = map(int, row.split())
            yield (status, *(os.read(file.fileno(), end - begin) for file, end, begin in zip((out, err), now, ends)))
            ends = now
