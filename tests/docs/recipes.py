# SPDX-License-Identifier: MIT
"""Runs the scripts survey and gallery, and the recipes for game libraries. The recipe for Phaser
needs a browser, so prove/phaser runs it. @lib
"""

import base64
import ctypes
import itertools
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
from unittest import mock

from helper import DUNGEN, IS_NIGHTLY, ROOT, TestCase, install_python, output, read, tool
from helper import run, write

MODULES = tempfile.TemporaryDirectory()
install_python(MODULES.name)
sys.path.insert(0, MODULES.name)
sys.path.insert(0, str(ROOT / "samples"))
sys.path.insert(0, str(ROOT / "tests/formats"))
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
os.environ["SDL_AUDIODRIVER"] = os.environ["SDL_VIDEODRIVER"] = "dummy"
import dungen
import grid_env
import numpy
import pygame
import pygame_map
from maps import pixels

LEVEL = ["--seed", "42", "--preset", "level", "--loops", "0"]
ROWS = output(*LEVEL, "--format", "csv").decode().splitlines()
NUMBERS = [[int(number) for number in row.split(",")] for row in ROWS]
DOCUMENT = json.loads(output(*LEVEL, "--format", "json"))
# What map_server requires: wiki.ros.org/map_server
ROS_KEYS = ["image", "resolution", "origin", "negate", "occupied_thresh", "free_thresh"]


def walk_to_exit():
    """Returns the actions of a shortest walk from the spawn to the exit of DOCUMENT."""
    start, goal = (tuple(DOCUMENT[mark].values()) for mark in ("spawn", "exit"))
    walks = {start: []}
    queue = [start]
    for x, y in queue:
        for action, (step_x, step_y) in enumerate(grid_env.MOVES):
            tile = (x + step_x, y + step_y)
            if NUMBERS[tile[1]][tile[0]] != 0 and tile not in walks:
                walks[tile] = [*walks[(x, y)], action]
                queue.append(tile)
    return walks[goal]


def tiles_of_room(room):
    columns = range(room["x"], room["x"] + room["width"])
    rows = range(room["y"], room["y"] + room["height"])
    return list(itertools.product(columns, rows))


class TestAndTrain(TestCase):
    """The recipes for path finders, learning agents, and robots."""

    def test_a_walk_to_the_exit_ends_the_episode(self):
        env = grid_env.GridEnv(preset="level", loops=0)
        tiles, info = env.reset(options={"level": 42})
        steps = DOCUMENT["exit_distance"]
        self.assertEqual(info, {"level": 42, "exit_distance": steps, "walk": steps})
        expected = numpy.array(NUMBERS, dtype=numpy.uint8)
        spawn, exit = DOCUMENT["spawn"], DOCUMENT["exit"]
        expected[spawn["y"], spawn["x"]] = grid_env.AGENT
        expected[exit["y"], exit["x"]] = grid_env.EXIT
        numpy.testing.assert_array_equal(tiles, expected, strict=True)
        total = 0
        for action in walk_to_exit():
            _, reward, terminated, truncated, _ = env.step(action)
            total += reward
        self.assertTrue(terminated)
        self.assertFalse(truncated)
        self.assertEqual(total, 100 - steps)

    def test_walls_stop_the_agent_and_time_runs_out(self):
        env = grid_env.GridEnv(steps_max=200)
        env.reset(options={"level": 1})
        steps = [env.step(grid_env.UP) for _ in range(200)]
        self.assertEqual([truncated for *_, truncated, _ in steps], 199 * [False] + [True])
        self.assertTrue((steps[-1][0] == steps[-2][0]).all(), "the agent stands before a wall")

    def test_levels_are_of_the_seeds(self):
        """A seed of reset() decides which levels follow, and none is outside of the seeds."""
        env = grid_env.GridEnv(seeds=range(100, 110))
        played = []
        for _ in range(2):
            first = env.reset(seed=999999)[1]["level"]
            played.append([first, *(env.reset()[1]["level"] for _ in range(20))])
        self.assertEqual(played[0], played[1])
        self.assertLessEqual(set(played[0]), set(range(100, 110)))
        self.assertGreater(len(set(played[0])), 1)
        with self.assertRaisesRegex(ValueError, "level 7 is not in the seeds"):
            env.reset(options={"level": 7})

    def test_many_environments_do_what_each_does(self):
        """Each has its own level, and starts the only other one after the end of an episode."""
        many = grid_env.GridVectorEnv(3, seeds=[42, 43, 44], preset="level", loops=0, steps_max=90)
        one = [grid_env.GridEnv(preset="level", loops=0, steps_max=90) for _ in range(3)]
        tiles, info = many.reset(seed=1, options={"level": [42, 43, 44]})
        several = [env.reset(options={"level": level}) for env, level in zip(one, (42, 43, 44))]
        for key in ("level", "exit_distance", "walk"):
            self.assertEqual(info[key].tolist(), [info[key] for _, info in several])
            self.assertTrue(info[f"_{key}"].all())
        numpy.testing.assert_array_equal(tiles, [tiles for tiles, _ in several])
        walk = walk_to_exit()
        is_over = [False] * 3
        ends = 0
        for number in range(250):
            actions = numpy.array([walk[number % len(walk)], number % 4, number // 7 % 4])
            tiles, rewards, terminated, truncated, info = many.step(actions)
            for index, env in enumerate(one):
                if is_over[index]:
                    level = int(info["level"][index])
                    expected = env.reset(options={"level": level})[0], 0, False, False
                else:
                    expected = env.step(actions[index])[:4]
                found = tiles[index], rewards[index], terminated[index], truncated[index]
                numpy.testing.assert_array_equal(found[0], expected[0])
                self.assertEqual(found[1:], expected[1:])
                is_over[index] = found[2] or found[3]
                ends += is_over[index]
        self.assertGreater(ends, 3)

    def test_resets_are_quick(self):
        env = grid_env.GridEnv(preset="level", seeds=range(1, 101))
        start = time.process_time()
        for _ in range(500):
            env.reset()
        self.assertLess(time.process_time() - start, 0.1, "5,000 in a second")

    def test_render(self):
        env = grid_env.GridEnv(render_mode="ansi", preset="level")
        env.reset(options={"level": 2})
        shown = output("--seed", "2", "--preset", "level").decode()
        self.assertEqual(env.render() + "\n", shown)
        env.render_mode = "rgb_array"
        picture = env.render()
        self.assertEqual((picture.shape, picture.dtype), ((8 * 45, 8 * 80, 3), numpy.uint8))
        tiles = env.step(grid_env.UP)[0]
        numpy.testing.assert_array_equal(env.render()[::8, ::8], grid_env.COLORS[tiles])
        env.close()
        env.close()

    def test_has_what_gymnasium_calls(self):
        """Where Gymnasium is installed, its own checker decides."""
        try:
            import gymnasium
            from gymnasium.utils.env_checker import check_env
        except ImportError:
            self.skipTest("gymnasium is not installed; Debian 12 has no package of it")
        gymnasium.register(
            "Dungen-v0", entry_point=grid_env.GridEnv, vector_entry_point=grid_env.GridVectorEnv
        )
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for mode in grid_env.GridEnv.metadata["render_modes"]:
                made = gymnasium.make("Dungen-v0", preset="level", render_mode=mode)
                check_env(made.unwrapped)
        options = {"seeds": [5], "steps_max": 30}
        many = gymnasium.make_vec("Dungen-v0", 2, "vector_entry_point", **options)
        several = gymnasium.vector.SyncVectorEnv([lambda: grid_env.GridEnv(**options)] * 2)
        self.assertEqual(many.observation_space, several.observation_space)
        self.assertEqual(many.action_space, several.action_space)
        numpy.testing.assert_equal(many.reset(seed=1), several.reset(seed=1))
        for _ in range(100):
            actions = several.action_space.sample()
            numpy.testing.assert_equal(many.step(actions), several.step(actions))

    def test_networkx_solves_a_scenario(self):
        for name in ("maze.map", "maze.scen"):
            self.good("--seed", "42", "-o", self.path(name))
        solve = str(ROOT / "samples" / "solve_scen.py")
        solved = tool(sys.executable, solve, self.path("maze.scen"))
        self.assertEqual(solved, b"100 of 100 lengths are right\n")

    def test_ros_map_writes_both_files(self):
        script = str(ROOT / "samples" / "ros_map")
        environment = {**os.environ, "DUNGEN": DUNGEN}
        tool("sh", script, self.path("cellar"), "--seed", "1", env=environment)
        self.assertEqual(read(self.path("cellar.pgm")), output("--seed", "1", "--format", "pgm"))
        lines = read(self.path("cellar.yaml")).decode().splitlines()
        values = dict(line.split(": ") for line in lines)
        self.assertEqual([*values], ROS_KEYS)
        # map_server reads a gray of 128 as an occupancy of about 0.5.
        door = (255 - 128) / 255
        self.assertLess(door, float(values["free_thresh"]), "doors are free")


class Populate(TestCase):
    """samples/populate.py."""

    def test_monsters_and_treasure(self):
        """Monsters get stronger with the distance, and treasure lies where few players go, which the
        room key says, too.
        """
        count = 1000 if IS_NIGHTLY else 60
        for preset in ("quest", "dungeon"):
            options = ["--seed", "1", "--count", str(count), "--preset", preset]
            lines = subprocess.run(
                [sys.executable, ROOT / "samples/populate.py"],
                input=output(*options, "-fjson"), stdout=subprocess.PIPE, check=True,
            ).stdout.decode().splitlines()  # fmt: skip
            keys = output(*options, "-frooms").decode().split("# Rooms")[1:]
            self.assertEqual((len(lines), len(keys)), (count, count))
            for line, key in zip(lines, keys):
                level = json.loads(line)
                with self.subTest(preset, seed=level["seed"]):
                    rows = [row.split("|") for row in key.splitlines()[4:]]
                    self.check_against_key(level, rows)

    def check_against_key(self, level, rows):
        """Treasure is in the rooms that the room key calls secret or dead ends, and in no others."""
        rooms = level["rooms"]
        farthest = max(room["distance"] for room in rooms)
        marks = [level["spawn"], level["exit"], *level.get("keys", [])]
        placed = [*level["monsters"], *level["treasures"]]
        places = [(at["x"], at["y"]) for at in [*placed, *{(m["x"], m["y"]): m for m in marks}.values()]]
        self.assertEqual(len(places), len(set(places)), "one thing on a tile")
        for thing in placed:
            room = rooms[thing["room"]]
            self.assertEqual(level["tiles"][thing["y"]][thing["x"]], ".")
            self.assertIn(thing["x"] - room["x"], range(room["width"]))
            self.assertIn(thing["y"] - room["y"], range(room["height"]))
        for monster in level["monsters"]:
            share = rooms[monster["room"]]["distance"] / (farthest + 1)
            self.assertEqual(monster["strength"], int(5 * share))
        notes = {int(row[1]) - 1: row[4] for row in rows}
        expected = {
            number: "secret" in words
            for number, words in notes.items()
            if "secret" in words or "dead end" in words
        }
        expected = {
            number: secret
            for number, secret in expected.items()
            if 5 * rooms[number]["distance"] > farthest
        }
        found = {treasure["room"]: treasure["secret"] for treasure in level["treasures"]}
        self.assertEqual(found, expected)


class Tabletop(TestCase):
    """The files of samples/tabletop.md."""

    DUNGEON = ["--seed=5", "--preset=quest", "-W48", "-H24"]

    def test_poster(self):
        """The pages of ImageMagick are the poster, in its scale. Here, a tile has 30 pixels."""
        page = read(ROOT / "samples/tabletop.md").decode()
        commands = re.findall(r"^\$ convert poster[.]png -crop (\d+)x(\d+) [+]repage (.*)-%02d[.]png$", page, re.M)
        self.assertEqual([name for _, _, name in commands], ["a4", "letter"])
        told = " ".join(page.split())
        look = ["--theme=hatch", "--show=none", "--crop", "--tile-size=30", "--dpi=30"]
        write(self.path("poster.png"), output(*self.DUNGEON, *look, "-fpng"))
        poster = self.gray("poster.png")
        self.assertIn(f"has {poster.shape[1] // 30} by {poster.shape[0] // 30} tiles", told)
        # A sheet in inches, without a margin of a third of an inch.
        for (width, height, name), sheet in zip(commands, ((8.27, 11.69), (8.5, 11))):
            self.assertLessEqual(int(width) / 150, sheet[0] - 0.3)
            self.assertLessEqual(int(height) / 150, sheet[1] - 0.3)
            width, height = int(width) // 5, int(height) // 5
            # Other programs may be called convert.
            convert = next(path for path in ("/usr/bin/convert", "convert") if shutil.which(path))
            tool(convert, "poster.png", "-crop", f"{width}x{height}", "+repage",
                 f"{name}-%02d.png", cwd=self.folder)  # fmt: skip
            columns = -(-poster.shape[1] // width)
            rows = -(-poster.shape[0] // height)
            names = sorted(path for path in os.listdir(self.folder) if path.startswith(name))
            self.assertEqual(len(names), columns * rows)
            self.assertIn(f"{len(names)} {'pages of A4' if name == 'a4' else 'of Letter'}", told)
            pages = [self.gray(path) for path in names]
            lines = [numpy.hstack(pages[i : i + columns]) for i in range(0, len(pages), columns)]
            self.assertTrue(numpy.array_equal(numpy.vstack(lines), poster))
            density = read(self.path(names[0])).partition(b"pHYs")[2][:4]
            self.assertAlmostEqual(int.from_bytes(density, "big") * 0.0254, 30, delta=0.1)

    def gray(self, name):
        """The pixels of a picture in shades of gray."""
        image = read(self.path(name))
        plain = tool("pngtopam", input=image)
        if not plain.startswith(b"P4"):
            return pixels(image)
        # Black and white, with a bit for each pixel.
        width, height = map(int, plain.split(b"\n", 2)[1].split())
        bits = numpy.unpackbits(numpy.frombuffer(plain.split(b"\n", 2)[2], numpy.uint8))
        return (1 - bits.reshape(height, -1)[:, :width].astype(numpy.uint32)) * 0xFFFFFF

    def test_no_file_of_the_players_tells_a_secret(self):
        document = json.loads(output(*self.DUNGEON, "-fjson"))
        secrets = [door for door in document["doors"] if "secret" in door]
        self.assertEqual((len(document["keys"]), bool(secrets)), (2, True))
        uvtt = json.loads(output(*self.DUNGEON, "--theme=hatch", "--show=none", "-fuvtt"))
        # A door lies on the edge of its tile, half a tile from its middle.
        places = [(door["position"]["x"], door["position"]["y"]) for door in uvtt["portals"]]
        self.assertEqual(len(places), len(document["doors"]) - len(secrets))
        for door in document["doors"]:
            steps = [abs(x - door["x"] - 0.5) + abs(y - door["y"] - 0.5) for x, y in places]
            self.assertEqual(min(steps) == 0.5, "secret" not in door)
        for format in ("svg", "uvtt"):
            text = output(*self.DUNGEON, "--theme=hatch", "--show=none", "-f", format)
            # The picture in base64 is compared by formats/svg.
            text = text.partition(b'"image"')[0]
            for word in (b"secret", b"lock", b"key", b">S<", b"<text"):
                self.assertNotIn(word, text)

    def test_master_has_everything(self):
        svg = output(*self.DUNGEON, "--show=all", "--title=Crypt", "-fsvg").decode()
        for part in ('id="locks"', 'id="keys"', 'id="secrets"', ">S<", ">Crypt<", 'id="labels"'):
            self.assertIn(part, svg)
        key = output(*self.DUNGEON, "--title=Crypt", "-frooms").decode()
        for part in ("# Crypt", "(lock 1)", "(lock 2)", "key 1", "key 2", "secret"):
            self.assertIn(part, key)


class Scripts:
    """samples/survey and samples/gallery. A subclass names the shell."""

    GALLERY_OPTIONS = ["--preset", "level", "--count", "30"]

    def run_script(self, name, *arguments, shell=None):
        """Returns the status and the messages of a script."""
        done = subprocess.run(
            [*(shell or self.shell), ROOT / "samples" / name, *arguments],
            cwd=self.folder,
            env={**os.environ, "DUNGEN": DUNGEN},
            capture_output=True,
            check=False,
        )
        return done.returncode, done.stderr.decode()

    def test_errors(self):
        survey_usage = "survey: requires a measure, an .svg file, and options"
        too_many_rooms = "dungen: --min-rooms: seed 1: does not meet rooms=60.."
        for name, status, message, *arguments in (
            ("survey", 2, survey_usage),
            ("survey", 2, survey_usage, "exit_distance", "s.png"),
            ("survey", 2, "dungen: --where loop=0..: unknown measure", "loop", "loops.svg"),
            ("gallery", 2, "gallery: the first argument must be the page", "--preset", "level"),
            ("gallery", 2, "gallery: --sort: requires a value", "a.html", "--sort"),
            ("gallery", 2, "gallery: --best 0: must be a number", "a.html", "--best=0"),
            ("gallery", 3, too_many_rooms, "a.html", "--min-rooms", "60"),
            ("gallery", 2, "dungen: --width 8  0': must be a number", "a.html", "--width", "8  0'"),
        ):
            with self.subTest(name, arguments=arguments):
                found_status, text = self.run_script(name, *arguments)
                self.assertEqual((found_status, text[: len(message)]), (status, message))
                self.assert_holds()

    def make_gallery(self, shell):
        name = "somebody's page.html"
        words = [*self.GALLERY_OPTIONS, "--best", "3", "--sort", "loops"]
        self.assertEqual(self.run_script("gallery", name, *words, shell=shell), (0, ""))
        return read(self.path(name)).decode()

    def test_gallery_is_the_same_in_every_shell(self):
        self.assertEqual(self.make_gallery(self.shell), self.make_gallery(["sh"]))

    def test_gallery_shows_the_best_maps(self):
        options = self.GALLERY_OPTIONS
        page = self.make_gallery(self.shell)
        all_stats = map(json.loads, output("--seed=1", *options, "--format=stats").splitlines())
        best = sorted(all_stats, key=lambda stats: -stats["loops"])[:3]
        captions = re.findall(r"<b>seed (\d+), loops (\d+)</b>", page)
        self.assertEqual(captions, [(stats["seed"], str(stats["loops"])) for stats in best])
        pictures = re.findall(r"base64,([^\"]*)", page)
        self.assertEqual(len(pictures), 3)
        for picture in pictures:
            self.assertRegex(base64.b64decode(picture), b"^<svg .*\n<title>dungen<")

    def test_gallery_shows_its_command(self):
        for words, shown in (
            ("--count 2", "--seed 1 --count 2"),
            ("--count 2 --seed 1", "--count 2 --seed 1"),
            ("--seed=7", "--seed=7"),
            ("-s7", "-s7"),
        ):
            with self.subTest(words):
                self.assertEqual(self.run_script("gallery", "a.html", *words.split()), (0, ""))
                page = read(self.path("a.html")).decode()
                self.assertEqual(re.findall("<code>(.*)</code>", page), [f"dungen {shown}"])

    def test_gallery_reads_files(self):
        for seed in ("7", "9"):
            self.good("--seed", seed, "--output", self.path(f"level-{seed}.json"))
        names = ["level-9.json", "level-7.json"]
        self.assertEqual(self.run_script("gallery", "files.html", *names), (0, ""))
        page = read(self.path("files.html")).decode()
        self.assertEqual(re.findall(r"<b>seed (\d+)</b>", page), ["9", "7"])


class ScriptsInDash(Scripts, TestCase):
    shell = ["dash"]


class ScriptsInBash(Scripts, TestCase):
    shell = ["bash"]


class ScriptsInBusybox(Scripts, TestCase):
    shell = ["busybox", "sh"]


class PortInJavaScript(TestCase):
    """samples/port.js, which has random numbers of its own."""

    SOURCE = read(ROOT / "samples" / "port.js").decode()

    def compare(self, source):
        """Returns the status of --compare for a run of the port, and what it says last."""
        write(self.path("port.js"), source.encode())
        trace = tool("node", self.path("port.js"), self.path("port.txt"))
        write(self.path("port.trace"), trace)
        done = run("--draws", self.path("port.trace"), "--compare", self.path("port.txt"))
        return done.returncode, done.stderr.decode().strip().rpartition("; ")[2]

    def test_page_shows_its_lines(self):
        page = read(ROOT / "samples" / "port.md").decode()
        lines = re.search(r"these eight lines:\n\n```js\n((?:.*\n){8})```", page)[1]
        self.assertIn(lines, re.sub("^\t", "", self.SOURCE, flags=re.M))

    def test_port_is_right(self):
        self.assertEqual(self.compare(self.SOURCE), (0, ""))

    def test_mistake_is_named(self):
        right = "x + w - 1, y + h - 1"
        self.assertEqual(self.SOURCE.count(right), 1)
        message = "and floors are one row too high: they end at y2 - 1"
        wrong = self.SOURCE.replace(right, "x + w, y + h")
        self.assertEqual(self.compare(wrong), (4, message))


class Tcod(TestCase):
    """samples/tcod_map.py, with functions of libtcod itself."""

    def setUp(self):
        super().setUp()
        import tcod_map

        self.game_map = game_map = tcod_map.GameMap(dungen.generate(42, preset="level", loops=0))
        self.places = list(itertools.product(range(game_map.width), range(game_map.height)))
        self.tcod = tcod = ctypes.CDLL("libtcod.so.1")
        tcod.TCOD_map_new.restype = ctypes.c_void_p
        tcod.TCOD_path_new_using_map.restype = ctypes.c_void_p
        tcod.TCOD_map_is_in_fov.restype = ctypes.c_bool
        self.tiles = ctypes.c_void_p(tcod.TCOD_map_new(game_map.width, game_map.height))
        self.addCleanup(tcod.TCOD_map_delete, self.tiles)
        for x, y in self.places:
            tile = game_map.tiles[x, y]
            is_transparent = ctypes.c_bool(tile["transparent"])
            is_walkable = ctypes.c_bool(tile["walkable"])
            tcod.TCOD_map_set_properties(self.tiles, x, y, is_transparent, is_walkable)

    def test_path_from_the_player_to_the_stairs(self):
        path = ctypes.c_void_p(self.tcod.TCOD_path_new_using_map(self.tiles, ctypes.c_float(0)))
        self.addCleanup(self.tcod.TCOD_path_delete, path)
        self.tcod.TCOD_path_compute(path, *self.game_map.player, *self.game_map.downstairs)
        self.assertEqual(self.tcod.TCOD_path_size(path), DOCUMENT["exit_distance"])

    def test_field_of_view_ends_at_doors(self):
        self.tcod.TCOD_map_compute_fov(self.tiles, *self.game_map.player, 0, ctypes.c_bool(True), 0)
        seen = [
            (x, y)
            for x, y in self.places
            if self.game_map.tiles[x, y]["transparent"]
            and self.tcod.TCOD_map_is_in_fov(self.tiles, x, y)
        ]
        self.assertEqual(seen, tiles_of_room(DOCUMENT["rooms"][0]))


class Pygame(TestCase):
    """samples/pygame_map.py."""

    def setUp(self):
        """A map for Tiled and its tileset image."""
        super().setUp()
        output("--tileset-image", "--output", self.path("dungen-tiles.png"))
        output(*LEVEL, "--output", self.path("level.tmj"))
        self.tileset = pygame.image.load(self.path("dungen-tiles.png"))
        self.level = pygame_map.Level(self.path("level.tmj"))
        self.spawn_x, self.spawn_y = self.level.player

    def test_player_starts_at_the_spawn(self):
        spawn = DOCUMENT["spawn"]
        self.assertEqual(self.level.player, (spawn["x"], spawn["y"]))

    def test_picture_has_the_tiles_of_the_tileset(self):
        """Two pixels of each tile are compared, except at the exit."""
        picture = self.level.draw()
        exit_place = (DOCUMENT["exit"]["x"], DOCUMENT["exit"]["y"])
        for y, row in enumerate(NUMBERS):
            for x, number in enumerate(row):
                column = 3 if (x, y) == exit_place else number
                for pixel_x, pixel_y in ((0, 0), (8, 1)):
                    found = picture.get_at((16 * x + pixel_x, 16 * y + pixel_y))
                    expected = self.tileset.get_at((16 * column + pixel_x, pixel_y))
                    self.assertEqual(found, expected, f"pixel {pixel_x},{pixel_y} of {x},{y}")

    def test_picture_shows_the_player(self):
        color = self.level.draw().get_at((16 * self.spawn_x + 8, 16 * self.spawn_y + 8))
        self.assertEqual(tuple(color)[:3], pygame_map.PLAYER_COLOR)

    def test_walls_stop_the_player(self):
        for _ in range(80):
            self.level.move(-1, 0)
        self.assertEqual(self.level.player, (DOCUMENT["rooms"][0]["x"], self.spawn_y))

    def test_doors_open(self):
        doors = {(door["x"], door["y"]) for door in DOCUMENT["doors"]}
        crossed = set()
        for action in walk_to_exit():
            self.level.move(*grid_env.MOVES[action])
            crossed |= doors & {self.level.player}
        left = {door for door in doors if self.level.tile(*door) == pygame_map.DOOR}
        self.assertTrue(crossed)
        self.assertEqual(left, doors - crossed)

    def play(self, *paths):
        """Plays files to the end of the events, and returns the variables of the program."""
        with mock.patch.object(sys, "argv", ["pygame_map.py", *paths]):
            return runpy.run_path(str(ROOT / "samples" / "pygame_map.py"), run_name="__main__")

    def test_without_files_prints_usage(self):
        with self.assertRaisesRegex(SystemExit, r"^usage: python3 pygame_map.py level-\*.tmj$"):
            self.play()

    def test_levels_follow_by_their_numbers(self):
        pygame.init()
        self.addCleanup(pygame.quit)
        for number in (1, 2, 10):
            path = self.path(f"level-{number}.tmj")
            output("--quiet", "--seed", str(number), "--output", path)
        pygame.event.post(pygame.event.Event(pygame.QUIT))
        end = self.play(*(self.path(f"level-{number}.tmj") for number in (1, 10, 2)))
        for number, level in zip((1, 2, 10), end["levels"]):
            expected = pygame_map.Level(self.path(f"level-{number}.tmj"))
            self.assertEqual(level.tiles, expected.tiles, number)
        self.assertEqual([level.has_stairs_up for level in end["levels"]], [False, True, True])

    def test_the_exit_of_the_last_level_wins(self):
        pygame.init()
        self.addCleanup(pygame.quit)
        keys = [pygame.K_UP, pygame.K_RIGHT, pygame.K_DOWN, pygame.K_LEFT]
        for action in walk_to_exit():
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=keys[action]))
        pygame.event.post(pygame.event.Event(pygame.QUIT))
        end = self.play(self.path("level.tmj"))
        self.assertFalse(pygame.event.peek(pygame.QUIT), "the program waits until the window is closed")
        before = pygame.Surface(end["SCREEN_SIZE"])
        pygame_map.show(before, end["levels"][0])
        text = pygame.font.Font(None, 80).render("You won", True, "white")
        before.blit(text, text.get_rect(center=before.get_rect().center))
        self.assertEqual(end["screen"].get_buffer().raw, before.get_buffer().raw)

    def test_a_game_of_two_levels(self):
        """The keys lead to the exit of the first level. Then the window is closed."""
        pygame.init()
        self.addCleanup(pygame.quit)
        keys = [pygame.K_UP, pygame.K_RIGHT, pygame.K_DOWN, pygame.K_LEFT]  # as in grid_env.MOVES
        for action in walk_to_exit():
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=keys[action]))
        pygame.event.post(pygame.event.Event(pygame.QUIT))
        arguments = ["pygame_map.py", self.path("level.tmj"), self.path("level.tmj")]
        with mock.patch.object(sys, "argv", arguments):
            end = runpy.run_path(str(ROOT / "samples" / "pygame_map.py"), run_name="__main__")
        self.assertFalse(pygame.event.peek(pygame.QUIT))
        self.assertEqual(end["number"], 1)
        second = pygame_map.Level(self.path("level.tmj"), has_stairs_up=True)
        expected = pygame.Surface(end["SCREEN_SIZE"])
        pygame_map.show(expected, second)
        self.assertEqual(end["screen"].get_buffer().raw, expected.get_buffer().raw)

    def test_a_game_down_and_up(self):
        """The player returns to the spawn of the second level, and so to the exit of the first."""
        pygame.init()
        self.addCleanup(pygame.quit)
        keys = [pygame.K_UP, pygame.K_RIGHT, pygame.K_DOWN, pygame.K_LEFT]  # as in grid_env.MOVES
        walk = [keys[action] for action in walk_to_exit()]
        for key in [*walk, pygame.K_LEFT, pygame.K_RIGHT]:
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key))
        pygame.event.post(pygame.event.Event(pygame.QUIT))
        arguments = ["pygame_map.py", self.path("level.tmj"), self.path("level.tmj")]
        with mock.patch.object(sys, "argv", arguments):
            end = runpy.run_path(str(ROOT / "samples" / "pygame_map.py"), run_name="__main__")
        self.assertEqual(end["number"], 0)
        self.assertEqual(end["levels"][0].player, tuple(DOCUMENT["exit"].values()))


class PygameLocks(TestCase):
    """samples/pygame_map.py on linked levels with locks and secrets."""

    QUEST = ["--quiet", "--preset", "quest", "--seed", "1", "--find", "3", "--where", "locks=2"]

    def setUp(self):
        super().setUp()
        output("--tileset-image", "--output", self.path("dungen-tiles.png"))
        output(*self.QUEST, "--linked", "--output", self.path("level-%i.tmj"))
        self.paths = [self.path(f"level-{number}.tmj") for number in (1, 2, 3)]
        self.levels = [pygame_map.Level(path) for path in self.paths]
        self.level = self.levels[0]

    def walk(self, goal):
        """Returns the steps of a shortest walk to a place through the doors that open, or None."""
        walks = {self.level.player: []}
        queue = [self.level.player]
        for x, y in queue:
            for step in pygame_map.STEPS.values():
                place = (x + step[0], y + step[1])
                is_closed = self.level.tile(*place) == pygame_map.WALL or place in self.level.locks
                if not is_closed and place not in walks:
                    walks[place] = [*walks[(x, y)], step]
                    queue.append(place)
        return walks.get(goal)

    def go(self, goal):
        """Moves the player to a place, and returns the steps."""
        steps = self.walk(goal)
        for step in steps:
            self.level.move(*step)
        self.assertEqual(self.level.player, goal)
        return steps

    def win(self):
        """Takes the keys in their order, and goes to the exit. Returns the steps."""
        keys = sorted(self.level.keys, key=self.level.keys.get)
        return [step for goal in [*keys, self.level.exit] for step in self.go(goal)]

    def test_keys_open_the_way_to_the_exit(self):
        for self.level in self.levels:
            self.assertEqual(sorted(self.level.keys.values()), [1, 2])
            self.assertIsNone(self.walk(self.level.exit))
            self.win()
            self.assertEqual((self.level.keys, self.level.locks), ({}, {}))

    def test_a_locked_door_stops_the_player_until_the_key_is_taken(self):
        door = next(place for place, lock in self.level.locks.items() if lock == 1)
        self.assertIsNone(self.walk(door))
        beside = next(
            place
            for step in pygame_map.STEPS.values()
            if self.walk(place := (door[0] - step[0], door[1] - step[1])) is not None
        )
        self.go(beside)
        step = (door[0] - beside[0], door[1] - beside[1])
        self.level.move(*step)
        self.assertEqual(self.level.player, beside)
        self.go(next(place for place, lock in self.level.keys.items() if lock == 1))
        self.go(beside)
        self.level.move(*step)
        self.assertEqual(self.level.player, door)

    def test_a_key_and_its_doors_have_the_color_of_the_lock(self):
        picture = self.level.draw()
        shown = set()
        for (x, y), lock in [*self.level.keys.items(), *self.level.locks.items()]:
            color = picture.get_at((16 * x + 8, 16 * y + 8))
            self.assertEqual(color, pygame.Color(pygame_map.LOCK_COLORS[lock]))
            shown.add(tuple(color))
        self.assertEqual(len(shown), 2)

    def test_screen_shows_the_keys_of_the_player(self):
        screen = pygame.display.set_mode(pygame_map.SCREEN_SIZE)
        self.addCleanup(pygame.quit)
        for count, lock in enumerate(sorted(self.level.keys.values()), start=1):
            self.go(next(place for place, other in self.level.keys.items() if other == lock))
            self.assertEqual(self.level.taken, [1, 2][:count])
            pygame_map.show(screen, self.level)
            color = pygame.Color(pygame_map.LOCK_COLORS[lock])
            self.assertEqual(screen.get_at((12 * lock, 12)), color)

    def test_stairs_up_are_those_of_the_exit_upside_down(self):
        level = pygame_map.Level(self.paths[1], has_stairs_up=True)
        level.player = level.exit
        up, below = (
            [level.draw().get_at((16 * place[0] + x, 16 * place[1] + y)) for x in range(16)]
            for place, y in ((level.spawn, 15), (level.exit, 0))
        )
        self.assertEqual(up, below)

    def test_picture_hides_secret_doors_until_they_open(self):
        wall = pygame.image.load(self.path("dungen-tiles.png")).get_at((0, 0))
        self.level = next(level for level in self.levels if level.secrets)
        for x, y in sorted(self.level.secrets):
            self.assertEqual(self.level.draw().get_at((16 * x, 16 * y)), wall)
            self.go((x, y))
            self.assertNotEqual(self.level.draw().get_at((16 * x, 16 * y)), wall)

    def test_a_game_down_and_up(self):
        """The player returns to the exit of the first level, whose doors are still open."""
        pygame.init()
        self.addCleanup(pygame.quit)
        keys = {step: key for key, step in pygame_map.STEPS.items()}
        walk = self.win()
        self.level = self.levels[1]
        self.assertEqual(self.level.spawn, self.levels[0].exit)
        for step in keys:
            self.level.move(*step)
            if self.level.player != self.level.spawn:
                break
        back = (-step[0], -step[1])
        for step in [*walk, step, back]:
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=keys[step]))
        pygame.event.post(pygame.event.Event(pygame.QUIT))
        with mock.patch.object(sys, "argv", ["pygame_map.py", *self.paths]):
            end = runpy.run_path(str(ROOT / "samples" / "pygame_map.py"), run_name="__main__")
        self.assertEqual(end["number"], 0)
        self.assertEqual(end["levels"][0].player, self.levels[0].exit)
        self.assertEqual(end["levels"][0].locks, {})
