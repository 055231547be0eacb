#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the documents with each other and with the program.

Options with letters, values, bounds and defaults, formats, random number generators, exit statuses, keys of the JSON
document, the targets of make and the files that README.md names.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "lib"), os.path.join(HERE, "..", "lib")]
import help_text
from report import DUNGEN, ROOT, Report, run

README = (ROOT / "README.md").read_text(encoding="utf-8")
MANUAL = (ROOT / "man" / "dungen.1").read_text(encoding="ascii")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
MAP = ("--seed", "1")


def manual_section(name):
    return re.search(r'^\.Sh %s\n(.*?)(?=^\.Sh |\Z)' % re.escape(name), MANUAL, re.M | re.S)[1]


def readme_section(name):
    return re.search(r"^## %s\n(.*?)(?=^## |\Z)" % re.escape(name), README, re.M | re.S)[1]


def readme_table(text):
    """The first column of a table, without its header."""
    return re.findall(r"^\| *(?!-)([^|]*?) *\|", text, re.M)[1:]


# An option is its letter, name, value, bounds and default; the default is None if it is not a number.


def help_options():
    options = []
    for letter, name, value, text in help_text.options():
        found = re.search(r", (\d+) to (\d+)(?:; [a-z, ]+ only)? \((?:(\d+)|[a-z, ]+)\)$", text)
        numbers = tuple(number and int(number) for number in found.groups()) if found else None
        options.append((letter, name, value, numbers))
    return options


def manual_options():
    options = []
    for item in re.split(r"^\.It ", manual_section("OPTIONS"), flags=re.M)[1:]:
        head, text = item.split("\n", 1)
        letter, name, value = re.fullmatch(r"(?:Fl (\w) , )?Fl Fl ([\w-]+)(?: Ar (\w+))?", head).groups("")
        found = re.search(r"^(\d+) to (\d+)(?:; default (?:(\d+)|off)\.$|(?s:.*)\nDefault: random, )", text, re.M)
        numbers = tuple(number and int(number) for number in found.groups()) if found else None
        options.append((letter, name, value, numbers))
    return options


def check_options(report):
    options = help_options()
    report.check("--help has options", len(options) >= 15)
    report.equal("options in the manual", [option[:3] for option in manual_options()], [option[:3] for option in options])
    for found, expected in zip(manual_options(), options):
        report.equal("bounds and default of --%s in the manual" % expected[1], found[3], expected[3])

    looks = {row["name"]: set(row["formats"]) for row in help_text.rows() if "formats" in row and row["kind"] != "flag"}
    said = re.findall(r"^\.It Fl Fl (\S+) Ar \w+\n(?:(?!\.It ).*\n)*?([\w, ]+)(?: only\.|\n\.Fl .*\nonly\.)$",
                      manual_section("OPTIONS"), re.M)  # fmt: skip
    said = {name: set(re.findall(r"\w+", formats.lower())) - {"and"} for name, formats in said}
    report.equal("formats of options about looks in the manual", said, looks)

    synopsis = manual_section("SYNOPSIS")
    found = re.findall(r"^\.(?:Op )?Fl (?:(\w)|Fl ([\w-]+))(?: Ar (\w+))?$", synopsis, re.M)
    found += [(letter, "", "") for letter in re.search(r"^\.Fl (\w) \| (\w)$", synopsis, re.M).groups()]
    expected = [(letter, "" if letter else name, value) for letter, name, value, _ in options]
    report.equal("options in the synopsis", found, expected)

    names = {name for _, name, _, _ in options}
    for place, text in (("README.md", README), ("the manual", MANUAL.replace("\\-", "-"))):
        mentioned = set(re.findall(r"(?<![\w-])--([a-z][a-z-]*[a-z])", text))
        mentioned |= set(re.findall(r"Fl Fl ([\w-]+)", text))
        unknown = mentioned - names - {"wait", "array"}  # those of sbatch
        report.equal("options in %s that dungen does not have" % place, unknown, set())


def check_formats(report):
    names = list(help_text.summaries("Formats"))
    report.check("--help lists formats", len(names) >= 2)
    section = manual_section("FORMATS").split(".Ss ")[0]
    entries = re.findall(r"^\.It Cm (\S+)\n(.*?)(?=^\.It|^\.El)", section, re.M | re.S)
    report.equal("formats in the manual", [name for name, _ in entries], names)
    told = readme_table(readme_section("Formats"))
    report.equal("formats in README.md", told, ["`%s`" % name for name in names])
    item = re.search(r"^\.It Fl f .*?(?=^\.It)", manual_section("OPTIONS"), re.M | re.S)[0]
    report.equal("formats in the manual's --format", re.findall(r"^\.Cm (\S+)", item, re.M), names)
    extensions = help_text.extensions()
    in_option = re.findall(r"^\.Pa (\.\w+)", item, re.M)
    report.equal("extensions in the manual's --format", list(dict.fromkeys(in_option)), extensions)
    of_format = {extension: name for name, text in entries for extension in re.findall(r"^\.Pa (\.\w+)", text, re.M)}
    report.equal("extensions in the manual's formats", list(of_format), extensions)
    with tempfile.TemporaryDirectory() as folder:
        for extension, name in of_format.items():
            path = os.path.join(folder, "map" + extension)
            run(*MAP, "--quiet", "--output", path)
            with open(path, "rb") as file:
                found = file.read()
            report.check("%s is an extension of %s" % (extension, name), found == run(*MAP, "--format", name))
    report.check("%s is the default" % names[0], run(*MAP) == run(*MAP, "--format", names[0]))


def accepts(*args):
    return subprocess.run([DUNGEN, *args], stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode


def check_tutorials(report, names, promise, section):
    """README.md and the manual name the same tutorials, at the same addresses, with the same generators."""
    rows = re.findall(r"^\| \[.*?\]\((https://\S+?)\).*?\| (.*?) \|$", promise, re.M)
    readme = {address: re.sub(r"^none.*", names[0], option.strip("`").replace("--rng ", "")) for address, option in rows}
    report.check("README.md names tutorials", len(readme) >= 5, readme)
    manual = re.findall(r"^\.Fl Fl rng Cm (\S+).*\n(?:.*\n)*?\.Lk (\S+)$", section, re.M)
    report.equal("tutorials in the manual", {address.replace("\\-", "-").replace("\\:", ""): name for name, address in manual}, readme)
    report.equal("generators of tutorials that dungen does not have", set(readme.values()) - set(names), set())


def check_rngs(report):
    names = list(help_text.summaries("Random number generators"))
    report.check("--help lists random number generators", len(names) >= 5)
    section = manual_section("RANDOM NUMBER GENERATORS")
    seeds = re.findall(r"^\.It Cm (\S+) Ta (\d+)$", section, re.M)
    report.equal("generators in the manual's table", [name for name, _ in seeds], names)
    report.equal("generators in the manual", re.findall(r"^\.It Cm (\S+)$", section, re.M), names)
    promise = readme_section("The promise about seeds")
    report.equal("generators in README.md", [name for name in names if not re.search(r"`(--rng )?%s`" % name, promise)], [])
    check_tutorials(report, names, promise, section)
    item = re.search(r"^\.It Fl Fl rng .*?(?=^\.It)", manual_section("OPTIONS"), re.M | re.S)[0]
    report.equal("generators in the manual's --rng", re.findall(r"^\.Cm (\S+)", item, re.M), names)
    for name, seed in seeds:
        statuses = [accepts("--rng", name, "--seed", str(int(seed) + more)) for more in (0, 1)]
        report.equal("the largest seed of %s is %s" % (name, seed), statuses, [0, 2])
    default = re.search(r"^\.Cm (\S+)\n\(the default\)", item, re.M)[1]
    asked = run(*MAP, "--format", "json", "--rng", default)
    report.check("%s is the default" % default, run(*MAP, "--format", "json") == asked)


def check_statuses(report):
    said = re.search(r"^Exit status: ((?:.+\n)+)", help_text.HELP, re.M)[1]
    statuses = re.findall(r"\b\d+\b", said)
    report.check("--help has exit statuses", len(statuses) >= 3)
    told = re.findall(r"^\.It (\d+)$", manual_section("EXIT STATUS"), re.M)
    report.equal("exit statuses in the manual", told, statuses)
    report.equal("exit statuses in README.md", readme_table(readme_section("Exit status")), statuses)


def keys_of(value):
    """The keys of all objects in a document."""
    if isinstance(value, dict):
        for key, below in value.items():
            yield key
            yield from keys_of(below)
    elif isinstance(value, list):
        for below in value:
            yield from keys_of(below)


def properties_of(value):
    """The properties of all objects in a document for Tiled."""
    if isinstance(value, dict):
        yield from value.get("properties", [])
    for below in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from properties_of(below)


def check_keys(report):
    everything = [*MAP, *help_text.map_options(), "--format"]
    document = json.loads(run(*everything, "json"))
    sections = manual_section("FORMATS").split(".Ss ")
    section = sections[1]
    items = re.findall(r"^\.It Va (.*)$", section, re.M)
    report.equal("keys in the manual", [key for item in items for key in item.split(" , ")], list(document))
    marked = [set(re.findall(r"\w+", " ".join(re.findall(r"^\.(?:It )?Va (.*)$", text, re.M)))) for text in sections]
    untold = set(keys_of(document)) - marked[1] - set(document["legend"])
    report.equal("keys missing from the manual", untold, set())
    tiled = json.loads(run(*everything, "tmj"))
    layers = re.findall(r"^\.It Va (.*)$", sections[2], re.M)
    report.equal("layers of tmj in the manual", layers, [layer["name"] for layer in tiled["layers"]])
    untold = {each["name"] for each in properties_of(tiled)} - marked[2]
    report.equal("properties of tmj missing from the manual", untold, set())


def check_project(report):
    targets = set(" ".join(re.findall(r"^\.PHONY: (.*)$", MAKEFILE, re.M)).split())
    told = set(re.findall(r"`make (\w+)`", readme_section("Development")))
    # Its first comment: "#   make NAME   what it makes", and a list of those that need no explanation.
    explained = re.findall(r"^#   make (\w+(?:, \w+)*)", MAKEFILE, re.M)
    explained = {name for names in explained for name in names.split(", ")}
    report.check("the Makefile explains targets", len(explained) >= 15, explained)
    report.equal("targets of the Makefile missing from README.md", explained - set(re.findall(r"`make (\w+)`", README)), set())
    report.equal("targets in README.md that the Makefile does not explain", told - explained, set())
    report.equal("targets in README.md that make does not have", told - targets, set())
    files = set(re.findall(r"\]\(([\w./-]+)\)", README))
    files |= set(re.findall(r"`((?:src|man|samples|tests)/[\w./-]+)`", README))
    files -= {name for name in files if "NAME" in name}
    report.check("README.md names files", len(files) >= 6, files)
    for name in sorted(files):
        report.check("README.md: %s exists" % name, (ROOT / name).exists())


def main():
    report = Report()
    check_options(report)
    check_formats(report)
    check_rngs(report)
    check_statuses(report)
    check_keys(report)
    check_project(report)
    return report.end()


if __name__ == "__main__":
    sys.exit(main())
