#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the documents with each other and with the program. @smoke @format @rng @option

Options with letters, values, bounds and defaults, formats, random number generators, exit statuses, keys of the JSON
document, the targets of make, version and date, the files that README.md names, and the level that it promises.
"""

import datetime
import json
import os
import re
import shlex
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
import help_text
from report import DUNGEN, ROOT, check, end, equal, run

README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = {page: (ROOT / "man" / page).read_text(encoding="ascii") for page in ("dungen.1", "dungen.5", "dungen.7")}
MANUAL = "".join(PAGES.values())
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
ROWS = help_text.rows()
MAP = ("--seed", "1")
SEEDS = 300  # for which the level of README has to exist


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


def check_options():
    heads = re.findall(r"^\.It (?:Fl (\w) , )?Fl Fl ([\w-]+)(?: Ar (\w+))?$", manual_section("OPTIONS"), re.M)
    expected = [(row.get("letter", ""), row["name"], row.get("argument", "")) for row in ROWS]
    equal("options in the manual", heads, expected)
    for row in ROWS:
        found = re.search(r"^(\d+) to (\d+)(?:; default (?:(\d+)|off)\.$|(?s:.*)\nDefault: random, )", manual_option(row["name"]), re.M)
        default = row.get("default")
        numbers = (row["lowest"], row["highest"], default if default.isdigit() else None) if "lowest" in row else None
        equal("bounds and default of --%s in the manual" % row["name"], found and found.groups(), numbers)

    looks = {row["name"]: set(row["formats"]) for row in ROWS if "formats" in row and row["kind"] != "flag"}
    said = re.findall(r"^\.It Fl Fl (\S+) Ar \w+\n(?:(?!\.It ).*\n)*?([\w, ]+)(?: only\.|\n\.Fl .*\nonly\.)$",
                      manual_section("OPTIONS"), re.M)  # fmt: skip
    said = {name: set(re.findall(r"\w+", formats.lower())) - {"and"} for name, formats in said}
    equal("formats of options about looks in the manual", said, looks)

    for choice in next(row["choices"] for row in ROWS if row["name"] == "preset"):
        words = re.search(r"^\.It Cm %s\n((?:\.Fl .*\n)*)" % choice["name"], manual_section("OPTIONS"), re.M)[1]
        equal("preset %s in the manual" % choice["name"], re.sub(r"\.|Cm |\n$", "", words.replace("Fl Fl ", "--")).replace("\n", " "), choice["options"])

    synopsis = manual_section("SYNOPSIS")
    found = re.findall(r"^\.(?:Op )?Fl (?:(\w)|Fl ([\w-]+))(?: Ar (\w+))?$", synopsis, re.M)
    found += [(letter, "", "") for letter in re.search(r"^\.Fl (\w) \| (\w)$", synopsis, re.M).groups()]
    equal("options in the synopsis", found, [(letter, "" if letter else name, value) for letter, name, value in expected])

    for place, text in (("README.md", README), ("the manual", MANUAL.replace("\\-", "-"))):
        mentioned = set(re.findall(r"(?<![\w-])--([a-z][a-z-]*[a-z])|Fl Fl ([\w-]+)", text))
        # Of sbatch, pkg-config and samples/tutorial.py.
        unknown = {a or b for a, b in mentioned} - {row["name"] for row in ROWS} - {"wait", "array", "cflags", "libs", "trace"}
        equal("options in %s that dungen does not have" % place, unknown, set())


def check_formats():
    names = list(help_text.summaries("Formats"))
    section = manual_section("FORMATS")
    entries = re.findall(r"^\.It Cm (\S+) Pq Pa (.*)$", section, re.M)
    equal("formats in the manual", [name for name, _ in entries], names)
    equal("formats in README.md", readme_table(readme_section("Formats")), ["`%s`" % name for name in names])
    item = manual_option("format")
    equal("formats in the manual's --format", re.findall(r"^\.Cm (\S+)", item, re.M), names)
    of_format = {extension: name for name, text in entries for extension in text.split(" , ")}
    table = re.findall(r"^\.It Cm (.*?) Ta .* Ta (.*)$", manual_section("READING MAPS"), re.M)
    equal("formats in READING MAPS", sorted(name for cell, _ in table for name in cell.split(" , ")), sorted(names))
    read = {name for cell, what in table if what != r"\-" for name in cell.split(" , ")}
    equal("formats that are read", read, set(help_text.choices()["input-format"]))
    equal("extensions in the manual's formats", list(of_format.items()), list(help_text.formats_by_extension().items()))


def check_tutorials(names, promise, section):
    """README.md and the manual name the same tutorials, at the same addresses, with the same generators."""
    rows = re.findall(r"^\| \[.*?\]\((https://\S+?)\).*?\| (.*?) \|$", promise, re.M)
    readme = {address: re.sub(r"^none.*", names[0], option.strip("`").replace("--rng ", "")) for address, option in rows}
    check("README.md names tutorials", len(readme) >= 5, readme)
    manual = re.findall(r"^\.Fl Fl rng Cm (\S+).*\n(?:.*\n)*?\.Lk (\S+)$", section, re.M)
    equal("tutorials in the manual", {address.replace("\\-", "-").replace("\\:", ""): name for name, address in manual}, readme)
    equal("generators of tutorials that dungen does not have", set(readme.values()) - set(names), set())


def check_rngs():
    names = list(help_text.summaries("Random number generators"))
    section = manual_section("RANDOM NUMBER GENERATORS")
    seeds = {name: int(seed) for name, seed in re.findall(r"^\.It Cm (\S+) Ta (\d+)$", section, re.M)}
    equal("largest seeds in the manual's table", list(seeds.items()), list(help_text.RNGS.items()))
    equal("generators in the manual", re.findall(r"^\.It Cm (\S+)$", section, re.M), names)
    promise = readme_section("The promise about seeds")
    equal("generators in README.md", [name for name in names if not re.search(r"`(--rng )?%s`" % name, promise)], [])
    check_tutorials(names, promise, section)
    item = manual_option("rng")
    equal("generators in the manual's --rng", re.findall(r"^\.Cm (\S+)", item, re.M), names)
    default = re.search(r"^\.Cm (\S+)\n\(the default\)", item, re.M)[1]
    equal("the default generator in the manual", default, next(row["default"] for row in ROWS if row["name"] == "rng"))


def check_statuses():
    statuses = re.findall(r"\b\d+\b", re.search(r"^Exit status: ((?:.+\n)+)", help_text.HELP, re.M)[1])
    equal("exit statuses in the manual", re.findall(r"^\.It (\d+)$", manual_section("EXIT STATUS"), re.M), statuses)
    equal("exit statuses in README.md", readme_table(readme_section("Exit status")), statuses)


def objects_of(value):
    """All objects in a document."""
    if isinstance(value, dict):
        yield value
    for below in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from objects_of(below)


def check_keys():
    everything = [*MAP, *help_text.map_options(), "--format"]
    document = json.loads(run(*everything, "json"))
    sections = [manual_section("THE JSON DOCUMENT"), manual_section("MAPS FOR TILED")]
    items = re.findall(r"^\.It Va (.*)$", sections[0], re.M)
    equal("keys in the manual", [key for item in items for key in item.split(" , ")], list(document))
    marked = [set(re.findall(r"\w+", " ".join(re.findall(r"^\.(?:It )?Va (.*)$", text, re.M)))) for text in sections]
    keys = {key for each in objects_of(document) for key in each}
    equal("keys missing from the manual", keys - marked[0] - set(document["legend"]), set())
    tiled = json.loads(run(*everything, "tmj"))
    layers = re.findall(r"^\.It Va (.*)$", sections[1], re.M)
    equal("layers of tmj in the manual", layers, [layer["name"] for layer in tiled["layers"]])
    names = {each["name"] for owner in objects_of(tiled) for each in owner.get("properties", ())}
    equal("properties of tmj missing from the manual", names - marked[1], set())


def check_pages():
    for page, text in PAGES.items():
        others = re.findall(r"^\.(?:It )?Xr (dungen) (\d)", text[text.index(".Sh SEE ALSO"):], re.M)
        equal("pages that %s names" % page, sorted(map(".".join, others)), sorted({*PAGES} - {page}))
    shown = subprocess.run(["mandoc", "-T", "utf8", "-O", "width=78", str(ROOT / "man" / "dungen.1")],
                           stdout=subprocess.PIPE, check=True).stdout
    check("dungen(1) is short", shown.count(b"\n") < 400, shown.count(b"\n"))


def check_project():
    targets = set(" ".join(re.findall(r"^\.PHONY: (.*)$", MAKEFILE, re.M)).split())
    told = set(re.findall(r"`make (\w+)`", readme_section("Development")))
    # Its first comment: "#   make NAME   what it makes", and a list of those that need no explanation.
    explained = re.findall(r"^#   make (\w+(?:, \w+)*)", MAKEFILE, re.M)
    explained = {name for names in explained for name in names.split(", ")}
    check("the Makefile explains targets", len(explained) >= 15, explained)
    equal("targets of the Makefile missing from README.md", explained - set(re.findall(r"`make (\w+)`", README)), set())
    equal("targets in README.md that the Makefile does not explain", told - explained, set())
    equal("targets in README.md that make does not have", told - targets, set())
    files = set(re.findall(r"\]\(([\w./-]+)\)", README))
    files |= set(re.findall(r"`((?:src|man|samples|tests)/[\w./-]+)`", README))
    missing = [name for name in sorted(files) if "NAME" not in name and not (ROOT / name).exists()]
    check("README.md names files that are there", len(files) >= 6 and not missing, missing or files)


def check_hacking():
    """The suites that HACKING.md names are there."""
    listed = subprocess.run([sys.executable, "tests/check.py", "--list"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    suites = set(re.findall(r"^([\w/-]+): ", listed, re.M))
    folders = "|".join({name.split("/")[0] for name in suites})
    named = set(re.findall(rf"`(?:(?!(?:tests|build)/)\w+/)?((?:{folders})/[\w-]+)`", (ROOT / "HACKING.md").read_text(encoding="utf-8")))
    check("HACKING.md names suites that are there", len(named) >= 20 and named <= suites, named - suites or named)


def numbers(text):
    return [int(number) for number in re.findall(r"\d+", text)]


def check_release():
    """The Makefile is the one place to change version and date."""
    version, number, is_next = re.search(r"^VERSION = ((\d+\.\d+\.\d+)(-dev)?)$", MAKEFILE, re.M).groups()
    date = datetime.date.fromisoformat(re.search(r"^DATE = (\S+)$", MAKEFILE, re.M)[1])
    equal("--version", run("--version").decode("ascii").splitlines()[0], "dungen " + version)
    equal("dates in the manual", set(re.findall(r"^\.Dd (.*)$", MANUAL, re.M)), {f"{date:%B} {date.day}, {date.year}"})
    releases = re.findall(r"^## (.*)\n((?:(?!## ).*\n)*)", CHANGELOG, re.M)
    if is_next:
        heading, text = releases.pop(0)
        check("CHANGELOG.md begins with what is not released, and whether maps changed", heading == "Unreleased" and "\nMaps: " in text)
        check("VERSION is later than the last release", numbers(releases[0][0]) < numbers(number), releases[0][0])
        check("DATE is that of the last release", releases[0][0].endswith(f" - {date}"), releases[0][0])
    else:
        equal("the newest release in CHANGELOG.md", releases[0][0], f"{version} - {date}")
    for heading, text in releases:
        check(f"CHANGELOG.md, {heading}: a version and a date", re.fullmatch(r"\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d", heading))
        check(f"CHANGELOG.md, {heading}: says whether maps changed", re.search(r"^Maps: \S", text, re.M))
    order = [numbers(heading) for heading, _ in releases]
    equal("releases in CHANGELOG.md, newest first", order, sorted(order, reverse=True))


def check_level():
    """README.md promises another level for another seed."""
    command = re.search(r"^\$ (dungen .*) --output level\.svg$", README, re.M)[1]
    words = [DUNGEN, *shlex.split(command)[1:], "--seed", "0", "--count", str(SEEDS), "--format", "json", "--no-tiles"]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    levels = [json.loads(line) for line in done.stdout.splitlines()]
    good = [level for level in levels if level["doors"] and len(level["rooms"]) >= 9]
    equal("seeds that have a level of nine rooms or more, with doors", (len(good), done.stderr), (SEEDS, b""))


def main():
    check_options()
    check_formats()
    check_rngs()
    check_statuses()
    check_keys()
    check_pages()
    check_project()
    check_hacking()
    check_release()
    check_level()
    return end()


if __name__ == "__main__":
    sys.exit(main())
