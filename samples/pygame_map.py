# SPDX-License-Identifier: MIT
"""Draws a map for Tiled with pygame:

    dungen --tileset-image > dungen-tiles.png
    dungen --seed 42 --output level.tmj
    python3 pygame_map.py level.tmj level.png

With pytmx, `level = pytmx.load_pygame("level.tmx")` reads the same map from a tmx file. pytmx
numbers the tiles in its own way. level.get_tile_image(x, y, 0) returns the picture of a tile, and
level.get_object_by_name("spawn") returns the object.
"""
import json
import os
import sys
import pygame

SPAWN_COLOR = (60, 200, 90)

def collides(tile):
    properties = {item["name"]: item["value"] for item in tile.get("properties", ())}
    return properties.get("collides", False)

class Level:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            level = json.load(file)
        self.width = level["width"]
        self.height = level["height"]
        self.tile_size = level["tilewidth"]
        layers = {layer["name"]: layer for layer in level["layers"]}
        self.tiles = layers["terrain"]["data"]  # row by row; first_gid is wall
        self.objects = {}
        for layer in level["layers"]:
            for item in layer.get("objects", ()):
                self.objects[item["name"]] = item
        [tileset] = level["tilesets"]
        self.first_gid = tileset["firstgid"]
        self.solid_ids = {tile["id"] for tile in tileset.get("tiles", ()) if collides(tile)}
        self.image = pygame.image.load(os.path.join(os.path.dirname(path), tileset["image"]))

    def is_solid(self, x, y):
        return self.tiles[y * self.width + x] - self.first_gid in self.solid_ids

    def draw(self):
        size = self.tile_size
        surface = pygame.Surface((self.width * size, self.height * size))
        for i, gid in enumerate(self.tiles):
            place = (i % self.width * size, i // self.width * size)
            picture = ((gid - self.first_gid) * size, 0, size, size)
            surface.blit(self.image, place, picture)
        spawn = self.objects["spawn"]
        pygame.draw.circle(surface, SPAWN_COLOR, (spawn["x"], spawn["y"]), size // 2 - 1)
        return surface

if __name__ == "__main__":
    pygame.image.save(Level(sys.argv[1]).draw(), sys.argv[2])
