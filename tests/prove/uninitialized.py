#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Nothing depends on memory that was never written: clang's MemorySanitizer.

It watches unit tests, catalogue, command line and random arguments; cJSON is built with it too.
"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from sanitizer import Sanitizer, prove

UNINITIALIZED = Sanitizer(
    build="memory",
    option="MSAN_OPTIONS",
    planted={
        "uninitialized_field": "planted.c",
        "uninitialized_text": "src/cli/utf8.c",
        "uninitialized_document": "cJSON.c",
    },
    left_out=(
        # What these test is time and memory.
        "cli/progress",
        "cli/memory",
        # They take long, and the catalogue goes through the same code.
        "unit/neighbors",
        "unit/overlap",
        "unit/rows",
        "unit/sort",
    ),
)

if __name__ == "__main__":
    sys.exit(prove(UNINITIALIZED))
