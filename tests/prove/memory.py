#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every allocation fails in turn, alone and with all later ones, for every format and all kinds of maps.

    tests/prove/memory.py                every map
    tests/prove/memory.py svg labels     those with one of these words in their command lines

Status 1, one message that says so, and a file that is there whole or not at all.
"""

import concurrent.futures
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
import calls
import preload
import help_text

# Each has its own way to find rooms that meet, or to draw rows.
MAPS = {
    "the usual": "",
    "many rooms": "-W 400 -H 300 --max-rooms 3000",
    "wide room limits": "-W 300 -H 300 --max-rooms 2000 --room-min 2 --room-max 250",
    "more rows than are drawn at once": "-W 24 -H 17000 --max-rooms 400",
    "more rows and rooms": "-W 60 -H 20000 --max-rooms 2000 --room-min 2 --room-max 20",
}
LEVEL = "--min-rooms 9 --connect nearest --loops 9 --doors --exit farthest"
PARTS_OF_A_LEVEL = ["--min-rooms 15", "--connect nearest", "--loops 12", "--doors", "--exit farthest"]
# What only some formats take.
LOOKS = [
    *[f"-f {name} {look}" for name in ("text", "svg", "ansi") for look in ("--labels", "--show spawn,exit,labels")],
    "-f text --glyphs 01",
    "-f json --no-tiles",
    *[f"-f {name} --tileset tiles.png" for name in ("tmj", "tmx")],
]


def scenarios():
    def scenario(line, *how, **outcome):
        return calls.Scenario(" ".join([line, *how]), [*line.split(), *how], **outcome)

    seed = "-s 7"
    formats = help_text.summaries("Formats")
    for size in MAPS.values():
        for name in formats:
            yield scenario(f"{seed} {size} -f {name}")
            yield scenario(f"{seed} {size} -f {name} {LEVEL}")
        for look in LOOKS:
            yield scenario(f"{seed} {size} {look} {LEVEL}")
        for part in PARTS_OF_A_LEVEL:
            yield scenario(f"{seed} {size} {part}")
    for name in help_text.summaries("Random number generators"):
        yield scenario(f"{seed} -n 2 --rng {name}")
    for name in help_text.batch_formats():
        yield scenario(f"{seed} -n 3 -f {name}")
        yield scenario(f"{seed} -n 3 -f {name} {LEVEL}", "-o", "%d.map", files=["7.map", "8.map", "9.map"])
        yield scenario(
            f"{seed} -f {name} {LEVEL}", "-o", "link", files=["map"], links={"link": "map"}, old=calls.old_file
        )
    for name in formats:
        yield scenario(f"{seed} -f {name}", "-o", "new", files=["new"])
        yield scenario(f"{seed} -f {name}", "-o", "old", files=["old"], old=calls.old_file)
    yield scenario("", random=True)


def try_scenario(scenario):
    """How many allocations there are, and what is wrong when they fail."""
    library, counted = f"LD_PRELOAD={preload.build('failing_malloc')}", os.path.join(calls.BASE, f"count-{id(scenario)}")
    outcome = calls.Outcome(scenario, [library, f"MALLOC_COUNT={counted}"])
    count = int(calls.read_and_remove(counted))
    wrong = [] if count else ["there are no allocations"]
    for failing in (f"{n}{more}" for n in range(1, count + 1) for more in ("", "+")):
        run = calls.Run(scenario, [library, f"MALLOC_FAILS={failing}"])
        faults = list(outcome.faults(run, unmade=True))
        if run.status != 1 or "dungen: out of memory: " not in run.err:
            faults.append(f"status {run.status} with the message {run.err!r}")
        wrong += [f"allocation {failing} of {count}: {fault}" for fault in faults]
    return count, wrong


def main(words):
    calls.start()
    preload.build("failing_malloc")  # before there are threads
    chosen = [scenario for scenario in scenarios() if not words or any(word in scenario.name for word in words)]
    with concurrent.futures.ThreadPoolExecutor(calls.WORKERS) as pool:
        passed = failed = allocations = 0
        for scenario, (count, wrong) in zip(chosen, pool.map(try_scenario, chosen)):
            allocations += count
            passed += not wrong
            failed += bool(wrong)
            for fault in wrong:
                print(f"FAILED: dungen {scenario.name}: {fault}", flush=True)
    print(f"{len(chosen)} command lines, {2 * allocations} runs, {calls.cpu_seconds():.0f} CPU seconds")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
