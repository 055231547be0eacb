# SPDX-License-Identifier: MIT
"""A game of pygame on maps for Tiled. The cursor keys move the player. Walls stop the player, doors
open when the player enters them, and locked doors open with their keys. Secret doors look like
walls. The exit leads down to the next level, and the spawn leads up to the level before. With
--linked, the player arrives on the same tile. The exit of the last level wins the game:

    dungen --tileset-image --output dungen-tiles.png
    dungen --preset quest --seed 1 --find 3 --where locks=2 --linked --output level-%i.tmj
    python3 pygame_map.py level-*.tmj

With pytmx, `level = pytmx.load_pygame("level.tmx")` reads the same map from a tmx file. pytmx
numbers the tiles in its own way. level.get_tile_image(x, y, 0) returns the picture of a tile, and
level.get_object_by_name("spawn") returns the object.
"""
import json
import os
import re
import sys
import pygame

WALL, FLOOR, DOOR, STAIRS = range(4)  # columns of dungen-tiles.png
PLAYER_COLOR = (108, 191, 115)
LOCK_COLORS = ["#f0c83c", "#e0503c", "#5aa0f0", "#c878e6", "#f5f5f5", "#3cc8b4"]  # by number
KEY_RADIUS = 4  # in pixels
SCREEN_SIZE = (640, 400)
REPEAT_DELAY, REPEAT_INTERVAL = 200, 80  # of a key that is held down, in milliseconds
STEPS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}

def properties(object):
    """Returns the properties of an object of Tiled: their values by name."""
    return {item["name"]: item["value"] for item in object.get("properties", [])}

class Level:
    def __init__(self, path, has_stairs_up=False):
        with open(path, encoding="utf-8") as file:
            level = json.load(file)
        self.width = level["width"]
        self.height = level["height"]
        self.tile_size = level["tilewidth"]
        [tileset] = level["tilesets"]
        layers = {layer["name"]: layer for layer in level["layers"]}
        self.tiles = [gid - tileset["firstgid"] for gid in layers["terrain"]["data"]]
        marks = layers["marks"]["objects"]
        places = {mark["name"]: self.place(mark) for mark in marks}
        self.player = self.spawn = places["spawn"]
        self.exit = places["exit"]
        keys = [mark for mark in marks if mark["name"] == "key"]
        self.keys = {self.place(key): properties(key)["lock"] for key in keys}
        self.taken = []  # the locks whose keys the player took
        doors = layers["doors"]["objects"] if "doors" in layers else []
        doors = {self.place(door): properties(door) for door in doors}
        self.locks = {place: door["lock"] for place, door in doors.items() if "lock" in door}
        self.secrets = {place for place, door in doors.items() if "secret" in door}
        self.has_stairs_up = has_stairs_up
        self.image = pygame.image.load(os.path.join(os.path.dirname(path), tileset["image"]))

    def place(self, mark):
        return (mark["x"] // self.tile_size, mark["y"] // self.tile_size)

    def tile(self, x, y):
        return self.tiles[y * self.width + x]

    def move(self, step_x, step_y):
        """Moves the player by one tile, unless there is a wall or a locked door. Opens the door on
        the new tile. A key on it unlocks its doors.
        """
        x, y = self.player[0] + step_x, self.player[1] + step_y
        if self.tile(x, y) == WALL or (x, y) in self.locks:
            return
        self.player = (x, y)
        if self.tile(x, y) == DOOR:
            self.tiles[y * self.width + x] = FLOOR
        if self.player in self.keys:
            self.taken.append(self.keys.pop(self.player))
        self.locks = {door: lock for door, lock in self.locks.items() if lock not in self.taken}

    def draw(self):
        """Returns a picture of the whole level."""
        size = self.tile_size
        surface = pygame.Surface((self.width * size, self.height * size))
        for i, tile in enumerate(self.tiles):
            x, y = i % self.width, i // self.width
            if tile == DOOR and (x, y) in self.secrets:
                tile = WALL
            surface.blit(self.image, (x * size, y * size), (tile * size, 0, size, size))
        if self.has_stairs_up:  # the stairs of the exit, upside down
            stairs = self.image.subsurface((STAIRS * size, 0, size, size))
            x, y = self.spawn
            surface.blit(pygame.transform.flip(stairs, False, True), (x * size, y * size))
        for place, lock in [*self.keys.items(), *self.locks.items()]:
            draw_key(surface, self.middle(place), lock)
        pygame.draw.circle(surface, PLAYER_COLOR, self.middle(self.player), size // 2 - 2)
        return surface

    def middle(self, place):
        """Returns the pixel in the middle of a tile."""
        return tuple(self.tile_size * part + self.tile_size // 2 for part in place)

def draw_key(surface, middle, lock):
    """Draws a key, or the lock of a door, in the color of the lock."""
    pygame.draw.circle(surface, LOCK_COLORS[lock % len(LOCK_COLORS)], middle, KEY_RADIUS)

def show(screen, level):
    """Shows the part of the level around the player, and the player's keys in the corner."""
    picture = level.draw()
    view = screen.get_rect()
    view.center = (level.player[0] * level.tile_size, level.player[1] * level.tile_size)
    screen.fill((0, 0, 0))
    screen.blit(picture, (0, 0), view.clamp(picture.get_rect()))
    for lock in level.taken:
        draw_key(screen, (3 * KEY_RADIUS * lock, 3 * KEY_RADIUS), lock)
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

def show_end(screen):
    """Shows that the game is won, until the window is closed."""
    text = pygame.font.Font(None, 80).render("You won", True, "white")
    screen.blit(text, text.get_rect(center=screen.get_rect().center))
    pygame.display.flip()
    while pygame.event.wait().type != pygame.QUIT:
        pass

def number_of(path):
    """Returns the number in the name of a file. level-10.tmj comes after level-9.tmj."""
    return int("0" + re.sub(r"\D", "", os.path.basename(path)))

if __name__ == "__main__":
    if len(sys.argv) == 1:
        sys.exit("usage: python3 pygame_map.py level-*.tmj")
    pygame.init()
    pygame.key.set_repeat(REPEAT_DELAY, REPEAT_INTERVAL)
    screen = pygame.display.set_mode(SCREEN_SIZE)
    paths = sorted(sys.argv[1:], key=number_of)
    levels = [Level(path, has_stairs_up=index > 0) for index, path in enumerate(paths)]
    number = 0
    while number < len(levels):
        way = play(levels[number], screen)
        if way == 0:
            break
        number = max(0, number + way)  # the spawn of the first level leads nowhere
    else:
        show_end(screen)
