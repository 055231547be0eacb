# SPDX-License-Identifier: MIT
"""movingai: the tiles, as the npm package movingai2json reads them. @prove"""

import json
import os

from check_tiles import TilesTestCase
from helper import output, tool, write
from maps import maps

HERE = os.path.dirname(os.path.abspath(__file__))


class MovingAi(TilesTestCase):
    def read(self, files):
        """Each file as the npm package movingai2json reads it."""
        script = """
            const { parseMapString } = require("movingai2json");
            const { readFileSync } = require("fs");
            const texts = process.argv.slice(1).map((path) => readFileSync(path, "utf8"));
            console.log(JSON.stringify(texts.map((text) => parseMapString(text))));
        """
        return json.loads(tool("node", "-e", script, *files, cwd=HERE))

    def test_movingai2json_reads_it(self):
        files, texts = [], [output(*map.options, "-f", "movingai") for map in maps()]
        for i, text in enumerate(texts):
            files.append(self.path(f"{i}.map"))
            write(files[-1], text)
        for map, text, found in zip(maps(), texts, self.read(files), strict=True):
            with self.subTest(map.options):
                head = (found["type"], found["width"], found["height"])
                self.assertEqual(head, ("octile", map.width, map.height))
                self.assert_tiles(map, found["matrix"], "@", ".", ".")
                # movingai2json does not check that nothing comes after the rows.
                head_lines = ["type octile", f"height {map.height}", f"width {map.width}", "map"]
                rows = ["".join(row) for row in found["matrix"]]
                self.assert_rows(text.decode("ascii").split("\n"), [*head_lines, *rows, ""])
