# SPDX-License-Identifier: MIT
"""What the program reports about itself, as data, so that no test keeps a list of its own."""

import json
import re
import tempfile

from helper import output, read, run

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


def map_options():
    """Every option that changes maps, with its last choice, or its default number, or the lowest
    one if it has none. Leaves out flags that only turn another flag off.
    """
    for row in ROWS:
        if row["group"] == "Map" and "counterpart_of" not in row:
            yield f"--{row['name']}"
            if row["kind"] == "choice":
                yield row["choices"][-1]["name"]
            elif row["kind"] == "number":
                yield row["default"] if row["default"].isdigit() else row["lowest"]


def extensions():
    """The extensions of file names that choose a format, with their dots, as a message lists them.
    """
    refusal = run("--output", "map.nosuchextension").stderr.decode()
    return re.findall(r"\.\w+", re.search(r"; choose (.*), or", refusal)[1])


def formats_by_extension():
    """The format that each extension stands for, found by comparing maps."""
    written = {run(*SMALL, "--format", name).stdout: name for name in FORMATS}
    with tempfile.TemporaryDirectory() as folder:
        found = {}
        for extension in extensions():
            run(*SMALL, "--output", f"{folder}/map{extension}")
            found[extension] = written[read(f"{folder}/map{extension}")]
        return found


def _largest_seed(rng):
    done = run(*SMALL, "--rng", rng, "--seed", str(2**64 - 1))
    return int(re.search(rb"from 0 to (\d+) with --rng", done.stderr)[1]) if done.returncode else 2**64 - 1


FORMATS = list(CHOICES["format"])
READ = [name for name, choice in CHOICES["format"].items() if "reads" in choice]


def _is_for_batches(name):
    """Whether several maps of a format can follow one another."""
    return run(*SMALL, "--count", "2", "--format", name).returncode == 0


def _can_be_joined(name):
    """Whether a batch in a format consists of its maps, without a header for all of them."""
    batch, *maps = (
        run(*SMALL, "--seed", seed, "--count", count, "--format", name).stdout
        for seed, count in (("1", "2"), ("1", "1"), ("2", "1"))
    )
    return batch == b"".join(maps)


BATCH_FORMATS = list(filter(_is_for_batches, FORMATS))
JOINABLE_FORMATS = list(filter(_can_be_joined, BATCH_FORMATS))
# The largest seed of each random number generator, as a message names it.
RNGS = {name: _largest_seed(name) for name in CHOICES["rng"]}
