#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The package for npm makes the documents of ./dungen, under node and in Chromium, and its types are those of real maps. @long"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / folder) for folder in ("cross", "lib")]
import check_build
from browser import Browser, serve
from report import DUNGEN, ROOT, check, end, equal

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


def native(*words, **options):
    return subprocess.run([DUNGEN, *words], capture_output=True, check=False, encoding="utf-8", **options)


def expected(words):
    done = native("--quiet", "--format=json", *words)
    return json.loads(done.stdout) if done.stdout else {"message": done.stderr.removeprefix("dungen: ").strip(), "status": done.returncode}


def check_result(where, result):
    for (options, words), made in zip(MAPS, result["made"], strict=True):
        equal(f"{where}: {options}", made, expected(words))
    equal(f"{where}: a map that is read", result["out"], native("--seed=42", "--format=csv").stdout)
    check(f"{where}: several maps are refused", "use run()" in str(result["several"]), result["several"])
    check(f"{where}: a random seed", re.fullmatch("[0-9]+", result["random"]), result["random"])
    check(f"{where}: a map takes {TIME_MOST} ms on a processor of its own", result["time"] <= TIME_MOST, result["time"])


def check_types(folder):
    """Real documents have the type of the package, every option has one, and a wrong one is an error."""
    documents = [document for document in map(expected, (words for _, words in MAPS)) if "rooms" in document]
    given = {name: value for options, _ in MAPS for name, value in options.items() if name != "frobnicate"}
    right = f"""import {{ dungen, run, type Dungeon, type Options }} from "dungen";
        export const maps: Dungeon[] = {json.dumps(documents)}, options: Options = {json.dumps(given)};
        export const rooms: number = (await dungen({{ seed: 2n, tunnels: "around" }})).rooms.length;
        export const out: Uint8Array = (await run(["--seed", "1"], {{ stdin: "" }})).out;\n"""
    for name, text, wrong in (("right", right, False), ("option", right + "dungen({ frobnicate: 1 });\n", True),
                               ("choice", right + 'dungen({ tunnels: "along" });\n', True)):  # fmt: skip
        (folder / f"{name}.mts").write_text(text)
        done = subprocess.run(["node", COMPILER, "--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", f"{name}.mts"],
                              cwd=folder, capture_output=True, check=False, encoding="utf-8")  # fmt: skip
        check(f"types: {name}", bool(done.returncode) == wrong, done.stdout)


def check_package(folder):
    [package] = (ROOT / "build/npm").glob("dungen-*.tgz")
    check(f"the package is under {SIZE_MOST} bytes", (size := package.stat().st_size) < SIZE_MOST, size)
    subprocess.run(["npm", "install", "--silent", "--offline", "--no-audit", "--no-fund", package], cwd=folder, check=True)
    options = json.dumps([options for options, _ in MAPS])
    (folder / "script.mjs").write_text(SCRIPT % ("dungen", options) + "console.log(JSON.stringify(result));\n")
    done = subprocess.run(["node", "script.mjs"], cwd=folder, capture_output=True, check=False)
    if check("node runs it", done.returncode == 0 and not done.stderr, done.stderr):
        check_result("node", json.loads(done.stdout))
    module = SCRIPT % ("./node_modules/dungen/index.mjs", options)
    (folder / "index.html").write_text(f'<script type="module">{module}window.result = result;</script>', encoding="utf-8")
    with serve(folder) as address:
        page = Browser(folder)
        page.open(address)
        if check("Chromium runs it", page.wait("window.result", 30), page.log()):
            check_result("Chromium", page.run("return result"))
        page.close()
    example = re.search("```js\n(.*?)```", (folder / "node_modules/dungen/README.md").read_text(), re.DOTALL)[1]
    done = subprocess.run(["node", "--input-type=module", "-e", example], cwd=folder, capture_output=True, check=False)
    check("its README is right", done.returncode == 0 and native("-s42", "-fsvg").stdout.encode() in done.stdout, done.stderr)
    script, shown = re.search(r"```js\n// level.mjs\n(.*?)```\n\n```console\n\$ [^\n]*\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL).groups()
    done = subprocess.run(["node", "--input-type=module", "-e", script], cwd=folder, capture_output=True, check=False, encoding="utf-8")
    equal("what README.md shows", done.stdout + done.stderr, shown)
    check_types(folder)


def main():
    missing = [name for name in NEEDED if not shutil.which(name)] + ([] if COMPILER.exists() else ["typescript"])
    if missing or not check_build.has_libraries():
        print(f"skipped: npm: {', '.join(missing) or 'the source of the libraries'} is missing; run sh tests/setup prove")
        return end(skipped=True)
    if check_build.make("npm"):
        with tempfile.TemporaryDirectory() as folder:
            check_package(pathlib.Path(folder))
    return end()


if __name__ == "__main__":
    sys.exit(main())
