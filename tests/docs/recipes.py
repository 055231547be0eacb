# SPDX-License-Identifier: MIT
"""Runs samples/dungen.py, the scripts survey and gallery, and the recipes for game libraries, as far as these are installed.

@check @prove
"""

import ast
import base64
import ctypes
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import unittest
from unittest import mock

import browser
from helper import DUNGEN, ROOT, TestCase, needs_package, output, read, run, tool, write, write_script

sys.path.insert(0, str(ROOT / "samples"))
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
import dungen

dungen.PROGRAM = DUNGEN
PHASER = ROOT / "tests" / "formats" / "node_modules" / "phaser" / "dist" / "phaser.min.js"
LEVEL = ["--seed", "42", "--tunnels", "around", "--doors", "--exit", "farthest"]
NUMBERS = [[int(number) for number in line.split(",")] for line in output(*LEVEL, "--format", "csv").decode().splitlines()]
DOCUMENT = dungen.make(seed=42, tunnels="around", doors=True, exit="farthest")


class Recipes(TestCase):
    def make_level(self):
        output("--tileset-image", "--output", self.path("dungen-tiles.png"))
        output(*LEVEL, "--output", self.path("level.tmj"))

    def test_module(self):
        self.assertEqual(DOCUMENT, json.loads(output(*LEVEL, "--format", "json")), "make")
        maps = [dungen.make(seed=seed) for seed in range(3)]
        self.assertEqual(list(dungen.batch(seed=0, count=3, skip=False, min_rooms=None)), maps, "batch")
        self.assertEqual(dungen.make(seed=0, count=3), maps, "make with count")
        found = dungen.make(seed=0, find=2, where={"rooms": 14, "dead_ends": "1.."})
        self.assertEqual([len(document["rooms"]) for document in found], [14, 14], "make with find")
        self.assertEqual(next(dungen.batch(seed=0, count=10**15)), maps[0], "a batch that is not read to its end")
        with mock.patch.dict(sys.modules, numpy=None):
            self.assertEqual(dungen.tiles(DOCUMENT), NUMBERS, "tiles without numpy")

    def test_errors(self):
        refused = run("--width=5")
        write_script(self.path("killed"), "#!/bin/sh\nkill -9 $$\n")
        for program, options, status, message in (
            (DUNGEN, {"width": 5}, refused.returncode, refused.stderr[8:-1].decode()),
            (DUNGEN, {"output": "a.txt"}, 2, "output: not an option of this module"),
            (DUNGEN, {"skip": True, "min_rooms": 60, "count": None, "seed": 1}, 3, "--min-rooms 60: only 34 rooms fit"),
            (DUNGEN, {"glyphs": "a\0b"}, 127, f"{DUNGEN}: embedded null byte; try other options"),
            ("no-such-program", {}, 127, "no-such-program: no such program; install dungen, or set dungen.PROGRAM"),
            ("/", {}, 127, "/: [Errno 13] Permission denied"),
            ("echo", {}, 2, "echo: prints no JSON documents; set dungen.PROGRAM"),
            ("true", {}, 2, "there are 0 maps, not one; call batch"),
            (self.path("killed"), {}, -9, f"{self.folder}/killed: ended by signal 9; run it again"),
        ):
            with self.subTest(message), mock.patch.object(dungen, "PROGRAM", program):
                with self.assertRaises(dungen.Error) as caught:
                    dungen.make(**options)
                self.assertEqual((caught.exception.status, str(caught.exception)[:len(message)]), (status, message))
        self.assertIn("doors", dungen.make(seed=1, preset="level"))
        self.assertNotIn("doors", dungen.make(seed=1, preset="level", doors=False))
        with self.assertRaises(dungen.Error, msg="tiles of a document without them"):
            dungen.tiles(dungen.make(seed=1, no_tiles=True))
        ast.parse((ROOT / "samples" / "dungen.py").read_text(encoding="utf-8"), feature_version=(3, 8))

    def test_scripts(self):
        """survey and gallery in each shell: the same page, and what is wrong with the status of dungen."""
        words = ["--preset", "level", "--count", "30", "--best", "3"]
        pages = set()
        shells = [["dash"], ["bash"]]
        with self.subTest("busybox"):
            if not shutil.which("busybox"):
                self.skipTest(needs_package("busybox"))
            shells.append(["busybox", "sh"])
        for shell in shells:
            def script(name, *arguments, shell=shell):
                done = subprocess.run([*shell, ROOT / "samples" / name, *arguments], cwd=self.folder, env={**os.environ, "DUNGEN": DUNGEN},
                                      capture_output=True, check=False)  # fmt: skip
                return done.returncode, done.stderr.decode()
            for name, status, message, *arguments in (
                ("survey", 2, "survey: give a measure, a .svg and options"),
                ("survey", 2, "dungen: --where loop=0..: unknown measure", "loop", "loops.svg"),
                ("survey", 2, "survey: give a measure, a .svg and options", "exit_distance", "s.png"),
                ("gallery", 2, "gallery: the page comes first", "--preset", "level"),
                ("gallery", 2, "gallery: --sort: takes a value", "a.html", "--sort"),
                ("gallery", 2, "gallery: --best 0: takes a number from 1", "a.html", "--best=0"),
                ("gallery", 3, "dungen: --min-rooms 60: only 34 rooms fit", "a.html", "--min-rooms", "60"),
                ("gallery", 2, "dungen: --width 8  0': takes a number", "a.html", "--width", "8  0'"),
            ):
                done = script(name, *arguments)
                self.assertEqual((done[0], done[1][:len(message)]), (status, message), (shell, name, arguments))
            self.assertEqual(os.listdir(self.folder), [], "nothing is written if something is wrong")
            page = f"{shell[0]}'s page.html"
            self.assertEqual(script("gallery", page, *words, "--sort", "loops"), (0, ""))
            pages.add(read(self.path(page)).decode())
            os.remove(self.path(page))
        [page] = pages
        found = sorted(map(json.loads, output("--seed=1", *words[:4], "--format=stats").splitlines()), key=lambda stats: -stats["loops"])[:3]
        self.assertEqual(re.findall(r"<b>seed (\d+), loops (\d+)</b>", page), [(stats["seed"], str(stats["loops"])) for stats in found])
        for picture in re.findall(r"base64,([^\"]*)", page):
            self.assertRegex(base64.b64decode(picture), b"^<svg .*\n<title>dungen: seed ")

    @unittest.skipUnless(shutil.which("node"), needs_package("nodejs"))
    def test_port(self):
        """A port with numbers of its own is right, and a mistake in it is named; samples/README.md has the lines that print its trace."""
        port = read(ROOT / "samples" / "port.js").decode()
        self.assertIn(re.search(r"these eight lines:\n\n```js\n((?:.*\n){8})```", read(ROOT / "samples/README.md").decode())[1], re.sub("^\t", "", port, flags=re.M))
        for mistake, expected in (("", (0, b"")), (" - 1, y + h - 1", (4, b"floors end at x2, y2, in the wall: x2 - 1, y2 - 1 is right"))):
            write(self.path("port.js"), port.replace("x + w" + mistake, "x + w" + mistake.replace(" - 1", "")).encode())
            write(self.path("port.trace"), tool("node", self.path("port.js"), self.path("port.txt")))
            done = run("--input", self.path("port.trace"), "--compare", self.path("port.txt"))
            self.assertEqual((done.returncode, done.stderr.strip().rpartition(b"; ")[2]), expected, done)

    def test_tcod(self):
        """libtcod's own path finder walks from the player to the stairs, and its field of view ends at doors."""
        import tcod_map
        game_map = tcod_map.GameMap(DOCUMENT)
        self.assertEqual(dungen.tiles(DOCUMENT).tolist(), NUMBERS, "tiles of numpy")
        tcod = ctypes.CDLL("libtcod.so.1")
        tcod.TCOD_map_new.restype = tcod.TCOD_path_new_using_map.restype = ctypes.c_void_p
        tcod_tiles = ctypes.c_void_p(tcod.TCOD_map_new(game_map.width, game_map.height))
        for (x, y), kind in [((x, y), game_map.tiles[x, y]) for x in range(game_map.width) for y in range(game_map.height)]:
            tcod.TCOD_map_set_properties(tcod_tiles, x, y, ctypes.c_bool(kind["transparent"]), ctypes.c_bool(kind["walkable"]))
        path = ctypes.c_void_p(tcod.TCOD_path_new_using_map(tcod_tiles, ctypes.c_float(0)))
        tcod.TCOD_path_compute(path, *game_map.player, *game_map.downstairs)
        self.assertEqual(tcod.TCOD_path_size(path), DOCUMENT["exit_distance"], "steps to the stairs")
        tcod.TCOD_map_compute_fov(tcod_tiles, *game_map.player, 0, ctypes.c_bool(True), 0)
        tcod.TCOD_map_is_in_fov.restype = ctypes.c_bool
        room = DOCUMENT["rooms"][0]
        seen = [(x, y) for x in range(game_map.width) for y in range(game_map.height)
                if game_map.tiles[x, y]["transparent"] and tcod.TCOD_map_is_in_fov(tcod_tiles, x, y)]
        floor = [(x, y) for x in range(room["x"], room["x"] + room["width"]) for y in range(room["y"], room["y"] + room["height"])]
        self.assertEqual(seen, floor)
        tcod.TCOD_path_delete(path)
        tcod.TCOD_map_delete(tcod_tiles)

    @unittest.skipUnless(importlib.util.find_spec("pygame"), needs_package("python3-pygame"))
    def test_pygame(self):
        import pygame
        import pygame_map
        self.make_level()
        level = pygame_map.Level(self.path("level.tmj"))
        image, picture = pygame.image.load(self.path("dungen-tiles.png")), level.draw()
        solid = [[level.is_solid(x, y) for x in range(level.width)] for y in range(level.height)]
        self.assertEqual(solid, [[number == 0 for number in row] for row in NUMBERS])
        corner = [[[picture.get_at((16 * x, 16 * y)), picture.get_at((16 * x + 8, 16 * y + 1))] for x in range(level.width)]
                  for y in range(level.height)]
        expected = [[[image.get_at((16 * number, 0)), image.get_at((16 * number + 8, 1))] for number in row] for row in NUMBERS]
        x, y = DOCUMENT["spawn"]["x"], DOCUMENT["spawn"]["y"]
        expected[y][x] = corner[y][x]
        self.assertEqual(corner, expected)
        self.assertEqual(tuple(picture.get_at((16 * x + 8, 16 * y + 8)))[:3], (60, 200, 90), "the spawn")

    @unittest.skipUnless(shutil.which("chromedriver"), needs_package("chromium-driver"))
    @unittest.skipUnless(PHASER.exists(), "needs Phaser, which sh tests/setup prove installs")
    def test_phaser(self):
        """Phaser itself, in Chromium: it reads each object, the player starts at the spawn, and a wall stops it."""
        self.make_level()
        for path in (PHASER, ROOT / "samples" / "phaser_map.js"):
            shutil.copy(path, self.folder)
        write(self.path("index.html"), b'<script src="phaser.min.js"></script><script src="phaser_map.js"></script>')
        with browser.serve(self.folder) as address:
            page = browser.Browser(self.folder)
            self.addCleanup(page.close)
            page.open(address)
            self.assertTrue(page.wait("game.scene.scenes[0]?.keys", 30), page.log())
            parsed = "return game.scene.scenes[0].make.tilemap({ key: 'level' }).objects.map(({ name, objects }) => [name, objects])"
            for (name, found), layer in zip(page.run(parsed), json.loads(read(self.path("level.tmj")))["layers"][1:], strict=True):
                for one, wanted in zip(found, layer["objects"], strict=True):
                    one.pop("rectangle", None)  # Phaser's word for no other shape
                    self.assertEqual((name, {**wanted, **one}), (layer["name"], wanted))
            place = "const { x, y } = game.scene.scenes[0].player; return [x, y]"
            self.assertEqual(page.run(place), [16 * DOCUMENT["spawn"]["x"] + 8, 16 * DOCUMENT["spawn"]["y"] + 8])
            page.run("game.scene.scenes[0].keys.left.isDown = true")
            self.assertTrue(page.wait("game.scene.scenes[0].player.body.blocked.left", 30))
            self.assertEqual(page.run(place)[0], 16 * DOCUMENT["rooms"][0]["x"] + 6)
