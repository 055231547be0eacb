# SPDX-License-Identifier: MIT
"""dot: the graph as graphviz reads it. @format"""

import json

from helper import TestCase, output, tool
from maps import maps

POINTS = 72  # an inch


class Dot(TestCase):
    def layout(self, text, *command):
        """Rooms and edges of the graph that a program of graphviz has laid out."""
        return json.loads(tool(*command, "-Tjson0", "-Gnotranslate=true", input=text))

    def test_names_edges_positions_sizes_and_colors(self):
        """Every room is a node of its name, every tunnel an edge. Graphviz 14 draws no node lower than
        0.02 inches, so a room of one row is higher there.
        """
        dot = b"graph { tiny [label=\"\" fixedsize=true width=0.001 height=0.001] }"
        tiny = self.layout(dot, "neato")["objects"][0]
        least = {side: float(tiny[side]) * POINTS for side in ("width", "height")}
        self.assertLess(max(least.values()), 2)
        for map in maps():
            with self.subTest(map.options):
                graph = self.layout(output(*map.options, "-f", "dot"), "neato", "-n2", "-Nlabel=")
                rooms, tunnels = map.document["rooms"], map.document["tunnels"]
                self.assertEqual(graph["name"], f"dungen: seed {map.document['seed']}")
                self.assertFalse(graph["directed"])
                names = [node["name"] for node in graph["objects"]]
                self.assertEqual(names, [str(room["id"]) for room in rooms])
                # Graphviz lists them by room.
                edges = sorted((edge["tail"], edge["head"]) for edge in graph.get("edges", ()))
                expected_edges = sorted((tunnel["from"], tunnel["to"]) for tunnel in tunnels)
                self.assertEqual(edges, expected_edges)
                colors = {map.exit: "#e8835b", map.spawn: "#6cbf73"}
                found_colors = [node["fillcolor"] for node in graph["objects"]]
                expected_colors = [colors.get(center, "#e6dcc3") for center in map.centers]
                self.assertEqual(found_colors, expected_colors)
                for room, node in zip(rooms, graph["objects"]):
                    for side in ("width", "height"):
                        length = float(node[side]) * POINTS
                        expected = max(room[side], least[side])
                        self.assertAlmostEqual(length, expected, delta=POINTS / 1000)
                    x, y = (float(part) for part in node["pos"].split(","))
                    self.assertEqual({"x": x, "y": map.height - 1 - y}, room["center"])

    def test_neato_keeps_the_rooms_where_they_are(self):
        """Without -n, neato moves nodes that are not pinned. inputscale sets the unit of positions.
        """
        for map in maps()[:10]:
            with self.subTest(map.options):
                graph = self.layout(output(*map.options, "-f", "dot"), "neato")
                positions = [node["pos"].split(",") for node in graph["objects"]]
                (left, bottom), *others = [(float(x), float(y)) for x, y in positions]
                first, *rooms = (room["center"] for room in map.document["rooms"])
                for room, (x, y) in zip(rooms, others, strict=True):
                    self.assertAlmostEqual(x - left, room["x"] - first["x"], delta=0.01)
                    self.assertAlmostEqual(y - bottom, first["y"] - room["y"], delta=0.01)
