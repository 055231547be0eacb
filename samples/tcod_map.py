# SPDX-License-Identifier: MIT
"""A map of dungen as the GameMap of the tutorial for tcod. Needs numpy, and dungen.py beside it.

The tutorial's arrays are tiles[x, y], of order "F"; those of dungen.tiles are [y, x], so they are transposed here.

    game_map.visible[:] = tcod.map.compute_fov(game_map.tiles["transparent"], (player.x, player.y), radius=8)
"""
import dungen
import numpy as np

tile = np.dtype([("walkable", bool), ("transparent", bool), ("dark", "3B"), ("light", "3B")])
# By the numbers of dungen.tiles: one walks through a door, but does not see through it.
KINDS = np.array([
    (False, False, (0, 0, 100), (130, 110, 50)),  # wall
    (True, True, (50, 50, 150), (200, 180, 50)),  # floor
    (True, False, (90, 60, 30), (150, 100, 50)),  # door
], dtype=tile)

class GameMap:
    def __init__(self, document):
        self.width, self.height = document["width"], document["height"]
        self.tiles = np.asfortranarray(KINDS[dungen.tiles(document).T])
        self.visible = np.full((self.width, self.height), False, order="F")
        self.explored = np.full((self.width, self.height), False, order="F")
        self.player, self.downstairs = ((document[name]["x"], document[name]["y"]) for name in ("spawn", "exit"))
