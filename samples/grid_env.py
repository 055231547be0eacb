# SPDX-License-Identifier: MIT
"""A grid world for Gymnasium on the levels of dungen. Needs numpy and the Python package of dungen:

    env = grid_env.GridEnv(preset="level", seeds=range(1, 10001))
    tiles, info = env.reset(seed=2)
    tiles, reward, terminated, truncated, info = env.step(grid_env.RIGHT)

Without Gymnasium, everything works except the spaces.
"""
import random
import dungen
import numpy

try:
    from gymnasium import Env, spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    NEXT_STEP = AutoresetMode.NEXT_STEP
except ImportError:
    Env, VectorEnv, spaces, NEXT_STEP = object, object, None, "NextStep"

UP, RIGHT, DOWN, LEFT = range(4)
MOVES = numpy.array([(0, -1), (1, 0), (0, 1), (-1, 0)])
WALL, FLOOR, DOOR, EXIT, AGENT = range(5)
GLYPHS = "#.+>@"
COLORS = numpy.array([(70, 75, 90), (216, 203, 171), (150, 90, 40), (40, 45, 60), (108, 191, 115)],
                     dtype=numpy.uint8)
PIXELS = 8  # width and height of a tile in render()

class Levels:
    """The levels of `seeds`, with options of dungen. A seed of reset() decides which are chosen."""
    def __init__(self, seeds, options):
        self.seeds, self.options, self.random = seeds, options, random.Random()
        self.shape = dungen.generate(seeds[0], **options).tiles.shape

    def choose(self, seed=None):
        """Returns the level of a seed or a random level, its tiles, and what info says about it."""
        if seed is None:
            seed = self.random.choice(self.seeds)
        elif seed not in self.seeds:
            raise ValueError(f"level {seed} is not in the seeds of this environment")
        level = dungen.generate(seed, **self.options)
        tiles = level.tiles.copy()
        tiles[level.exit.y, level.exit.x] = EXIT
        info = {"level": seed, "exit_distance": level.exit_distance, "walk": level.walk}
        return level, tiles, info

class GridEnv(Env):
    """The agent walks from the spawn to the exit. Each step costs 1, and the exit is worth 100. An
    observation is an array of tiles, with indexes [y, x].

    reset() starts a random level of `seeds`. reset(seed=7) also makes all further choices depend on
    7, and reset(options={"level": 7}) starts the level of seed 7. The other arguments are options
    of dungen. The agent opens locked doors like all others. info has the seed of the level, and the
    steps to the exit: exit_distance if all doors are open, and walk by way of the keys."""
    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 10}

    def __init__(self, render_mode=None, seeds=range(2**32), steps_max=1000, **options):
        self.render_mode, self.steps_max = render_mode, steps_max
        self.levels = Levels(seeds, options)
        if spaces:
            self.observation_space = spaces.Box(WALL, AGENT, self.levels.shape, numpy.uint8)
            self.action_space = spaces.Discrete(len(MOVES))

    def reset(self, *, seed=None, options=None):
        if spaces:
            super().reset(seed=seed)
        if seed is not None:
            self.levels.random.seed(seed)
        level, self.tiles, info = self.levels.choose((options or {}).get("level"))
        self.agent = tuple(level.spawn)
        self.steps = 0
        return self._observe(), info

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

class GridVectorEnv(VectorEnv):
    """Many environments like GridEnv, whose levels are in one array, with indexes [number, y, x].
    In info, options, and actions, an array has a value for each environment. After the end of an
    episode, the next step ignores the action, and starts another level."""
    metadata = {"autoreset_mode": NEXT_STEP}

    def __init__(self, num_envs, seeds=range(2**32), steps_max=1000, **options):
        self.num_envs, self.steps_max = num_envs, steps_max
        self.levels = Levels(seeds, options)
        self.numbers = numpy.arange(num_envs)
        self.tiles = numpy.empty((num_envs, *self.levels.shape), numpy.uint8)
        self.agents = numpy.zeros((num_envs, 2), int)  # x and y
        self.steps = numpy.zeros(num_envs, int)
        self.is_over = numpy.zeros(num_envs, bool)
        if spaces:
            self.single_observation_space = spaces.Box(WALL, AGENT, self.levels.shape, numpy.uint8)
            self.observation_space = spaces.Box(WALL, AGENT, self.tiles.shape, numpy.uint8)
            self.single_action_space = spaces.Discrete(len(MOVES))
            self.action_space = spaces.MultiDiscrete([len(MOVES)] * num_envs)

    def reset(self, *, seed=None, options=None):
        if spaces:
            super().reset(seed=seed)
        if seed is not None:
            self.levels.random.seed(seed)
        levels = numpy.broadcast_to((options or {}).get("level"), self.num_envs).tolist()
        info = self._start(self.numbers, levels)
        self.is_over[:] = False
        return self._observe(), info

    def step(self, actions):
        started = numpy.flatnonzero(self.is_over)
        x, y = targets = (self.agents + MOVES[actions]).T
        can_move = (self.tiles[self.numbers, y, x] != WALL) & ~self.is_over
        self.agents[can_move] = targets.T[can_move]
        self.steps += 1
        info = self._start(started, [None] * len(started))
        x, y = self.agents.T
        is_done = (self.tiles[self.numbers, y, x] == EXIT) & (self.steps > 0)
        is_late = self.steps >= self.steps_max
        rewards = numpy.where(is_done, 99.0, -1.0)
        rewards[started] = 0
        self.is_over = is_done | is_late
        return self._observe(), rewards, is_done, is_late, info

    def _start(self, numbers, levels):
        """Starts levels in some environments. Returns their info."""
        info = {}
        for number, seed in zip(numbers, levels):
            level, self.tiles[number], values = self.levels.choose(seed)
            self.agents[number], self.steps[number] = level.spawn, 0
            for key, value in values.items():
                info.setdefault(key, numpy.zeros(self.num_envs, numpy.int64))[number] = value
                info.setdefault(f"_{key}", numpy.zeros(self.num_envs, bool))[number] = True
        return info

    def _observe(self):
        tiles = self.tiles.copy()
        tiles[self.numbers, self.agents[:, 1], self.agents[:, 0]] = AGENT
        return tiles
