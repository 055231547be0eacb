# SPDX-License-Identifier: MIT
"""Runs the program dungen from Python 3.8 or newer: dungen.make(seed=42, tunnels="around")."""
import json
import subprocess
import tempfile
from typing import Any, Dict, Iterator, List, overload

PROGRAM = "dungen"  # or its path
Document = Dict[str, Any]  # dungen(5) describes it
# Options that do not generate JSON documents.
REFUSED = [
    "check", "compare", "completion", "draws", "format", "help", "messages", "output", "quiet",
    "tileset_image", "version",
]

class Error(Exception):
    """Says what went wrong. `status` is the exit status of dungen, or 127 if dungen did not run."""
    def __init__(self, message: str, status: int = 2) -> None:
        super().__init__(message)
        self.status = status

def _word(name: str, value: Any) -> str:
    if name in REFUSED:
        problem = "cannot be used in this module, which returns JSON documents"
        raise Error(f"{name}: {problem}; run the program instead")
    if isinstance(value, dict):
        value = ",".join(f"{key}={each}" for key, each in value.items())
    option = "--" + name.replace("_", "-")
    return option if value is True else f"{option}={value}"

def _start(words: List[str], errors: Any) -> "subprocess.Popen[str]":
    fix = "set dungen.PROGRAM to its path"
    try:
        return subprocess.Popen([PROGRAM, "--quiet", "--messages=json", "--format=json", *words],
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors,
                                encoding="utf-8", errors="replace")
    except FileNotFoundError:
        raise Error(f"{PROGRAM}: no such program; install dungen, or {fix}", 127) from None
    except (OSError, ValueError) as error:
        raise Error(f"{PROGRAM}: {error}; try other options, or {fix}", 127) from None

def _read(program: "subprocess.Popen[str]") -> Iterator[Document]:
    """Yields the documents that the program prints. Kills the program if the caller stops early."""
    try:
        for line in program.stdout or ():
            if line.endswith("\n"):  # a line without it is cut off
                yield json.loads(line)
    except json.JSONDecodeError:
        program.kill()
        fix = "set dungen.PROGRAM to the path of dungen"
        raise Error(f"{PROGRAM}: does not print JSON documents; {fix}") from None
    except BaseException:  # including GeneratorExit
        program.kill()
        raise

def _message(lines: List[str], silence: str) -> str:
    """Returns the text of the last message, or `silence` without a message."""
    if not lines:
        return silence
    try:
        return str(json.loads(lines[-1])["text"])
    except (json.JSONDecodeError, KeyError, TypeError):
        return lines[-1]  # not a message of dungen

def batch(*files: str, **options: Any) -> Iterator[Document]:
    """Yields JSON documents. Reads maps from files, or generates them. The keyword arguments are
    options of dungen(1), such as min_rooms=9, count=9, or where={"loops": "3.."}. Options that are
    None or False are left out, and doors=False is --no-doors."""
    if options.get("doors") is False:
        options["no_doors"] = True
    words = [_word(name, value) for name, value in options.items()
             if value is not None and value is not False]
    words += ["--", *files]
    with tempfile.TemporaryFile() as errors:
        with _start(words, errors) as program:
            yield from _read(program)
        errors.seek(0)
        lines = errors.read().decode("utf-8", "replace").splitlines()
        status = program.returncode
        if status != 0:
            silence = f"{PROGRAM}: ended by signal {-status}; run it again"
            raise Error(_message(lines, silence), status)

@overload
def make(*, count: int, **options: Any) -> List[Document]: ...
@overload
def make(*, find: int, **options: Any) -> List[Document]: ...
@overload
def make(*files: str, **options: Any) -> Document: ...
def make(*files: str, **options: Any) -> Any:
    """Returns one JSON document, or a list of documents with count or find."""
    documents = list(batch(*files, **options))
    if options.get("count") is not None or options.get("find") is not None:
        return documents
    if len(documents) != 1:
        raise Error(f"expected one map, found {len(documents)}; call batch instead of make")
    return documents[0]

def tiles(document: Document) -> Any:
    """Returns tiles[y][x]: 0 for wall, 1 for floor, 2 for door. If numpy is installed, it is an
    array. For tcod, use tiles.T."""
    if "tiles" not in document:
        raise Error("the document does not contain tiles; generate it without no_tiles")
    numbers = {character: number for number, character in enumerate(document["legend"])}
    rows = [[numbers[character] for character in row] for row in document["tiles"]]
    try:
        import numpy
        return numpy.array(rows, dtype=numpy.uint8)
    except ImportError:
        return rows
