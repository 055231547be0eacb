# SPDX-License-Identifier: MIT
"""Runs samples/phaser_map.js with Phaser itself, in Chromium."""

import contextlib
import json
import shutil

import browser
from helper import ROOT, TestCase, output, read, skip_without, write

PHASER = ROOT / "tests" / "formats" / "node_modules" / "phaser" / "dist" / "phaser.min.js"
LEVELS = ["--preset", "level", "--seed", "1", "--find", "3", "--where", "exit_distance=90.."]
DOCUMENTS = [json.loads(line) for line in output(*LEVELS, "--format", "json").splitlines()]
PAGE = b"""<script src="phaser.min.js"></script><script src="phaser_map.js"></script>"""
SCENE = "game.scene.scenes[0]"


def middle(place):
    """Returns the pixel in the middle of a tile."""
    return [16 * place["x"] + 8, 16 * place["y"] + 8]


class Phaser(TestCase):
    PLACE = f"const {{ x, y }} = {SCENE}.player; return [x, y]"
    LAYERS = f"""
        const map = {SCENE}.make.tilemap({{ key: "level-1" }});
        return map.objects.map(({{ name, objects }}) => [name, objects]);"""

    def setUp(self):
        """The game runs in Chromium, with the files that its first comment describes."""
        super().setUp()
        skip_without("chromedriver", paths=[PHASER])
        output("--tileset-image", "--output", self.path("dungen-tiles.png"))
        output(*LEVELS, "--output", self.path("level-%i.tmj"))
        for path in (PHASER, ROOT / "samples" / "phaser_map.js"):
            shutil.copy(path, self.folder)
        write(self.path("index.html"), PAGE)
        server = contextlib.ExitStack()
        self.addCleanup(server.close)
        address = server.enter_context(browser.serve(self.folder))
        self.page = browser.Browser(self.folder)
        self.addCleanup(self.page.close)
        self.page.open(address)
        self.assertTrue(self.page.wait(f"{SCENE}?.keys", 30), self.page.log())

    def put_player(self, place):
        """Puts the player on a tile."""
        x, y = middle(place)
        self.page.run(f"{SCENE}.player.body.reset({x}, {y})")

    def hold(self, key):
        self.page.run(f"{SCENE}.keys.{key}.isDown = true")

    def test_reads_each_object(self):
        layers = json.loads(read(self.path("level-1.tmj")))["layers"][1:]
        for (name, found), layer in zip(self.page.run(self.LAYERS), layers, strict=True):
            self.assertEqual(name, layer["name"])
            for item, expected in zip(found, layer["objects"], strict=True):
                item.pop("rectangle", None)  # Phaser's word for no other shape
                self.assertEqual({**expected, **item}, expected, name)

    def test_player_starts_at_the_spawn(self):
        self.assertEqual(self.page.run(self.PLACE), middle(DOCUMENTS[0]["spawn"]))

    def test_wall_stops_the_player(self):
        first_room = DOCUMENTS[0]["rooms"][0]
        self.put_player(first_room)
        self.hold("left")
        is_blocked = self.page.wait(f"{SCENE}.player.body.blocked.left", 30)
        self.assertTrue(is_blocked, "the player meets a wall")
        self.assertEqual(self.page.run(self.PLACE)[0], 16 * first_room["x"] + 6)

    def test_door_opens(self):
        """The player walks from the room to the right, through a door in its wall."""
        rooms = DOCUMENTS[0]["rooms"]
        door = next(
            door
            for door in DOCUMENTS[0]["doors"]
            if door["x"] == rooms[door["room"]]["x"] + rooms[door["room"]]["width"]
        )
        tile = f"{SCENE}.terrain.getTileAt({door['x']}, {door['y']}).index"
        self.assertEqual(self.page.run(f"return {tile}"), 3)
        self.put_player({"x": door["x"] - 1, "y": door["y"]})
        self.hold("right")
        is_through = self.page.wait(f"{SCENE}.player.x > {16 * door['x'] + 16}", 30)
        self.assertTrue(is_through, "the player walks through the door")
        self.assertEqual(self.page.run(f"return {tile}"), 2)

    def test_exits_lead_to_the_next_level(self):
        """The last level leads to the first one."""
        for number, document in enumerate(DOCUMENTS):
            following = (number + 1) % len(DOCUMENTS)
            self.put_player(document["exit"])
            is_next = self.page.wait(f"{SCENE}.number === {following + 1} && {SCENE}.keys", 30)
            self.assertTrue(is_next, "the next level starts")
            spawn = middle(DOCUMENTS[following]["spawn"])
            is_there = self.page.wait(
                f"{SCENE}.player.active && {SCENE}.player.x === {spawn[0]}"
                f" && {SCENE}.player.y === {spawn[1]}",
                30,
            )
            self.assertTrue(is_there, "the player starts at the spawn")
