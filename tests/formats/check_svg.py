# SPDX-License-Identifier: MIT
"""svg: its shapes as a reader of XML finds them, and its pixels as librsvg draws them. @prove @format"""

import itertools
import xml.etree.ElementTree as ElementTree

from helper import output, tool
from maps import SHOWN, FormatTestCase, maps, pixels

SVG = "{http://www.w3.org/2000/svg}"
SCALE = 4  # pixels per tile; the one compared is not reached by grid or walls
INSIDE = 2
COLORS = {0xE6DCC3: ".", 0x8A5A2B: "+", 0x6CBF73: "@", 0xE8835B: ">"}


def group(root, name):
    found = [element for element in root.iter(SVG + "g") if element.get("id") == name]
    assert len(found) == 1, name
    return found[0]


def place(element, *names):
    """Attributes of an element as numbers, which have to be whole tiles."""
    return tuple(int(element.get(name)) for name in names)


def hidden(element):
    return element.get("display") == "none"


class Svg(FormatTestCase):
    def pixels(self, map, scale, *options, page=b""):
        """Rows of colors, `scale` pixels per tile; `page` is markup in front of the picture, as a page may have."""
        command = ["rsvg-convert", f"--width={map.width * scale}", f"--height={map.height * scale}"]
        svg = output(*map.options, *options, "-f", "svg").replace(b"<style>", page + b"<style>")
        return pixels(tool(*command, input=svg))

    def assert_drawn(self, map, show, colors, *options, page=b""):
        """The color in the middle of each tile is that of its character in the text, or one of none of these."""
        rows = self.pixels(map, SCALE, *options, page=page)[INSIDE::SCALE, INSIDE::SCALE].tolist()
        text = output(*map.options, "--show", show).decode("ascii")
        self.assert_rows(["".join(colors.get(color, "#") for color in row) for row in rows], text.splitlines())

    def test_pixels(self):
        for map, show in itertools.product(maps(), ("none", "spawn,exit")):
            with self.subTest(map.options, show=show):
                self.assert_drawn(map, show, COLORS, "--show", show)

    def test_it_is_the_picture_of_png(self):
        """So walls reach as far beyond the floor. Only the first row and column of a tile, where the grid is, may differ."""
        scale = 10
        for map in maps()[5:16]:
            with self.subTest(map.options):
                png = pixels(output(*map.options, "-f", "png", f"--tile-size={scale}", "--show", "none"))
                svg = self.pixels(map, scale, "--show", "none")
                different = (png != svg).reshape(map.height, scale, map.width, scale)
                self.assertFalse(different[:, 1:, :, 1:].any())

    def test_a_page_can_override_its_style(self):
        for map in maps()[:8]:
            with self.subTest(map.options):
                style = b"#floor{fill:#0000ff} #spawn{display:none} #exit{display:inline;fill:#00ff00}"
                self.assert_drawn(map, "exit", {0x0000FF: ".", 0x00FF00: ">"}, page=b"<style>%s</style>" % style)

    def test_shapes(self):
        """All marks are in the document, whatever is shown, so that a page can show them."""
        for map, show in zip(maps(), itertools.cycle([*SHOWN, None])):
            with self.subTest(map.options, show=show):
                shown = ["--show", show] if show else []
                root = ElementTree.fromstring(output(*map.options, *shown, "-f", "svg"))
                self.assertEqual(root.tag, SVG + "svg")
                self.assertEqual(root.get("viewBox"), f"0 0 {map.width} {map.height}")
                self.assertEqual(place(root, "width", "height"), (16 * map.width, 16 * map.height))
                self.assertEqual(root[0].tag, SVG + "title")
                self.assertEqual(root[0].text, f"dungen: seed {map.document['seed']}")
                self.assertEqual(len(root.findall(SVG + "style")), 1)

                names = [element.get("id") for element in root.iter() if element.get("id")]
                self.assertEqual(len(names), len(set(names)))
                areas = [(e.get("id"), place(e, "x", "y", "width", "height")) for e in group(root, "floor").iter(SVG + "rect")]
                rooms = {(f"room{r['id']}", (r["x"], r["y"], r["width"], r["height"])) for r in map.document["rooms"]}
                runs = set()
                for tunnel in map.document["tunnels"]:
                    for a, b in zip(tunnel["path"], tunnel["path"][1:]):
                        (left, right), (top, bottom) = (sorted((a[axis], b[axis])) for axis in "xy")
                        runs.add((None, (left, top, right - left + 1, bottom - top + 1)))
                # A straight tunnel has a second run of a single tile.
                self.assertEqual({area for area in areas if area[0] or area[1][2:] != (1, 1)}, rooms | runs)

                labels = {element.text: place(element, "x", "y") for element in group(root, "labels")}
                centers = {str(r["id"]): (r["center"]["x"], r["center"]["y"]) for r in map.document["rooms"]}
                self.assertEqual(labels, centers)

                self.assertEqual("doors" in names, "doors" in map.document)
                if "doors" in names:
                    doors = [(door["x"], door["y"], 1, 1) for door in map.document["doors"]]
                    self.assertEqual([place(d, "x", "y", "width", "height") for d in group(root, "doors")], doors)

                exit, spawn = group(root, "marks")
                self.assertEqual((spawn.get("id"), place(spawn, "cx", "cy")), ("spawn", map.spawn))
                self.assertEqual(exit.get("id"), "exit")
                self.assertTrue(exit.get("d").startswith("M%d %dm" % map.exit))
                visible = [not hidden(element) for element in (spawn, exit, group(root, "labels"))]
                self.assertEqual(visible, [name in (show or "spawn") for name in ("spawn", "exit", "labels")])

    def test_size_beyond_32_bits(self):
        root = ElementTree.fromstring(output(*"-s1 -W2147483647 -H2147483647 --max-rooms=1 -f svg".split()))
        self.assertEqual(place(root, "width", "height"), (16 * 2147483647, 16 * 2147483647))
