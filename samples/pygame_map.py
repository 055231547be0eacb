# SPDX-License-Identifier: MIT
"""Draws a map for Tiled with pygame:

    dungen --tileset-image > dungen-tiles.png
    dungen --seed 42 --output level.tmj
    python3 pygame_map.py level.tmj level.png

With pytmx, `level = pytmx.load_pygame("level.tmx")` reads the same map from a tmx file. It gives the tiles numbers of
its own: level.get_tile_image(x, y, 0) is the picture of a tile, level.get_object_by_name("spawn") the object.
"""
import json
import os
import sys
import pygame

class Level:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            level = json.load(file)
        self.width, self.height, self.size = level["width"], level["height"], level["tilewidth"]
        layers = {layer["name"]: layer for layer in level["layers"]}
        self.tiles = layers["terrain"]["data"]  # row by row: firstgid is the wall
        self.objects = {found["name"]: found for layer in layers.values() for found in layer.get("objects", ())}
        [tileset] = level["tilesets"]
        self.first = tileset["firstgid"]
        self.solid = {tile["id"] for tile in tileset.get("tiles", ()) for has in tile.get("properties", ())
                      if has["name"] == "collides" and has["value"]}
        self.image = pygame.image.load(os.path.join(os.path.dirname(path), tileset["image"]))

    def is_solid(self, x, y):
        return self.tiles[y * self.width + x] - self.first in self.solid

    def draw(self):
        surface = pygame.Surface((self.width * self.size, self.height * self.size))
        for i, gid in enumerate(self.tiles):
            at = (i % self.width * self.size, i // self.width * self.size)
            surface.blit(self.image, at, ((gid - self.first) * self.size, 0, self.size, self.size))
        spawn = self.objects["spawn"]
        pygame.draw.circle(surface, (60, 200, 90), (spawn["x"], spawn["y"]), self.size // 2 - 1)
        return surface

if __name__ == "__main__":
    pygame.image.save(Level(sys.argv[1]).draw(), sys.argv[2])
