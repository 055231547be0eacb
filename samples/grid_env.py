# SPDX-License-Identifier: MIT
"""A grid world with the interface of Gymnasium, on the levels of dungen. Needs only dungen.py:

    env = grid_env.GridEnv(preset="level")
    tiles, info = env.reset(seed=2)
    tiles, reward, terminated, truncated, info = env.step(grid_env.RIGHT)
"""
import dungen

UP, RIGHT, DOWN, LEFT = range(4)
MOVES = ((0, -1), (1, 0), (0, 1), (-1, 0))
WALL, AGENT, EXIT = 0, 8, 9  # floor is 1, and a door is 2

class GridEnv:
    """The agent walks from the spawn to the exit. Each step costs 1, and the exit is worth 100."""
    def __init__(self, steps_max=1000, **options):
        self.steps_max, self.options, self.next_seed = steps_max, options, 1

    def reset(self, *, seed=None, options=None):
        seed = self.next_seed if seed is None else seed
        self.next_seed = seed + 1
        level = dungen.make(**{**self.options, **(options or {}), "seed": seed})
        self.tiles = [list(row) for row in dungen.tiles(level)]
        self.agent, self.exit = (tuple(level[mark].values()) for mark in ("spawn", "exit"))
        self.steps = 0
        return self._observe(), {"seed": level["seed"]}

    def step(self, action):
        x, y = self.agent[0] + MOVES[action][0], self.agent[1] + MOVES[action][1]
        if self.tiles[y][x] != WALL:
            self.agent = (x, y)
        self.steps += 1
        is_done = self.agent == self.exit
        return self._observe(), 99 if is_done else -1, is_done, self.steps >= self.steps_max, {}

    def _observe(self):
        tiles = [list(row) for row in self.tiles]
        for (x, y), mark in ((self.exit, EXIT), (self.agent, AGENT)):
            tiles[y][x] = mark
        return tiles
