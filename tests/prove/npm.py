# SPDX-License-Identifier: MIT
"""The package for npm makes the documents of ./dungen, under node, in Chromium and bundled, and its
types are those of real maps. @long
"""

import base64
import contextlib
import json
import os
import re
import shutil
import subprocess
from typing import NamedTuple, Optional

import check_build
import helper
from browser import Browser, serve
from help_text import READ
from helper import ROOT, TestCase, output, read, tool, write

NEEDED = ("chromedriver", "clang", "jq", "node", "npm", "wasm-ld", "wasm-opt")
MODULES = ROOT / "tests/formats/node_modules"
COMPILER = MODULES / "typescript/bin/tsc"
SIZE_MOST = 200_000  # bytes to download

class Call(NamedTuple):
    """Options of dungen(), and the same with the program's own words."""

    options: dict
    words: list
    refused: Optional[str] = None  # the place in JavaScript that the message names, if there is one


MAPS = [
    Call({"seed": 42}, ["--seed=42"]),
    Call(
        {"seed": "18446744073709551615", "rng": "splitmix64", "noTiles": True, "route": True},
        ["--seed=18446744073709551615", "--rng=splitmix64", "--no-tiles", "--route"],
    ),
    Call(
        {
            "seed": 7,
            "tunnels": "around",
            "loops": 3,
            "doors": True,
            "exit": "farthest",
            "minRooms": 9,
        },
        "--seed=7 --tunnels=around --loops=3 --doors --exit=farthest --min-rooms=9".split(),
    ),
    Call(
        {"seed": 1, "roomMax": 80},
        ["--seed=1", "--room-max=80"],
        "roomMax: 80",
    ),
    Call(
        {"width": 9, "roomMax": 9},
        ["--width=9", "--room-max=9"],
        "roomMax",
    ),
    Call(
        {"tunnels": "around", "connect": "previous"},
        ["--tunnels=around", "--connect=previous"],
        'connect: "previous"',
    ),
    Call(
        {"frobnicate": 1},
        ["--frobnicate=1"],
        "frobnicate: 1",
    ),
    Call({"doors": 1}, ["--doors=1"], "doors"),
    Call(
        {"seed": 1, "minRooms": 20, "width": 20},
        ["--seed=1", "--min-rooms=20", "-W20"],
        "minRooms: 20",
    ),
    Call(
        {"seed": 7, "preset": "level", "doors": False},
        ["--seed=7", "--preset=level", "--no-doors"],
    ),
]
TOO_NARROW = MAPS[4]
SEVERAL = [
    Call({"seed": 5, "count": 2}, ["--seed=5", "--count=2"]),
    Call(
        {"seed": 1, "find": 1, "where": "rooms=9.."},
        ["--seed=1", "--find=1", "--where=rooms=9.."],
    ),
    Call(
        {"seed": 1, "find": 3, "where": {"loops": "1..", "rooms": 12}},
        ["--seed=1", "--find=3", "--where=loops=1..,rooms=12"],
    ),
]
# What is refused before the program runs, and the place that the message names.
REFUSED = {
    "dungen({ seed: 2 ** 53 })": "seed",
    'dungen({ seed: "1\\0x" })': "seed",
    'run(["--seed", "1\\0x"])': "words[1]",
    "run([], { stdin: 5 })": "stdin",
    'run("abc")': "words",
}
SPLIT_MAP = "#####\n#.#.#\n#####\n"
SCRIPT = """import { check, dungen, run } from "%s";
async function main() {
const made = [];
for (const options of %s)
    made.push(await dungen(options).catch(({ message, status }) => ({ message, status })));
const stdin = made[0].tiles.join("\\n");
const read = await run(["-", "--format", "csv"], { stdin });
const {seed} = await dungen();
const several = [], refused = [];
const faults = [await check(made[0]), await check(%s)];
for (const options of %s)
    several.push(await dungen(options));
for (const call of [() => dungen({ help: true }), %s])
    refused.push(await call().catch(({ name, message }) => [name, message]));
return { made, out: new TextDecoder().decode(read.out), several, refused, faults, random: seed };
}
"""


# In a page, with the search of the package's README, which runs in a worker.
USE_OF_WORKER = """import { search } from "./search.js";
async function use() {
    const result = await main();
    const stop = new AbortController();
    const begin = performance.now();
    const never = search({ seed: 1, find: 1, where: "loops=1000" }, stop.signal);
    setTimeout(() => stop.abort(), 100);
    result.worker = [
        await never.catch(({ name }) => name),
        performance.now() - begin < 1500,
        (await search({ seed: 1, find: 2, where: "rooms=12" })).length,
        await search({ width: 9, roomMax: 9 }).catch(({ message }) => message),
    ];
    window.result = result;
}
use();
"""
PRINT = "main().then((result) => console.log(JSON.stringify(result)));\n"


def script(module):
    maps, several = [json.dumps([call.options for call in calls]) for calls in (MAPS, SEVERAL)]
    refused = ", ".join(f"() => {call}" for call in REFUSED)
    return SCRIPT % (module, maps, json.dumps(SPLIT_MAP), several, refused)


def setUpModule():
    helper.skip_without(*NEEDED, paths=[COMPILER, *check_build.LIBRARIES])
    helper.make("npm")


def documents(words):
    return [json.loads(line) for line in output("--quiet", "--format=json", *words).splitlines()]


def messages_of(*words, input=None):
    """The messages that the program prints about a command line, as objects."""
    lines = helper.run("--quiet", "--messages=json", *words, input=input).stderr.splitlines()
    return [json.loads(line) for line in lines]


def faults_of(content):
    return [fault["problem"] for fault in messages_of("-", "--check", input=content)]


def name_in_javascript(option):
    return re.sub("-(.)", lambda found: found[1].upper(), option)


class Npm(TestCase):
    def setUp(self):
        """A folder in which the package is installed."""
        super().setUp()
        [package] = (ROOT / "build/npm").glob("dungen-npm-*.tgz")
        self.assertLess(package.stat().st_size, SIZE_MOST)
        install = ["npm", "install", "--silent", "--offline", "--no-audit", "--no-fund"]
        tool(*install, package, cwd=self.folder)

    def readme_examples(self, pattern):
        """What is in the blocks of JavaScript in the package's README that match this pattern."""
        readme = read(self.path("node_modules/dungen/README.md")).decode()
        return re.findall(f"```js\n{pattern}```", readme, re.DOTALL)

    def check_refusal(self, call, error):
        """An error names each option that the program names, as JavaScript does."""
        [message] = messages_of(*call.words)
        self.assertEqual(error["status"], message["status"])
        self.assertTrue(error["message"].startswith(f"{call.refused}: "), error["message"])
        self.assertNotIn("--", error["message"])
        for option in set(re.findall("--([a-z-]+)", message["text"])) - {"help"}:
            self.assertIn(name_in_javascript(option), error["message"])

    def check_result(self, result):
        for call, made in zip(MAPS, result["made"], strict=True):
            with self.subTest(call.options):
                if call.refused:
                    self.check_refusal(call, made)
                else:
                    self.assertEqual(made, documents(call.words)[0])
        csv = output("--seed=42", "--format=csv").decode()
        self.assertEqual(result["out"], csv, "a map that is read")
        several = [documents(call.words) for call in SEVERAL]
        self.assertEqual(result["several"], several, "an array of several maps, or of one")
        (_, no_document), *refused = result["refused"]
        self.assertIn("run()", no_document, "the function that prints the help")
        refused = [[name, message.split(": ")[0]] for name, message in refused]
        self.assertEqual(refused, [["TypeError", place] for place in REFUSED.values()])
        self.assertEqual(result["faults"], [[], faults_of(SPLIT_MAP.encode())])
        self.assertRegex(result["random"], r"\A[0-9]+\Z")

    def test_node(self):
        write(self.path("script.mjs"), (script("dungen") + PRINT).encode())
        self.check_result(json.loads(tool("node", "script.mjs", cwd=self.folder)))

    def run_in_node(self, body, *flags, **values):
        """Run the body of an async function with these values as constants. Returns what the
        function returns.
        """
        items = values.items()
        constants = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in items)
        main = f"async function main() {{\n{constants}{body}\n}}\n"
        imports = 'import { batch, check, dungen, find, generate, run } from "dungen";\n'
        write(self.path("body.mjs"), (imports + main + PRINT).encode())
        return json.loads(tool("node", *flags, "body.mjs", cwd=self.folder))

    def test_reads_every_format(self):
        maps = {name: output("--seed=42", "--format", name) for name in READ}
        body = """
            const results = {};
            for (const [name, base64] of Object.entries(maps)) {
                const stdin = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
                const {status, out, err} = await run(["-", "--format=csv"], {stdin});
                results[name] = [status, new TextDecoder().decode(out), err, await check(stdin)];
            }
            return results;"""
        encoded = {name: base64.b64encode(content).decode() for name, content in maps.items()}
        results = self.run_in_node(body, maps=encoded)
        for name, content in maps.items():
            expected = output("-", "--format=csv", input=content).decode()
            same = f"{name} is read and checked as by the program"
            self.assertEqual(results[name], [0, expected, "", []], same)

    def test_levels_and_batches(self):
        """They are those of the program."""
        preset = {"preset": "quest", "width": 60}
        words = ["--quiet", "--preset=quest", "--width=60"]
        body = """
            const level = await generate("42", preset);
            const found = await find(3, {...preset, where: {walk: "150.."}, seed: 7});
            const arrays = [];
            for (const [count, options] of [[9, {seed: 3, ...preset}], [1, {}]]) {
                const {tiles, ...sizes} = await batch(count, options);
                arrays.push([sizes, [...tiles]]);
            }
            const error = await batch(2, {width: 2}).catch(({ message }) => message);
            return {level, found, arrays, error};"""
        result = self.run_in_node(body, preset=preset)
        expected = documents(["--seed=42", "--route", *words[1:]])[0]
        expected["text"] = output("--seed=42", *words).decode()
        expected["measures"] = json.loads(output("--seed=42", "--format=stats", *words))
        self.assertEqual(result["level"], expected)
        found = documents(["--seed=7", "--find=3", "--where=walk=150..", *words[1:]])
        self.assertEqual(result["found"], found)
        sizes = [{"count": 9, "width": 60, "height": 45}, {"count": 1, "width": 80, "height": 45}]
        for (size, tiles), expected_size, options in zip(
            result["arrays"], sizes, (["--seed=3", "--count=9", *words], ["--seed=1"]), strict=True
        ):
            self.assertEqual(size, expected_size)
            csv = output("--format=csv", *options).decode().replace("\n", ",")
            self.assertEqual(tiles, [int(tile) for tile in csv.split(",") if tile])
        self.assertTrue(result["error"].startswith("width: 2: must be"), result["error"])

    def test_check_returns_no_notes(self):
        edited = json.loads(output("--seed=42", "--format=tmj"))
        monsters = {"type": "objectgroup", "name": "monsters", "objects": []}
        parchment = {"type": "imagelayer", "name": "parchment", "image": "parchment.png"}
        edited["layers"] += [monsters, parchment]
        text = json.dumps(edited)
        printed = helper.run("-", "--check", input=text.encode()).stderr
        self.assertIn(b"parchment", printed, "the program prints a note")
        faults = self.run_in_node("return check(map);", map=text)
        self.assertEqual(faults, [], "a note is not a fault")

    def test_check_returns_the_first_ten_faults(self):
        crowded = documents(["--seed=42"])[0]
        rooms = crowded["rooms"]
        rooms += [{**rooms[0], "id": len(rooms) + i} for i in range(20)]
        faults = self.run_in_node("return check(map);", map=crowded)
        self.assertEqual(len(faults), 10, faults)
        self.assertEqual(faults, faults_of(json.dumps(crowded).encode())[:10])

    def test_check_reads_documents_without_rooms(self):
        document = json.loads(output("-", "--format=json", input=b"#####\n#...#\n#####\n"))
        self.assertEqual(self.run_in_node("return check(map);", map=document), [])

    def test_check_rejects_when_memory_runs_out(self):
        """Node limits the memory of the module to 64 pages of 64 KiB. The search over this map
        needs 450 MB.
        """
        room = {"id": 0, "x": 1, "y": 1, "width": 59998, "height": 59998}
        room["center"] = {"x": 30000, "y": 30000}
        large = {"format": "dungen", "version": 1, "width": 60000, "height": 60000}
        large.update(rooms=[room], tunnels=[])
        body = "return check(map).catch(({ name, message, status }) => [name, message, status]);"
        name, message, status = self.run_in_node(body, "--wasm-max-mem-pages=64", map=large)
        self.assertEqual([name, status], ["Error", 1], message)

    def in_chromium(self, folder):
        """What a page of a folder sets result to."""
        with serve(folder) as address, contextlib.closing(Browser(self.folder)) as page:
            page.open(address)
            self.assertTrue(page.wait("window.result", 60), page.log())
            return page.run("return result")

    def test_chromium(self):
        show = "main().then((result) => (window.result = result));"
        text = script("./node_modules/dungen/index.mjs") + show
        write(self.path("index.html"), f'<script type="module">{text}</script>'.encode())
        self.check_result(self.in_chromium(self.folder))

    def test_bundlers(self):
        """esbuild and vite without a setting, with the worker of the package's README; and esbuild
        for node.
        """
        worker, search = self.readme_examples("(// .*?)")
        source = self.path("src")
        os.mkdir(source)
        for name, text in {
            "index.html": '<script type="module" src="main.js"></script>',
            "main.js": script("dungen") + USE_OF_WORKER,
            "worker.js": worker,
            "search.js": search,
            "node.js": script("dungen") + PRINT,
        }.items():
            write(self.path("src", name), text.encode())
        esbuild = ["node", MODULES / "esbuild/bin/esbuild", "--bundle", "--minify"]
        esbuild += ["--format=esm", "--log-level=warning"]
        tool(*esbuild, "main.js", "worker.js", "--outdir=../browser", cwd=source)
        shutil.copy(self.path("src/index.html"), self.path("browser"))
        tool(*esbuild, "node.js", "--platform=node", "--outfile=../node.mjs", cwd=source)
        tool("node", MODULES / "vite/bin/vite.js", "build", "--logLevel=warn", cwd=source)
        shutil.rmtree(self.path("node_modules"))
        self.check_result(json.loads(tool("node", "node.mjs", cwd=self.folder)))
        for bundled in ("browser", "src/dist"):
            result = self.in_chromium(self.path(bundled))
            self.check_result(result)
            expected = ["AbortError", True, 2, result["made"][MAPS.index(TOO_NARROW)]["message"]]
            searched = f"{bundled}: a worker searches, and is ended"
            self.assertEqual(result["worker"], expected, searched)

    def examples(self):
        """The examples of the package's README, one for each of its functions."""
        examples = self.readme_examples("(import .*?)")
        self.assertEqual(len(examples), 4)
        return examples

    def test_examples(self):
        """Those of the package's README, and the one of samples/code.md, which shows what it prints."""
        command = ["node", "--input-type=module", "-e"]
        printed = [tool(*command, example, cwd=self.folder) for example in self.examples()]
        self.assertIn(output("-s42", "-fsvg"), b"".join(printed))
        example = r"```js\n// level.mjs\n(.*?)```\n\n```console\n\$ [^\n]*\n(.*?)```"
        script, shown = re.search(example, read(ROOT / "samples/code.md").decode(), re.DOTALL).groups()
        printed = tool("node", "--input-type=module", "-e", script, cwd=self.folder)
        self.assertEqual(printed.decode(), shown)

    def typescript(self):
        """A program that has the right types: real documents, and every option."""
        made = [documents(call.words)[0] for call in MAPS if not call.refused]
        full, bare, doors, no_doors = made
        given = {}
        for call in MAPS:
            if not call.refused:
                given.update(call.options)
        return f"""
            import {{ batch, check, dungen, find, generate, run }} from "dungen";
            import {{ type Dungeon, type Level, type Options, type Outline }} from "dungen";
            export const maps: Dungeon[] = {json.dumps([full, doors, no_doors])};
            export const outline: Outline = {json.dumps(bare)};
            export const options: Options = {json.dumps(given)};
            export const rows: string[] = (await dungen({{ seed: 2n, tunnels: "around" }})).tiles;
            const where = {{ loops: "1..", rooms: 9 }};
            export const found: Dungeon[] = await dungen({{ find: 2, where, preset: "level" }});
            export const bare: Outline = await dungen({{ noTiles: true }});
            export const any: Outline | Outline[] = await dungen(options);
            export const level: Level = await generate(7n, {{ preset: "quest" }});
            export const steps: number = level.measures.walk + level.route[0].x;
            export const several: Dungeon[] = await find(2, {{ where, route: true }});
            export const tiles: Uint8Array = (await batch(9, {{ seed: 4, roomMax: 9 }})).tiles;
            export const faults: string[] = await check(maps[0]);
            export const out: Uint8Array = (await run(["--seed", "1"], {{ stdin: "" }})).out;
            """

    def compile(self, text):
        """What the compiler says about a program, and whether it takes it."""
        write(self.path("program.mts"), text.encode())
        flags = ["--strict", "--noEmit", "--target", "es2022", "--module", "nodenext"]
        done = subprocess.run(
            ["node", COMPILER, *flags, "program.mts"],
            cwd=self.folder,
            capture_output=True,
            check=False,
            encoding="utf-8",
        )
        return done.returncode == 0, done.stdout

    def test_right_types(self):
        """Those of real documents, of every option, and of the README's examples."""
        for text in (self.typescript(), *self.examples()):
            self.assertEqual(self.compile(text), (True, ""), text)

    def test_wrong_types(self):
        right = self.typescript()
        for wrong in (
            "dungen({ frobnicate: 1 });\n",
            'dungen({ tunnels: "along" });\n',
            "dungen({ where: { loop: 1 } });\n",
            "(await dungen({ noTiles: true })).tiles;\n",
            "generate(1, { where: { loops: 1 } });\n",
            "(await batch(2)).rooms;\n",
        ):
            with self.subTest(wrong):
                is_right, errors = self.compile(right + wrong)
                self.assertFalse(is_right, "the compiler found nothing")
                self.assertEqual(errors.count("error TS"), 1, errors)
