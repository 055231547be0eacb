# SPDX-License-Identifier: MIT
"""A game of pygame on maps for Tiled. The cursor keys move the player. Walls stop the player, doors
open when the player enters them, the exit leads down to the next level, and the spawn leads up to
the level before. With --linked, the player arrives on the same tile:

    dungen --tileset-image --output dungen-tiles.png
    dungen --preset level --seed 1 --find 3 --where exit_distance=90.. --linked --output level-%i.tmj
    python3 pygame_map.py level-*.tmj

With pytmx, `level = pytmx.load_pygame("level.tmx")` reads the same map from a tmx file. pytmx
numbers the tiles in its own way. level.get_tile_image(x, y, 0) returns the picture of a tile, and
level.get_object_by_name("spawn") returns the object.
"""
import json
import os
import sys
import pygame

WALL, FLOOR, DOOR = range(3)  # columns of dungen-tiles.png
PLAYER_COLOR = (108, 191, 115)
SCREEN_SIZE = (640, 400)
REPEAT_DELAY, REPEAT_INTERVAL = 200, 80  # of a key that is held down, in milliseconds
STEPS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}

class Level:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            level = json.load(file)
        self.width = level["width"]
        self.height = level["height"]
        self.tile_size = level["tilewidth"]
        [tileset] = level["tilesets"]
        layers = {layer["name"]: layer for layer in level["layers"]}
        self.tiles = [gid - tileset["firstgid"] for gid in layers["terrain"]["data"]]
        marks = {mark["name"]: mark for mark in layers["marks"]["objects"]}
        self.player = self.spawn = self.place(marks["spawn"])
        self.exit = self.place(marks["exit"])
        self.image = pygame.image.load(os.path.join(os.path.dirname(path), tileset["image"]))

    def place(self, mark):
        return (mark["x"] // self.tile_size, mark["y"] // self.tile_size)

    def tile(self, x, y):
        return self.tiles[y * self.width + x]

    def move(self, step_x, step_y):
        """Moves the player by one tile, unless there is a wall. Opens the door on the new tile."""
        x, y = self.player[0] + step_x, self.player[1] + step_y
        if self.tile(x, y) != WALL:
            self.player = (x, y)
        if self.tile(x, y) == DOOR:
            self.tiles[y * self.width + x] = FLOOR

    def draw(self):
        """Returns a picture of the whole level."""
        size = self.tile_size
        surface = pygame.Surface((self.width * size, self.height * size))
        for i, tile in enumerate(self.tiles):
            place = (i % self.width * size, i // self.width * size)
            surface.blit(self.image, place, (tile * size, 0, size, size))
        center = (self.player[0] * size + size // 2, self.player[1] * size + size // 2)
        pygame.draw.circle(surface, PLAYER_COLOR, center, size // 2 - 2)
        return surface

def show(screen, level):
    """Shows the part of the level around the player."""
    picture = level.draw()
    view = screen.get_rect()
    view.center = (level.player[0] * level.tile_size, level.player[1] * level.tile_size)
    screen.fill((0, 0, 0))
    screen.blit(picture, (0, 0), view.clamp(picture.get_rect()))
    pygame.display.flip()

def play(level, screen):
    """Returns 1 if the player walked to the exit, -1 at the spawn, or 0 if the window was closed."""
    show(screen, level)
    while True:
        event = pygame.event.wait()
        if event.type == pygame.QUIT:
            return 0
        if event.type == pygame.KEYDOWN and event.key in STEPS:
            old_place = level.player
            level.move(*STEPS[event.key])
            show(screen, level)
            if level.player != old_place and level.player in (level.exit, level.spawn):
                return 1 if level.player == level.exit else -1

if __name__ == "__main__":
    pygame.init()
    pygame.key.set_repeat(REPEAT_DELAY, REPEAT_INTERVAL)
    screen = pygame.display.set_mode(SCREEN_SIZE)
    levels = [Level(path) for path in sys.argv[1:]]
    number = 0
    while number < len(levels):
        way = play(levels[number], screen)
        if way == 0:
            break
        number = max(0, number + way)  # the spawn of the first level leads nowhere
