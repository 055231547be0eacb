# SPDX-License-Identifier: MIT
"""What the program reports about itself, as data, so that no test keeps a list of its own."""

import collections
import json
import os
import re
import tempfile

from helper import run as _run

SMALL = ["--seed", "1", "--width", "5", "--height", "5", "--room-min", "2", "--room-max", "3", "--quiet"]


HELP = _run("--help").stdout.decode("ascii")

# One option in --help; letter and argument are "" if it has none, and text is the explanation.
Option = collections.namedtuple("Option", "letter name argument text")


def _sections():
    """Title and entries of each section; an entry is a term and its explanation, on one line."""
    for title, block in re.findall(r"^(\w[\w ]*):\n((?:  .*\n)+)", HELP, re.M):
        yield title, re.findall(r"^  (\S.*?|    --.*?)  +(.*)$", re.sub(r"\n {20,}", " ", block), re.M)


def options():
    """Every option, in order."""
    found = []
    for _, entries in _sections():
        for term, text in entries:
            match = re.fullmatch(r"(?:-(\w), )? *--([\w-]+)(?: ([A-Z]+))?", term)
            if match:
                found.append(Option(match[1] or "", match[2], match[3] or "", text))
    return found


def joined(names):
    """Names joined as in a message: a, b or c."""
    return " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def summaries(title):
    """The entries of a list below the options: name and summary."""
    return dict(dict(_sections())[title])


def rows():
    """The options as --help=json describes them."""
    return json.loads(_run("--help=json").stdout)["options"]


def choices():
    """The names to choose from, for each option that takes one of several."""
    return {row["name"]: [choice["name"] for choice in row["choices"]] for row in rows() if row["kind"] == "choice"}


def map_options():
    """Every option that changes maps, with its last choice, or its default number, or the lowest one if it has none."""
    for row in rows():
        if row["group"] == "Map":
            yield f"--{row['name']}"
            if row["kind"] == "choice":
                yield row["choices"][-1]["name"]
            elif row["kind"] == "number":
                yield row["default"] if row["default"].isdigit() else row["lowest"]


def extensions():
    """The extensions of file names that choose a format, with their dots, as a message lists them."""
    refusal = _run("--output", "map.nosuchextension").stderr.decode()
    return re.findall(r"\.\w+", re.search(r"; choose (.*), or", refusal)[1])


def formats_by_extension():
    """The format that each extension stands for, found by comparing maps."""
    written = {_run(*SMALL, "--format", name).stdout: name for name in FORMATS}
    with tempfile.TemporaryDirectory() as folder:
        found = {}
        for extension in extensions():
            path = os.path.join(folder, "map" + extension)
            _run(*SMALL, "--output", path)
            with open(path, "rb") as file:
                found[extension] = written[file.read()]
        return found


def _largest_seed(rng):
    done = _run(*SMALL, "--rng", rng, "--seed", str(2**64 - 1))
    return int(re.search(rb"from 0 to (\d+)$", done.stderr)[1]) if done.returncode else 2**64 - 1


FORMATS = list(summaries("Formats"))
# Those whose maps can follow one another.
BATCH_FORMATS = [name for name in FORMATS if _run(*SMALL, "--count", "2", "--format", name).returncode == 0]
# The largest seed of each random number generator, as a message names it.
RNGS = {name: _largest_seed(name) for name in summaries("Random number generators")}
