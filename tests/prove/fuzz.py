#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fuzz the generator against plain searches, the readers of maps, and the whole program on a system in memory. @long

    tests/prove/fuzz.py                each for 40 seconds, beginning with their corpus in tests/fuzz/NAME.txt
    tests/prove/fuzz.py program        one of them
    tests/prove/fuzz.py --seconds=N    for longer or shorter
    tests/prove/fuzz.py --keep         add to the corpus what reaches more

A corpus has one input a line; \\n, \\xHH and \\\\ stand for bytes. An input that fails is kept in build/fuzz, and the
command that runs it again is printed.
"""

import argparse
import glob
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tests", "lib"))

SECONDS = 40
SAID_MOST = 50  # lines shown of what a fuzzer prints when it fails
FOLDER = os.path.join("build", "fuzz")


# Of libFuzzer: for a fuzzer, and for making its corpus small enough.
OPTIONS = {
    "generator": (["-max_len=32"], []),
    "program": (["-max_len=300"], ["-use_counters=0"]),
    "reader": (["-max_len=1000"], ["-use_counters=0"]),
}

def encode(data):
    """An input as a line of text."""
    text = "".join(chr(byte) if 32 <= byte < 127 and byte != 92 else {10: r"\n", 92: r"\\"}.get(byte, rf"\x{byte:02x}")
                   for byte in data)  # fmt: skip
    return rf"\x23{text[1:]}" if text.startswith("#") else text


def decode(line):
    return line.encode("ascii").decode("unicode_escape").encode("latin-1")


def corpus_file(name):
    return os.path.join("tests", "fuzz", name + ".txt")


def unpack(name, folder):
    os.makedirs(folder, exist_ok=True)
    with open(corpus_file(name), encoding="ascii") as file:
        lines = [line.rstrip("\n") for line in file if not line.startswith("#")]
    for number, line in enumerate(lines):
        with open(os.path.join(folder, "%04d" % number), "wb") as file:
            file.write(decode(line))
    return len(lines)


def pack(name, folder):
    inputs = []
    for path in glob.glob(os.path.join(folder, "*")):
        with open(path, "rb") as file:
            inputs.append(file.read())
    with open(corpus_file(name), "w", encoding="ascii") as file:
        file.write(f"# The corpus of tests/fuzz/{name}.c, one input a line; made by tests/prove/fuzz.py --keep.\n")
        for data in sorted(inputs):
            file.write(encode(data) + "\n")


def write_dictionary(path):
    """Write libFuzzer's dictionary: options and choices from --help, names of files with a meaning, and keys of JSON."""
    import help_text

    words = set("map.txt map.json 7.txt %d %05d.json %20d %021d dir%d/map dir/map /tmp/map link /dev/stdout /dev/fd/1 "
                "/proc/self/2 /proc/9/1 /dev/full - = , 3 7 300 2147483647 4294967295 18446744073709551615 #. #.@> "
                "none".split())  # fmt: skip
    for option in help_text.options():
        words |= {"--" + option.name, "-" + (option.letter or "-")}
        words |= {"--%s=%s" % (option.name, choice) for choice in help_text.choices().get(option.name, ())}
    words |= {"map" + extension for extension in help_text.extensions()}
    for sample in glob.glob("samples/small-*.tmj") + glob.glob("samples/*.json"):
        with open(sample, encoding="ascii") as file:
            words |= set(re.findall(r'"\w+":', file.read()))
    with open(path, "w", encoding="ascii") as file:
        for word in sorted(words | {"\n" + word for word in words}):
            file.write('"%s"\n' % "".join(r"\x%02x" % byte for byte in word.encode()))


def command(name):
    return [os.path.join(FOLDER, "tests", "fuzz", name), *OPTIONS[name][0], "-timeout=60", "-rss_limit_mb=2000"]


def run(arguments):
    """Run a fuzzer; return its status and its output."""
    environment = {**os.environ, "ASAN_OPTIONS": "", "UBSAN_OPTIONS": "print_stacktrace=1"}
    done = subprocess.run(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env=environment, check=False)  # fmt: skip
    return done.returncode, done.stdout.decode(errors="replace")


def fuzz(name, seconds, keep, base):
    """Fuzz from the corpus. Return whether every run was right."""
    work, seeds = os.path.join(base, "work"), os.path.join(base, "seeds")
    os.makedirs(work)
    count = unpack(name, seeds)
    kept = os.path.join(FOLDER, name + "-")
    dictionary = os.path.join(base, "dictionary")
    write_dictionary(dictionary)
    options = [f"-max_total_time={seconds}", f"-artifact_prefix={kept}", f"-dict={dictionary}", "-print_final_stats=1"]
    status, said = run([*command(name), *options, work, seeds])
    if status:
        print(f"FAILED: {name}:")
        print("\n".join([line for line in said.splitlines() if not line.startswith(("#", "INFO"))][:SAID_MOST]))
        for path in re.findall(r"Test unit written to (\S+)", said):
            with open(path, "rb") as file:
                print("as a line of the corpus:", encode(file.read()))
            print("again:", " ".join(command(name)), path)
        return False
    runs = (re.findall(r"stat::number_of_executed_units: *(\d+)", said) or [0])[-1]
    reached = (re.findall(r" cov: (\d+)", said) or [0])[-1]
    print(f"ok: {name}: {count} inputs, {runs} runs; {reached} edges")
    if keep:
        run([*command(name), *OPTIONS[name][1], "-merge=1", seeds, work])
        pack(name, seeds)
        print(f"{corpus_file(name)}: {len(os.listdir(seeds))} inputs, {os.path.getsize(corpus_file(name))} bytes")
    return True


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("--seconds", type=int, default=SECONDS)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("names", nargs="*", metavar="|".join(OPTIONS))
    options = parser.parse_args(arguments)
    passed = 0
    names = options.names or list(OPTIONS)
    subprocess.run(["make", "-s", "fuzzers"], check=True)
    for name in names:
        with tempfile.TemporaryDirectory(prefix="dungen-fuzz-") as base:
            passed += fuzz(name, options.seconds, options.keep, base)
    print(f"{passed} passed, {len(names) - passed} failed")
    return 0 if passed == len(names) else 1


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main(sys.argv[1:]))
