# SPDX-License-Identifier: MIT
"""trace: each attempt again from the words of the manual, and what came of it by the document. @format"""

import re

from helper import TestCase, output
from maps import make_map, maps

ATTEMPT = re.compile(r"(\d+): w (\d+), h (\d+), x (\d+), y (\d+): (.+)")


def shared(a, b):
    return all(a[i] <= b[i] + b[i + 2] and b[i] <= a[i] + a[i + 2] for i in (0, 1))


class Trace(TestCase):
    def follow(self, map, around):
        """The lines that there should be, with the draws taken from those that there are."""
        lines = output(*map.options, "-f", "trace").decode("ascii").splitlines()
        document, placed, left_out, expected = map.document, [], 0, []
        rooms, tunnels = document["rooms"], document["tunnels"]
        for line in lines:
            found = ATTEMPT.fullmatch(line)
            if not found:
                break
            w, h, x, y = (int(found[i]) for i in (2, 3, 4, 5))
            room, met = (x, y, w, h), [other for other in placed if shared(other[0], (x, y, w, h))]
            if met:
                what = "overlaps a room left out" if met[0][1] is None else f"overlaps room {met[0][1]}"
            else:
                number = len(placed) - left_out
                floor = {"x": x + 1, "y": y + 1, "width": w - 1, "height": h - 1}
                if number < len(rooms) and floor.items() <= rooms[number].items():
                    what = f"room {number}"
                    if number and not around:
                        nearest = "nearest" in document["params"].get("connect", "")
                        what += f", from room {tunnels[number - 1]['from']}" * nearest
                        what += re.search("(, (?:row|column) first)?$", line)[0]
                else:
                    what, number, left_out = "left out, no tunnel fits", None, left_out + 1
                placed.append((room, number))
            expected.append(f"{len(expected) + 1}: w {w}, h {h}, x {x}, y {y}: {what}")
        self.assertEqual(len(placed) - left_out, len(rooms))
        for i, tunnel in enumerate(tunnels):
            name = f"{'tunnel' if i < len(rooms) - 1 else 'loop'}: room {tunnel['from']} to room {tunnel['to']}, "
            if around:
                expected.append(name + " to ".join(f"{at['x']},{at['y']}" for at in tunnel["path"]))
            elif i >= len(rooms) - 1:
                expected.append(name + ("row" if "row first" in lines[len(expected)] else "column") + " first")
        expected += [f"door: {door['x']},{door['y']}, room {door['room']}" for door in document.get("doors", ())]
        away = f", {document['exit_distance']} steps away" if "exit_distance" in document else ""
        expected += ["spawn: %d,%d" % map.spawn, "exit: %d,%d" % map.exit + away]
        self.assertEqual(lines, expected)
        if around:
            return left_out
        # A tunnel that goes along the row first has its bend in the row of the center where it begins.
        firsts = [line.endswith("row first") for line in lines if line.endswith(" first")]
        for tunnel, row_first in zip(tunnels, firsts, strict=True):
            start, second, *rest = tunnel["path"]
            self.assertTrue(not rest or (start["y"] == second["y"]) == row_first, tunnel)
        return 0

    def test_maps(self):
        for map in maps():
            with self.subTest(map.options):
                self.follow(map, "around" in map.options)

    def test_rooms_left_out(self):
        map = make_map("-s56 -W25 -H25 --max-rooms=1000 --room-min=2 --room-max=9 --tunnels=around")
        self.assertGreater(self.follow(map, True), 0)

    def test_maps_that_were_read(self):
        self.assert_refused("--input", "x.json", "-f", "trace", mentions=["--format trace: not with --input"])
