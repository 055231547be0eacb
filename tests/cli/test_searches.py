# SPDX-License-Identifier: MIT
"""Every search ends, and one that --find did not ask for ends soon. @check"""

import json

from helper import TestCase, run


class Search(TestCase):
    """A search that --find did not ask for ends when it has seen 120 million tiles and attempts."""

    def assert_tried(self, options, tried):
        result = run("--messages=json", "--where=rooms=999", *options.split(), "-o/dev/null")
        self.assertEqual(result.returncode, 3)
        message = json.loads(result.stderr.splitlines()[-1])
        self.assertEqual(message["tried"], tried, options)

    def test_ends(self):
        large = "-W3000 -H3000"
        for options, work in (
            (large, 9000030),
            (f"{large} --room-min 2000 --max-rooms 1000000", 10000000),
            (f"{large} --room-min 1400 --min-rooms 4 --max-rooms 1", 9004000),
            ("-W45 -H45", 2055),
        ):
            self.assert_tried(options, -(-120000000 // work))

    def test_ends_after_100000_seeds(self):
        self.assert_tried("-W20 -H20", 100000)
        self.assert_tried("-W45 -H45 --find 1", 100000)
