#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Under valgrind the program prints what it prints without, and leaves no error and no byte of memory."""

import concurrent.futures
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
sys.path.insert(0, "tests/lib")
import help_text

COMMANDS = [
    *(f"-s1 --rng {rng}" for rng in help_text.summaries("Random number generators")),
    *(f"-s1 -f {name}" for name in help_text.summaries("Formats")),
    "-s1 --labels --room-min 2 --room-max 5 --max-rooms 500",
    "-s1 -f json --no-tiles --count 5",
    "-s1 --count 5 -W60",
    "-s1 -W1000 -H1000 --max-rooms 5000 --connect nearest --loops 9 --doors --exit farthest",
    "-s1 -W200 -H200 --max-rooms 500 --tunnels around --loops 9 --doors --exit farthest",
    "-s1 -W3 -H3 --room-min 2 --room-max 2 -f json",
    "-s1 -f json -o {folder}/map",
    "-s1 -o {folder}/no/such/map",
    "-s1 -o /dev/full",
    "--help",
    "--width 0x10",
    "--width 5",
    "--frobnicate",
]


def run(*command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr


def wrong(number):
    """What is wrong with a command, or an empty string."""
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log")
        command = [help_text.DUNGEN, *COMMANDS[number].format(folder=folder).split()]
        plain = run(*command)
        checked = run("valgrind", "-q", "--leak-check=full", "--show-leak-kinds=all", "--errors-for-leak-kinds=all",
                      f"--log-file={log}", *command)  # fmt: skip
        with open(log, encoding="utf-8") as file:
            return file.read() or ("" if checked == plain else f"{checked}\nnot {plain}")


def main():
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(wrong, range(len(COMMANDS))))
    for command, text in zip(COMMANDS, found):
        if text:
            print(f"FAILED: {command}: {text}")
    failed = len(list(filter(None, found)))
    print(f"{len(found) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
