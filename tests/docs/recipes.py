#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs samples/dungen.py and the recipes for game libraries, as far as these are installed.

@check @prove
"""

import ctypes
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
from unittest import mock

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
import browser
from report import DUNGEN, ROOT, check, end, equal, run

sys.path.insert(0, str(ROOT / "samples"))
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
import dungen

dungen.PROGRAM = DUNGEN
PHASER = ROOT / "tests" / "formats" / "node_modules" / "phaser" / "dist" / "phaser.min.js"
LEVEL = ["--seed", "42", "--tunnels", "around", "--doors", "--exit", "farthest"]
NUMBERS = [[int(number) for number in line.split(",")] for line in run(*LEVEL, "--format", "csv").decode().splitlines()]


def check_module(document):
    equal("make", document, json.loads(run(*LEVEL, "--format", "json")))
    equal("batch", dungen.batch(seed=0, count=3, skip=False, min_rooms=None), [dungen.make(seed=seed) for seed in range(3)])
    status, message = 2, b""
    try:
        dungen.make(width=5)
    except dungen.Error as error:
        status, message = error.status, b"dungen: %s\n" % str(error).encode()
    refused = subprocess.run([DUNGEN, "--width=5"], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    equal("an error", (status, message), (refused.returncode, refused.stderr))
    with mock.patch.dict(sys.modules, numpy=None):
        equal("tiles without numpy", dungen.tiles(document), NUMBERS)
    source = (ROOT / "samples" / "dungen.py").read_text(encoding="utf-8").splitlines()
    check("samples/dungen.py has under 40 lines", len(source) < 40, len(source))


def check_tcod(document):
    """libtcod's own path finder walks from the player to the stairs, and its field of view ends at doors."""
    import tcod_map
    game_map = tcod_map.GameMap(document)
    equal("tiles of numpy", dungen.tiles(document).tolist(), NUMBERS)
    tcod = ctypes.CDLL("libtcod.so.1")
    tcod.TCOD_map_new.restype = tcod.TCOD_path_new_using_map.restype = ctypes.c_void_p
    tcod_tiles = ctypes.c_void_p(tcod.TCOD_map_new(game_map.width, game_map.height))
    for (x, y), kind in [((x, y), game_map.tiles[x, y]) for x in range(game_map.width) for y in range(game_map.height)]:
        tcod.TCOD_map_set_properties(tcod_tiles, x, y, ctypes.c_bool(kind["transparent"]), ctypes.c_bool(kind["walkable"]))
    path = ctypes.c_void_p(tcod.TCOD_path_new_using_map(tcod_tiles, ctypes.c_float(0)))
    tcod.TCOD_path_compute(path, *game_map.player, *game_map.downstairs)
    equal("steps to the stairs", tcod.TCOD_path_size(path), document["exit_distance"])
    tcod.TCOD_map_compute_fov(tcod_tiles, *game_map.player, 0, ctypes.c_bool(True), 0)
    tcod.TCOD_map_is_in_fov.restype = ctypes.c_bool
    room = document["rooms"][0]
    seen = [(x, y) for x in range(game_map.width) for y in range(game_map.height)
            if game_map.tiles[x, y]["transparent"] and tcod.TCOD_map_is_in_fov(tcod_tiles, x, y)]
    equal("floor seen from the spawn", seen, [(x, y) for x in range(room["x"], room["x"] + room["width"])
                                              for y in range(room["y"], room["y"] + room["height"])])
    tcod.TCOD_path_delete(path)
    tcod.TCOD_map_delete(tcod_tiles)


def check_pygame(document):
    import pygame
    import pygame_map
    with tempfile.TemporaryDirectory() as folder:
        run("--tileset-image", "--output", f"{folder}/dungen-tiles.png")
        run(*LEVEL, "--output", f"{folder}/level.tmj")
        level = pygame_map.Level(f"{folder}/level.tmj")
        image, picture = pygame.image.load(f"{folder}/dungen-tiles.png"), level.draw()
        equal("what is solid", [[level.is_solid(x, y) for x in range(level.width)] for y in range(level.height)],
              [[number == 0 for number in row] for row in NUMBERS])
        corner = [[[picture.get_at((16 * x, 16 * y)), picture.get_at((16 * x + 8, 16 * y + 1))] for x in range(level.width)]
                  for y in range(level.height)]
        expected = [[[image.get_at((16 * number, 0)), image.get_at((16 * number + 8, 1))] for number in row] for row in NUMBERS]
        x, y = document["spawn"]["x"], document["spawn"]["y"]
        expected[y][x] = corner[y][x]
        equal("the picture", corner, expected)
        equal("the spawn", tuple(picture.get_at((16 * x + 8, 16 * y + 8)))[:3], (60, 200, 90))


def check_phaser(document):
    """Phaser itself, in Chromium: the player starts at the spawn, and a wall stops it."""
    with tempfile.TemporaryDirectory() as folder:
        run("--tileset-image", "--output", f"{folder}/dungen-tiles.png")
        run(*LEVEL, "--output", f"{folder}/level.tmj")
        shutil.copy(PHASER, folder)
        shutil.copy(ROOT / "samples" / "phaser_map.js", folder)
        pathlib.Path(folder, "index.html").write_text('<script src="phaser.min.js"></script><script src="phaser_map.js"></script>')
        with browser.serve(folder) as address:
            page = browser.Browser(folder)
            page.open(address)
            if check("Phaser shows the level", page.wait("game.scene.scenes[0]?.keys", 30), page.log()):
                place = "const { x, y } = game.scene.scenes[0].player; return [x, y]"
                spawn = document["spawn"]
                equal("the player's place", page.run(place), [16 * spawn["x"] + 8, 16 * spawn["y"] + 8])
                page.run("game.scene.scenes[0].keys.left.isDown = true")
                check("a wall stops the player", page.wait("game.scene.scenes[0].player.body.blocked.left", 30))
                equal("where it does", page.run(place)[0], 16 * document["rooms"][0]["x"] + 6)
            page.close()


def main():
    document = dungen.make(seed=42, tunnels="around", doors=True, exit="farthest")
    check_module(document)
    check_tcod(document)
    for needed, there, recipe in (("pygame", importlib.util.find_spec("pygame"), check_pygame),
                                  ("phaser", PHASER.exists() and shutil.which("chromedriver"), check_phaser)):  # fmt: skip
        if there:
            recipe(document)
        else:
            print(f"skipped: {needed} is not installed")
    return end()


if __name__ == "__main__":
    sys.exit(main())
