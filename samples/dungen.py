# SPDX-License-Identifier: MIT
"""Dungeon maps in Python 3.8 or newer, from the program dungen: dungen.make(seed=42, tunnels="around", doors=True)."""
import json
import subprocess
import tempfile
from typing import Any, Dict, Iterator, List, overload

PROGRAM = "dungen"  # or its path
Document = Dict[str, Any]  # as dungen(5) describes it
REFUSED = "check compare completion first format help output quiet tileset_image version".split()

class Error(Exception):
    """What went wrong and what would work; `status` is the program's exit status, or 127 if it did not run."""
    def __init__(self, message: str, status: int = 2) -> None:
        super().__init__(message)
        self.status = status

def _word(name: str, value: Any) -> str:
    if name in REFUSED:
        raise Error(f"{name}: not an option of this module, which returns JSON documents; run the program for it")
    if isinstance(value, dict):
        value = ",".join(f"{key}={each}" for key, each in value.items())
    return "--" + name.replace("_", "-") + ("" if value is True else f"={value}")

def batch(**options: Any) -> Iterator[Document]:
    """Yields JSON documents, by the options of dungen(1): min_rooms=9, count=1000, where={"loops": "3.."}.
    None and False are left out; doors=False is --no-doors."""
    if options.get("doors") is False:
        options["no_doors"] = True
    words = [_word(name, value) for name, value in options.items() if value is not None and value is not False]
    with tempfile.TemporaryFile() as errors:
        try:
            program = subprocess.Popen([PROGRAM, "--quiet", "--format=json", *words], encoding="utf-8", errors="replace",
                                       stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors)
        except FileNotFoundError:
            raise Error(f"{PROGRAM}: no such program; install dungen, or set dungen.PROGRAM to its path", 127) from None
        except (OSError, ValueError) as error:
            raise Error(f"{PROGRAM}: {error}; try other options, or set dungen.PROGRAM to its path", 127) from None
        with program:
            try:
                for line in program.stdout or ():
                    if line.endswith("\n"):  # otherwise it is cut off
                        yield json.loads(line)
            except json.JSONDecodeError:
                program.kill()
                raise Error(f"{PROGRAM}: prints no JSON documents; set dungen.PROGRAM to the path of dungen") from None
            except BaseException:  # GeneratorExit, too
                program.kill()
                raise
        errors.seek(0)
        message = errors.read().decode("utf-8", "replace").strip()
        if program.returncode != 0:
            message = message[len("dungen: "):] or f"{PROGRAM}: ended by signal {-program.returncode}; run it again"
            raise Error(message, program.returncode)

@overload
def make(*, count: int, **options: Any) -> List[Document]: ...
@overload
def make(*, find: int, **options: Any) -> List[Document]: ...
@overload
def make(**options: Any) -> Document: ...
def make(**options: Any) -> Any:
    """One JSON document, or with count or find a list of them."""
    documents = list(batch(**options))
    if options.get("count") is not None or options.get("find") is not None:
        return documents
    if len(documents) != 1:
        raise Error(f"there are {len(documents)} maps, not one; call batch instead of make")
    return documents[0]

def tiles(document: Document) -> Any:
    """tiles[y][x]: 0 wall, 1 floor, 2 door. An array if numpy is installed; tcod wants it as tiles.T."""
    if "tiles" not in document:
        raise Error("the document has no tiles; make it without no_tiles")
    numbers = {character: number for number, character in enumerate(document["legend"])}
    rows = [[numbers[character] for character in row] for row in document["tiles"]]
    try:
        import numpy
        return numpy.array(rows, dtype=numpy.uint8)
    except ImportError:
        return rows
