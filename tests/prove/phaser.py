# SPDX-License-Identifier: MIT
"""Runs samples/phaser_map.js with Phaser itself, in Chromium."""

import contextlib
import json
import shutil

import browser
from helper import ROOT, TestCase, output, read, skip_without, write

PHASER = ROOT / "tests" / "formats" / "node_modules" / "phaser" / "dist" / "phaser.min.js"
LEVEL = ["--seed", "42", "--tunnels", "around", "--doors", "--exit", "farthest"]
DOCUMENT = json.loads(output(*LEVEL, "--format", "json"))
PAGE = b"""<script src="phaser.min.js"></script><script src="phaser_map.js"></script>"""


class Phaser(TestCase):
    PLACE = "const { x, y } = game.scene.scenes[0].player; return [x, y]"
    LAYERS = """
        const map = game.scene.scenes[0].make.tilemap({ key: "level" });
        return map.objects.map(({ name, objects }) => [name, objects]);"""

    def setUp(self):
        """The recipe runs in Chromium, with a map for Tiled and its tileset image."""
        super().setUp()
        skip_without("chromedriver", paths=[PHASER])
        output("--tileset-image", "--output", self.path("dungen-tiles.png"))
        output(*LEVEL, "--output", self.path("level.tmj"))
        for path in (PHASER, ROOT / "samples" / "phaser_map.js"):
            shutil.copy(path, self.folder)
        write(self.path("index.html"), PAGE)
        server = contextlib.ExitStack()
        self.addCleanup(server.close)
        address = server.enter_context(browser.serve(self.folder))
        self.page = browser.Browser(self.folder)
        self.addCleanup(self.page.close)
        self.page.open(address)
        self.assertTrue(self.page.wait("game.scene.scenes[0]?.keys", 30), self.page.log())

    def test_reads_each_object(self):
        layers = json.loads(read(self.path("level.tmj")))["layers"][1:]
        for (name, found), layer in zip(self.page.run(self.LAYERS), layers, strict=True):
            self.assertEqual(name, layer["name"])
            for item, expected in zip(found, layer["objects"], strict=True):
                item.pop("rectangle", None)  # Phaser's word for no other shape
                self.assertEqual({**expected, **item}, expected, name)

    def test_player_starts_at_the_spawn(self):
        spawn = DOCUMENT["spawn"]
        self.assertEqual(self.page.run(self.PLACE), [16 * spawn["x"] + 8, 16 * spawn["y"] + 8])

    def test_wall_stops_the_player(self):
        self.page.run("game.scene.scenes[0].keys.left.isDown = true")
        is_blocked = self.page.wait("game.scene.scenes[0].player.body.blocked.left", 30)
        self.assertTrue(is_blocked, "the player meets a wall")
        player_x, _ = self.page.run(self.PLACE)
        self.assertEqual(player_x, 16 * DOCUMENT["rooms"][0]["x"] + 6)
