#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The page makes the bytes of ./dungen, in headless Chromium and under node, and can be used by keyboard and on a phone. @long

Its pictures, in build/page/, are for people to look at.
"""

import base64
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / folder) for folder in ("cross", "lib")]
import check_build
from browser import Browser
from report import DUNGEN, ROOT, check, end

PAGE = ROOT / "build" / "page" / "dungen.html"
MOST = 200_000  # bytes to download, of the page
QUICK, STEP = 20, 50  # milliseconds for a map, and of the page's own thread at once
MODULE = ["node", "--no-warnings", f"{ROOT}/tests/lib/module.js", str(ROOT)]
NEEDED = ("chromedriver", "clang", "node", "wasm-ld")

LEVEL = "width=60&height=22&room-max=8&min-rooms=9&tunnels=around&loops=3&exit=farthest&doors&seed=2"
# For each option about looks a value other than the default.
LOOKS = {"no-tiles": "", "show": "exit,labels", "glyphs": "█'$>é", "tileset": "a  b.png", "tile-size": "9"}
MADE = "document.getElementById('download').hasAttribute('href') && /^Seed/.test(document.getElementById('note').textContent)"
BYTES = """const bytes = new Uint8Array(await (await fetch(arguments[0])).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));"""


def native(*words, **options):
    return subprocess.run([DUNGEN, *words], stdin=subprocess.DEVNULL, capture_output=True, check=False, **options)


def check_files():
    page = PAGE.read_bytes()
    check(f"the page is under {MOST} bytes", len(page) < MOST, len(page))
    PAGE.unlink()
    check("the same page is made again", check_build.make("page") and PAGE.read_bytes() == page)


# Runs on node's own WASI in one process, of which the last reads its standard input, and then one as in the page.
RUNS = """
    const fs = require("node:fs");
    const {WASI} = require("node:wasi");
    const compiled = new WebAssembly.Module(fs.readFileSync("build/wasm/dungen.wasm"));
    for (const words of ["-s1", "-s2", "-s1 -o map.txt", "-i map.txt", "-i -"]) {
        const wasi = new WASI({version: "preview1", args: ["dungen", ...words.split(" ")], returnOnExit: true});
        console.log(wasi.start(new WebAssembly.Instance(compiled, {wasi_snapshot_preview1: wasi.wasiImport})));
    }
    globalThis.crypto ??= require("node:crypto").webcrypto;
    const runProgram = require("node:vm").runInThisContext(`${fs.readFileSync("web/host.js", "utf8")}; runProgram`);
    process.stdout.write(runProgram(compiled, ["-i", "-"], fs.readFileSync(process.argv[1])).out);
"""


def check_wasi():
    """The module leaves the descriptors of its host open, reads standard input, and opens no file."""
    with tempfile.NamedTemporaryFile() as large:
        large.write(native(*"-s3 -W3000 -H300".split()).stdout)
        large.seek(0)
        done = check_build.run("node", "--no-warnings", "-e", RUNS, large.name, stdin=large, stderr=subprocess.PIPE)
        first, second, read = native("-s1").stdout, native("-s2").stdout, native("-i", large.name).stdout
    expected = first + b"0\n" + second + b"0\n1\n1\n" + read + b"0\n" + read
    check("maps are read and written by the host's standard streams", done.stdout == expected, done.stdout[-200:])
    why = b"dungen: map.txt: this build opens no files; leave out --output, and give - to --input\n"
    check("files are refused by name", done.stderr == 2 * why, done.stderr)


class Page(Browser):
    def get(self, name, of="textContent"):
        return self.run(f"return document.getElementById(arguments[0]).{of}", name)

    def set(self, address):
        self.run("if (location.hash === '#' + arguments[0]) return;"
                         "document.getElementById('note').textContent = ''; location.hash = arguments[0]", address)  # fmt: skip

    def go(self, address, made=True):
        """Change the address. Returns whether a map appears or, unless `made`, a reason why there is none."""
        self.set(address)
        return self.wait(MADE if made else "/^No map/.test(document.getElementById('note').textContent)")

    def bytes(self, link):
        return self.fetch(self.get(link, "href"))

    def fetch(self, address):
        return base64.b64decode(self.run(BYTES, address))

    def type(self, name, text):
        """Replace what is in a field."""
        self.run("document.getElementById(arguments[0]).select()", name)
        self.press(text)


def check_formats(page, table):
    """What is downloaded in each format is what the command line that is shown writes."""
    for choice in table["format"]["choices"]:
        name = choice["name"]
        looks = {row: value for row, value in LOOKS.items() if name in table[row]["formats"]}
        if "tileset" in looks:
            looks["show"] = "exit"  # which is all that they have a tile for
        address = "&".join([LEVEL, f"format={name}", *(f"{row}={value}" for row, value in looks.items())])
        check(f"{name}: a map", page.go(address), page.get("message"))
        shown = page.run("return [...document.querySelectorAll('.field')].filter((field) => !field.hidden).length")
        plain = sum((row["group"] in ("Map", "Random numbers") or row["kind"] == "ranges") and row["name"] != "preset" for row in table.values())
        check(f"{name}: the form has what the format takes", shown == plain + len(looks), shown)
        with tempfile.TemporaryDirectory() as folder:
            words = page.get("command")
            done = subprocess.run(["sh", "-c", words], cwd=folder, capture_output=True, check=False,
                                  env={**os.environ, "PATH": f"{os.path.dirname(DUNGEN)}:{os.environ['PATH']}"})  # fmt: skip
            written = list(pathlib.Path(folder).iterdir())
            if not check(f"{name}: the command line is right", done.returncode == 0 and len(written) == 1, (words, done.stderr)):
                continue
            check(f"{name}: a download has its bytes", page.bytes("download") == written[0].read_bytes())
            check(f"{name}: and its name", page.get("download", "download") == written[0].name == f"map-2.{choice['extension']}")
        tiled = "tileset" in looks
        check(f"{name}: tiles for Tiled only", tiled != page.get("tiles", "hidden"))
        if tiled:
            image = native("--tileset-image", "--tile-size", looks["tile-size"]).stdout
            check(f"{name}: the tiles are there", page.bytes("tiles") == image)
            check(f"{name}: under the name in the map", page.get("tiles", "download") == looks["tileset"])


def check_download(page, folder):
    page.go("seed=3&format=png")
    page.click("#download")
    path, end = folder / "map-3.png", time.monotonic() + 10
    while not path.exists() and time.monotonic() < end:
        time.sleep(0.05)
    check("a click saves the file", path.exists() and path.read_bytes() == native("-s3", "-fpng").stdout)


def check_messages(page):
    page.go("seed=1&format=text")
    for name, text, words in (("width", "5", ["--width", "5"]), ("seed", "x1", ["--seed", "x1"]),
                              ("min-rooms", "99", ["--min-rooms", "99", "--seed", "1"]),
                              ("glyphs", "#", ["--glyphs", "#"])):  # fmt: skip
        page.go("seed=1&format=text")
        page.type(name, text)
        told = native(*words).stderr.decode().removeprefix("dungen: ").rstrip("\n")
        page.wait(f"document.getElementById('{name}-wrong').textContent")
        check(f"{name}: the message is below its field", page.get(f"{name}-wrong") == told, (page.get(f"{name}-wrong"), told))
        check(f"{name}: and where the map was", page.get("message") == told and page.run(
            "const [map, text] = ['view', 'message'].map((id) => document.getElementById(id).getBoundingClientRect());"
            "return map.top < text.top && text.bottom < map.bottom && map.height > 150"), page.get("message"))  # fmt: skip
        dim = page.run("return getComputedStyle(document.getElementById('view').firstChild).opacity")
        check(f"{name}: which stays, dimmed", float(dim) < 0.5, dim)
        check(f"{name}: the field is marked", page.get(name, "ariaInvalid") == "true")
        check(f"{name}: nothing is offered for download", not page.run("return document.getElementById('download').hasAttribute('href')"))
        page.go("seed=1&format=text")
        check(f"{name}: the message goes", page.get(f"{name}-wrong") == "" and page.get(name, "ariaInvalid") is None)
    page.go("seed=1&format=text&glyphs=##")
    check("a warning is shown beside the map", page.get("glyphs-wrong").endswith("wall and floor look the same"))
    for name, value, why in (("tunnels", "along", "unknown kind of tunnel"), ("show", "spawn,exits", "unknown mark"), ("show", "constructor", "unknown mark")):
        page.go(f"format=text&seed=1&{name}={value}", made=False)
        check(f"an unknown {name} in the address gives the program's message", why in page.get(f"{name}-wrong"), page.get("message"))
    page.go("format=bmp&seed=1&frobnicate=2")
    check("what the page does not know is named", "frobnicate, format=bmp" in page.get("message"), page.get("message"))


def check_address(page, table):
    address = f"#{LEVEL}&format=text&show=exit&glyphs={'%23.%40%3E%C3%A9'}"
    page.go(address)
    check("an address is kept as it is", page.run("return location.hash") == address)
    values = page.run("return ['width', 'tunnels', 'glyphs'].map((id) => document.getElementById(id).value)")
    check("its options are in the form", values == ["60", "around", "#.@>é"], values)
    page.type("height", "33")
    check("what is typed is in the address", page.wait("location.hash.includes('height=33')"))
    page.wait(MADE)
    words = [*"-W60 -H33 --room-max 8 --min-rooms 9 --tunnels around --loops 3 --exit farthest --doors -s2".split(),
             "--show", "exit", "--glyphs", "#.@>é"]  # fmt: skip
    check("and is the map", page.wait("document.querySelector('#view pre').textContent.split('\\n').length === 33")
          and page.bytes("download") == native(*words).stdout)  # fmt: skip
    choose = "document.querySelector('#formats [value=' + arguments[0] + ']').click()"
    page.run(choose, "svg")
    check("a format gets no options that it does not take", page.wait("location.hash.includes('format=svg&show=exit')")
          and page.wait(MADE) and "glyphs" not in page.run("return location.hash"))  # fmt: skip
    page.run(choose, "text")
    check("which are kept for others", page.wait("location.hash.includes('glyphs=')"))
    page.click("#another")
    page.wait("!location.hash.includes('seed=2&')")
    page.run("history.back()")
    check("back leads to the map before", page.wait("location.hash.includes('seed=2&')"))
    for example in page.run("return [...document.querySelectorAll('.examples a')].map((link) => link.hash)"):
        check(f"the example {example} is a map", page.go(example) and page.get("message") == "", page.get("message"))
    page.open("about:blank")
    page.open(PAGE.as_uri())
    check("without an address there is a level of some seed", page.wait(MADE) and re.fullmatch(
        "#tunnels=around&loops=3&exit=farthest&doors&seed=[0-9]+&format=svg&show=spawn,exit",
        page.run("return decodeURIComponent(location.hash)")))  # fmt: skip
    connect = "const {value, disabled} = document.getElementById('connect'); return [value, disabled]"
    check("where rooms are joined to near ones", (found := page.run(connect)) == ["nearest", True], found)
    page.go("tunnels=around&connect=previous&seed=1&format=text")
    check("and another rule is named", "connect=previous" in page.get("message"), page.get("message"))
    page.go("connect=nearest&seed=4294967295&format=text")
    check("through rooms there is a choice", (found := page.run(connect)) == ["nearest", False], found)
    check("a seed fits its field", page.run("const {scrollWidth, clientWidth} = document.getElementById('seed'); return scrollWidth <= clientWidth"))


def check_choices(page):
    """Twelve maps at once, then twelve more; a click opens one."""
    shown = "return [...document.querySelectorAll('.choices a')].map((link) => [link.hash, link.querySelector('span').textContent, link.querySelector('img').src])"

    def twelve(first):
        last = "document.querySelector('.choices a:nth-child(12)')?.hash"
        return page.wait(f"/^12 maps/.test(document.getElementById('note').textContent) && /seed={first + 11}\\b/.test({last})", 30)

    page.go("doors&seed=7&format=text")
    check("there is a button for twelve maps", page.get("twelve") == "Twelve maps")
    page.click("#twelve")
    check("which takes a random seed", page.wait("document.querySelectorAll('.choices a').length === 12 && !/seed=7&/.test(location.hash)"))
    for looks, picture in (("format=text&show=exit", "svg"), ("format=png&tile-size=3", "png")):
        page.set(f"doors&seed=98&{looks}&choose")
        check(f"{picture}: twelve maps", twelve(98))
        maps = page.run(shown)
        addresses = [(f"#doors&seed={seed}&{looks}", f"Seed {seed}") for seed in range(98, 110)]
        check(f"{picture}: of the seeds from one on", [tuple(found[:2]) for found in maps] == addresses, maps)
        size = ["--tile-size", "16"] if picture == "png" else []
        drawn = native("-s109", "--doors", f"-f{picture}", *(["--show", "exit"] if "show" in looks else []), *size).stdout
        check(f"{picture}: as the format draws them", page.fetch(maps[-1][2]) == drawn)
        page.picture(PAGE.with_name(f"twelve-{picture}.png"))
    page.click("#twelve")
    check("twelve more follow", twelve(110))
    check("by one command line", page.get("command") == "dungen --doors --seed 110 --tile-size 3 --count 12 --output 'map-%d.png'", page.get("command"))
    page.click(".choices a:nth-child(3)")
    check("a click opens one", page.wait(MADE) and page.bytes("download") == native("-s112", "--doors", "-fpng", "--tile-size", "3").stdout)
    page.run("history.back()")
    check("and back leads to the twelve", twelve(110))
    page.set("seed=7&where=exit_distance%3D60..%2Cdoors%3D0&choose")
    check("with conditions, maps that meet them", page.wait("/^12 maps/.test(document.getElementById('note').textContent)", 30))
    wanted = ["-s7", "--where", "exit_distance=60..,doors=0", "--find", "12"]
    stats = [json.loads(line) for line in native(*wanted, "-fstats").stdout.splitlines()]
    under = "return [...document.querySelectorAll('.choices a')].map((link) => [...link.children].slice(1).map((part) => part.textContent))"
    check("with what they have", (found := page.run(under)) == [
        [f"Seed {one['seed']}", f"exit distance {one['exit_distance']}, doors 0"] for one in stats], found)  # fmt: skip
    page.set("seed=18446744073709551610&choose")
    check("the last seed is the last map", page.wait("/^6 maps/.test(document.getElementById('note').textContent)"), page.get("note"))


def check_reading(page, folder):
    """A file that is opened or dropped is drawn, and downloaded in any format."""
    words = ["-s5", "--tunnels", "around", "--doors"]
    drop = """const data = new DataTransfer(); data.items.add(new File([arguments[1]], arguments[0]));
        document.body.dispatchEvent(new DragEvent('drop', {bubbles: true, cancelable: true, dataTransfer: data}));"""
    read = lambda name: page.wait(f"document.getElementById('note').textContent.startsWith('{name}, drawn')")
    page.go("doors&seed=7&format=svg&show=exit")
    for name in ("text", "json", "tmj", "csv", "movingai"):
        (folder / f"a {name}").write_bytes(native(*words, f"-f{name}").stdout)
    extensions = {"text": "txt", "json": "json", "tmj": "tmj", "csv": "csv", "movingai": "map"}
    for format, extension in extensions.items():
        path = folder / f"a {format}.{extension}"
        (folder / f"a {format}").rename(path)
        page.run(drop, path.name, path.read_text())
        check(f"{format}: what is dropped is drawn", read(path.name), page.get("message"))
        made = native("--input", str(path), "--show", "exit", "-fsvg").stdout
        check(f"{format}: as the program draws it", page.bytes("download") == made)
        check(f"{format}: by a command line", page.get("command") == f"dungen --input '{path.name}' --show exit --output 'a {format}.svg'", page.get("command"))
    check("options that make maps are hidden", page.run("return document.getElementById('width').checkVisibility()") is False)
    page.run("document.querySelector('#formats [value=tmj]').click()")
    check("it goes into any format", page.wait("document.getElementById('download').download.endsWith('.tmj')")
          and page.bytes("download") == native("--input", str(path), "-ftmj", "--show", "exit").stdout)  # fmt: skip
    page.run(drop, "split.txt", "#####\n#.#.#\n#####\n")
    check("it is checked", page.wait("/reach/.test(document.getElementById('message').textContent)"), page.get("message"))
    page.run(drop, "no.txt", "#####\n#.\x01.#\n#####\n")
    check("what is no map is named, with its place", page.wait("/line 2/.test(document.getElementById('message').textContent)"), page.get("message"))
    page.click("#another")
    check("another map is made again", page.wait(MADE) and page.run("return document.getElementById('width').checkVisibility()"))


def check_steps(folder):
    for i, looks in enumerate(("", "&width=500&height=500&max-rooms=20000&room-min=2&room-max=4&tunnels=around")):
        longest = []
        while len(longest) < 3 and min(longest, default=STEP) >= STEP:  # a busy machine lengthens some steps
            page = Page(folder / f"{i}-{len(longest)}", traced=True)
            try:
                page.open(f"{PAGE.as_uri()}#seed=1{looks}&choose")
                page.wait("document.querySelectorAll('.choices img').length === 12", 30)
                time.sleep(1)  # in which the pictures appear
                longest.append(page.longest_step())
            finally:
                page.close()
        check(f"no step of the page takes {STEP} ms", min(longest) < STEP, longest)


def check_keyboard(page, table):
    page.open("about:blank")
    page.open(PAGE.as_uri() + "#seed=1&format=svg")
    page.wait(MADE)
    press, focus = page.press, lambda: page.run("return document.activeElement.id || document.activeElement.value")
    unnamed = page.run("return [...document.querySelectorAll('input, select')].filter((field) => field.labels.length === 0)")
    check("every field has a label", unnamed == [], unnamed)
    press(*["Tab"] * (len(table["preset"]["choices"]) + 1))
    check("after the examples comes the button for another map", focus() == "another")
    press("Enter")
    check("which Enter presses", page.wait("!/seed=1&/.test(location.hash)"))
    order = []
    while len(order) < 60 and "width" not in order:
        press("Tab")
        order.append(focus())
    check("then come format, download and command line", [name for name in order if name in ("svg", "download", "copy", "width")]
          == ["svg", "download", "copy", "width"], order)  # fmt: skip
    press("Up", "Up", "Down")
    check("arrows change a number", page.wait("location.hash.includes('width=81&')"))
    while focus() != "doors" and len(order) < 90:
        press("Tab")
        order.append(focus())
    press("Space")
    check("the space bar sets a flag", page.wait("location.hash.includes('doors&')"))
    page.run("document.querySelector('#formats input:checked').focus()")
    press("Right")
    check("arrows choose a format", page.wait("document.getElementById('download').download.endsWith('.png')"))
    page.protocol("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    page.click("#copy")
    page.wait("document.getElementById('copy').textContent === 'Copied'")
    check("the command line is copied", (copied := page.run("return navigator.clipboard.readText()")) == page.get("command"), copied)


def check_screens(page, table):
    """Nothing is wider than the narrowest screen, in any format; and the colors follow the system's."""
    grounds = set()
    for scheme, width, height in (("light", 1280, 900), ("dark", 1280, 900), ("light", 375, 812), ("dark", 320, 568)):
        page.screen(width, height, scheme)
        grounds.add(page.run("return getComputedStyle(document.body).backgroundColor"))
        page.go(f"{LEVEL}&show=spawn,exit&format=svg")
        page.picture(PAGE.with_name(f"{scheme}-{width}.png"))
    formats = [(f"{LEVEL}&format={choice['name']}", True) for choice in table["format"]["choices"]]
    for address, made in (*formats, (f"{LEVEL}&format=tmj&tileset={'x' * 200}", True), ("seed=" + "9" * 200, False)):
        went = page.go(address, made)
        wide = page.run("return document.documentElement.scrollWidth")
        check(f"{address} fits a screen of {width}", went and wide <= width, wide)
    check("light and dark differ", len(grounds) == 2, grounds)
    page.screen(1280, 900)


def check_work(page):
    times = []
    for seed in range(20):
        page.go(f"seed={seed}&format=svg")
        times.append(float(page.get("note").split()[-2]))
    check(f"a map takes under {QUICK} ms", sorted(times)[10] < QUICK, times)
    begin = time.monotonic()
    check("a large map is refused", page.go("width=100000&height=100000&seed=1&format=text", made=False))
    check("with a sentence", "too much for a page" in page.get("message"), page.get("message"))
    check("and the command line that makes it", page.get("command") == "dungen --width 100000 --height 100000 --seed 1 --output map-1.txt")
    check("at once", time.monotonic() - begin < 5)
    check("so is a picture of many pixels", page.go("width=1000&height=1000&tile-size=64&seed=1&format=png", made=False))
    for address in ("max-rooms=100000&room-min=2&room-max=2&loops=2147483647", "room-min=2&room-max=5&min-rooms=40001&width=2000"):
        check("so are many loops or rooms", page.go(f"width=400&height=400&seed=1&format=text&{address}", made=False))
        check("at once", "too much for a page" in page.get("message"), page.get("message"))
    check("but not few", page.go("width=100&height=100&min-rooms=40&loops=2147483647&seed=1&format=text"), page.get("message"))
    check("a wrong value is no large map", page.go("width=1e9&seed=1&format=text", made=False))
    wrong = page.run("return document.querySelector('.wrong:not(:empty)')?.textContent")
    check("but what the program says it is", wrong and "1e9" in wrong, wrong)
    page.run("window.longest = 0; let last = performance.now(); window.ticks = setInterval(() => {"
                     "const now = performance.now(); longest = Math.max(longest, now - last); last = now; }, 10)")  # fmt: skip
    page.go("width=1000&height=1000&max-rooms=40000&room-min=2&room-max=4&seed=1&format=svg")
    longest = page.run("clearInterval(ticks); return longest")
    check("a large drawing does not freeze the page", longest < 1500, longest)
    slow = "width=1400&height=2800&max-rooms=4000000&room-min=2&room-max=2&tunnels=around&loops=390000&seed=1&format=text"
    page.run("const end = Worker.prototype.terminate; window.ended = 0;"
                     "Worker.prototype.terminate = function () { window.ended++; end.call(this); };"
                     "location.hash = arguments[0]", slow)  # fmt: skip
    check("long work leaves the page usable", page.wait("document.getElementById('note').textContent === 'Working…'", 5))
    begin = time.monotonic()
    check("and ends when other options are given", page.go("seed=4&format=text") and time.monotonic() - begin < 6)
    check("whose map is there", page.bytes("download") == native("-s4").stdout)
    check("and the work was stopped", page.run("return window.ended") == 1)
    page.run("location.hash = arguments[0]", slow)
    check("or after some seconds", page.wait("/takes too long/.test(document.getElementById('message').textContent)", 20))


def check_browser():
    rows = json.loads(native("--help=json").stdout)["options"]
    table = {row["name"]: row for row in rows}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        page = Page(folder)
        try:
            page.screen(1280, 900)
            page.open(PAGE.as_uri() + "#seed=1")
            if not check("the page starts from a file", page.wait(MADE, 30), page.log()):
                return
            check("every option about looks is tried", set(LOOKS) == {row["name"] for row in rows if "formats" in row} - {"labels"})
            check_formats(page, table)
            check_download(page, folder)
            check_messages(page)
            check_address(page, table)
            check_choices(page)
            check_reading(page, folder)
            check_steps(folder)
            check_keyboard(page, table)
            check_screens(page, table)
            check_work(page)
            said = page.log()
            check("the browser reports no error", said == [], said)
        finally:
            page.close()


def main():
    missing = [name for name in NEEDED if not shutil.which(name)]
    missing += [] if check_build.has_libraries() else ["the source of cJSON and zlib"]
    if missing:
        print(f"skipped: page: {', '.join(missing)} is missing; run sh tests/setup prove")
    elif check_build.make("page"):
        check_files()
        check_build.compare(MODULE, [command for command in check_build.COMMANDS if not re.search(r"-o|read\.", command)])
        check_wasi()
        check_browser()
    return end(skipped=bool(missing))


if __name__ == "__main__":
    sys.exit(main())
