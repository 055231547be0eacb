# SPDX-License-Identifier: MIT
"""What the program reports about itself, as data, so that no test keeps a list of its own."""

import collections
import json
import os
import re
import subprocess
import tempfile

DUNGEN = os.path.abspath(os.environ.get("DUNGEN", "./dungen"))
HELP = subprocess.run([DUNGEN, "--help"], stdout=subprocess.PIPE, check=True).stdout.decode("ascii")
LARGEST = 2**64 - 1

# letter and argument are "" if there is none; text is the explanation.
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
    """Names as a sentence has them: a, b or c."""
    return " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def summaries(title):
    """The entries of a list below the options: name and summary."""
    return dict(dict(_sections())[title])


def rows():
    """What --help=json has about each option."""
    return json.loads(subprocess.run([DUNGEN, "--help=json"], stdout=subprocess.PIPE, check=True).stdout)["options"]


def choices():
    """The names that each option takes which chooses among some."""
    return {row["name"]: [choice["name"] for choice in row["choices"]] for row in rows() if row["kind"] == "choice"}


def map_options():
    """All options that change maps at once: the last choice, and the default number, or the lowest if that is none."""
    for row in rows():
        if row["group"] == "Map":
            yield f"--{row['name']}"
            if row["kind"] == "choice":
                yield row["choices"][-1]["name"]
            elif row["kind"] == "number":
                yield row["default"] if row["default"].isdigit() else row["lowest"]


def extensions():
    """The extensions of file names that stand for a format, with their dots: a refusal lists them."""
    done = subprocess.run([DUNGEN, "--output", "map.nosuchextension"], stderr=subprocess.PIPE, check=False)
    return re.findall(r"\.\w+", re.search(r"; choose (.*), or", done.stderr.decode())[1])


def formats_by_extension():
    """The format that each extension stands for: the one that writes the same bytes."""
    small = [DUNGEN, "--seed", "1", "--width", "5", "--height", "5", "--room-min", "2", "--room-max", "3", "--quiet"]
    written = {}
    for name in summaries("Formats"):
        written[subprocess.run([*small, "--format", name], stdout=subprocess.PIPE, check=True).stdout] = name
    with tempfile.TemporaryDirectory() as folder:
        found = {}
        for extension in extensions():
            path = os.path.join(folder, "map" + extension)
            subprocess.run([*small, "--output", path], check=True)
            with open(path, "rb") as file:
                found[extension] = written[file.read()]
        return found


def batch_formats():
    """The formats whose maps can follow one another."""
    small = ["--seed", "1", "--count", "2", "--width", "9", "--height", "9", "--room-max", "8"]
    return [name for name in summaries("Formats")
            if subprocess.run([DUNGEN, *small, "--format", name], capture_output=True, check=False).returncode == 0]  # fmt: skip


def largest_seeds():
    """The random number generators and the largest seed of each, which a refusal names."""
    seeds = {}
    for name in summaries("Random number generators"):
        command = [DUNGEN, "--rng", name, "--seed", str(LARGEST), "--format", "json", "--no-tiles"]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        seeds[name] = int(re.search(rb"from 0 to (\d+)$", done.stderr)[1]) if done.returncode else LARGEST
    return seeds
