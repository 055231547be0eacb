# SPDX-License-Identifier: MIT
"""What the program reports about itself, as data, so that no test keeps a list of its own."""

import json
import re
import tempfile

from helper import ROOT, output, read, run

SMALL = "--seed 1 --width 5 --height 5 --room-min 2 --room-max 3 --quiet".split()

# The options as --help=json describes them, and what can be chosen for each, by name.
ROWS = json.loads(output("--help=json"))["options"]
CHOICES = {
    row["name"]: {choice["name"]: choice for choice in row["choices"]}
    for row in ROWS
    if "choices" in row
}


def joined(names):
    """Names joined as in a message: a, b or c."""
    return " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def changes_maps(row):
    """Whether an option changes maps, and not only their looks."""
    return row["group"] == "Map" or (row["group"] == "Tuning" and "formats" not in row)


def map_options():
    """Every option that changes maps, with its last choice, or its default number, or the lowest
    one if it has none. Leaves out flags that only turn another flag off.
    """
    for row in ROWS:
        if changes_maps(row) and "counterpart_of" not in row:
            yield f"--{row['name']}"
            if row["kind"] == "choice":
                yield row["choices"][-1]["name"]
            elif row["kind"] == "number":
                yield row["default"] if row["default"].isdigit() else row["lowest"]


def extensions():
    """The extensions of file names that choose a format, with their dots."""
    rows = CHOICES["format"].values()
    return [f".{extension}" for row in rows for extension in row["extensions"]]


def formats_by_extension():
    """The format that each extension stands for, found by comparing maps."""
    with tempfile.TemporaryDirectory() as folder:
        written = {}
        for name in FORMATS:
            # A scenario contains the name of its file.
            run(*SMALL, "--format", name, "--output", f"{folder}/map")
            written[read(f"{folder}/map")] = name
        found = {}
        for extension in extensions():
            run(*SMALL, "--output", f"{folder}/map{extension}")
            found[extension] = written[read(f"{folder}/map{extension}")]
        return found


FORMATS = list(CHOICES["format"])
READ = [name for name, choice in CHOICES["format"].items() if "reads" in choice]


def _formats_that_hold(*contents):
    return [name for name, choice in CHOICES["format"].items() if choice["holds"] in contents]


ONE_MAP_FORMATS = _formats_that_hold("one map")
BATCH_FORMATS = _formats_that_hold("maps", "counted maps")
JOINABLE_FORMATS = _formats_that_hold("maps")
# The formats that obey an option about looks, by its name.
FORMATS_OF = {row["name"]: row["formats"] for row in ROWS if "formats" in row}


def formats_that_count_tiles():
    """The formats that take memory for each tile. A sentence of the manual names them."""
    page = (ROOT / "man" / "dungen-batch.7").read_text(encoding="ascii")
    sentence = re.search(r"bytes for each tile:\n(.*?)^\.Pp$", page, re.M | re.S)[1]
    return set(re.findall(r"\w+", sentence)) & {*FORMATS}


# The largest seed of each random number generator.
RNGS = {name: int(choice["largest_seed"]) for name, choice in CHOICES["rng"].items()}
