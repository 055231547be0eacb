#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""No number wraps, loses bits or changes its sign unless that is meant: clang's UndefinedBehaviorSanitizer with the
checks of integers and implicit conversions.

It watches unit tests, catalogue, command line and random arguments. Where numbers are meant to wrap is listed in
tests/prove/wraps.txt.
"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from sanitizer import Sanitizer, prove

INTEGER = Sanitizer(
    build="integer",
    option="UBSAN_OPTIONS",
    planted={
        "truncation": "planted.c",
        "sign": "planted.c",
        "wrap": "planted.c",
        "shift": "planted.c",
        "overflow": "planted.c",
        "wrap_in_path": "src/output/path.c",
    },
    # What these test is time and memory.
    left_out=("cli/progress", "cli/memory"),
)

if __name__ == "__main__":
    sys.exit(prove(INTEGER))
