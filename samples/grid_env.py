# SPDX-License-Identifier: MIT
"""A grid world for Gymnasium on the levels of dungen. Needs numpy and dungen.py:

    env = grid_env.GridEnv(preset="level")
    tiles, info = env.reset(seed=2)
    tiles, reward, terminated, truncated, info = env.step(grid_env.RIGHT)

Without Gymnasium, everything works except the spaces.
"""
import random
import dungen
import numpy

try:
    from gymnasium import Env, spaces
except ImportError:
    Env, spaces = object, None

UP, RIGHT, DOWN, LEFT = range(4)
MOVES = ((0, -1), (1, 0), (0, 1), (-1, 0))
WALL, FLOOR, DOOR, EXIT, AGENT = range(5)
GLYPHS = "#.+>@"
COLORS = numpy.array([(70, 75, 90), (216, 203, 171), (150, 90, 40), (40, 45, 60), (108, 191, 115)],
                     dtype=numpy.uint8)
PIXELS = 8  # width and height of a tile in render()

class GridEnv(Env):
    """The agent walks from the spawn to the exit. Each step costs 1, and the exit is worth 100. An
    observation is an array of tiles, with indexes [y, x].

    reset(seed=7) starts the level of seed 7. reset() starts a level with a random seed of `seeds`,
    such as range(1, 10001) for training. The other arguments are options of dungen."""
    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 10}

    def __init__(self, render_mode=None, seeds=range(2**32), steps_max=1000, **options):
        self.render_mode, self.seeds, self.steps_max = render_mode, seeds, steps_max
        self.options, self.random = options, random.Random()
        if spaces:
            shape = dungen.tiles(dungen.make(seed=seeds[0], **options)).shape
            self.observation_space = spaces.Box(WALL, AGENT, shape, numpy.uint8)
            self.action_space = spaces.Discrete(len(MOVES))

    def reset(self, *, seed=None, options=None):
        if spaces:
            super().reset(seed=seed)
        if seed is not None:
            self.random.seed(seed)
        level_seed = self.random.choice(self.seeds) if seed is None else seed
        level = dungen.make(seed=level_seed, **self.options)
        self.tiles = dungen.tiles(level)
        self.tiles[level["exit"]["y"], level["exit"]["x"]] = EXIT
        self.agent = (level["spawn"]["x"], level["spawn"]["y"])
        self.steps = 0
        return self._observe(), {"seed": level["seed"]}

    def step(self, action):
        x, y = self.agent[0] + MOVES[action][0], self.agent[1] + MOVES[action][1]
        if self.tiles[y, x] != WALL:
            self.agent = (x, y)
        self.steps += 1
        is_done = bool(self.tiles[self.agent[1], self.agent[0]] == EXIT)
        return self._observe(), 99 if is_done else -1, is_done, self.steps >= self.steps_max, {}

    def render(self):
        """Returns the level as text or as a picture, as the render_mode says."""
        if self.render_mode == "ansi":
            return "\n".join("".join(GLYPHS[tile] for tile in row) for row in self._observe())
        if self.render_mode == "rgb_array":
            return COLORS[self._observe()].repeat(PIXELS, axis=0).repeat(PIXELS, axis=1)
        return None

    def close(self):
        """Does nothing, because no program and no window is open between two calls."""

    def _observe(self):
        tiles = self.tiles.copy()
        tiles[self.agent[1], self.agent[0]] = AGENT
        return tiles
