# SPDX-License-Identifier: MIT
"""Compares the documents with each other and with the program. @smoke @format @rng @option

Options with letters, values, bounds and defaults, presets, formats, random number generators and their first numbers, exit
statuses, keys of documents, functions, version and date, and what README.md names.
"""

import datetime
import json
import random
import re
import sys
import unittest

import help_text
from helper import ROOT, output, tool
from help_text import CHOICES, FORMATS, RNGS, ROWS

README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = {page.name: page.read_text(encoding="ascii") for page in sorted((ROOT / "man").iterdir())}
MANUAL = "".join(PAGES.values())
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
# How to change, test, and release the program.
GUIDES = "".join((ROOT / name).read_text(encoding="utf-8") for name in ("HACKING.md", "TESTING.md", "RELEASING.md"))
HEADER = (ROOT / "src/dungen.h").read_text(encoding="utf-8")
MAP = ("--seed", "1")


def manual_section(name):
    return re.search(r'^\.Sh %s\n(.*?)(?=^\.Sh |\Z)' % re.escape(name), MANUAL, re.M | re.S)[1]


def readme_section(name):
    return re.search(r"^## %s\n(.*?)(?=^## |\Z)" % re.escape(name), README, re.M | re.S)[1]


def readme_table(text):
    """The first column of a table, without its header."""
    return re.findall(r"^\| *(?!-)([^|]*?) *\|", text, re.M)[1:]


def manual_option(name):
    """The entry of an option."""
    return re.search(r"^\.It (?:Fl \w , )?Fl Fl %s\b.*?(?=^\.It|^\.El)" % name, manual_section("OPTIONS"), re.M | re.S)[0]


def objects_of(value):
    """All objects in a document."""
    if isinstance(value, dict):
        yield value
    for below in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from objects_of(below)


class Documents(unittest.TestCase):
    def test_options(self):
        heads = re.findall(r"^\.It (?:Fl (\w) , )?Fl Fl ([\w-]+)(?: Ar (\w+))?$", manual_section("OPTIONS"), re.M)
        expected = [(row.get("letter", ""), row["name"], row.get("argument", "")) for row in ROWS]
        self.assertEqual(heads, expected, "options in the manual")
        for row in ROWS:
            found = re.search(r"^(\d+) to (\d+)(?:; default (?:(\d+)|off)\.$|(?s:.*)\nDefault: random, )", manual_option(row["name"]), re.M)
            default = row.get("default")
            numbers = (row["lowest"], row["highest"], default if default.isdigit() else None) if "lowest" in row else None
            self.assertEqual(found and found.groups(), numbers, "bounds and default of --%s in the manual" % row["name"])

        for choice in next(row["choices"] for row in ROWS if row["name"] == "preset"):
            words = re.search(r"^\.It Cm %s\n((?:\.Fl .*\n)*)" % choice["name"], manual_section("OPTIONS"), re.M)[1]
            self.assertEqual(re.sub(r"\.|Cm |\n$", "", words.replace("Fl Fl ", "--")).replace("\n", " "), choice["options"], "preset %s in the manual" % choice["name"])

        synopsis = manual_section("SYNOPSIS")
        found = re.findall(r"^\.(?:Op )?Fl (?:(\w)|Fl ([\w-]+))(?: Ar (\w+))?$", synopsis, re.M)
        found += [(letter, "", "") for letter in re.search(r"^\.Fl (\w) \| (\w)$", synopsis, re.M).groups()]
        self.assertEqual(found, [(letter, "" if letter else name, value) for letter, name, value in expected], "options in the synopsis")

    def test_formats(self):
        names = FORMATS
        section = manual_section("FORMATS")
        entries = re.findall(r"^\.It Cm (\S+) Pq Pa (.*)$", section, re.M)
        self.assertEqual([name for name, _ in entries], names, "formats in the manual")
        self.assertEqual(readme_table(readme_section("Formats")), ["`%s`" % name for name in names], "formats in README.md")
        of_format = {extension: name for name, text in entries for extension in text.split(" , ")}
        table = re.findall(r"^\.It Cm (.*?) Ta .* Ta (.*)$", manual_section("READING MAPS"), re.M)
        self.assertEqual(sorted(name for cell, _ in table for name in cell.split(" , ")), sorted(names), "formats in READING MAPS")
        read = {name for cell, what in table if what != r"\-" for name in cell.split(" , ")}
        self.assertEqual(read, set(CHOICES["input-format"]), "formats that are read")
        self.assertEqual(list(of_format.items()), list(help_text.formats_by_extension().items()), "extensions in the manual's formats")

    def test_rngs(self):
        section = manual_section("RANDOM NUMBER GENERATORS")
        seeds = [(name, int(seed)) for name, seed in re.findall(r"^\.It Cm (\S+) Ta (\d+)$", section, re.M)]
        self.assertEqual(seeds, list(RNGS.items()), "largest seeds in the manual's table")
        self.assertEqual(re.findall(r"^\.It Cm (\S+)$", section, re.M), list(RNGS), "generators in the manual")

    def test_numbers(self):
        """The program draws the numbers that it should draw first by the manual; CPython makes the fractions."""
        section = manual_section("REBUILDING THE NUMBERS").replace("\\-", "-")
        found = re.findall(r"^([\w-]+)(?: [0-9a-f]{8}){5}((?: \d+){5})$", section, re.M)
        self.assertEqual([name for name, _ in found], [name for name in RNGS if name != "python-2020"])
        for name, numbers in found:
            numbers = [int(number) for number in numbers.split()]
            # This is the size in which the first x and y come from a range of five, too.
            size = "--width=%d" % (numbers[0] + 5), "--height=%d" % (numbers[1] + 5), "--max-rooms=2"
            trace = output("--seed=42", "--rng", name, *size, "--format=trace").decode()
            w, h, x, y, next_w = [int(number) for number in re.findall(r"[whxy] (\d+)", trace)][:5]
            self.assertEqual([w, h, 6 + x, 6 + y, next_w], numbers, name)
        draws = random.Random(42)
        fractions = re.search(r"^random\(\) (.*)$", section, re.M)[1].split()
        self.assertEqual([float(fraction) for fraction in fractions], [draws.random() for _ in fractions])

    def test_statuses(self):
        statuses = re.findall(r"\b\d+\b", re.search(r"^Exit status: ((?:.+\n)+)", output("--help").decode(), re.M)[1])
        self.assertEqual(re.findall(r"^\.It (\d+)$", manual_section("EXIT STATUS"), re.M), statuses, "exit statuses in the manual")

    def test_keys(self):
        everything = [*MAP, *help_text.map_options(), "--format"]
        document = json.loads(output(*everything, "json"))
        sections = [manual_section("THE JSON DOCUMENT"), manual_section("MAPS FOR TILED")]
        items = re.findall(r"^\.It Va (.*)$", sections[0], re.M)
        self.assertEqual([key for item in items for key in item.split(" , ")], list(document), "keys in the manual")
        marked = [set(re.findall(r"\w+", " ".join(re.findall(r"^\.(?:It )?Va (.*)$", text, re.M)))) for text in sections]
        keys = {key for each in objects_of(document) for key in each}
        self.assertEqual(keys - marked[0] - set(document["legend"]), set(), "keys missing from the manual")
        tiled = json.loads(output(*everything, "tmj"))
        layers = re.findall(r"^\.It Va (.*)$", sections[1], re.M)
        self.assertEqual(layers, [layer["name"] for layer in tiled["layers"]], "layers of tmj in the manual")
        names = {each["name"] for owner in objects_of(tiled) for each in owner.get("properties", ())}
        self.assertEqual(names - marked[1], set(), "properties of tmj missing from the manual")

    def test_functions(self):
        self.assertEqual(sorted(re.findall(r"^\.Fn (dungen_\w+)(?= [v\"])", PAGES["dungen.3"], re.M)),
                         sorted(re.findall(r"\b(dungen_\w+)\(\s*(?:const )?(?:struct|void)", HEADER)), "functions in dungen(3)")  # fmt: skip

    def test_project(self):
        """README.md and the guides name only targets of make and files that exist."""
        makefiles = MAKEFILE + (ROOT / "maint.mk").read_text(encoding="utf-8")
        targets = set(" ".join(re.findall(r"^\.PHONY: (.*)$", makefiles, re.M)).split())
        told = set(re.findall(r"\bmake (\w+)`", README + GUIDES))
        self.assertEqual(told - targets, set(), "targets that make does not have")
        files = set(re.findall(r"\]\(([\w./-]+)\)", README + GUIDES))
        files |= set(re.findall(r"`((?:src|man|samples|tests|web)/[\w./-]+)`", README + GUIDES))
        missing = [name for name in sorted(files) if "NAME" not in name and not (ROOT / name).exists()]
        self.assertTrue(len(files) >= 6 and not missing, ("the documents name files that exist", missing or files))

    def test_suites(self):
        """The guides name only suites that exist."""
        listed = tool(sys.executable, "tests/check.py", "--list").decode()
        suites = set(re.findall(r"^([\w/-]+): ", listed, re.M))
        folders = "|".join({name.split("/")[0] for name in suites})
        named = set(re.findall(rf"`(?:(?!(?:tests|build)/)\w+/)?((?:{folders})/[\w-]+)`", GUIDES))
        self.assertTrue(len(named) >= 10 and named <= suites, ("the guides name suites that exist", named - suites or named))

    def test_release(self):
        """The Makefile is the one place to change version and date."""
        version, date = (re.search(rf"^{name} = (\S+)$", MAKEFILE, re.M)[1] for name in ("VERSION", "DATE"))
        day = datetime.date.fromisoformat(date)
        self.assertEqual(output("--version").decode("ascii").splitlines()[0], "dungen " + version, "--version")
        self.assertIn(f'\n#define DUNGEN_VERSION "{version}"\n', HEADER, "src/dungen.h")
        packaged = (ROOT / "debian/changelog").read_text(encoding="utf-8")
        self.assertRegex(packaged, rf"\Adungen \({version.replace('-', '~')}\) (?s:.)*? {day:%a, %d %b %Y} 00:00:00 \+0000\n", "debian/changelog")
        self.assertEqual(set(re.findall(r"^\.Dd (.*)$", MANUAL, re.M)), {f"{day:%B} {day.day}, {day.year}"}, "dates in the manual")
        changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
        headings = re.findall(r"^## (.*)$", changelog, re.M)
        newest = f"{version} - {date}" if not version.endswith("-dev") else "Unreleased"
        self.assertEqual(headings[0], newest, "the newest release in CHANGELOG.md")
        self.assertIn(f" - {date}", "".join(headings[:2]), "DATE is that of the last release")
        self.assertEqual(changelog.count("\nMaps: "), len(headings), "CHANGELOG.md says whether maps changed")
