# SPDX-License-Identifier: MIT
"""A map of dungen as the GameMap of the tutorial for tcod. Needs numpy and dungen.py.

The tutorial indexes its arrays by [x, y], in order "F". dungen.tiles returns an array with indexes
[y, x], so GameMap transposes it.

    transparent = game_map.tiles["transparent"]
    game_map.visible[:] = tcod.map.compute_fov(transparent, (player.x, player.y), radius=8)
"""
import dungen
import numpy as np

tile = np.dtype([("walkable", bool), ("transparent", bool), ("dark", "3B"), ("light", "3B")])
# In the order of the numbers of dungen.tiles. A door is walkable, but not transparent.
KINDS = np.array([
    (False, False, (0, 0, 100), (130, 110, 50)),  # wall
    (True, True, (50, 50, 150), (200, 180, 50)),  # floor
    (True, False, (90, 60, 30), (150, 100, 50)),  # door
], dtype=tile)

class GameMap:
    def __init__(self, document):
        self.width = document["width"]
        self.height = document["height"]
        self.tiles = np.asfortranarray(KINDS[dungen.tiles(document).T])
        self.visible = np.full((self.width, self.height), False, order="F")
        self.explored = np.full((self.width, self.height), False, order="F")
        self.player = (document["spawn"]["x"], document["spawn"]["y"])
        self.downstairs = (document["exit"]["x"], document["exit"]["y"])
