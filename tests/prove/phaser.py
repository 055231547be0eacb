# SPDX-License-Identifier: MIT
"""Runs samples/phaser_map.js with Phaser itself, in Chromium."""

import contextlib
import json
import shutil

import browser
from helper import ROOT, TestCase, output, read, skip_without, write

PHASER = ROOT / "tests" / "formats" / "node_modules" / "phaser" / "dist" / "phaser.min.js"
LEVELS = [*"--preset quest --seed 1 --find 3 --where locks=2 --linked --quiet".split()]
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

    def steps_into(self, door):
        """Returns the key that leads into a door from the floor beside it, and that floor."""
        rows = DOCUMENTS[0]["tiles"]
        for key, step_x, step_y in (("right", 1, 0), ("down", 0, 1)):
            beside = {"x": door["x"] - step_x, "y": door["y"] - step_y}
            if rows[beside["y"]][beside["x"]] == ".":
                return key, beside
        raise AssertionError(f"no floor beside {door}")

    def meet(self, door):
        """The player walks into a door until he meets it or is beyond it. Returns where he is."""
        key, beside = self.steps_into(door)
        axis, side = ("x", "right") if key == "right" else ("y", "down")
        self.put_player(beside)
        self.hold(key)
        is_through = f"{SCENE}.player.{axis} > {16 * door[axis] + 16}"
        is_stopped = f"{SCENE}.stopped > 20"
        count = f"{SCENE}.stopped = {SCENE}.player.body.blocked.{side} ? ({SCENE}.stopped ?? 0) + 1 : 0"
        self.page.run(f"clearInterval(window.count); window.count = setInterval(() => {{ {count} }})")
        self.assertTrue(self.page.wait(f"{is_through} || {is_stopped}", 30))
        self.page.run(f"{SCENE}.keys.{key}.isDown = false")
        return "through" if self.page.run(f"return {is_through}") else "stopped"

    def index(self, tile):
        return self.page.run(f"return {SCENE}.terrain.getTileAt({tile['x']}, {tile['y']}).index")

    def test_doors_open(self):
        """Secret doors look like walls until the player meets them."""
        free = [door for door in DOCUMENTS[0]["doors"] if "lock" not in door]
        secret = next(door for door in free if "secret" in door)
        plain = next(door for door in free if "secret" not in door)
        for door, index in ((plain, 3), (secret, 1)):
            with self.subTest(door):
                self.assertEqual(self.index(door), index)
                self.assertEqual(self.meet(door), "through")
                self.assertEqual(self.index(door), 2)

    def test_a_locked_door_opens_with_its_key(self):
        """The player still has the key when he comes back from the next level."""
        door = next(door for door in DOCUMENTS[0]["doors"] if door.get("lock") == 1)
        key = next(key for key in DOCUMENTS[0]["keys"] if key["lock"] == 1)
        self.assertEqual(self.meet(door), "stopped")
        self.assertEqual(self.index(door), 3)
        self.put_player(key)
        self.assertTrue(self.page.wait("taken.size === 1", 30), "the player takes the key")
        self.assertEqual(self.spots("scrollFactorX === 0"), [[12, 12, self.color(1)]])
        self.put_player(DOCUMENTS[0]["exit"])
        self.wait_for_level(2, DOCUMENTS[1]["spawn"])
        stairs = (DOCUMENTS[1]["spawn"], DOCUMENTS[1]["exit"])
        centers = [room["center"] for room in DOCUMENTS[1]["rooms"]]
        self.put_player(next(center for center in centers if center not in stairs))
        self.assertTrue(self.page.wait(f"{SCENE}.place !== {SCENE}.tiles.spawn", 30))
        self.put_player(DOCUMENTS[1]["spawn"])
        self.wait_for_level(1, DOCUMENTS[0]["exit"])
        self.assertEqual(self.spots("scrollFactorX === 0"), [[12, 12, self.color(1)]])
        self.assertEqual(self.meet(door), "through")

    def wait_for_level(self, number, place):
        """The player arrives on a tile of a level, and stays."""
        x, y = middle(place)
        is_level = f"{SCENE}.number === {number} && {SCENE}.keys && {SCENE}.player.active"
        is_there = f"{is_level} && {SCENE}.player.x === {x} && {SCENE}.player.y === {y}"
        self.assertTrue(self.page.wait(is_there, 30), f"the player arrives in level {number}")

    def color(self, lock):
        return self.page.run(f"return LOCK_COLORS[{lock}]")

    def spots(self, condition):
        """Returns place and color of each key, lock, or player that meets a condition."""
        circles = f"{SCENE}.children.list.filter((spot) => spot.type === 'Arc' && spot.{condition})"
        return self.page.run(f"return {circles}.map(({{ x, y, fillColor }}) => [x, y, fillColor])")

    def test_a_key_and_its_doors_have_the_color_of_the_lock(self):
        objects = [item for name in ("keys", "doors") for item in DOCUMENTS[0][name]]
        locks = [item for item in objects if "lock" in item]
        expected = [[*middle(item), self.color(item["lock"])] for item in locks]
        self.assertEqual(sorted(self.spots("radius === KEY_RADIUS")), sorted(expected))
        self.assertEqual(len({color for _, _, color in expected}), 2)

    def test_no_way_is_faster_than_the_speed(self):
        for keys in (["right"], ["right", "down"]):
            for key in keys:
                self.hold(key)
            is_fast = f"Math.abs({SCENE}.player.body.velocity.length() - SPEED) < 0.001"
            moves = " && ".join(f"{SCENE}.player.body.velocity.{axis}" for axis in "xy"[: len(keys)])
            self.assertTrue(self.page.wait(f"{moves} && {is_fast}"), keys)

    def test_exits_lead_to_the_next_level(self):
        """The player arrives where the stairs were. The exit of the last level ends the game."""
        for document, following in zip(DOCUMENTS, DOCUMENTS[1:]):
            self.assertEqual(document["exit"], following["spawn"])
        for number, document in enumerate(DOCUMENTS, start=1):
            self.wait_for_level(number, document["spawn"])
            stairs = f"{SCENE}.children.list.filter(({{ type }}) => type === 'TileSprite')"
            expected = [] if number == 1 else [middle(document["spawn"])]
            self.assertEqual(self.page.run(f"return {stairs}.map(({{ x, y }}) => [x, y])"), expected)
            self.put_player(document["exit"])
        self.assertTrue(self.page.wait(f"{SCENE}.sys.isPaused()", 30), "the game ends")
        self.assertEqual(self.page.run(f"return {SCENE}.children.list.at(-1).text"), "You won")
