# SPDX-License-Identifier: MIT
"""Compares the documents with each other and with the program. @smoke @format @rng @option

Options with letters, values, bounds and defaults, presets, formats, random number generators and
their first numbers, exit statuses, keys of documents, functions, version and date, and what
README.md names.
"""

import datetime
import json
import random
import re
import sys
import unittest

import help_text
from helper import ROOT, output, run, tool
from help_text import CHOICES, FORMATS, FORMATS_OF, READ, RNGS, ROWS

README = (ROOT / "README.md").read_text(encoding="utf-8")
# How to change, test, and release the program.
GUIDE_NAMES = ["DESIGN.md", "HACKING.md", "TESTING.md", "RELEASING.md"]
GUIDES = "".join((ROOT / name).read_text(encoding="utf-8") for name in GUIDE_NAMES)
PAGES = {page.name: page.read_text(encoding="ascii") for page in sorted((ROOT / "man").glob("*.[0-9]"))}
MANUAL = "".join(PAGES.values())
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
MAINTAINERS_MAKEFILE = (ROOT / "maint.mk").read_text(encoding="utf-8")
HEADER = (ROOT / "src/dungen.h").read_text(encoding="utf-8")
DEBIAN = (ROOT / "debian/changelog").read_text(encoding="utf-8")
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
RELEASES = "../../releases"  # of this repository, from README.md as a website shows it
HEADINGS = re.findall(r"^## (.*)$", CHANGELOG, re.M)
VERSION = re.search(r'^#define DUNGEN_VERSION "(.*)"$', HEADER, re.M)[1]
EVERY_OPTION = ["--seed", "1", *help_text.map_options(), "--locks", "1", "--secrets", "1"]
# Letter, name, and argument of each option.
OPTIONS = [(row.get("letter", ""), row["name"], row.get("argument", "")) for row in ROWS]


def manual_section(name):
    return re.search(r'^\.Sh %s\n(.*?)(?=^\.Sh |\Z)' % re.escape(name), MANUAL, re.M | re.S)[1]


def readme_section(name):
    return re.search(r"^## %s\n(.*?)(?=^## |\Z)" % re.escape(name), README, re.M | re.S)[1]


def guide_section(name):
    return re.search(r"^## %s\n(.*?)(?=^## |\Z)" % re.escape(name), GUIDES, re.M | re.S)[1]


def anchors(page):
    """The anchors that the headings of a page in Markdown have."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


def readme_table(text):
    """The first column of a table, without its header."""
    return re.findall(r"^\| *(?!-)([^|]*?) *\|", text, re.M)[1:]


def manual_option(name):
    """The entry of an option."""
    entry = rf"^\.It (?:Fl \w , )?Fl Fl {name}\b.*?(?=^\.It|^\.El)"
    return re.search(entry, manual_section("OPTIONS"), re.M | re.S)[0]


def manual_bounds(name):
    """The lowest and the highest number of an option in the manual, and its default, or None."""
    lines = r"^Range: (\d+) to (\d+); default: (?:(\d+(?:, or \d+ for \w+)?)|off|random)\.$"
    found = re.search(lines, manual_option(name), re.M)
    return found and found.groups()


def program_bounds(row):
    """The same as the program has them."""
    if "lowest" not in row:
        return None
    default = row["default"]
    return row["lowest"], row["highest"], default if default[0].isdigit() else None


def manual_preset(name):
    """The options of a preset in the manual, as on a command line."""
    entry = rf"^\.It Cm {name}\n(?:[^.].*\n)*((?:\.Fl .*\n)*)"
    words = re.search(entry, manual_section("OPTIONS"), re.M)[1]
    words = re.sub(r"^\.|Cm ", "", words.replace("Fl Fl ", "--"), flags=re.M)
    return " ".join(words.split())


def objects_of(value):
    """All objects in a document."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for member in value:
            yield from objects_of(member)


def marked_words(section):
    """The words that a section of the manual marks as variables."""
    marked = re.findall(r"^\.(?:It )?Va (.*)$", section, re.M)
    return set(re.findall(r"\w+", " ".join(marked)))


class Documents(unittest.TestCase):
    def test_options_in_the_manual(self):
        entry = r"^\.It (?:Fl (\w) , )?Fl Fl ([\w-]+)(?: Ar (\w+))?$"
        self.assertEqual(re.findall(entry, manual_section("OPTIONS"), re.M), OPTIONS)

    def test_bounds_and_defaults_in_the_manual(self):
        for row in ROWS:
            self.assertEqual(manual_bounds(row["name"]), program_bounds(row), row["name"])

    def test_presets_in_the_manual(self):
        for choice in CHOICES["preset"].values():
            self.assertEqual(manual_preset(choice["name"]), choice["options"], choice["name"])

    def test_synopsis(self):
        """It is that of --help and --help=all."""
        words = re.findall(r"^\.Oo Ar (\w+) Oc Ns \.\.\.$", manual_section("SYNOPSIS"), re.M)
        synopsis = " ".join(f"[{word}]..." for word in words)
        for option in ("--help", "--help=all"):
            usage = output(option).decode().splitlines()[0]
            self.assertEqual(usage, f"Usage: dungen {synopsis}", option)

    def test_formats_in_the_manual(self):
        section = r"^\.Sh ([A-Z]+)\n(?:(?!\.Sh ).*\n)*?\.It Extension\n\.Pa (.*)$"
        entries = re.findall(section, PAGES["dungen.5"], re.M)
        self.assertEqual([name.lower() for name, _ in entries], FORMATS)
        extensions = [(word, name.lower()) for name, text in entries for word in text.split(" , ")]
        self.assertEqual(extensions, list(help_text.formats_by_extension().items()))

    def test_formats_that_are_read_in_the_manual(self):
        """dungen(5) says how the files of each format begin."""
        section = manual_section("READING MAPS").partition(".El\n")[0]
        named = re.findall(r"\w+", section)
        self.assertEqual(set(READ) - set(named), set(), "man/dungen.5, READING MAPS")

    def test_formats_in_suites(self):
        """A suite begins with the names of its formats. All compare with json, and oracle/oracle
        compares traces.
        """
        files = (ROOT / "tests/formats").glob("check_*.py")
        said = [re.search(r'^"""(.*?):', file.read_text(encoding="utf-8"), re.M) for file in files]
        named = re.findall(r"\w+", " ".join(found[1] for found in said if found))
        self.assertEqual(set(FORMATS) - {*named}, {"json", "trace"}, "tests/formats/check_NAME.py")

    def test_formats_in_readme(self):
        rows = re.findall(r"^\| `(\w+)` .*\| (?:(yes) )?\|$", readme_section("Formats"), re.M)
        self.assertEqual([name for name, _ in rows], FORMATS)
        self.assertEqual([name for name, text in rows if text], READ)

    def test_formats_in_transcripts(self):
        page = (ROOT / "tests/transcripts/formats.md").read_text(encoding="utf-8")
        commands = "".join(re.findall(r"^\$ .*\n", page, re.M))
        missing = [name for name in FORMATS if not re.search(rf"\b{name}\b", commands)]
        self.assertEqual(missing, [], "tests/transcripts/formats.md shows each format")

    def test_formats_in_samples(self):
        """The page about data sets says what later releases keep of each format."""
        page = (ROOT / "samples/data.md").read_text(encoding="utf-8")
        table = page.partition("| format | in later releases |")[2].partition("\n\n")[0]
        names = re.findall(r"\w+", " ".join(re.findall(r"^\| ([^|-]*)\|", table, re.M)))
        self.assertEqual(sorted(names), sorted(FORMATS), "samples/data.md")

    def test_extensions_of_one_map_in_the_manual(self):
        """Files with these extensions hold one map, although their formats hold several."""
        sentence = re.search(r"^The extensions\n\.Pa (.*)\nalso require a pattern", MANUAL, re.M)[1]
        found = [
            extension
            for extension, name in help_text.formats_by_extension().items()
            if CHOICES["format"][name]["holds"] != "one map"
            and run("-s1", "-n2", "-o", f"/dev/null/map{extension}").returncode == 2
        ]
        self.assertEqual(re.findall(r"\.\w+", sentence), found, "man/dungen.5, Several maps")

    def test_table_of_formats_in_the_manual(self):
        """dungen(5) lists every format, says whether it is read, and how many maps it holds."""
        section = manual_section("FORMATS")
        rows = re.findall(r"^\.It Cm (.*?) Ta .* Ta (.*) Ta (.*)$", section, re.M)
        self.assertEqual([name for name, _, _ in rows], FORMATS)
        read = {name for name, text, _ in rows if text != r"\-"}
        self.assertEqual(read, set(READ))
        words = {"maps": "any", "one map": "one", "counted maps": "one array"}
        for name, _, maps in rows:
            self.assertEqual(maps, words[CHOICES["format"][name]["holds"]], name)

    def test_binary_formats_in_the_manual(self):
        """dungen(1) names the formats that are not for a terminal."""
        text = re.sub(r"^\.\w+", "", PAGES["dungen.1"], flags=re.M)
        sentence = re.search(r"does not write\s+([\w\s,]*)\s+to a terminal", text)[1]
        binary = {name for name, row in CHOICES["format"].items() if row.get("binary")}
        self.assertEqual(set(re.findall(r"\w+", sentence)) - {"or"}, binary)

    def test_suggestions_for_unknown_formats(self):
        """The words are not names of formats, and what dungen suggests instead are."""
        source = (ROOT / "src/cli/suggest.c").read_text(encoding="utf-8")
        rows = re.findall(r'\{"([^"]+)",\s*"--format ([^"]+)"\}', source)
        self.assertTrue(rows)
        for words, advice in rows:
            self.assertEqual(set(words.split()) & set(FORMATS), set(), "formats that dungen knows")
            self.assertLessEqual(set(re.findall(r"\w+", advice)) - {"or"}, set(FORMATS))

    def test_formats_of_options_in_the_manual(self):
        """An option about looks names the formats that obey it."""
        for name, formats in FORMATS_OF.items():
            entry = rf"^\.It Fl Fl {name}\b(?:(?!\.It Fl).*\n)*?Formats?:\n((?:.*[^.]\n)*.*\.)$"
            words = re.findall(r"\w+", re.search(entry, manual_section("OPTIONS"), re.M)[1])
            self.assertEqual([word for word in words if word in FORMATS], formats, name)

    def test_marks_in_the_manual(self):
        """The table of marks has the formats that obey --show and --route."""
        section = manual_section("MARKS AND LABELS")
        rows = re.findall(r"^\.It (?!Sy)(.*)$", section, re.M)
        drawn = {"show": [], "route": []}
        for formats, *marks, route in (row.split(" Ta ") for row in rows):
            if set(marks) != {r"\-"}:
                drawn["show"] += formats.split(", ")
            if route != r"\-":
                drawn["route"] += formats.split(", ")
        for name, formats in drawn.items():
            self.assertEqual(sorted(formats), sorted(FORMATS_OF[name]), name)

    def test_rngs(self):
        section = manual_section("RANDOM NUMBER GENERATORS")
        table = re.findall(r"^\.It Cm (\S+) Ta (\d+)$", section, re.M)
        seeds = [(name, int(seed)) for name, seed in table]
        self.assertEqual(seeds, list(RNGS.items()), "largest seeds in the manual's table")
        entries = re.findall(r"^\.It Cm (\S+)$", section, re.M)
        self.assertEqual(entries, list(RNGS), "generators in the manual")

    def numbers_of_the_manual(self):
        """The rows of the manual for seed 42, for every generator: its name, raw numbers, numbers
        from 6 to 10, and coins.
        """
        section = manual_section("REBUILDING THE NUMBERS").replace("\\-", "-")
        row = r"^([\w-]+)((?: \d+){3}) \|((?: \d+){5}) \|((?: [HT]){5})$"
        found = re.findall(row, section, re.M)
        self.assertEqual([name for name, *_ in found], list(RNGS))
        return [
            (name, list(map(int, raw.split())), list(map(int, numbers.split())), coins.split())
            for name, raw, numbers, coins in found
        ]

    def draws_of_the_program(self, name, *options):
        """The width, height, x, and y of each attempt to place a room, in the trace of seed 42."""
        trace = output("--seed=42", "--rng", name, *options, "--format=trace").decode()
        attempt = r"^\d+: w (\d+), h (\d+), x (\d+), y (\d+):"
        return [list(map(int, numbers)) for numbers in re.findall(attempt, trace, re.M)]

    def test_raw_numbers(self):
        """In the largest map, the sizes and the place of a room are nearly the raw numbers."""
        largest = 2**31 - 1
        size = [f"--width={largest}", f"--height={largest}"]
        rooms = ["--room-min=2", f"--room-max={largest - 1}", "--max-rooms=1"]
        sizes = largest - 2  # how many sizes a room can have
        scale = {
            "python": lambda raw, n: raw >> 32 - n.bit_length(),
            "libtcod": lambda raw, n: raw % n,
            "splitmix64": lambda raw, n: raw * n >> 32,
        }
        scale["python-2020"] = scale["python"]
        scale["libtcod-mt"] = scale["libtcod"]
        for name, raw, _, _ in self.numbers_of_the_manual():
            [(w, h, x, _)] = self.draws_of_the_program(name, *size, *rooms)
            limits = [sizes, sizes, largest - w]
            expected = [scale[name](number, n) for number, n in zip(raw, limits)]
            self.assertEqual([w - 2, h - 2, x], expected, name)

    def test_numbers(self):
        """The program draws the numbers from 6 to 10."""
        for name, _, numbers, _ in self.numbers_of_the_manual():
            # This is the size in which the first x and y come from a range of five, too.
            size = [f"--width={numbers[0] + 5}", f"--height={numbers[1] + 5}"]
            (w, h, x, y), (next_w, *_) = self.draws_of_the_program(name, *size, "--max-rooms=2")
            self.assertEqual([w, h, 6 + x, 6 + y, next_w], numbers, name)

    def test_numbers_of_python(self):
        """CPython draws the rows of its generators, and the fractions."""
        rows = {name: numbers for name, *numbers in self.numbers_of_the_manual()}
        for name, draw_coin in (
            ("python", lambda draws: draws.randint(0, 1) == 1),
            ("python-2020", lambda draws: draws.random() < 0.5),
        ):
            raw, numbers, coins = (random.Random(42) for _ in range(3))
            expected = [
                [raw.getrandbits(32) for _ in range(3)],
                [numbers.randint(6, 10) for _ in range(5)],
                ["TH"[draw_coin(coins)] for _ in range(5)],
            ]
            self.assertEqual(rows[name], expected, name)
        fractions = re.search(r"^random\(\) (.*)$", manual_section("REBUILDING THE NUMBERS"), re.M)
        draws = random.Random(42)
        found = list(map(float, fractions[1].split()))
        self.assertEqual(found, [draws.random() for _ in range(3)])

    def test_statuses(self):
        help_page = output("--help=all").decode()
        paragraph = re.search(r"^Exit status:\n((?:.+\n)+)", help_page, re.M)[1]
        in_manual = re.findall(r"^\.It (\d+)$", manual_section("EXIT STATUS"), re.M)
        self.assertEqual(in_manual, re.findall(r"^ +(\d+) ", paragraph, re.M))

    def test_keys_of_documents_in_the_manual(self):
        document = json.loads(output(*EVERY_OPTION, "--route", "--format", "json"))
        section = manual_section("JSON")
        items = re.findall(r"^\.It Va (.*)$", section, re.M)
        keys_in_order = [key for item in items for key in item.split(" , ")]
        self.assertEqual(keys_in_order, list(document))
        keys = {key for item in objects_of(document) for key in item}
        missing = keys - marked_words(section) - set(document["legend"])
        self.assertEqual(missing, set())

    def test_layers_and_properties_for_tiled_in_the_manual(self):
        tiled = json.loads(output(*EVERY_OPTION, "--route", "--format", "tmj"))
        section = manual_section("TMJ")
        layers = re.findall(r"^\.It Va (.*)$", section, re.M)
        self.assertEqual(layers, [layer["name"] for layer in tiled["layers"]])
        properties = {
            item["name"] for owner in objects_of(tiled) for item in owner.get("properties", ())
        }
        # The options have the names that they have in JSON.
        options = marked_words(manual_section("JSON"))
        self.assertEqual(properties - marked_words(section) - options, set())

    def test_functions_in_the_manual(self):
        in_manual = re.findall(r"^\.Fn (dungen_\w+)(?= [v\"])", PAGES["dungen.3"], re.M)
        in_header = re.findall(r"\b(dungen_\w+)\(\s*(?:const )?(?:struct|void)", HEADER)
        self.assertEqual(sorted(in_manual), sorted(in_header))

    def test_documents_name_targets_of_make(self):
        makefiles = MAKEFILE + MAINTAINERS_MAKEFILE
        targets = set(" ".join(re.findall(r"^\.PHONY: (.*)$", makefiles, re.M)).split())
        named = set(re.findall(r"\bmake (\w+)`", README + GUIDES))
        self.assertEqual(named - targets, set(), "targets that make does not have")

    def test_documents_name_files(self):
        documents = README + GUIDES
        files = set(re.findall(r"\]\(([\w./-]+)\)", documents)) - {RELEASES}
        files |= set(re.findall(r"`((?:src|man|samples|tests|web)/[\w./-]+)`", documents))
        files = {name for name in files if "NAME" not in name}
        self.assertGreaterEqual(len(files), 6, files)
        self.assertEqual([name for name in sorted(files) if not (ROOT / name).exists()], [])

    def test_links_of_readme_and_samples(self):
        """Each link leads to a file, and to a heading of it if the link names one."""
        for page in [ROOT / "README.md", *sorted(ROOT.glob("samples/*.md"))]:
            text = page.read_text(encoding="utf-8")
            for link in set(re.findall(r"\]\(([^)]*)\)", text)) - {RELEASES}:
                if link.startswith("https://"):
                    continue
                name, _, anchor = link.partition("#")
                target = page.parent / name if name else page
                self.assertTrue(target.exists(), f"{page.name}: {link}")
                if anchor:
                    self.assertIn(anchor, anchors(target), f"{page.name}: {link}")

    def test_readme_names_files_of_releases(self):
        """The files that README.md gets from a release are in the list of RELEASING.md."""
        named = re.findall(r"\[([^\]]*)\]\(%s\)" % re.escape(RELEASES), README)
        files = set(re.findall(r"`(dungen[\w*.-]+|libdungen[\w*.-]+)`", " ".join(named)))
        self.assertGreaterEqual(len(files), 4, files)
        listed = re.findall(r"`([\w.-]+)`", guide_section("The files of a release"))
        for name in files:
            pattern = re.escape(name).replace(r"\*", ".*")
            self.assertTrue([file for file in listed if re.fullmatch(pattern, file)], name)

    def test_guides_name_suites(self):
        listed = tool(sys.executable, "tests/check.py", "--list").decode()
        suites = set(re.findall(r"^([\w/-]+): ", listed, re.M))
        folders = "|".join({name.split("/")[0] for name in suites})
        suite = rf"`(?:(?!(?:tests|build)/)\w+/)?((?:{folders})/[\w-]+)`"
        named = set(re.findall(suite, GUIDES))
        self.assertGreaterEqual(len(named), 10, named)
        self.assertEqual(named - suites, set(), "suites that do not exist")

    def test_version(self):
        first_line = output("--version").decode("ascii").splitlines()[0]
        self.assertEqual(first_line, "dungen " + VERSION)
        # Between releases, the newest entry in CHANGELOG.md has no version yet.
        newest = "Unreleased" if VERSION.endswith("-dev") else VERSION
        self.assertEqual(HEADINGS[0].partition(" - ")[0], newest)

    def test_newest_release(self):
        """The package, the pages of the manual, and the citation have the version and the date of the
        newest release in CHANGELOG.md.
        """
        version, date = next(heading for heading in HEADINGS if " - " in heading).split(" - ")
        day = datetime.date.fromisoformat(date)
        self.assertTrue(DEBIAN.startswith(f"dungen ({version}) "), DEBIAN[:40])
        first_entry = DEBIAN.partition("\n -- ")[2].partition("\n")[0]
        self.assertRegex(first_entry, rf" {day:%a, %d %b %Y} 00:00:00 \+0000$")
        dates = set(re.findall(r"^\.Dd (.*)$", MANUAL, re.M))
        self.assertEqual(dates, {f"{day:%B} {day.day}, {day.year}"})
        citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
        self.assertIn(f"\nversion: {version}\ndate-released: {date}\n", citation)

    def test_changelog(self):
        count = CHANGELOG.count("\nMaps: ")
        self.assertEqual(count, len(HEADINGS), "each release says whether maps changed")
