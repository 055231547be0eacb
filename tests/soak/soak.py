#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests for a night: the fuzzers, maps against the oracles, and changes of src/ that no test notices.

    tests/soak/soak.py HOURS MAPS

A third of the hours goes to the fuzzers, side by side, and a third to the changes; between them, MAPS maps of each
random number generator are compared, however long that takes. The status is 0 if fuzzers and oracles found nothing; a
person has to look through the changes.
"""

import os
import subprocess
import sys
import time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


def start(*command):
    print("$", *command, flush=True)
    return subprocess.Popen([sys.executable, *command])


def main(hours, maps):
    seconds = int(float(hours) * 3600 / 3)
    begin = time.monotonic()
    fuzzers = [start("tests/prove/fuzz.py", f"--seconds={seconds}", name) for name in ("generator", "program")]
    failed = sum(fuzzer.wait() != 0 for fuzzer in fuzzers)
    failed += start("tests/oracle/check_oracle.py", maps).wait() != 0
    failed += start("tests/soak/mutate.py", f"--seconds={seconds}").wait() != 0
    print(f"{time.monotonic() - begin:.0f} s; {failed or 'none'} of 4 failed")
    return 1 if failed else 0


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main(*sys.argv[1:]))
