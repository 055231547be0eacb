# SPDX-License-Identifier: MIT
"""The package for npm makes the documents of ./dungen, under node and in Chromium, and its types are those of real maps. @long"""

import json
import re
import subprocess

import check_build
import helper
from browser import Browser, serve
from helper import ROOT, TestCase, output, read, run, tool, write

NEEDED = ("chromedriver", "clang", "jq", "node", "npm", "wasm-ld")
COMPILER = ROOT / "tests/formats/node_modules/typescript/bin/tsc"
SIZE_MOST, TIME_MOST = 200_000, 2  # bytes to download; milliseconds for a map

# Options of dungen(), with the program's own words; what the program refuses comes last.
MAPS = [({"seed": 42}, ["--seed=42"]),
        ({"seed": "18446744073709551615", "rng": "splitmix64", "noTiles": True}, ["--seed=18446744073709551615", "--rng=splitmix64", "--no-tiles"]),
        ({"seed": 7, "tunnels": "around", "loops": 3, "doors": True, "exit": "farthest", "minRooms": 9},
         ["--seed=7", "--tunnels=around", "--loops=3", "--doors", "--exit=farthest", "--min-rooms=9"]),
        ({"seed": 1, "roomMax": 5}, ["--seed=1", "--room-max=5"]), ({"frobnicate": 1}, ["--frobnicate=1"]),
        ({"seed": 1, "minRooms": 20}, ["--seed=1", "--min-rooms=20"])]  # fmt: skip
SCRIPT = """import { dungen, run } from "%s";
const made = [];
for (const options of %s)
    made.push(await dungen(options).catch(({ message, status }) => ({ message, status })));
const stdin = made[0].tiles.join("\\n");
const read = await run(["--input", "-", "--format", "csv"], { stdin }), times = [];
for (let seed = 0; seed < 100; seed++) {
    const begin = performance.now();
    await dungen({ seed });
    times.push(performance.now() - begin);
}
const {seed} = await dungen();
const several = await dungen({ count: 2 }).catch(({ message }) => message);
const result = { made, out: new TextDecoder().decode(read.out), several, random: seed, time: times.sort((a, b) => a - b)[10] };
"""


def setUpModule():
    helper.skip_without(*NEEDED, paths=[COMPILER, *check_build.LIBRARIES])
    helper.make("npm")


def expected(words):
    done = run("--quiet", "--format=json", *words)
    message = done.stderr.decode().removeprefix("dungen: ").strip()
    return json.loads(done.stdout) if done.stdout else {"message": message, "status": done.returncode}


class Npm(TestCase):
    OPTIONS = json.dumps([options for options, _ in MAPS])

    def setUp(self):
        """A folder in which the package is installed."""
        super().setUp()
        [package] = (ROOT / "build/npm").glob("dungen-*.tgz")
        self.assertLess(package.stat().st_size, SIZE_MOST)
        tool("npm", "install", "--silent", "--offline", "--no-audit", "--no-fund", package, cwd=self.folder)

    def check_result(self, result):
        for (options, words), made in zip(MAPS, result["made"], strict=True):
            with self.subTest(options):
                self.assertEqual(made, expected(words))
        self.assertEqual(result["out"], output("--seed=42", "--format=csv").decode(), "a map that is read")
        self.assertIn("use run()", str(result["several"]))
        self.assertRegex(result["random"], r"\A[0-9]+\Z")
        self.assertLessEqual(result["time"], TIME_MOST, "milliseconds for a map, on a processor of its own")

    def test_node(self):
        write(self.path("script.mjs"), (SCRIPT % ("dungen", self.OPTIONS) + "console.log(JSON.stringify(result));\n").encode())
        self.check_result(json.loads(tool("node", "script.mjs", cwd=self.folder)))

    def test_chromium(self):
        module = SCRIPT % ("./node_modules/dungen/index.mjs", self.OPTIONS)
        write(self.path("index.html"), f'<script type="module">{module}window.result = result;</script>'.encode())
        with serve(self.folder) as address:
            page = Browser(self.folder)
            self.addCleanup(page.close)
            page.open(address)
            self.assertTrue(page.wait("window.result", 30), page.log())
            self.check_result(page.run("return result"))

    def test_examples(self):
        """That of the package's README, and the one in ours, which shows what it prints."""
        example = re.search("```js\n(.*?)```", read(self.path("node_modules/dungen/README.md")).decode(), re.DOTALL)[1]
        self.assertIn(output("-s42", "-fsvg"), tool("node", "--input-type=module", "-e", example, cwd=self.folder))
        example = r"```js\n// level.mjs\n(.*?)```\n\n```console\n\$ [^\n]*\n(.*?)```"
        script, shown = re.search(example, read(ROOT / "README.md").decode(), re.DOTALL).groups()
        self.assertEqual(tool("node", "--input-type=module", "-e", script, cwd=self.folder).decode(), shown)

    def test_types(self):
        """Real documents have the type of the package, every option has one, and a wrong one is an error."""
        documents = [document for document in map(expected, (words for _, words in MAPS)) if "rooms" in document]
        given = {name: value for options, _ in MAPS for name, value in options.items() if name != "frobnicate"}
        right = f"""import {{ dungen, run, type Dungeon, type Options }} from "dungen";
            export const maps: Dungeon[] = {json.dumps(documents)}, options: Options = {json.dumps(given)};
            export const rooms: number = (await dungen({{ seed: 2n, tunnels: "around" }})).rooms.length;
            export const out: Uint8Array = (await run(["--seed", "1"], {{ stdin: "" }})).out;\n"""
        for name, text, wrong in (("right", right, False), ("option", right + "dungen({ frobnicate: 1 });\n", True),
                                   ("choice", right + 'dungen({ tunnels: "along" });\n', True)):  # fmt: skip
            write(self.path(f"{name}.mts"), text.encode())
            done = subprocess.run(["node", COMPILER, "--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", f"{name}.mts"],
                                  cwd=self.folder, capture_output=True, check=False, encoding="utf-8")  # fmt: skip
            with self.subTest(name):
                self.assertEqual(bool(done.returncode), wrong, done.stdout)
