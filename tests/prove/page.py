# SPDX-License-Identifier: MIT
"""The page makes the bytes of ./dungen, in headless Chromium and under node, and can be used by keyboard and on a phone. @long

Its pictures, in build/page/, are for people to look at.
"""

import base64
import json
import os
import pathlib
import re
import subprocess
import tempfile
import time

import check_build
import helper
from browser import Browser
from help_text import CHOICES, FORMATS, ROWS
from helper import DUNGEN, ROOT, TestCase, output, tool

PAGE = ROOT / "build" / "page" / "dungen.html"
MOST = 200_000  # bytes to download, of the page
MODULE = ["node", "--no-warnings", f"{ROOT}/tests/lib/module.js", str(ROOT)]
LINT = [ROOT / "tests/formats/node_modules/eslint/bin/eslint.js", "--config", ROOT / "tests/formats/eslint.config.mjs"]
NEEDED = ("chromedriver", "clang", "node", "wasm-ld")

LEVEL = "width=60&height=22&room-max=8&min-rooms=9&tunnels=around&loops=3&exit=farthest&doors&seed=2"
# For each option about looks a value other than the default.
LOOKS = {"no-tiles": "", "show": "exit,labels", "glyphs": "█'$>é", "tileset": "a  b.png", "tile-size": "9"}
FORMATS_OF = {row["name"]: row["formats"] for row in ROWS if "formats" in row}
MADE = "document.getElementById('download').hasAttribute('href') && /^Seed/.test(document.getElementById('note').textContent)"
RINGS = """const rings = [...document.querySelectorAll('.picture .fault')], image = document.querySelector('.picture img').getBoundingClientRect();
    const tile = image.height / (rings.length === 2 ? 4 : 3), at = (place, start) => Math.floor((place - start) / tile);
    return [rings.length, rings.map((ring) => [ring.getBoundingClientRect()].map(({x, y, width}) => [at(x + width / 2, image.x), at(y + width / 2, image.y)])[0])];"""
BYTES = """const bytes = new Uint8Array(await (await fetch(arguments[0])).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));"""


def setUpModule():
    helper.skip_without(*NEEDED, paths=[LINT[0], *check_build.LIBRARIES])
    helper.make("page", "wasm")


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


class Files(check_build.OtherBuild):
    def test_size(self):
        self.assertLess(PAGE.stat().st_size, MOST)

    def test_scripts(self):
        tool("node", *LINT, "web", "tests", cwd=ROOT)

    def test_commands(self):
        self.compare(MODULE, [command for command in check_build.COMMANDS if not re.search(r"-o|read\.", command)])

    def test_files(self):
        """The module opens none."""
        why = b"dungen: map.txt: this build opens no files; leave out --output, and give - to --input\n"
        found = helper.run_many(MODULE, [[b"-s1", b"-o", b"map.txt"], [b"-i", b"map.txt"]], self.folder)
        self.assertEqual(list(found), 2 * [(1, b"", why)])


    def test_missing_import(self):
        """A program that imports a function unknown to host.js does not run, and the error names the function."""
        script = """
            const host = require("node:fs").readFileSync("web/host.js", "utf8");
            require("node:vm").runInThisContext(host);
            /* (module (type (func)) (import "wasi_snapshot_preview1" "sock_accept" (func (type 0)))) */
            const text = (word) => [word.length, ...Buffer.from(word)];
            const item = [1, ...text("wasi_snapshot_preview1"), ...text("sock_accept"), 0, 0];
            const header = [0, 97, 115, 109, 1, 0, 0, 0], types = [1, 4, 1, 96, 0, 0];
            const module = new WebAssembly.Module(Uint8Array.from([...header, ...types, 2, item.length, ...item]));
            try {
                runProgram(module, []);
            } catch (error) {
                console.log(error.message);
            }"""
        self.assertIn(b"sock_accept", tool("node", "-e", script, cwd=ROOT))


class Pages(TestCase):
    @classmethod
    def setUpClass(cls):
        """The page in a browser, which all tests share."""
        global page
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.downloads = pathlib.Path(folder.name)
        page = Page(cls.downloads)
        cls.addClassCleanup(page.close)
        page.screen(1280, 900)
        page.open(PAGE.as_uri() + "#seed=1")
        assert page.wait(MADE, 30), page.log()

    def tearDown(self):
        self.assertEqual(page.log(), [], "the browser reports an error")

    def test_formats(self):
        """What is downloaded in each format is what the command line that is shown writes."""
        self.assertEqual(set(LOOKS), set(FORMATS_OF) - {"labels"})
        for name, choice in CHOICES["format"].items():
            looks = {option: value for option, value in LOOKS.items() if name in FORMATS_OF[option]}
            if "tileset" in looks:
                looks["show"] = "exit"  # which is all that they have a tile for
            address = "&".join([LEVEL, f"format={name}", *(f"{row}={value}" for row, value in looks.items())])
            self.assertTrue(page.go(address), (f"{name}: a map", page.get("message")))
            shown = page.run("return [...document.querySelectorAll('.field')].filter((field) => !field.hidden).length")
            plain = sum(row["group"] in ("Map", "Random numbers") and row["name"] != "preset" and "counterpart_of" not in row for row in ROWS)
            self.assertEqual(shown, plain + len(looks), f"{name}: the form has what the format takes")
            with tempfile.TemporaryDirectory() as folder:
                words = page.get("command")
                done = subprocess.run(["sh", "-c", words], cwd=folder, capture_output=True, check=False,
                                      env={**os.environ, "PATH": f"{os.path.dirname(DUNGEN)}:{os.environ['PATH']}"})  # fmt: skip
                written = list(pathlib.Path(folder).iterdir())
                self.assertEqual((done.returncode, len(written)), (0, 1), (words, done.stderr))
                self.assertEqual(page.bytes("download"), written[0].read_bytes(), f"{name}: a download has its bytes")
                self.assertTrue(page.get("download", "download") == written[0].name == f"map-2.{choice['extension']}", f"{name}: and its name")
            tiled = "tileset" in looks
            self.assertTrue(tiled != page.get("tiles", "hidden"), f"{name}: tiles for Tiled only")
            if tiled:
                image = output("--tileset-image", "--tile-size", looks["tile-size"])
                self.assertEqual(page.bytes("tiles"), image, f"{name}: the tiles are there")
                self.assertEqual(page.get("tiles", "download"), looks["tileset"], f"{name}: under the name in the map")

    def test_download(self):
        folder = self.downloads
        page.go("seed=3&format=png")
        page.click("#download")
        helper.wait_for((folder / "map-3.png").exists, "the file that a click saves")
        self.assertEqual((folder / "map-3.png").read_bytes(), output("-s3", "-fpng"))

    def test_messages(self):
        for name, text, told, remedy in (("width", "5", "Width 5: rooms of 6 to 10 do not fit", "Try: Room min 4, Room max 4"),
                                         ("room-max", "3", "Room max 3: below Room min, which is 6", "Try: Room min 3"),
                                         ("seed", "x1", "Seed x1: takes a number from 0 to 18446744073709551615", ""),
                                         ("min-rooms", "99", "Min rooms 99: a map of 80x45 has space for 66 rooms at most; try a larger map or smaller rooms", ""),
                                         ("glyphs", "#", "Glyphs #: takes 2 to 5 characters of one column each: wall, floor, spawn, exit, door", "")):  # fmt: skip
            page.go("seed=1&format=text")
            page.type(name, text)
            page.wait(f"document.getElementById('{name}-wrong').textContent")
            self.assertEqual(page.get(f"{name}-wrong"), told, "the message is below its field")
            self.assertEqual(page.get("message"), told + remedy)
            self.assertTrue(page.run(
                "const [map, text] = ['view', 'message'].map((id) => document.getElementById(id).getBoundingClientRect());"
                "return map.top < text.top && text.bottom < map.bottom && map.height > 150"), "and where the map was")  # fmt: skip
            dim = page.run("return getComputedStyle(document.getElementById('view').firstChild).opacity")
            self.assertLess(float(dim), 0.5, f"{name}: which stays, dimmed")
            self.assertEqual(page.get(name, "ariaInvalid"), "true", f"{name}: the field is marked")
            self.assertFalse(page.run("return document.getElementById('download').hasAttribute('href')"), f"{name}: nothing is offered for download")
            if remedy:
                page.click("#message button")
                self.assertTrue(page.wait(MADE), f"{name}: a button that makes a map")
                page.go("seed=2&format=text")
            page.go("seed=1&format=text")
            self.assertTrue(page.get(f"{name}-wrong") == "" and page.get(name, "ariaInvalid") is None, f"{name}: the message goes")
        page.go("seed=1&format=text&glyphs=##")
        self.assertTrue(page.get("glyphs-wrong").endswith("wall and floor look the same"), "a warning is shown beside the map")
        for name, value, why in (("tunnels", "along", "unknown kind of tunnel"), ("show", "spawn,exits", "unknown mark"), ("show", "constructor", "unknown mark")):
            page.go(f"format=text&seed=1&{name}={value}", made=False)
            self.assertIn(why, page.get(f"{name}-wrong"), (f"an unknown {name} in the address gives the program's message", page.get("message")))
        page.go("format=bmp&seed=1&frobnicate=2")
        self.assertEqual(page.get("message"), "The page ignored unknown options in the address: format=bmp, frobnicate.")

    def test_address(self):
        address = f"#{LEVEL}&format=text&show=exit&glyphs={'%23.%40%3E%C3%A9'}"
        page.go(address)
        self.assertEqual(page.run("return location.hash"), address, "an address is kept as it is")
        values = page.run("return ['width', 'tunnels', 'glyphs'].map((id) => document.getElementById(id).value)")
        self.assertEqual(values, ["60", "around", "#.@>é"], "its options are in the form")
        page.type("height", "33")
        self.assertTrue(page.wait("location.hash.includes('height=33')"), "what is typed is in the address")
        page.wait(MADE)
        words = [*"-W60 -H33 --room-max 8 --min-rooms 9 --tunnels around --loops 3 --exit farthest --doors -s2".split(),
                 "--show", "exit", "--glyphs", "#.@>é"]  # fmt: skip
        self.assertTrue(page.wait("document.querySelector('#view pre').textContent.split('\\n').length === 33"))
        self.assertEqual(page.bytes("download"), output(*words), "and is the map")
        choose = "document.querySelector('#formats [value=' + arguments[0] + ']').click()"
        page.run(choose, "svg")
        self.assertTrue(page.wait("location.hash.includes('format=svg&show=exit')") and page.wait(MADE))
        self.assertNotIn("glyphs", page.run("return location.hash"), "a format gets no options that it does not take")
        page.run(choose, "text")
        self.assertTrue(page.wait("location.hash.includes('glyphs=')"), "which are kept for others")
        page.click("#another")
        page.wait("!location.hash.includes('seed=2&')")
        page.run("history.back()")
        self.assertTrue(page.wait("location.hash.includes('seed=2&')"), "back leads to the map before")
        for example in page.run("return [...document.querySelectorAll('.examples a')].map((link) => link.hash)"):
            self.assertTrue(page.go(example) and page.get("message") == "", (f"the example {example} is a map", page.get("message")))
        level = "dungen --tunnels around --loops 3 --exit farthest --doors --seed 4 --show spawn,exit --output map-4.txt"
        for start, command in (("preset=level&seed=4&format=text", level),
                               ("loops=0&seed=4&doors=no&format=text&preset=level", level.replace(" --loops 3", " --loops 0").replace(" --doors", "")),
                               ("preset=level&no-doors&seed=4&format=text", level.replace(" --doors", "")),
                               ("preset=cave&seed=4&format=text", "dungen --seed 4 --output map-4.txt")):  # fmt: skip
            self.assertTrue(page.go(start), (f"{start} is a map", page.get("message")))
            self.assertEqual(page.get("command"), command, f"{start}: a preset gives its options, except those in the address")
        self.assertIn("preset=cave", page.get("message"), "an unknown preset is named")
        for start in ("?seed=%202%20&doors=0&format=text", "#format=text&seed=+2&doors=no".replace("+", "%20")):
            page.open("about:blank")
            page.open(PAGE.as_uri() + start)
            self.assertTrue(page.wait(MADE) and page.get("command") == "dungen --seed 2 --output map-2.txt", (start, page.get("command")))
        page.open("about:blank")
        page.open(PAGE.as_uri())
        self.assertTrue(page.wait(MADE), "without an address there is a level of some seed")
        self.assertRegex(page.run("return decodeURIComponent(location.hash)"),
                         "^#tunnels=around&loops=3&exit=farthest&doors&seed=[0-9]+&format=svg&show=spawn,exit$")
        connect = "const {value, disabled} = document.getElementById('connect'); return [value, disabled]"
        self.assertEqual(page.run(connect), ["nearest", True], "where rooms are joined to near ones")
        page.go("tunnels=around&connect=previous&seed=1&format=text")
        self.assertIn("connect=previous", page.get("message"), "and another rule is named")
        page.go("connect=nearest&seed=4294967295&format=text")
        self.assertEqual(page.run(connect), ["nearest", False], "through rooms there is a choice")
        self.assertTrue(page.run("const {scrollWidth, clientWidth} = document.getElementById('seed'); return scrollWidth <= clientWidth"), "a seed fits its field")

    def test_choices(self):
        """Twelve maps at once, then twelve more; a click opens one."""
        shown = "return [...document.querySelectorAll('.choices a')].map((link) => [link.hash, link.querySelector('span').textContent, link.querySelector('img').src])"

        def twelve(first):
            last = "document.querySelector('.choices a:nth-child(12)')?.hash"
            return page.wait(f"/^12 maps/.test(document.getElementById('note').textContent) && /seed={first + 11}\\b/.test({last})", 30)

        page.go("doors&seed=7&format=text")
        self.assertEqual(page.get("twelve"), "Twelve maps", "there is a button for twelve maps")
        page.click("#twelve")
        self.assertTrue(page.wait("document.querySelectorAll('.choices a').length === 12 && !/seed=7&/.test(location.hash)"), "which takes a random seed")
        for looks, picture in (("format=text&show=exit", "svg"), ("format=png&tile-size=3", "png")):
            page.set(f"doors&seed=98&{looks}&choose")
            self.assertTrue(twelve(98), f"{picture}: twelve maps")
            maps = page.run(shown)
            addresses = [(f"#doors&seed={seed}&{looks}", f"Seed {seed}") for seed in range(98, 110)]
            self.assertEqual([tuple(found[:2]) for found in maps], addresses, f"{picture}: of the seeds from one on")
            size = ["--tile-size", "16"] if picture == "png" else []
            drawn = output("-s109", "--doors", f"-f{picture}", *(["--show", "exit"] if "show" in looks else []), *size)
            self.assertEqual(page.fetch(maps[-1][2]), drawn, f"{picture}: as the format draws them")
            page.picture(PAGE.with_name(f"twelve-{picture}.png"))
        page.click("#twelve")
        self.assertTrue(twelve(110), "twelve more follow")
        self.assertEqual(page.get("command"), "dungen --doors --seed 110 --tile-size 3 --count 12 --output 'map-%d.png'", "by one command line")
        sheet = page.bytes("download").decode()
        self.assertTrue(all(sheet.count(f"<figcaption>Seed {seed}<br>") == 1 for seed in range(110, 122)), "one sheet has the twelve")
        self.assertEqual((sheet.count('src="data:image/png;base64,'), page.get("download", "download")), (12, "maps-110.html"))
        page.click(".choices a:nth-child(3)")
        self.assertTrue(page.wait(MADE) and page.bytes("download") == output("-s112", "--doors", "-fpng", "--tile-size", "3"), "a click opens one")
        page.run("history.back()")
        self.assertTrue(twelve(110), "and back leads to the twelve")
        page.run("document.querySelector('.choices a').focus()")
        page.press("Enter")
        self.assertTrue(page.wait(MADE) and page.run("return document.activeElement.id") == "view", "Enter opens one too, which has the focus")
        page.set("seed=7&where=exit_distance%3D60..%2Cdoors%3D0&choose")
        self.assertTrue(page.wait("/^12 maps/.test(document.getElementById('note').textContent)", 30), "with conditions, maps that meet them")
        wanted = ["-s7", "--where", "exit_distance=60..,doors=0", "--find", "12"]
        stats = [json.loads(line) for line in output(*wanted, "-qfstats").splitlines()]
        under = "return [...document.querySelectorAll('.choices a')].map((link) => [...link.children].slice(1).map((part) => part.textContent))"
        self.assertEqual(page.run(under), [[f"Seed {one['seed']}", f"{one['exit_distance']} steps from the start to the exit, 0 doors"] for one in stats])
        page.set("seed=18446744073709551610&choose")
        self.assertTrue(page.wait("/^6 maps/.test(document.getElementById('note').textContent)"), ("the last seed is the last map", page.get("note")))

    def test_reading(self):
        """A file that is opened or dropped is drawn, and downloaded in any format."""
        folder = self.downloads
        words = ["-s5", "--tunnels", "around", "--doors"]
        drop = """const data = new DataTransfer(); data.items.add(new File([arguments[1]], arguments[0]));
            document.body.dispatchEvent(new DragEvent('drop', {bubbles: true, cancelable: true, dataTransfer: data}));"""
        read = lambda name: page.wait(f"document.getElementById('note').textContent.startsWith('{name}, drawn')")
        page.go("doors&seed=7&format=svg&show=exit")
        for format, extension in (("text", "txt"), ("json", "json"), ("tmj", "tmj"), ("csv", "csv"), ("movingai", "map")):
            path = folder / f"a {format}.{extension}"
            path.write_bytes(output(*words, f"-f{format}"))
            page.run(drop, path.name, path.read_text())
            self.assertTrue(read(path.name), (f"{format}: what is dropped is drawn", page.get("message")))
            made = output("--input", str(path), "--show", "exit", "-fsvg")
            self.assertEqual(page.bytes("download"), made, f"{format}: as the program draws it")
            self.assertEqual(page.get("command"), f"dungen --input '{path.name}' --show exit --output 'a {format}.svg'", f"{format}: by a command line")
        self.assertTrue(page.run("return document.getElementById('width').checkVisibility()") is False, "options that make maps are hidden")
        page.run("document.querySelector('#formats [value=tmj]').click()")
        self.assertTrue(page.wait("document.getElementById('download').download.endsWith('.tmj')"))
        self.assertEqual(page.bytes("download"), output("--input", str(path), "-ftmj", "--show", "exit"), "it goes into any format")
        page.run("document.querySelector('#formats [value=svg]').click()")
        page.run(drop, "split.txt", "#####\n#.#.#\n#####\n")
        self.assertTrue(page.wait("/reach/.test(document.getElementById('message').textContent)"), ("it is checked", page.get("message")))
        self.assertEqual(page.run(RINGS), [1, [[3, 1]]], "and the place is marked")
        page.run(drop, "two.txt", "##########\n#.#.##..+#\n#.#@##...#\n##########\n")
        self.assertTrue(page.wait("document.querySelectorAll('#message li').length === 2"), ("faults are a list", page.get("message")))
        self.assertEqual(page.run(RINGS), [2, [[8, 1], [1, 1]]])
        self.assertNotIn("standard input", page.get("message"))
        self.assertIn("two.txt: the door at 8,1", page.get("message"))
        edited = json.loads(output(*words, "-ftmj"))
        edited["layers"].append({"type": "objectgroup", "name": "monsters", "objects": [{"id": 900, "name": "orc", "x": 0, "y": 0}]})
        page.run(drop, "edited.tmj", json.dumps(edited))
        self.assertTrue(read("edited.tmj"), ("a file that was edited in Tiled is drawn", page.get("message")))
        self.assertEqual(page.get("message").count("monsters"), 1, ("what is not kept of it is named once", page.get("message")))
        page.run(drop, "no.txt", "#####\n#.\x01.#\n#####\n")
        self.assertTrue(page.wait("/line 2/.test(document.getElementById('message').textContent)"), ("what is no map is named, with its place", page.get("message")))
        page.click("#another")
        self.assertTrue(page.wait(MADE) and page.run("return document.getElementById('width').checkVisibility()"), "another map is made again")

    def test_conditions(self):
        """A measure that is clicked becomes a condition, Another map looks for one that meets it, and says if there is none."""
        lines = "return [...document.querySelectorAll('.condition')].map((line) => [line.innerText.replace(/\\s+/g, ' '), ...[...line.querySelectorAll('input')].map((box) => box.value)])"
        page.go("doors&seed=7&format=svg&show=spawn,exit")
        stats = json.loads(output("-s7", "--doors", "-qfstats"))
        self.assertEqual(page.run("return [...document.querySelectorAll('#key > span')].filter((part) => !part.hidden).map((part) => part.textContent)"),
                         ["green: start", "orange: exit", "brown: door"])  # fmt: skip
        shown = page.run("return [...document.querySelectorAll('#measures button')].map((button) => button.textContent)")
        self.assertTrue({f"{stats['rooms']} rooms", f"{stats['exit_distance']} steps from the start to the exit"} < set(shown), shown)
        page.run("document.querySelectorAll('#measures button')[arguments[0]].click()", shown.index(f"{stats['rooms']} rooms"))
        self.assertTrue(page.wait(f"location.hash.includes('where=rooms%3D{stats['rooms']}..')"), page.run("return location.hash"))
        self.assertEqual(page.run(lines), [["At least and at most rooms ×", str(stats["rooms"]), ""]])
        page.click("#another")
        self.assertTrue(page.wait("!/seed=7&/.test(location.hash)") and page.wait(MADE))
        self.assertGreaterEqual(int(page.get("measures").split()[0]), stats["rooms"], "another map meets it")
        page.click(".condition button")
        self.assertTrue(page.wait("!location.hash.includes('where')"), "it can be taken back")
        page.set("doors&seed=7&width=30&height=30&where=rooms%3D100..,loops%3Dx&format=text")
        self.assertTrue(page.wait("/Loops|loops/.test(document.getElementById('where-wrong').textContent)"))
        self.assertEqual(page.run("return [...document.querySelectorAll('.condition input')].map((box) => box.ariaInvalid)"), [None, None, "true", "true"])
        self.assertNotRegex(page.get("message"), "[=]|--")
        self.assertIn("Loops: takes whole numbers", page.get("message"))
        page.set("doors&seed=8&width=30&height=30&where=halls%3D2..&format=text")
        self.assertTrue(page.wait("/unknown measure/.test(document.getElementById('message').textContent)"))
        self.assertNotIn("dead_ends", page.get("message"))
        page.go("doors&seed=8&width=30&height=30&where=rooms%3D100..&format=text", made=False)
        page.click("#another")
        self.assertTrue(page.wait("document.getElementById('note').textContent === 'Working…' && !document.getElementById('stop').hidden", 5), "a search shows")
        self.assertTrue(page.wait("/100 rooms.*the largest was/.test(document.getElementById('message').textContent)", 60), page.get("message"))
        page.go("doors&seed=9&where=rooms%3D100..&format=text&tunnels=around", made=False)
        page.click("#another")
        self.assertTrue(page.wait("!document.getElementById('stop').hidden", 5))
        page.click("#stop")
        self.assertTrue(page.wait("/stopped/.test(document.getElementById('message').textContent)"), "and can be stopped")
        page.go("seed=7&format=stats")
        table = page.run("return Object.fromEntries([...document.querySelectorAll('#view tr')].map((row) => [...row.children].map((part) => part.textContent)))")
        self.assertEqual(table["rooms"], str(stats["rooms"]), "stats are a table")
        page.screen(375, 812)
        page.go("seed=7&format=text")
        self.assertGreaterEqual(float(page.run("return parseFloat(getComputedStyle(document.querySelector('#view pre')).fontSize)")), 11, "text is legible on a phone")
        page.screen(1280, 900)

    def test_keyboard(self):
        page.open("about:blank")
        page.open(PAGE.as_uri() + "#seed=1&format=svg")
        page.wait(MADE)
        press, focus = page.press, lambda: page.run("return document.activeElement.id || document.activeElement.value")
        unnamed = page.run("return [...document.querySelectorAll('input, select')].filter((field) => field.labels.length === 0)")
        self.assertEqual(unnamed, [], "every field has a label")
        press(*["Tab"] * (len(CHOICES["preset"]) + 1))
        self.assertEqual(focus(), "another", "after the examples comes the button for another map")
        press("Enter")
        self.assertTrue(page.wait("!/seed=1&/.test(location.hash)"), "which Enter presses")
        order = []
        while len(order) < 60 and "width" not in order:
            press("Tab")
            order.append(focus())
        # Then come format, download and command line.
        self.assertEqual([name for name in order if name in ("svg", "download", "copy", "width")], ["svg", "download", "copy", "width"])
        press("Up", "Up", "Down")
        self.assertTrue(page.wait("location.hash.includes('width=81&')"), "arrows change a number")
        while focus() != "doors" and len(order) < 90:
            press("Tab")
            order.append(focus())
        press("Space")
        self.assertTrue(page.wait("location.hash.includes('doors&')"), "the space bar sets a flag")
        page.run("document.querySelector('#formats input:checked').focus()")
        press("Right")
        self.assertTrue(page.wait("document.getElementById('download').download.endsWith('.png')"), "arrows choose a format")
        page.protocol("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        page.click("#copy")
        page.wait("document.getElementById('copy').textContent === 'Copied'")
        self.assertEqual(page.run("return navigator.clipboard.readText()"), page.get("command"), "the command line is copied")

    def test_screens(self):
        """Nothing is wider than the narrowest screen, in any format; and the colors follow the system's."""
        grounds = set()
        for scheme, width, height in (("light", 1280, 900), ("dark", 1280, 900), ("light", 375, 812), ("dark", 320, 568)):
            page.screen(width, height, scheme)
            grounds.add(page.run("return getComputedStyle(document.body).backgroundColor"))
            page.go(f"{LEVEL}&show=spawn,exit&format=svg")
            page.picture(PAGE.with_name(f"{scheme}-{width}.png"))
        formats = [(f"{LEVEL}&format={name}", True) for name in FORMATS]
        for address, made in (*formats, (f"{LEVEL}&format=tmj&tileset={'x' * 200}", True), ("seed=" + "9" * 200, False)):
            went = page.go(address, made)
            wide = page.run("return document.documentElement.scrollWidth")
            self.assertTrue(went and wide <= width, (f"{address} fits a screen of {width}", wide))
        self.assertEqual(len(grounds), 2, "light and dark differ")
        page.screen(1280, 900)

    def test_windows(self):
        """On a desktop, the map leaves room for Download and the command line; in a lower window, the page scrolls to them."""
        visible = """const {top, bottom, height} = document.querySelector(arguments[0]).getBoundingClientRect();
            return height > 0 && top >= 0 && bottom <= innerHeight"""
        tall = "width=40&height=200&seed=1&format=svg"
        level = "preset=level&seed=2"
        addresses = (level, tall, f"{level}&format=text", f"{level}&format=tmj", f"{LEVEL}&where=rooms%3D9..&format=svg&show=spawn,exit")
        for width, height in ((1280, 720), (1366, 768), (1920, 1080), (1280, 500)):
            page.screen(width, height)
            for address in addresses:
                self.assertTrue(page.go(address), (address, page.get("message")))
                if height < 720:
                    page.run("scrollTo(0, document.documentElement.scrollHeight)")
                for name in ("#download", ".command"):
                    self.assertTrue(page.run(visible, name), f"{name} is visible at {width}x{height} for {address}")
                map_height = page.run("return document.getElementById('view').clientHeight")
                self.assertGreaterEqual(map_height, 190, f"pixels of the map's height at {width}x{height} for {address}")
                page.run("scrollTo(0, 0)")
            page.picture(PAGE.with_name(f"window-{width}x{height}.png"))
        page.screen(1280, 900)

    def test_work(self):
        begin = time.monotonic()
        self.assertTrue(page.go("width=100000&height=100000&seed=1&format=text", made=False), "a large map is refused")
        self.assertIn("too much for a page", page.get("message"), "with a sentence")
        self.assertEqual(page.get("command"), "dungen --width 100000 --height 100000 --seed 1 --output map-1.txt", "and the command line that makes it")
        self.assertLess(time.monotonic() - begin, 5, "at once")
        self.assertTrue(page.go("width=1000&height=1000&tile-size=64&seed=1&format=png", made=False), "so is a picture of many pixels")
        for address in ("max-rooms=100000&room-min=2&room-max=2&loops=2147483647", "room-min=2&room-max=5&min-rooms=40001&width=2000"):
            self.assertTrue(page.go(f"width=400&height=400&seed=1&format=text&{address}", made=False), "so are many loops or rooms")
            self.assertIn("too much for a page", page.get("message"), "at once")
        self.assertTrue(page.go("width=100&height=100&min-rooms=40&loops=2147483647&seed=1&format=text"), ("but not few", page.get("message")))
        self.assertTrue(page.go("width=1e9&seed=1&format=text", made=False), "a wrong value is no large map")
        wrong = page.run("return document.querySelector('.wrong:not(:empty)')?.textContent")
        self.assertTrue(wrong and "1e9" in wrong, ("but what the program says it is", wrong))
        page.run("window.longest = 0; let last = performance.now(); window.ticks = setInterval(() => {"
                         "const now = performance.now(); longest = Math.max(longest, now - last); last = now; }, 10)")  # fmt: skip
        page.go("width=1000&height=1000&max-rooms=40000&room-min=2&room-max=4&seed=1&format=svg")
        longest = page.run("clearInterval(ticks); return longest")
        self.assertLess(longest, 1500, "a large drawing does not freeze the page")
        slow = "width=1400&height=2800&max-rooms=4000000&room-min=2&room-max=2&tunnels=around&loops=390000&seed=1&format=text"
        page.run("const end = Worker.prototype.terminate; window.ended = 0;"
                         "Worker.prototype.terminate = function () { window.ended++; end.call(this); };"
                         "location.hash = arguments[0]", slow)  # fmt: skip
        self.assertTrue(page.wait("document.getElementById('note').textContent === 'Working…'", 5), "long work leaves the page usable")
        begin = time.monotonic()
        self.assertTrue(page.go("seed=4&format=text") and time.monotonic() - begin < 6, "and ends when other options are given")
        self.assertEqual(page.bytes("download"), output("-s4"), "whose map is there")
        self.assertEqual(page.run("return window.ended"), 1, "and the work was stopped")
        page.run("location.hash = arguments[0]", slow)
        self.assertTrue(page.wait("/takes too long/.test(document.getElementById('message').textContent)", 20), "or after some seconds")
