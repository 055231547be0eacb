# SPDX-License-Identifier: MIT
"""The page makes the bytes of ./dungen, in headless Chromium and under node, and can be used by
keyboard and on a phone. @long

What the page has to do with a message follows from the object that ./dungen prints with --messages
json. No test repeats a sentence. The pictures in build/page/ are for people to look at.
"""

import base64
import collections
import html
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest

import check_build
import helper
from browser import Browser, serve
from help_text import CHOICES, FORMATS, READ, ROWS, changes_maps
from helper import DUNGEN, ROOT, TestCase, output, tool

PAGE = ROOT / "build" / "page" / "dungen.html"
PAGE_BYTES_MAX = 250_000  # to download
MANUAL = {f"man/{page.stem}" for page in ROOT.glob("man/*.md")}
MODULE = ["node", "--no-warnings", f"{ROOT}/tests/lib/module.js", str(ROOT)]
ESLINT = ROOT / "tests/formats/node_modules/eslint/bin/eslint.js"
ESLINT_SETTINGS = ROOT / "tests/formats/eslint.config.mjs"
NEEDED = ("chromedriver", "clang", "cmark-gfm", "compare", "node", "pdftotext", "wasm-ld", "wasm-opt")

# In the order of the form, which is that of --help=all: options for tuning are at its end.
LEVEL = "width=60&height=22&room-max=8&min-rooms=9&tunnels=around&exit=farthest&doors&seed=2"
LOOPS = "loops=3"
PRESET_COMMAND = "dungen --preset level --seed 4 --output seed-4.txt"
# What the page makes without an address, and the kinds of maps that it offers, in this order.
FIRST = "preset=quest&seed=8&format=svg&show=spawn,exit,locks,secrets"
KINDS = {
    "Level": ["--preset", "quest", "--show", "spawn,exit,locks,secrets"],
    "Dungeon": ["--preset", "keep"],
    "Tabletop": ["--preset", "quest", "-W64", "-H36", "--theme", "hatch", "--show", "all"],
    "Tutorial": ["--preset", "tutorial"],
}
# The files on the first two cards: the name of the file, and the options of the program.
TAKEN = {
    "JSON": ("seed-8.json", ["-fjson"]),
    "Tiled": ("seed-8.tmj", ["-ftmj"]),
    "Picture": ("seed-8.svg", ["-fsvg", "--show", "spawn,exit,locks,secrets"]),
    "Players’ picture": ("players.svg", ["-fsvg", "--show", "none"]),
    "Master’s picture": ("seed-8-master.svg", ["-fsvg", "--show", "all"]),
    "Room key": ("seed-8-key.md", ["-frooms"]),
    "Virtual tabletop": ("seed-8.uvtt", ["-fuvtt"]),
}
# For each option about looks a value other than the default.
LOOKS = {
    "no-tiles": "",
    "show": "exit,labels",
    "glyphs": "█'$>é",
    "tiles": "wall=1,floor=0",
    "tileset": "a  b.png",
    "tile-size": "9",
    "theme": "hatch",
    "dpi": "150",
    "title": "Crypt",
    "crop": "",
    "pairs": "9",
    "route": "",
}
FORMATS_OF = {row["name"]: row["formats"] for row in ROWS if "formats" in row}

# Expressions and functions of JavaScript that run in the page.
DOWNLOAD = "document.getElementById('download')"
HAS_DOWNLOAD = f"({DOWNLOAD}.hasAttribute('href') && !{DOWNLOAD}.hidden)"
CHOICE_COUNT = "document.querySelectorAll('.choices a').length"
IS_MADE = f"{HAS_DOWNLOAD} && {CHOICE_COUNT} === 0"
IS_REFUSED = "document.getElementById('stage').classList.contains('none')"
IS_WORKING = "!document.getElementById('stop').hidden"
# Makes both false until the page has done what comes next.
FORGET = f"{DOWNLOAD}.removeAttribute('href'); document.getElementById('stage').className = '';"
IS_MARKED = "document.getElementById('{}').getAttribute('aria-invalid') === 'true'"
MARKED = """
    const marked = [...document.querySelectorAll('[aria-invalid=true]')];
    return marked.map((field) => field.id);"""
# How many rings a picture has, and the tile below each of them.
RINGS = """
    const rings = [...document.querySelectorAll('.picture .fault')];
    const image = document.querySelector('.picture img').getBoundingClientRect();
    const tile = image.height / (rings.length === 2 ? 4 : 3);
    const tileBelow = (ring) => {
        const {x, y, width} = ring.getBoundingClientRect();
        const middleX = x + width / 2 - image.x;
        const middleY = y + width / 2 - image.y;
        return [Math.floor(middleX / tile), Math.floor(middleY / tile)];
    };
    return [rings.length, rings.map(tileBelow)];"""
BYTES = """
    const bytes = new Uint8Array(await (await fetch(arguments[0])).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));"""
DROP = """
    const data = new DataTransfer();
    const bytes = Uint8Array.from(atob(arguments[1]), (byte) => byte.charCodeAt(0));
    data.items.add(new File([bytes], arguments[0]));
    const options = {bubbles: true, cancelable: true, dataTransfer: data};
    document.body.dispatchEvent(new DragEvent('drop', options));"""
IS_VISIBLE = """
    const {top, bottom, height} = document.querySelector(arguments[0]).getBoundingClientRect();
    return height > 0 && top >= 0 && bottom <= innerHeight"""
MESSAGE_IS_IN_THE_MAP = """
    const box = (id) => document.getElementById(id).getBoundingClientRect();
    const map = box('view'), text = box('message');
    return map.top < text.top && text.bottom < map.bottom && map.height > 150"""
# The largest contrast of a pixel with the floor in each picture of the legend.
LEGEND_CONTRASTS = """
    const luminance = ([r, g, b]) => [r, g, b].reduce((sum, value, i) => {
        const part = value / 255;
        const linear = part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        return sum + linear * [0.2126, 0.7152, 0.0722][i];
    }, 0.05);
    return Promise.all([...document.querySelectorAll('#legend img')].map(async (image) => {
        await image.decode();
        const canvas = new OffscreenCanvas(60, 40);
        const context = canvas.getContext('2d');
        context.drawImage(image, 0, 0, 60, 40);
        /* The middle third is the tile of the mark. */
        const {data} = context.getImageData(18, 8, 24, 24);
        const pixels = Array.from({length: 24 * 24}, (_, i) => luminance(data.slice(4 * i)));
        return Math.max(...pixels) / Math.min(...pixels);
    }));"""
# The share of the last column in the width of the printed table.
CONTENTS_SHARE = """
    const width = (selector) => document.querySelector(selector).getBoundingClientRect().width;
    return width('#paper th:last-child') / width('#paper table')"""
# Texts with a contrast below 4.5.
LOW_CONTRASTS = """
    const parse = (color) => color.match(/[0-9.]+/g).map(Number);
    const luminance = (color) => parse(color).slice(0, 3).reduce((sum, value, i) => {
        const part = value / 255;
        const linear = part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        return sum + linear * [0.2126, 0.7152, 0.0722][i];
    }, 0.05);
    const groundOf = (part) => {
        const color = part ? getComputedStyle(part).backgroundColor : 'rgb(255, 255, 255)';
        return parse(color)[3] === 0 ? groundOf(part.parentElement) : color;
    };
    const hasText = (part) => [...part.childNodes].some((node) => node.data?.trim());
    const isLow = (part) => {
        const pair = [getComputedStyle(part).color, groundOf(part)].map(luminance);
        return Math.max(...pair) / Math.min(...pair) < 4.5;
    };
    const parts = [...document.querySelectorAll('body *')];
    const shown = parts.filter((part) => hasText(part) && part.checkVisibility());
    return shown.filter(isLow).map((part) => part.outerHTML);"""
CONDITIONS = """
    const valuesOf = (line) => [...line.querySelectorAll('input')].map((box) => box.value);
    return [...document.querySelectorAll('.condition')].map(valuesOf);"""


def setUpModule():
    """All tests share a browser, because its start takes longer than most of them."""
    helper.skip_without(*NEEDED, paths=[ESLINT, *check_build.LIBRARIES])
    helper.make("site")
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    PageTestCase.downloads = pathlib.Path(folder.name)
    PageTestCase.page = Page(folder.name)
    unittest.addModuleCleanup(PageTestCase.page.close)


def messages_of(*words, input=None):
    """The messages that the program prints about a command line, as objects."""
    lines = helper.run("--messages", "json", *words, input=input).stderr.splitlines()
    return [json.loads(line) for line in lines]


def texts(selector):
    """A function that returns the texts of elements."""
    return f"return [...document.querySelectorAll('{selector}')].map((part) => part.textContent)"


class Page(Browser):
    def get(self, name, of="textContent"):
        return self.run(f"return document.getElementById(arguments[0]).{of}", name)

    def set(self, address):
        """Go to an address, unless the page is there already."""
        go = f"{FORGET} location.hash = arguments[0]"
        self.run(f"if (location.hash !== '#' + arguments[0]) {{ {go} }}", address)

    def go(self, address, made=True):
        """Go to an address. Return whether a map appears, or, without `made`, why there is none."""
        self.set(address)
        return self.wait(IS_MADE if made else IS_REFUSED)

    def bytes(self, link):
        return self.fetch(self.get(link, "href"))

    def fetch(self, address):
        return base64.b64decode(self.run(BYTES, address))

    def type(self, name, text):
        """Replace what is in a field."""
        self.run("document.getElementById(arguments[0]).select()", name)
        self.press(text)

    def choose_format(self, name):
        self.run("document.querySelector(`#take [value=${arguments[0]}]`).click()", name)

    def drop(self, name, content):
        self.run(FORGET + DROP, name, base64.b64encode(content).decode())


class Files(check_build.OtherBuild):
    def test_size(self):
        self.assertLess(PAGE.stat().st_size, PAGE_BYTES_MAX)

    def test_scripts(self):
        tool("node", ESLINT, "--config", ESLINT_SETTINGS, "web", "tests", cwd=ROOT)

    def test_picture(self):
        """web/page.png shows the page as it is. `make picture` draws it again."""
        with tempfile.TemporaryDirectory() as folder:
            file = f"{folder}/page.png"
            tool(sys.executable, ROOT / "web/picture", PAGE, file)
            different = ["compare", "-metric", "AE", "-fuzz", "5%", ROOT / "web/page.png", file, "null:"]
            count = subprocess.run(different, stderr=subprocess.PIPE, check=False).stderr
            self.assertLess(float(count), 100, "pixels differ; run make picture")

    def test_site(self):
        """Each link in the website leads to a file of it, and to an anchor in that file."""
        site = ROOT / "build" / "site"
        pages = {page: page.read_text() for page in site.rglob("*.html")}
        names = {page.relative_to(site).as_posix() for page in pages}
        self.assertLess({"index.html", "man/dungen.1.html", "samples/tabletop.html"}, names)
        self.assertEqual({name[:-5] for name in names if name.startswith("man/")}, MANUAL)
        for page, text in pages.items():
            for link in re.findall('(?:href|src)="([^"]*)"', text):
                path, _, anchor = html.unescape(link).partition("#")
                if re.match("[a-z]+:", path):
                    continue
                target = page.parent / path if path else page
                self.assertTrue(target.is_file(), (page, link))
                if anchor:
                    self.assertIn(f'id="{anchor}"', pages[target.resolve()], (page, link))

    def test_commands(self):
        needs_files = re.compile(r"-o|(read|made|batch|port)\.")
        commands = [command for command in check_build.COMMANDS if not needs_files.search(command)]
        step = 1 if helper.IS_NIGHTLY else 3
        others = [command for command in commands if command in check_build.OTHERS]
        self.compare(MODULE, [*commands[::step], *others])

    def test_files(self):
        """The module opens none."""
        commands = [[b"-q", b"--messages=json", *words] for words in ([b"map.txt"], [b"-o", b"map.txt"])]
        for status, out, err in helper.run_many(MODULE, commands, self.folder):
            self.assertEqual((status, out), (1, b""))
            self.assertEqual(json.loads(err)["file"], "map.txt")

    def test_missing_import(self):
        """A program that imports a function unknown to host.js does not run, and the error names
        the function.
        """
        script = """
            const host = require("node:fs").readFileSync("web/host.js", "utf8");
            require("node:vm").runInThisContext(host);
            /*
             * (module (type (func))
             *     (import "wasi_snapshot_preview1" "sock_accept" (func (type 0))))
             */
            const text = (word) => [word.length, ...Buffer.from(word)];
            const item = [1, ...text("wasi_snapshot_preview1"), ...text("sock_accept"), 0, 0];
            const header = [0, 97, 115, 109, 1, 0, 0, 0], types = [1, 4, 1, 96, 0, 0];
            const bytes = [...header, ...types, 2, item.length, ...item];
            const module = new WebAssembly.Module(Uint8Array.from(bytes));
            try {
                runProgram(module, []);
            } catch (error) {
                console.log(error.message);
            }"""
        self.assertIn(b"sock_accept", tool("node", "-e", script, cwd=ROOT))


class PageTestCase(TestCase):
    @classmethod
    def setUpClass(cls):
        cls.page.screen(1280, 900)
        cls.page.open("about:blank")
        cls.page.open(PAGE.as_uri() + "#seed=1")
        assert cls.page.wait(IS_MADE, 30), cls.page.log()
        cls.page.click("#more summary")

    def tearDown(self):
        self.assertEqual(self.page.log(), [], "the browser reports an error")

    def wait(self, script, what, seconds=10):
        """An expression becomes true in time."""
        done = self.page.wait(script, seconds)
        self.assertTrue(done, f"{what}: {script}; the message is {self.page.get('message')!r}")

    def go(self, address):
        """The page shows a map."""
        went = self.page.go(address)
        self.assertTrue(went, f"a map of {address}; the message is {self.page.get('message')!r}")

    def go_in_vain(self, address):
        """The page refuses an address, and shows a message."""
        self.assertTrue(self.page.go(address, made=False), f"{address}: {self.page.get('note')!r}")
        self.assertNotEqual(self.page.get("message"), "", address)

    def open(self, address):
        """The page is opened at an address, and shows a map."""
        self.page.open("about:blank")
        self.page.open(PAGE.as_uri() + address)
        self.wait(IS_MADE, f"a map of {address}")

    def saved(self, name):
        """The bytes of a file that a click saves."""
        path = self.downloads / name
        # The browser reserves the name with an empty file.
        helper.wait_for(lambda: path.exists() and path.stat().st_size, f"the file {name}")
        content = path.read_bytes()
        path.unlink()
        return content

    def assert_download(self, *words):
        self.assertEqual(self.page.bytes("download"), output(*words), words)


class Formats(PageTestCase):
    """What is downloaded in each format is what the command line that is shown writes."""

    def looks_of(self, name):
        """Options about looks for a format."""
        looks = {option: value for option, value in LOOKS.items() if name in FORMATS_OF[option]}
        if "show" in looks:
            shows = CHOICES["format"][name]["shows"]
            looks["show"] = ",".join(mark for mark in looks["show"].split(",") if mark in shows)
        return looks

    def run_command(self, command):
        """Run the command line of the page. Return the name and the bytes of the one file."""
        path = f"{os.path.dirname(DUNGEN)}:{os.environ['PATH']}"
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                ["sh", "-c", command],
                cwd=folder,
                capture_output=True,
                check=False,
                env={**os.environ, "PATH": path},
            )
            written = list(pathlib.Path(folder).iterdir())
            self.assertEqual((done.returncode, len(written)), (0, 1), (command, done.stderr))
            return written[0].name, written[0].read_bytes()

    def check_format(self, name, extension):
        page = self.page
        looks = self.looks_of(name)
        options = [f"{option}={value}" for option, value in looks.items()]
        self.go("&".join([LEVEL, LOOPS, f"format={name}", *options]))
        fields = page.run("return [...document.querySelectorAll('.field')].map((it) => it.hidden)")
        plain = [
            row
            for row in ROWS
            if (changes_maps(row) or row["group"] == "Random numbers")
            and row["name"] not in ("preset", "seed")  # the seed is beside the button
            and "counterpart_of" not in row
        ]
        self.assertEqual(fields.count(False), len(plain) + len(looks), "fields of the form")
        file_name, content = self.run_command(page.get("command"))
        self.assertEqual(page.bytes("download"), content, "the bytes of the download")
        part = "-key" if name == "rooms" else ""
        self.assertEqual(file_name, f"seed-2{part}.{extension}")
        self.assertEqual(page.get("download", "download"), file_name)
        if "tileset" in looks:
            image = output("--tileset-image", "--tile-size", looks["tile-size"])
            page.click(f".item:has([value={name}]) button")
            self.assertEqual(self.saved(looks["tileset"]), image)

    def test_every_option_about_looks_has_a_value_here(self):
        self.assertEqual(set(LOOKS), set(FORMATS_OF))

    def test_each_format(self):
        for name, choice in CHOICES["format"].items():
            with self.subTest(name):
                self.check_format(name, choice["extensions"][0])

    def test_every_format_is_on_a_card(self):
        """Formats that no other card has are on the last two, in the order of the program."""
        shown = self.page.run("""
            const values = (card) => [...card.querySelectorAll('input')].map((it) => it.value);
            return [...document.querySelectorAll('.card')].map(values);""")
        first = [["json", "tmj", "svg"], ["svg-players", "svg-master", "rooms", "uvtt"]]
        rest = {name: row for name, row in CHOICES["format"].items() if name not in sum(first, [])}
        data = [name for name, row in rest.items() if row.get("group") == "data"]
        others = [name for name in rest if name not in data]
        self.assertEqual(shown, [*first, data, others])

    def test_presets_in_each_format(self):
        """The command line names the preset, and writes what is downloaded."""
        for preset in ("level", "dungeon"):
            for name, choice in CHOICES["format"].items():
                if name == "trace":
                    continue  # a trace requires the tutorials' tunnels
                shows = choice.get("shows", [])
                for mark in (None, *shows):
                    with self.subTest(name, preset=preset, show=mark):
                        show = f"&show={mark}" if mark else ""
                        self.go(f"preset={preset}&seed=2&format={name}{show}")
                        command = self.page.get("command")
                        self.assertIn(f"--preset {preset} ", command)
                        _, content = self.run_command(command)
                        self.assertEqual(self.page.bytes("download"), content)

    def test_marks_on_request(self):
        """A format that shows no marks by default gets them only by a click."""
        page = self.page
        self.go("preset=level&seed=2&format=svg")
        page.choose_format("csv")
        self.wait(f"{DOWNLOAD}.download === 'seed-2.csv'", "a csv")
        self.assertEqual(page.bytes("download"), output("-s2", "--preset=level", "-fcsv"))
        boxes = "[...document.querySelectorAll('#show label')].filter((it) => !it.hidden)"
        self.assertEqual(page.run(f"return {boxes}.map((it) => it.textContent)"), ["spawn", "exit"])
        page.run(f"{FORGET} {boxes}[0].click()")
        self.wait("location.hash.includes('show=spawn')", "the address has the mark")
        self.wait(IS_MADE, "a csv")
        spawn = output("-s2", "--preset=level", "--show=spawn", "-fcsv")
        self.assertEqual(page.bytes("download"), spawn)
        page.choose_format("svg")
        self.wait(f"{DOWNLOAD}.download === 'seed-2.svg'", "a svg")
        self.assertEqual(page.bytes("download"), output("-s2", "--preset=level", "-fsvg"))

    def test_a_click_saves_the_file(self):
        self.page.go("seed=3&format=png")
        self.page.click("#download")
        self.assertEqual(self.saved("seed-3.png"), output("-s3", "-fpng"))


class Messages(PageTestCase):
    """A message is shown at the map and at the field of its option, and a button is its remedy."""

    def check_message(self, name, text):
        """What is typed in a field is refused."""
        page = self.page
        [message] = messages_of("--seed=1", f"--{name}", text)
        self.assertEqual(message["option"], name)
        self.go("seed=1&format=text")
        page.type(name, text)
        self.wait(IS_MARKED.format(name), "the field is marked")
        self.assertEqual(page.run(MARKED), [name], "no other field is marked")
        shown = page.get(f"{name}-wrong")
        self.assertIn(text, shown, "the message below its field")
        self.assertIn(shown, page.get("message"), "the message at the map")
        self.assertNotIn("--", page.get("message"), "options have the names of their fields")
        described_by = f"document.getElementById('{name}').getAttribute('aria-describedby')"
        self.assertIn(f"{name}-wrong", page.run(f"return {described_by}"))
        self.assertEqual(page.get("message", "role"), "alert")
        self.assertTrue(page.run(MESSAGE_IS_IN_THE_MAP), "the message is where the map was")
        opacity = "return getComputedStyle(document.getElementById('view').firstChild).opacity"
        self.assertLess(float(page.run(opacity)), 0.5, "the old map is dimmed")
        self.assertFalse(page.run(f"return {HAS_DOWNLOAD}"), "nothing is offered for download")
        remedies = {remedy["option"]: remedy["value"] for remedy in message.get("try", ())}
        buttons = page.run("return document.querySelectorAll('#message button').length")
        self.assertEqual(buttons, 1 if remedies else 0)
        if remedies:
            page.click("#message button")
            self.wait(IS_MADE, "a button that makes a map")
            self.assertEqual({option: page.get(option, "value") for option in remedies}, remedies)
        else:
            self.go("seed=1&format=text")
        self.assertEqual(page.get(f"{name}-wrong"), "", "the message goes")
        self.assertEqual(page.run(MARKED), [], "the mark goes")

    def test_messages_of_fields(self):
        for name, text in (
            ("width", "2"),
            ("room-max", "80"),
            ("seed", "1x"),
            ("min-rooms", "99"),
            ("glyphs", "#"),
        ):
            with self.subTest(name):
                self.check_message(name, text)

    def test_unknown_values_in_the_address(self):
        for name, value in (
            ("tunnels", "along"),
            ("show", "spawn,exits"),
            ("show", "constructor"),
        ):
            with self.subTest(name, value=value):
                self.go_in_vain(f"format=text&seed=1&{name}={value}")
                self.assertEqual(self.page.run(MARKED), [name])
                self.assertIn(value, self.page.get(f"{name}-wrong"))

    def test_unknown_options_in_the_address(self):
        self.go("format=bmp&seed=1&frobnicate=2")
        for unknown in ("format=bmp", "frobnicate"):
            self.assertIn(unknown, self.page.get("message"))


class Address(PageTestCase):
    def hash(self):
        return self.page.run("return location.hash")

    def wait_for_hash(self, part, what):
        self.wait(f"location.hash.includes('{part}')", what)

    def test_an_address_and_the_form(self):
        page = self.page
        address = f"#{LEVEL}&format=text&show=exit&glyphs=%23.%40%3E%C3%A9&{LOOPS}"
        page.go(address)
        self.assertEqual(self.hash(), address, "an address is kept as it is")
        values = [page.get(name, "value") for name in ("width", "tunnels", "glyphs")]
        self.assertEqual(values, ["60", "around", "#.@>é"])
        page.type("height", "33")
        self.wait_for_hash("height=33", "what is typed is in the address")
        page.wait(IS_MADE)
        rows = "document.querySelector('#view pre').textContent.split('\\n').length"
        self.wait(f"{rows} === 33", "what is typed is in the map")
        size = ["-W60", "-H33", "--room-max", "8", "--min-rooms", "9"]
        level = ["--tunnels", "around", "--loops", "3", "--exit", "farthest", "--doors", "-s2"]
        self.assert_download(*size, *level, "--show", "exit", "--glyphs", "#.@>é")
        page.choose_format("svg")
        self.wait_for_hash("format=svg&show=exit", "the format is in the address")
        self.wait(IS_MADE, "a map in another format")
        self.assertNotIn("glyphs", self.hash(), "a format gets only the options that it takes")
        page.choose_format("text")
        self.wait_for_hash("glyphs=", "options are kept for the formats that take them")
        page.click("#another")
        page.wait("!location.hash.includes('seed=2&')")
        page.run("history.back()")
        self.wait_for_hash("seed=2&", "back leads to the map before")

    def test_examples(self):
        links = "return [...document.querySelectorAll('.examples a')].map((link) => link.hash)"
        for example in self.page.run(links):
            self.go(example)
            self.assertEqual(self.page.get("message"), "", example)

    def test_a_preset_gives_its_options_except_those_in_the_address(self):
        without_doors = PRESET_COMMAND.replace("level", "level --no-doors")
        without_loops = without_doors.replace(" --output", " --loops 0 --output")
        for address, command in (
            ("preset=level&seed=4&format=text", PRESET_COMMAND),
            ("loops=0&seed=4&doors=no&format=text&preset=level", without_loops),
            ("preset=level&no-doors&seed=4&format=text", without_doors),
            ("preset=cave&seed=4&format=text", "dungen --seed 4 --output seed-4.txt"),
        ):
            self.go(address)
            self.assertEqual(self.page.get("command"), command, address)
        self.assertIn("preset=cave", self.page.get("message"), "an unknown preset is named")

    def test_other_forms_of_an_address(self):
        for address in (
            "?seed=%202%20&doors=0&format=text",
            "#format=text&seed=%202&doors=no",
        ):
            self.open(address)
            command = self.page.get("command")
            self.assertEqual(command, "dungen --seed 2 --output seed-2.txt", address)

    def test_without_an_address_there_is_a_level_of_some_seed(self):
        self.open("")
        self.assertRegex(self.hash(), f"^#{FIRST.replace('=8', '=[0-9]+')}$")

    def test_tunnels_around_choose_how_rooms_are_connected(self):
        page = self.page
        connect = (
            "const {value, disabled} = document.getElementById('connect');"
            "return [value, disabled]"
        )
        self.go("preset=level&seed=1&format=svg")
        self.assertEqual(page.run(connect), ["nearest", True])
        page.go("tunnels=around&connect=previous&seed=1&format=text")
        self.assertIn("connect=previous", page.get("message"), "another rule is named")
        page.go("connect=nearest&seed=4294967295&format=text")
        self.assertEqual(page.run(connect), ["nearest", False], "there is a choice")

    def test_a_seed_fits_its_field(self):
        self.go("seed=4294967295&format=text")
        widths = [self.page.get("seed", name) for name in ("scrollWidth", "clientWidth")]
        self.assertLessEqual(*widths)


class Choices(PageTestCase):
    LINKS = """
        const links = [...document.querySelectorAll('.choices a')];
        return links.map((link) => [link.hash, link.querySelector('img').src]);"""
    CAPTIONS = "return [...document.querySelectorAll('.choices a')].map((link) => link.innerText)"

    def wait_for_choices(self, first, last):
        """The page offers the maps from one seed to another for a choice, and a page of them."""
        condition = (
            f"{HAS_DOWNLOAD} && {DOWNLOAD}.download === 'maps-{first}.html'"
            f" && /seed={last}\\b/.test(document.querySelector('.choices a:last-child')?.hash)"
        )
        self.wait(condition, f"the maps from {first} to {last}", 30)

    def test_a_button_shows_twelve_maps(self):
        page = self.page
        page.go("doors&seed=7&format=text")
        page.click("#twelve")
        shown = f"{CHOICE_COUNT} === 12 && !/seed=7&/.test(location.hash)"
        self.wait(shown, "twelve maps from a random seed on")

    def test_twelve_maps_are_those_of_consecutive_seeds(self):
        for looks, picture, options in (
            ("format=text&show=exit", "svg", ["--show", "exit"]),
            ("format=png&tile-size=3", "png", ["--tile-size", "16"]),
        ):
            with self.subTest(picture):
                self.page.set(f"doors&seed=98&{looks}&choose")
                self.wait_for_choices(98, 109)
                maps = self.page.run(self.LINKS)
                expected = [f"#doors&seed={seed}&{looks}" for seed in range(98, 110)]
                self.assertEqual([address for address, _ in maps], expected)
                drawn = output("-s109", "--doors", f"-f{picture}", *options)
                self.assertEqual(self.page.fetch(maps[-1][1]), drawn, "the last picture")
                self.page.picture(PAGE.with_name(f"twelve-{picture}.png"))

    def test_twelve_more(self):
        page = self.page
        page.set("doors&seed=98&format=png&tile-size=3&choose")
        self.wait_for_choices(98, 109)
        page.click("#twelve")
        self.wait_for_choices(110, 121)
        command = "dungen --doors --seed 110 --tile-size 3 --count 12 --output 'seed-%d.png'"
        self.assertEqual(page.get("command"), command)
        sheet = page.bytes("download").decode()
        seeds = re.findall(r"<figcaption>\D*(\d+)", sheet)
        self.assertEqual(seeds, list(map(str, range(110, 122))), "captions in the sheet")
        self.assertEqual(sheet.count('src="data:image/png;base64,'), 12)
        page.click(".choices a:nth-child(3)")
        self.wait(IS_MADE, "a click opens one")
        self.assert_download("-s112", "--doors", "-fpng", "--tile-size", "3")
        page.run("history.back()")
        self.wait_for_choices(110, 121)
        page.run("document.querySelector('.choices a').focus()")
        page.press("Enter")
        self.wait(IS_MADE, "Enter opens one, too")
        self.assertEqual(page.run("return document.activeElement.id"), "view", "it has the focus")

    def test_twelve_maps_that_meet_conditions(self):
        wanted = ["-s7", "--where", "exit_distance=60..,doors=0", "--find", "12"]
        stats = [json.loads(line) for line in output(*wanted, "-qfstats").splitlines()]
        self.page.set("seed=7&where=exit_distance%3D60..%2Cdoors%3D0&choose")
        self.wait_for_choices(7, stats[-1]["seed"])
        shown = [re.findall(r"\d+", caption) for caption in self.page.run(self.CAPTIONS)]
        expected = [[str(one["seed"]), str(one["exit_distance"]), "0"] for one in stats]
        self.assertEqual(shown, expected, "seeds and measures in the captions")

    def test_the_last_seed_is_the_last_map(self):
        last = 2**64 - 1
        self.page.set(f"seed={last - 5}&choose")
        self.wait_for_choices(last - 5, last)
        self.assertEqual(self.page.run(f"return {CHOICE_COUNT}"), 6)


class Reading(PageTestCase):
    """A file that is opened or dropped is drawn, and downloaded in any format."""

    WORDS = ["-s5", "--tunnels", "around", "--doors"]

    def setUp(self):
        super().setUp()
        self.page.go("doors&seed=7&format=svg&show=exit")

    def draw(self, name, content):
        """Drop a file on the page, which draws it."""
        self.page.drop(name, content)
        stem = name.rsplit(".", 1)[0]
        self.wait(f"{IS_MADE} && {DOWNLOAD}.download === '{stem}.svg'", f"{name} is drawn")

    def is_width_visible(self):
        return self.page.run("return document.getElementById('width').checkVisibility()")

    def test_a_file_is_drawn(self):
        for name in READ:
            with self.subTest(name):
                path = self.downloads / f"a {name}.{CHOICES['format'][name]['extensions'][0]}"
                # Nothing can read a trace of other tunnels.
                words = ["-s5"] if name == "trace" else self.WORDS
                path.write_bytes(output(*words, f"-f{name}"))
                if name == "tmx":  # the page contains no reader of XML
                    self.page.drop(path.name, path.read_bytes())
                    self.wait(IS_REFUSED, "a tmx is refused")
                    self.assertIn(path.name, self.page.get("message"))
                    continue
                self.draw(path.name, path.read_bytes())
                self.assert_download(str(path), "--show", "exit", "-fsvg")
                command = f"dungen '{path.name}' --show exit --output 'a {name}.svg'"
                self.assertEqual(self.page.get("command"), command)
        self.assertFalse(self.is_width_visible(), "options that make maps are hidden")

    def test_a_file_goes_into_another_format(self):
        path = self.downloads / "a text.txt"
        path.write_bytes(output(*self.WORDS))
        self.draw(path.name, path.read_bytes())
        self.page.choose_format("tmj")
        self.wait(f"{DOWNLOAD}.download.endsWith('.tmj')", "a tmj")
        self.assert_download(str(path), "-ftmj", "--show", "exit")

    def test_files_for_a_table_are_hatched(self):
        """A file has no kind, so the look of the kind Tabletop is the default of these items."""
        page = self.page
        path = self.downloads / "crypt.json"
        path.write_bytes(output("-s5", "--preset", "quest", "-fjson"))
        self.draw(path.name, path.read_bytes())
        for title, name, words in (
            ("Players’ picture", "crypt-players.svg", ["-fsvg", "--show", "none"]),
            ("Master’s picture", "crypt-master.svg", ["-fsvg", "--show", "all"]),
            ("Virtual tabletop", "crypt.uvtt", ["-fuvtt"]),
        ):
            page.click(f".item button[aria-label='Download {title}']")
            self.assertEqual(self.saved(name), output(str(path), "--theme", "hatch", *words), title)
        self.assertEqual(page.bytes("download"), output(str(path), "-fsvg", "--show", "exit"))
        page.run(f"""{FORGET}
            const theme = document.getElementById('theme');
            theme.dispatchEvent(new Event('input', {{bubbles: true}}));""")
        self.wait(IS_MADE, "the map, once more")
        page.click(".item button[aria-label='Download Virtual tabletop']")
        self.assertEqual(self.saved("crypt.uvtt"), output(str(path), "-fuvtt"), "dark on request")

    def test_faults_are_named_and_marked(self):
        page = self.page
        for name, content in (
            ("split.txt", b"#####\n#.#.#\n#####\n"),
            ("two.txt", b"##########\n#.#.##..+#\n#.#@##...#\n##########\n"),
        ):
            with self.subTest(name):
                faults = messages_of("-", "--check", input=content)
                notes = messages_of("-", input=content)
                # The faults say it.
                kept = [note for note in notes if not note["problem"].endswith("see --check")]
                self.assertEqual(len(notes) - len(kept), content.count(b"+"))
                count = len(faults) + len(kept)
                self.draw(name, content)
                places = [[fault["x"], fault["y"]] for fault in faults]
                self.assertEqual(page.run(RINGS), [len(faults), places], "places are marked")
                items = page.run("return document.querySelectorAll('#message li').length")
                self.assertEqual(items, count if count > 1 else 0, "a list of messages")
                named = page.get("message").count(name)
                self.assertEqual(named, count, "a message names the file")

    def test_a_cropped_picture_does_not_mark_other_tiles(self):
        rows = [b"#" * 20] * 4
        self.page.go("seed=7&format=svg&crop")
        self.draw("far.txt", b"\n".join([*rows, b"#" * 16 + b"#.#.", *rows]) + b"\n")
        self.assertNotEqual(self.page.get("message"), "", "the fault is named")
        self.assertEqual(self.page.run(RINGS)[0], 0)

    def test_a_loss_is_named_once(self):
        edited = json.loads(output(*self.WORDS, "-ftmj"))
        orc = {"id": 900, "name": "orc", "x": 0, "y": 0}
        layer = {"type": "objectgroup", "name": "monsters", "objects": [orc]}
        edited["layers"].append(layer)
        self.draw("edited.tmj", json.dumps(edited).encode())
        message = self.page.get("message")
        self.assertEqual(message.count("monsters"), 1, message)

    def test_a_warning_is_shown_beside_the_map(self):
        content = b"...\n.@.\n...\n"
        [message] = messages_of("-", input=content)
        self.assertEqual(message["level"], "warning")
        self.draw("open.txt", content)
        self.assertIn(message["problem"], self.page.get("message"))

    def test_a_file_without_a_map(self):
        content = b"#####\n#.\x01.#\n#####\n"
        [message] = messages_of("-", input=content)
        self.page.drop("no.txt", content)
        self.wait(IS_REFUSED, "the file is refused")
        place = rf"\b{message['line']}\b.*\b{message['column']}\b"
        self.assertRegex(self.page.get("message"), place)
        self.page.click("#another")
        self.wait(IS_MADE, "another map")
        self.assertTrue(self.is_width_visible(), "another map has its options")


class Conditions(PageTestCase):
    MEASURE = "document.querySelectorAll('#measures button')[arguments[0]].click()"

    def setUp(self):
        super().setUp()
        self.stats = json.loads(output("-s7", "--doors", "-qfstats"))

    def test_a_measure_that_is_clicked_becomes_a_condition(self):
        page = self.page
        self.go("doors&seed=7&format=svg&show=spawn,exit")
        shown_nowhere = ("seed", "width", "height", "regions", "unreachable")
        places = ("spawn_x", "spawn_y", "exit_x", "exit_y")
        names = [name for name in self.stats if name not in (*shown_nowhere, *places)]
        shown = [re.findall(r"\d+", text) for text in page.run(texts("#measures button"))]
        self.assertEqual(shown, [[str(self.stats[name])] for name in names])
        rooms = self.stats["rooms"]
        page.run(self.MEASURE, names.index("rooms"))
        self.wait(f"location.hash.includes('where=rooms%3D{rooms}..')", "the address has it")
        self.assertEqual(page.run(CONDITIONS), [[str(rooms), ""]])
        page.click("#another")
        self.wait(f"!/seed=7&/.test(location.hash) && {IS_MADE}", "another map")
        found = page.run(texts("#measures button"))[names.index("rooms")]
        self.assertGreaterEqual(int(found.split()[0]), rooms, "another map meets it")
        page.click(".condition button")
        self.wait("!location.hash.includes('where')", "it can be taken back")

    def test_measures_that_cannot_vary_are_hidden(self):
        offered = """
            const options = [...document.querySelectorAll('#measure option')];
            return options.filter((option) => !option.hidden).map((option) => option.value);"""
        for address, has_doors in (
            ("seed=7&format=text", False),
            ("doors&seed=7&format=text", True),
        ):
            self.go(address)
            values = self.page.run(offered)
            self.assertEqual("doors" in values, has_doors, address)
            self.assertNotIn("regions", values)
            self.assertIn("spawn_x", values)
            buttons = " ".join(self.page.run(texts("#measures button")))
            self.assertEqual("door" in buttons, has_doors, address)
            self.assertNotIn("column", buttons)

    def test_a_condition_on_a_place(self):
        self.go_in_vain("seed=7&where=spawn_x%3D..3&format=text")
        self.assertRegex(self.page.get("message"), "[Cc]olumn of the start")
        self.page.click("#another")
        self.wait(IS_MADE, "a search finds a map")
        seed = self.page.get("seed", "value")
        stats = json.loads(output("-s", seed, "-qfstats"))
        self.assertLessEqual(stats["spawn_x"], 3)

    def test_a_wrong_condition_is_marked(self):
        page = self.page
        self.go_in_vain("doors&seed=7&width=30&height=30&where=rooms%3D100..,loops%3Dx&format=text")
        self.assertNotEqual(page.get("where-wrong"), "", "the wrong condition is named")
        boxes = "[...document.querySelectorAll('.condition input')]"
        marks = page.run(f"return {boxes}.map((box) => box.ariaInvalid)")
        self.assertEqual(marks, [None, None, "true", "true"])
        self.assertNotRegex(page.get("message"), "[=]|--", "it is in words")

    def test_an_unknown_measure_is_named(self):
        self.go_in_vain("doors&seed=8&width=30&height=30&where=halls%3D2..&format=text")
        message = self.page.get("message")
        self.assertIn("halls", message.lower())
        self.assertNotIn("dead_ends", message, "the form lists the measures")

    def test_a_search_shows_and_ends(self):
        page = self.page
        address = "doors&seed=8&width=30&height=30&where=rooms%3D100..&format=text"
        page.go(address, made=False)
        page.click("#another")
        self.wait(IS_WORKING, "a search shows", 5)
        self.wait(IS_REFUSED, "it ends", 60)
        self.assertIn("100", page.get("message"), "it names the condition")
        self.assertFalse(page.run(f"return {IS_WORKING}"), "it has ended")

    def test_a_search_tries_one_seed_after_the_other(self):
        """The program finds the same seed, and the page says how many seeds were tried."""
        page = self.page
        level = ["--preset", "level", "--where", "exit_distance=120.."]
        page.go("preset=level&seed=4&where=exit_distance%3D120..&format=svg", made=False)
        self.assertEqual(page.run(texts("#message button")), ["Find map"])
        self.assertEqual(page.get("another"), "Find map")
        seed = 4
        for button in ("#message button", "#another"):
            first = seed + 1
            found = output("-s", str(first), *level, "--find=1", "-qfstats")
            seed = int(json.loads(found)["seed"])
            page.run(FORGET)
            page.click(button)
            self.wait(IS_MADE, "a map")
            self.assertEqual(page.get("seed", "value"), str(seed))
            self.assertRegex(page.get("note"), rf"\b{seed - first + 1} seeds?\b.*\b{seed}\b")
        page.click(".condition button")
        self.wait("document.getElementById('another').textContent === 'New map'", "no search")

    def test_a_search_can_be_stopped(self):
        page = self.page
        page.go("doors&seed=9&where=rooms%3D100..&format=text&tunnels=around", made=False)
        page.click("#another")
        self.wait(IS_WORKING, "a button", 5)
        note = "document.getElementById('note').textContent"
        self.wait(f"/[1-9][0-9,]* seeds/.test({note})", "how many seeds were tried")
        page.click("#stop")
        self.wait(f"{IS_REFUSED} && !({IS_WORKING})", "the search was stopped", 1)

    def test_stats_are_a_table(self):
        self.go("seed=7&format=stats")
        stats = json.loads(output("-s7", "-qfstats"))
        self.assertEqual(self.page.run(texts("#view td")), list(map(str, stats.values())))


class Keyboard(PageTestCase):
    def press(self, *keys):
        self.page.press(*keys)

    def focus(self):
        return self.page.run("return document.activeElement.id || document.activeElement.value")

    def test_every_field_has_a_label(self):
        fields = "[...document.querySelectorAll('input, select')]"
        unnamed = f"return {fields}.filter((field) => field.labels.length === 0)"
        self.assertEqual(self.page.run(unnamed), [])

    def tab_to(self, name):
        """Press Tab until a field has the focus. Everything on the way shows that it has it."""
        shows_focus = """
            const it = document.activeElement.closest('label') ?? document.activeElement;
            const widths = [it, document.activeElement].map((part) => {
                const {outlineStyle, outlineWidth} = getComputedStyle(part);
                return outlineStyle === 'none' ? 0 : parseFloat(outlineWidth);
            });
            return Math.max(...widths) >= 2"""
        for _ in range(60):
            self.press("Tab")
            self.assertTrue(self.page.run(shows_focus), f"the focus on {self.focus()} is visible")
            if self.focus() == name:
                return
        self.fail(f"Tab does not lead to {name}")

    def test_keyboard(self):
        page = self.page
        self.open("#seed=1&format=svg")
        self.tab_to("another")
        self.press("Enter")
        self.wait("!/seed=1&/.test(location.hash)", "Enter presses it")
        self.wait(IS_MADE, "another map")
        self.tab_to("seed")
        page.type("seed", "crypt")
        self.wait(f"{DOWNLOAD}.download === 'seed-crypt.svg' && {IS_MADE}", "a word is a seed")
        self.press("Tab", "Enter")
        self.wait("document.getElementById('full').open", "Enter shows the map in full size")
        self.press("Escape")
        self.wait("!document.getElementById('full').open", "Escape leaves it")
        for name in ("download", "copy-link", "print", "copy", "Tutorial"):
            self.tab_to(name)
        self.press("Right")
        self.wait("location.hash.includes('preset=quest')", "arrows choose what to make")
        self.assertIn("seed=crypt", page.run("return location.hash"), "the seed stays")
        self.tab_to("locks-slider")
        self.press("End")
        self.wait("location.hash.includes('locks=8')", "keys move a slider")
        self.press("Tab", "Enter")
        self.tab_to("width")
        self.press("Up", "Up", "Down")
        self.wait("location.hash.includes('width=81&')", "arrows change a number")
        self.tab_to("doors")
        self.press("Space")
        self.wait("location.hash.includes('no-doors&')", "the space bar clears a flag")
        self.press("Space")
        self.tab_to("svg")
        self.press("Right")
        self.wait(f"{DOWNLOAD}.download === 'players.svg'", "arrows choose a file")

    def test_the_command_line_is_copied(self):
        page = self.page
        permissions = ["clipboardReadWrite", "clipboardSanitizedWrite"]
        page.protocol("Browser.grantPermissions", permissions=permissions)
        page.click("#copy")
        read = "return navigator.clipboard.readText()"
        helper.wait_for(lambda: page.run(read) == page.get("command"), "the copy")


class Flows(PageTestCase):
    """What people come for, by clicks and keys alone."""

    SCREENS = ((1366, 768), (1280, 800), (390, 844))

    def tearDown(self):
        self.page.screen(1280, 900)
        super().tearDown()

    def click_label(self, text):
        """Click the label with this text, as a person does who reads it. A map appears."""
        self.page.run("""
            const labels = [...document.querySelectorAll('#kinds label, .item label')];
            labels.find(({textContent}) => textContent.startsWith(arguments[0])).id = 'clicked';
            """ + FORGET, text)
        self.page.click("#clicked")
        self.page.run("document.getElementById('clicked').id = ''")
        self.wait(IS_MADE, text)

    def test_the_first_screen(self):
        parts = ["#view img", "#another", "#seed", "#more summary", "#legend"]
        parts += [f"#kinds label:nth-of-type({i})" for i in range(1, 5)]
        parts += [f"#sliders label:nth-of-type({i})" for i in range(1, 5)]
        self.open(f"#{FIRST}")
        for width, height in self.SCREENS:
            for scheme in ("dark", "light"):
                self.page.screen(width, height, scheme)
                self.page.picture(PAGE.with_name(f"first-{width}-{scheme}.png"))
            for part in parts:
                self.assertTrue(self.page.run(IS_VISIBLE, part), f"{part} at {width}")
            self.assertLessEqual(self.page.run("return document.body.scrollWidth"), width)
            image = "document.querySelector('#view img').getBoundingClientRect().width"
            share = 0.9 if width < 500 else 0.65
            self.assertGreater(self.page.run(f"return {image}"), share * width, "a large map")

    def test_what_do_you_make(self):
        page = self.page
        self.go("seed=8&preset=warren&format=svg")
        for kind, words in KINDS.items():
            self.click_label(kind)
            self.assertTrue(page.run(f"return document.querySelector('[value={kind}]').checked"))
            self.assert_download("-s8", "-fsvg", *words)

    def test_sliders(self):
        page = self.page
        self.go("preset=tutorial&seed=8&format=svg")
        for name, value, words in (
            ("width", "64", ["-W64", "-H36"]),
            ("fill", "1", ["--fill", "1"]),
            ("loop-percent", "4", ["--loop-percent", "4"]),
            ("locks", "1", ["--locks", "1", "--doors"]),
        ):
            self.go("preset=tutorial&seed=8&format=svg")
            page.run(f"{FORGET} document.getElementById(`${{arguments[0]}}-slider`).focus()", name)
            page.press("Left" if name == "width" else "Right")
            self.wait(f"location.hash.includes('{name}={value}&') && {IS_MADE}", name)
            self.assert_download("-s8", "-fsvg", *words)

    def test_cards(self):
        """Each file has its own name. The files for players tell neither secrets nor the seed."""
        page = self.page
        self.go(FIRST)
        level = ["-s8", "--preset", "quest"]
        for title, (name, words) in TAKEN.items():
            page.click(f".item button[aria-label='Download {title}']")
            self.assertEqual(self.saved(name), output(*level, *words), title)
        page.click(".item button[aria-label='Download tiles for Tiled']")
        self.assertEqual(self.saved("dungen-tiles.png"), output("--tileset-image"))
        for title, (name, words) in TAKEN.items():
            self.click_label(title)
            self.assertEqual(page.get("download", "download"), name)
            self.assert_download(*level, *words)
        self.assertEqual(page.get("command"), "dungen --preset quest --seed 8 --output seed-8.uvtt")
        image = page.fetch(page.run("return document.querySelector('#view img').src"))
        self.assertEqual(image, base64.b64decode(json.loads(output(*level, "-fuvtt"))["image"]))

    def test_a_room_key_is_a_table(self):
        self.go(f"{FIRST}&title=A%26B%20%7C%20C".replace("svg", "rooms"))
        lines = output("-s8", "--preset", "quest", "-frooms").decode().splitlines()
        rows = [line for line in lines if re.match(r"\| +\d", line)]
        cells = [cell.strip() for row in rows for cell in row[1:-1].split("|")]
        self.assertEqual(self.page.run(texts("#view td")), cells)
        self.assertEqual(self.page.run(texts("#view h2")), ["A&B | C"])

    def test_a_link(self):
        """A friend who opens the link has the same map, from a file and from a server."""
        page = self.page
        permissions = ["clipboardReadWrite", "clipboardSanitizedWrite"]
        page.protocol("Browser.grantPermissions", permissions=permissions)
        with serve(PAGE.parent) as server:
            for start in (PAGE.as_uri(), f"{server}/{PAGE.name}"):
                page.open(f"{start}#{FIRST}")
                self.wait(IS_MADE, "a map")
                self.click_label("Dungeon")
                page.run(FORGET)
                page.click("#another")
                self.wait(IS_MADE, "another dungeon")
                command = page.get("command")
                page.click("#copy-link")
                self.wait("document.getElementById('copy-link').textContent === 'Copied'", "it")
                link = page.run("return navigator.clipboard.readText()")
                self.assertRegex(link, f"^{re.escape(start)}#preset=keep&seed=[0-9]+&format=svg$")
                page.open("about:blank")
                page.open(link)
                self.wait(IS_MADE, "the friend's map")
                self.assertEqual(page.get("command"), command)

    def test_print(self):
        """On paper, there is the map on a page, and the key, but no form. Players get no key."""
        page = self.page
        self.open(f"#{FIRST}")
        for has_key in (True, False):
            if not has_key:
                self.click_label("Players")
            pages = len(re.findall(rb"/Type /Page\b", page.print()))
            self.assertEqual(pages > 1, has_key, "pages")
            page.screen(1040, 720)
            page.protocol("Emulation.setEmulatedMedia", media="print")
            visible = page.run("return document.body.innerText").split("\n")
            picture = page.run("return document.querySelector('#paper img').src")
            page.picture(PAGE.with_name(f"print-{'master' if has_key else 'players'}.png"))
            if has_key:
                self.assertAlmostEqual(page.run(CONTENTS_SHARE), 0.4, delta=0.02)
            page.protocol("Emulation.setEmulatedMedia", media="")
            show = "all" if has_key else "none"
            expected = output("-s8", "--preset", "quest", "-fsvg", "--theme=hatch", f"--show={show}")
            self.assertEqual(page.fetch(picture), expected)
            self.assertEqual(visible[0], "Rooms of seed 8" if has_key else "")

    def test_print_the_master_map_and_its_key(self):
        """The recipe of samples/tabletop.md: the map is on one page, and no page is blank."""
        guide = (ROOT / "samples/tabletop.md").read_text()
        recipe = re.search(r"^\$ (\{ [^$`]*> master\.html)$", guide, re.M)[1].replace("\n> ", "\n")
        papers = {"letter": (8.5, 11), "a4": (8.27, 11.69)}
        self.addCleanup(self.open, f"#{FIRST}")
        for width, height in ((48, 24), (56, 76)):
            words = ["-s5", "--preset", "quest", f"-W{width}", f"-H{height}", "--show", "all"]
            words += ["--title", "Gruft für Ash", "-q", "--theme", "print"]
            master = self.downloads / "master.svg"
            output(*words, "-o", str(master), "-o", str(self.downloads / "key.md"))
            subprocess.run(["sh", "-c", recipe], cwd=self.downloads, check=True)
            self.page.open((self.downloads / "master.html").as_uri())
            for paper, size in papers.items():
                with self.subTest(width=width, paper=paper):
                    path = PAGE.with_name(f"master-{width}-{paper}.pdf")
                    path.write_bytes(self.page.print(*size))
                    self.check_master(path, master.read_text())

    def check_master(self, path, svg):
        pages = tool("pdftotext", "-layout", path, "-").decode().split("\f")[:-1]
        self.assertTrue(all(page.strip() for page in pages), "a blank page")
        self.assertTrue(pages[0].strip().startswith("Gruft für Ash"), pages[0])
        # The numbers of rooms, locks, and keys, some of which stand close together.
        found = collections.Counter(pages[0].partition("Rooms of seed 5")[0])
        missing = collections.Counter("".join(re.findall(r">(\d+|S)</text>", svg))) - found
        self.assertFalse(missing, "parts of the map on another page")

    def test_phone(self):
        """The map stays while options change. A tap shows it in full size, with legible numbers."""
        page = self.page
        page.screen(390, 844)
        self.open(f"#{FIRST}".replace("show=", "show=labels,"))
        page.click("#more summary")
        page.run("document.getElementById('width').scrollIntoView({block: 'center'})")
        page.run(FORGET)
        page.type("width", "60")
        self.wait(f"location.hash.includes('width=60') && {IS_MADE}", "a width")
        self.assertTrue(page.run(IS_VISIBLE, "#view img"), "the map is visible")
        page.picture(PAGE.with_name("phone-options.png"))
        page.click("#view .picture")
        self.wait("document.getElementById('full-map').complete", "the map in full size")
        tile = page.get("full-map", "clientWidth") / 60
        sizes = re.findall(rb'font-size="([0-9.]+)"', page.bytes("download"))
        self.assertGreaterEqual(min(map(float, sizes)) * tile, 12, "pixels of the numbers")
        page.picture(PAGE.with_name("phone-full.png"))
        page.click("#full button")
        self.wait("!document.getElementById('full').open", "a tap leaves it")

    def test_legend(self):
        """The legend has the marks of the map, which differ from the floor."""
        all_marks = ["Start", "Exit", "Door", "Locked door", "Its key", "Secret door"]
        for address, expected in (
            (FIRST, all_marks),
            (f"{FIRST}&theme=print&route", [*all_marks, "Way to the exit"]),
            (f"{FIRST}&theme=hatch", all_marks),
            ("doors&seed=7&format=png&show=exit", ["Exit", "Door"]),
            ("seed=7&format=svg", ["Start"]),
            ("seed=7&format=text", []),
        ):
            self.go(address)
            self.assertEqual(self.page.run(texts("#legend li")), expected, address)
            for name, contrast in zip(expected, self.page.run(LEGEND_CONTRASTS)):
                self.assertGreaterEqual(contrast, 3, (address, name))

    def test_contrast(self):
        for scheme in ("light", "dark"):
            self.page.screen(1280, 900, scheme)
            for address in (f"{FIRST}&loop-percent=100", "format=text&seed=1"):
                self.go(address)
                self.assertEqual(self.page.run(LOW_CONTRASTS), [], (scheme, address))


class Screens(PageTestCase):
    def tearDown(self):
        self.page.screen(1280, 900)
        super().tearDown()

    def test_colors_follow_the_system(self):
        grounds = set()
        for scheme, width, height in (
            ("light", 1280, 900),
            ("dark", 1280, 900),
            ("light", 375, 812),
            ("dark", 320, 568),
        ):
            self.page.screen(width, height, scheme)
            ground = "return getComputedStyle(document.body).backgroundColor"
            grounds.add(self.page.run(ground))
            self.page.go(f"{LEVEL}&{LOOPS}&show=spawn,exit&format=svg")
            self.page.picture(PAGE.with_name(f"{scheme}-{width}.png"))
        self.assertEqual(len(grounds), 2, grounds)

    def test_nothing_is_wider_than_the_narrowest_screen(self):
        self.page.screen(320, 568, "dark")
        for address, made in (
            *((f"{LEVEL}&{LOOPS}&format={name}", True) for name in FORMATS),
            (f"{LEVEL}&{LOOPS}&format=tmj&tileset={'x' * 200}", True),
            ("seed=" + "9" * 200, False),
        ):
            with self.subTest(address):
                self.assertTrue(self.page.go(address, made), self.page.get("message"))
                width = self.page.run("return document.documentElement.scrollWidth")
                self.assertLessEqual(width, 320)

    def test_text_is_legible_on_a_phone(self):
        self.page.screen(375, 812)
        self.page.go("seed=7&format=text")
        pre = "document.querySelector('#view pre')"
        size = self.page.run(f"return parseFloat(getComputedStyle({pre}).fontSize)")
        self.assertGreaterEqual(float(size), 11)

    def check_window(self, width, height, address):
        page = self.page
        self.go(address)
        if height < 720:
            page.run("scrollTo(0, document.documentElement.scrollHeight)")
        for name in ("#download", ".command"):
            self.assertTrue(page.run(IS_VISIBLE, name), f"{name} is visible")
        map_height = page.get("view", "clientHeight")
        self.assertGreaterEqual(map_height, 190, "pixels of the map's height")
        page.run("scrollTo(0, 0)")

    def test_windows(self):
        """On a desktop, the map leaves room for Download and the command line. In a lower window,
        the page scrolls to them.
        """
        level = "preset=level&seed=2"
        addresses = (
            level,
            "width=40&height=200&seed=1&format=svg",
            f"{level}&format=text",
            f"{level}&format=tmj",
            f"{LEVEL}&{LOOPS}&where=rooms%3D9..&format=svg&show=spawn,exit",
        )
        for width, height in ((1280, 720), (1366, 768), (1920, 1080), (1280, 500)):
            self.page.screen(width, height)
            for address in addresses:
                with self.subTest(f"{width}x{height}", address=address):
                    self.check_window(width, height, address)
            self.page.picture(PAGE.with_name(f"window-{width}x{height}.png"))


class Work(PageTestCase):
    SLOW = (
        "width=1400&height=2800&max-rooms=4000000&room-min=2&room-max=2"
        "&tunnels=around&loops=390000&seed=1&format=text"
    )
    MEASURE_PAUSES = """
        window.longest = 0;
        let last = performance.now();
        window.ticks = setInterval(() => {
            const now = performance.now();
            longest = Math.max(longest, now - last);
            last = now;
        }, 10);"""
    COUNT_ENDED_WORKERS = """
        const end = Worker.prototype.terminate;
        window.ended = 0;
        Worker.prototype.terminate = function () {
            window.ended++;
            end.call(this);
        };"""

    def setUp(self):
        super().setUp()
        self.go("seed=1&format=text")

    def test_a_large_map_is_refused_at_once(self):
        begin = time.monotonic()
        self.go_in_vain("width=100000&height=100000&seed=1&format=text")
        command = "dungen --width 100000 --height 100000 --seed 1 --output seed-1.txt"
        self.assertEqual(self.page.get("command"), command, "the command line that makes it")
        self.assertLess(time.monotonic() - begin, 5, "seconds")

    def test_a_picture_of_many_pixels_is_refused(self):
        self.go_in_vain("width=1000&height=1000&tile-size=64&seed=1&format=png")

    def test_many_loops_or_rooms_are_refused(self):
        for options in (
            "max-rooms=100000&room-min=2&room-max=2&loops=2147483647",
            "room-min=2&room-max=5&min-rooms=40001&width=2000",
        ):
            address = f"width=400&height=400&seed=1&format=text&{options}"
            self.go_in_vain(address)
            self.assertEqual(self.page.run(MARKED), [], "the program has not refused it")

    def test_few_rooms_with_any_number_of_loops_are_no_large_map(self):
        self.go("width=100&height=100&min-rooms=40&loops=2147483647&seed=1&format=text")

    def test_a_wrong_value_is_no_large_map(self):
        self.go_in_vain("width=1e9&seed=1&format=text")
        self.assertIn("1e9", self.page.get("width-wrong"))

    def test_a_large_drawing_does_not_freeze_the_page(self):
        page = self.page
        page.run(self.MEASURE_PAUSES)
        size = "width=1000&height=1000"
        page.go(f"{size}&max-rooms=40000&room-min=2&room-max=4&seed=1&format=svg")
        longest = page.run("clearInterval(ticks); return longest")
        self.assertLess(longest, 1500, "milliseconds")

    def test_work_ends_when_other_options_are_given(self):
        page = self.page
        page.run(self.COUNT_ENDED_WORKERS)
        page.run("location.hash = arguments[0]", self.SLOW)
        self.wait(IS_WORKING, "long work leaves the page usable", 5)
        begin = time.monotonic()
        self.go("seed=4&format=text")
        self.assertLess(time.monotonic() - begin, 6, "seconds")
        self.assert_download("-s4")
        self.assertEqual(page.run("return window.ended"), 1, "the work was stopped")

    def test_work_ends_after_some_seconds(self):
        """The clock of the page runs ten times as fast here."""
        self.page.run(
            "const wait = setTimeout;"
            "window.setTimeout = (act, time) => wait(act, time / 10);"
            "location.hash = arguments[0]",
            self.SLOW,
        )
        self.wait(IS_WORKING, "the work begins", 5)
        self.wait(f"{IS_REFUSED} && !({IS_WORKING})", "the page gives up", 2)
        self.open("#seed=1&format=text")
