# SPDX-License-Identifier: MIT
"""Under valgrind the program does what it does without, with no error and no byte of memory left."""

import concurrent.futures
import os
import unittest

from helper import RNGS, SANITIZED, TestCase, read, run

FOUND = 99
VALGRIND = [
    "valgrind", "-q", "--leak-check=full", "--show-leak-kinds=all", "--errors-for-leak-kinds=all", f"--error-exitcode={FOUND}",
]  # fmt: skip
COMMANDS = [
    *(f"-s1 --rng {rng}" for rng in RNGS),
    "-s1 --labels --room-min 2 --room-max 5 --max-rooms 500",
    "-s1 -f json",
    "-s1 -f json --no-tiles --count 5",
    "-s1 --count 5 -W60",
    "-s1 -W1000 -H1000 --max-rooms 5000",
    "-s1 -W1000 -H1000 --max-rooms 5000 -f json",
    "-s1 -W3 -H3 --room-min 2 --room-max 2 -f json",
    "-s1 -f json -o {folder}/map",
    "-s1 -o {folder}/no/such/map",
    "-s1 -o /dev/full",
    "--help",
    "--version",
    "--width 0x10",
    "--width 5",
    "--frobnicate",
    "--rng none",
]


@unittest.skipIf(SANITIZED, "a sanitizer and valgrind exclude each other")
class Valgrind(TestCase):
    def pair(self, number, command):
        """A run without valgrind and one with it, and what valgrind found."""
        args = command.format(folder=self.folder).split()
        log = self.path(f"log-{number}")
        plain = run(*args)
        checked = run(*args, under=[*VALGRIND, f"--log-file={log}"])
        return plain, checked, read(log).decode()

    def test_no_error_and_no_leak(self):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            pairs = list(pool.map(self.pair, range(len(COMMANDS)), COMMANDS))
        for command, (plain, checked, found) in zip(COMMANDS, pairs):
            with self.subTest(command=command):
                self.assertEqual(found, "")
                self.assertEqual(checked.returncode, plain.returncode)
                self.assertNotEqual(plain.returncode, FOUND)
                self.assertEqual(checked.stderr, plain.stderr)
                self.assertTrue(checked.stdout == plain.stdout)
