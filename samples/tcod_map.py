# SPDX-License-Identifier: MIT
"""A map of dungen as the GameMap of the tutorial for tcod. Needs numpy and the Python
package of dungen:

    game_map = GameMap(dungen.generate(42, preset="level"))

The tutorial indexes its arrays by [x, y], in order "F". The tiles of a level have indexes [y, x], so
GameMap transposes them.

    transparent = game_map.tiles["transparent"]
    game_map.visible[:] = tcod.map.compute_fov(transparent, (player.x, player.y), radius=8)
"""
import numpy as np

tile = np.dtype([("walkable", bool), ("transparent", bool), ("dark", "3B"), ("light", "3B")])
# In the order of the numbers of tiles. A door is walkable, but not transparent.
KINDS = np.array([
    (False, False, (0, 0, 100), (130, 110, 50)),  # wall
    (True, True, (50, 50, 150), (200, 180, 50)),  # floor
    (True, False, (90, 60, 30), (150, 100, 50)),  # door
], dtype=tile)

class GameMap:
    def __init__(self, level):
        self.width, self.height = level.width, level.height
        self.tiles = np.asfortranarray(KINDS[level.tiles.T])
        self.visible = np.full((self.width, self.height), False, order="F")
        self.explored = np.full((self.width, self.height), False, order="F")
        self.player, self.downstairs = level.spawn, level.exit
