# SPDX-License-Identifier: MIT
"""A batch that is cut into shards, made by programs that people use for it, has the bytes of one run."""

import os
import subprocess

from helper import DUNGEN, TIME_LIMIT, TestCase, read, write

SEED, COUNT, SHARDS = 1, 1000, 10
EACH = COUNT // SHARDS
SEEDS = [str(SEED + EACH * shard) for shard in range(SHARDS)]
MAKEFILE = """\
SHARDS = {shards}

all.{extension}: $(SHARDS)
\tcat $(SHARDS) > $@

$(SHARDS): shard-%.{extension}:
\t"$(DUNGEN)" --seed $* --count {each} --output $@
"""


class Shards(TestCase):
    def shell(self, *command, **options):
        """Run an engine in the test's folder, where it also keeps what it remembers of its user."""
        environment = {**os.environ, "DUNGEN": DUNGEN, "HOME": self.folder}
        for name in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL"):  # of the make that may run the tests
            environment.pop(name, None)
        result = subprocess.run(
            command, cwd=self.folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            timeout=TIME_LIMIT, **options,
        )  # fmt: skip
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        return result.stdout

    def for_each_format(self, engine):
        for name, extension in (("text", "txt"), ("json", "ndjson")):
            whole = self.good("--seed", str(SEED), "--count", str(COUNT), "--format", name)
            with self.subTest(format=name):
                self.assertTrue(engine(name, extension) == whole)

    def test_every_option(self):
        """All at once, and each of a batch as of its own seed alone."""
        options = ("--min-rooms", "7", "--connect", "nearest", "--loops", "3", "--exit", "farthest", "--doors")
        for name in ("text", "json"):
            args = (*options, "--format", name)
            whole = self.good("--seed", "1", "--count", "200", *args)
            parts = [self.good("--seed", str(seed), "--count", "20", *args) for seed in range(1, 201, 20)]
            self.assertTrue(b"".join(parts) == whole)
            self.assertTrue(b"".join(self.good("--seed", str(seed), *args) for seed in range(1, 21)) == parts[0])

    def parts(self, extension):
        return b"".join(read(self.path(f"shard-{seed}.{extension}")) for seed in SEEDS)

    def test_gnu_parallel(self):
        def engine(name, _):
            command = ["parallel", "--will-cite", "-k", "-j4", '"$DUNGEN"', "--seed", "{}", "--count", str(EACH)]
            return self.shell(*command, "--format", name, ":::", *SEEDS)

        self.for_each_format(engine)

    def test_make(self):
        def engine(_, extension):
            shards = " ".join(f"shard-{seed}.{extension}" for seed in SEEDS)
            write(self.path("Makefile"), MAKEFILE.format(shards=shards, extension=extension, each=EACH).encode())
            self.shell("make", "-s", "-j4")
            return read(self.path(f"all.{extension}"))

        self.for_each_format(engine)

    def test_xargs(self):
        def engine(_, extension):
            script = f'"$DUNGEN" --seed "$1" --count {EACH} --output "shard-$1.{extension}"'
            self.shell("xargs", "-P4", "-n1", "sh", "-c", script, "sh", input="\n".join(SEEDS).encode())
            return self.parts(extension)

        self.for_each_format(engine)
