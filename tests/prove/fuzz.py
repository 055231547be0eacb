# SPDX-License-Identifier: MIT
"""Fuzz the generator, the library, the readers of maps, and the whole program, on a system in memory. @long

Each begins with its corpus in tests/fuzz/NAME.txt, that of readers also with a map in each format,
and takes FUZZ_SECONDS, or 32. With FUZZ_KEEP in the environment, what reaches more is added to the
corpus. A corpus has one input a line, with the
escapes of Python. An input that fails is kept in build/fuzz, and the command that runs it again is
printed.
"""

import functools
import glob
import os
import re
import subprocess

import help_text
from helper import TestCase, make, output, read, write

SECONDS = int(os.environ.get("FUZZ_SECONDS", "32"))
SAID_MOST = 50  # lines shown of what a fuzzer prints when it fails
FOLDER = os.path.join("build", "fuzz")


# Of libFuzzer: for a fuzzer, and for making its corpus small enough.
OPTIONS = {
    "document": (["-max_len=300", "-len_control=0"], ["-use_counters=0"]),
    "generator": (["-max_len=32"], []),
    "library": (["-max_len=100", "-len_control=0"], ["-use_counters=0"]),
    "program": (["-max_len=300"], ["-use_counters=0"]),
    "reader": (["-max_len=2000"], ["-use_counters=0"]),
}


def encode(data):
    """An input as a line of text."""
    text = data.decode("latin-1").encode("unicode_escape").decode("ascii")
    return rf"\x23{text[1:]}" if text.startswith("#") else text


def decode(line):
    return line.encode("ascii").decode("unicode_escape").encode("latin-1")


def corpus_file(name):
    return os.path.join("tests", "fuzz", name + ".txt")


def unpack(name, folder):
    os.makedirs(folder, exist_ok=True)
    lines = read(corpus_file(name)).decode("ascii").splitlines()
    lines = [line for line in lines if not line.startswith("#")]
    for number, line in enumerate(lines):
        write(os.path.join(folder, "%04d" % number), decode(line))
    return len(lines)


def pack(name, folder):
    head = f"# The corpus of tests/fuzz/{name}.c, one input a line; made by tests/prove/fuzz.py."
    lines = [encode(data) for data in sorted(map(read, glob.glob(os.path.join(folder, "*"))))]
    write(corpus_file(name), ("\n".join([head, *lines]) + "\n").encode("ascii"))


def write_maps(folder):
    """Write inputs for the fuzzer of readers: a small map in each format that dungen reads."""
    for name in help_text.READ:
        write(os.path.join(folder, name), bytes(3) + output(*help_text.SMALL, "--format", name))


WORDS = """
    map.txt map.json 7.txt %d %05d.json %20d %021d dir%d/map dir/map /tmp/map link
    /dev/stdout /dev/fd/1 /proc/self/2 /proc/9/1 /dev/full
    - all = , 3 7 300 2147483647 4294967295 18446744073709551615 #. #.@> none
    """.split()


def write_dictionary(path):
    """Write libFuzzer's dictionary: options and choices from --help, names of files with a meaning,
    and keys of JSON.
    """
    words = set(WORDS)
    for row in help_text.ROWS:
        name = row["name"]
        words |= {f"--{name}", "-" + row.get("letter", "-")}
        words |= {f"--{name}={choice}" for choice in help_text.CHOICES.get(name, ())}
    words |= {"map" + extension for extension in help_text.extensions()}
    for sample in glob.glob("samples/small-*.tmj") + glob.glob("samples/*.json"):
        words |= set(re.findall(r'"\w+":', read(sample).decode()))
    for sample in glob.glob("samples/small-*.tmx"):
        words |= set(re.findall(r'</?\w+>?| \w+="', read(sample).decode()))
    words |= {"\n" + word for word in words}
    escaped = ["".join(rf"\x{byte:02x}" for byte in word.encode()) for word in sorted(words)]
    write(path, "".join(f'"{word}"\n' for word in escaped).encode())


def command(name):
    program = os.path.join(FOLDER, "tests", "fuzz", name)
    return [program, *OPTIONS[name][0], "-timeout=60", "-rss_limit_mb=2000"]


def run(arguments):
    """Run a fuzzer; return its status and its output."""
    environment = {**os.environ, "ASAN_OPTIONS": "", "UBSAN_OPTIONS": "print_stacktrace=1"}
    done = subprocess.run(
        arguments,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment,
        check=False,
    )
    return done.returncode, done.stdout.decode(errors="replace")


class Fuzz(TestCase):
    def fuzz(self, name):
        """Fuzz from the corpus; every run has to be right."""
        make("fuzzers")
        work, seeds, dictionary = self.path("work"), self.path("seeds"), self.path("dictionary")
        os.makedirs(work)
        count = unpack(name, seeds)
        write_dictionary(dictionary)
        if name == "reader":
            write_maps(work)
        options = [
            f"-max_total_time={SECONDS}",
            f"-artifact_prefix={FOLDER}/{name}-",
            f"-dict={dictionary}",
            "-print_final_stats=1",
        ]
        status, said = run([*command(name), *options, work, seeds])
        for path in re.findall(r"Test unit written to (\S+)", said):
            print("as a line of the corpus:", encode(read(path)))
            print("again:", " ".join(command(name)), path)
        lines = [line for line in said.splitlines() if not line.startswith(("#", "INFO"))]
        self.assertEqual(status, 0, "\n".join(lines[:SAID_MOST]))
        runs = (re.findall(r"stat::number_of_executed_units: *(\d+)", said) or [0])[-1]
        reached = (re.findall(r" cov: (\d+)", said) or [0])[-1]
        print(f"{name}: {count} inputs, {runs} runs; {reached} edges")
        if "FUZZ_KEEP" in os.environ:
            run([*command(name), *OPTIONS[name][1], "-merge=1", seeds, work])
            pack(name, seeds)
            size = os.path.getsize(corpus_file(name))
            print(f"{corpus_file(name)}: {len(os.listdir(seeds))} inputs, {size} bytes")


for _name in OPTIONS:
    setattr(Fuzz, f"test_{_name}", functools.partialmethod(Fuzz.fuzz, _name))
