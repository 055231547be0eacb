#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fuzz the generator against a plain one, and the whole program in a world in memory; planted faults are found.

    tests/prove/fuzz.py                    both for a minute each, beginning with their corpus in tests/fuzz/NAME.txt
    tests/prove/fuzz.py program            one of them
    tests/prove/fuzz.py --seconds=N        for longer or shorter
    tests/prove/fuzz.py --keep             add to the corpus what reaches more
    tests/prove/fuzz.py --faults[=WORD]    only look for faults; with a word, for all of tests/prove/faults.txt that
                                           have it in their title or file

A corpus has one input a line; \\n, \\xHH and \\\\ stand for bytes. An input that fails is kept in build/fuzz, and the
command that runs it again is printed.
"""

import glob
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [HERE, os.path.join(ROOT, "tests", "lib")]
import faults

SECONDS = 60
FAULT_SECONDS = 15  # to find a planted fault
WANTED = 2000  # maps a second
SAID_MOST = 50  # lines that are shown of what is said of a failure
FOLDER = os.path.join("build", "fuzz")



class Fuzzer(NamedTuple):
    options: list  # of libFuzzer
    merging: list  # and what makes its corpus small enough
    faults: tuple  # that it has to find, by their titles


FUZZERS = {
    "generator": Fuzzer(["-max_len=32"], [], (
        "a map keeps the tunnels of the one before",
        "corners take width for height",
        "lists take a room's right wall for its floor's end",
        "a long row is drawn without its end",
        "an area ends the floor of one that lasts longer",
        "one room fewer than asked for is enough",
    )),
    "program": Fuzzer(["-max_len=300"], ["-use_counters=0"], ()),
}  # fmt: skip

# What the program may call that tests/fuzz/world.c does not define: it needs nothing but memory and variables.
PURE = set("""
    __errno_location bsearch calloc free getopt_long malloc memchr memcmp memcpy memmove memset optarg opterr optind optopt
    qsort realloc snprintf stpcpy strcasecmp strchr strcmp strcpy strcspn strerror strlen strncmp strnlen strpbrk strrchr
    strspn strtol strtoul vsnprintf
""".split())
HARMLESS = re.compile(r"cJSON_|__(asan|ubsan|sanitizer|sancov|start___sancov|stop___sancov)_")


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
    """What the program says that it takes, and what means something to it besides."""
    import help_text

    words = set("map.txt map.json 7.txt %d %05d.json %20d %021d dir%d/map dir/map /tmp/map link /dev/stdout /dev/fd/1 "
                "/proc/self/2 /proc/9/1 /dev/full - = , 3 7 300 2147483647 4294967295 18446744073709551615 #. #.@> "
                "none".split())  # fmt: skip
    for option in help_text.options():
        words |= {"--" + option.name, "-" + (option.letter or "-")}
        words |= {"--%s=%s" % (option.name, choice) for choice in help_text.choices().get(option.name, ())}
    words |= {"map" + extension for extension in help_text.extensions()}
    with open(path, "w", encoding="ascii") as file:
        for word in sorted(words | {"\n" + word for word in words}):
            file.write('"%s"\n' % "".join(r"\x%02x" % byte for byte in word.encode()))


def command(name, root="."):
    program = os.path.join(root, FOLDER, "tests", "fuzz", name)
    return [program, *FUZZERS[name].options, "-timeout=60", "-rss_limit_mb=2000"]


def run(arguments):
    """Run a fuzzer; status, what it said and its CPU seconds."""
    environment = {**os.environ, "ASAN_OPTIONS": "", "UBSAN_OPTIONS": "print_stacktrace=1"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env=environment, check=False)  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return done.returncode, done.stdout.decode(errors="replace"), spent


def statistic(name, said):
    found = re.findall(rf"stat::{name}: *(\d+)", said)
    return int(found[-1]) if found else 0


def fuzz(name, seconds, keep, base):
    """Fuzz from the corpus; whether nothing was found."""
    work, seeds = os.path.join(base, "work"), os.path.join(base, "seeds")
    os.makedirs(work)
    count = unpack(name, seeds)
    kept = os.path.join(FOLDER, name + "-")
    dictionary = os.path.join(base, "dictionary")
    write_dictionary(dictionary)
    options = [f"-max_total_time={seconds}", f"-artifact_prefix={kept}", f"-dict={dictionary}", "-print_final_stats=1"]
    status, said, spent = run([*command(name), *options, work, seeds])
    runs = statistic("number_of_executed_units", said)
    reached = re.findall(r" cov: (\d+)", said)
    if status:
        print(f"FAILED: {name}:")
        print("\n".join([line for line in said.splitlines() if not line.startswith(("#", "INFO"))][:SAID_MOST]))
        for path in re.findall(r"Test unit written to (\S+)", said):
            with open(path, "rb") as file:
                print("as a line of the corpus:", encode(file.read()))
            print("again:", " ".join(command(name)), path)
        return False
    maps = statistic("maps", said)
    rate = f", {maps / spent:.0f} maps a second" if maps else ""
    # A slow machine proves no less.
    slow = f", fewer than {WANTED}" if maps and maps < WANTED * spent else ""
    print(f"ok: {name}: {count} inputs, {runs} runs in {spent:.0f} CPU seconds{rate}{slow}; {reached[-1]} edges")
    if keep:
        run([*command(name), *FUZZERS[name].merging, "-merge=1", seeds, work])
        pack(name, seeds)
        print(f"{corpus_file(name)}: {len(os.listdir(seeds))} inputs, {os.path.getsize(corpus_file(name))} bytes")
    return True


def check_calls():
    """The program gets at nothing but the world: its objects say so."""
    objects = glob.glob(os.path.join(FOLDER, "src", "**", "*.o"), recursive=True)
    world = os.path.join(FOLDER, "tests", "fuzz", "world.o")
    names = subprocess.run(["nm", "-P", *objects, world], stdout=subprocess.PIPE, check=True, text=True).stdout
    symbols = [line.split()[:2] for line in names.splitlines() if " " in line]
    own = {name for name, kind in symbols if kind != "U"}
    used = subprocess.run(["nm", "-P", "-u", *objects], stdout=subprocess.PIPE, check=True, text=True).stdout
    real = {line.split()[0] for line in used.splitlines() if " " in line} - own - PURE
    past = " ".join(sorted(name for name in real if not HARMLESS.match(name)))
    print(f"FAILED: tests/fuzz/world.c lacks {past}" if past else "ok: no call gets past the world")
    return not past


def plant(name, fault, base):
    """Put a fault into a copy; why it is not found, or None, and after how many CPU seconds it was."""
    folder = os.path.join(base, "copy")
    os.makedirs(os.path.join(folder, "tests"))
    try:
        for part in ("src", os.path.join("tests", "fuzz"), FOLDER):
            shutil.copytree(part, os.path.join(folder, part))
        shutil.copy2("Makefile", folder)
        path = os.path.join(folder, fault.file)
        with open(path, encoding="utf-8") as file:
            text = faults.put_in(fault, file.read())
        if text is None:
            return f"its lines do not stand exactly once in {fault.file}", 0
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        build = ["make", "-s", "fuzzers", "FUZZERS=" + name]
        built = subprocess.run(build, cwd=folder, capture_output=True, check=False)
        if built.returncode:
            return "it does not build: " + built.stderr.decode(errors="replace"), 0
        seeds, work = os.path.join(base, "seeds"), os.path.join(folder, "work")
        os.makedirs(work)
        options = [f"-max_total_time={FAULT_SECONDS}", "-timeout=10", f"-artifact_prefix={folder}/"]
        status, _, spent = run([*command(name, folder), *options, work, seeds])
        return None if status else "it is not found", spent
    finally:
        shutil.rmtree(folder)


def check_faults(name, word, base):
    """How many faults were found, and how many not."""
    unpack(name, os.path.join(base, "seeds"))
    listed = faults.read_list()
    if word:
        chosen = [fault for fault in listed if word in fault.title or word in fault.file]
    else:
        by_title = {fault.title: fault for fault in listed}
        chosen = [by_title.get(title, title) for title in FUZZERS[name].faults]
    failed = 0
    for fault in chosen:
        title = getattr(fault, "title", fault)
        why, spent = (f"not in {faults.LIST}", 0) if fault is title else plant(name, fault, base)
        failed += why is not None
        told = f"FAILED: {name}: {title}: {why}" if why else f"ok: {name}: found in {spent:.1f} CPU seconds: {title}"
        print(told, flush=True)
    return len(chosen) - failed, failed


def main(arguments):
    names = [name for name in FUZZERS if name in arguments] or list(FUZZERS)
    options = dict(argument.partition("=")[::2] for argument in arguments if argument not in names)
    unknown = set(options) - {"--seconds", "--keep", "--faults"}
    if unknown:
        sys.exit(f"fuzz.py: {' '.join(sorted(unknown))}: unknown; see the start of {__file__}")
    seconds = int(options.get("--seconds", SECONDS))
    passed = failed = 0
    begin = time.monotonic()
    subprocess.run(["make", "-s", "fuzzers"], check=True)
    if "--faults" not in options:
        for well in [check_calls()] + [under(fuzz, name, seconds, "--keep" in options) for name in names]:
            passed, failed = passed + well, failed + (not well)
    for name in names:
        found, missed = under(check_faults, name, options.get("--faults"))
        passed, failed = passed + found, failed + missed
    print(f"{time.monotonic() - begin:.0f} s")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


def under(what, *arguments):
    """Call a function with a folder for its files as its last argument."""
    with tempfile.TemporaryDirectory(prefix="dungen-fuzz-") as base:
        return what(*arguments, base)


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main(sys.argv[1:]))
