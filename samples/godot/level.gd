# SPDX-License-Identifier: MIT
#
# A level of dungen. The exit leads down to the next level, and the spawn leads up to the level
# before. With --linked, the player arrives on the same tile. Locked doors open with their keys, and
# secret doors look like walls. dungen wrote the files that this script reads:
#
#   dungen --preset quest --width 60 --height 30 --seed 1 --find 3 --where locks=2 --linked \
#       --output level-%i.json
#   dungen --tileset-image --output dungen-tiles.png
#
# In the tile set of level.tscn, walls and doors have a polygon that collides.

extends TileMapLayer

const LEVELS = 3  # number of files level-*.json
# Tiles of dungen-tiles.png: column and row.
const TILES = {
	"wall": Vector2i(0, 0),
	"floor": Vector2i(1, 0),
	"door": Vector2i(2, 0),
	"exit": Vector2i(3, 0),
}
const KEY_COLOR = Color("f0c83c")  # of a key, and of the lock on a door
const KEY_SIZE = Vector2(6, 6)

# These stay when the scene is loaded again.
static var number := 1  # of the level
static var arrival := "spawn"  # the mark where the player begins
static var taken := {}  # the keys that the player took: Vector2i(number of the level, lock)

var level: Dictionary
var doors := {}  # by tile
var keys := {}  # by tile: those that the player did not take
var place: Vector2i  # the tile of the player


func _ready() -> void:
	var file: JSON = load("res://level-%d.json" % number)
	level = file.data
	for y in level.tiles.size():
		var row: String = level.tiles[y]
		for x in row.length():
			set_cell(Vector2i(x, y), 0, TILES[level.legend[row[x]]])
	for door in level.doors:
		doors[tile_at(door)] = door
		if door.has("secret"):
			set_cell(tile_at(door), 0, TILES.wall)
	for key in level.get("keys", []):
		if not taken.has(Vector2i(number, key.lock)):
			keys[tile_at(key)] = key
	set_cell(tile_at(level.exit), 0, TILES.exit)
	show_keys()
	place = tile_at(level[arrival])
	$Player.position = map_to_local(place)
	$Player/Camera.limit_right = level.width * tile_set.tile_size.x
	$Player/Camera.limit_bottom = level.height * tile_set.tile_size.y


# Returns the tile of a door, a key, or a mark.
func tile_at(object: Dictionary) -> Vector2i:
	return Vector2i(object.x, object.y)


# Shows the keys that are left, and the locks on the doors that they open.
func show_keys() -> void:
	get_tree().call_group("keys", "queue_free")
	for key in keys.values():
		for object in [key] + doors.values():
			if object.get("lock") == key.lock:
				var spot := ColorRect.new()
				spot.color = KEY_COLOR
				spot.size = KEY_SIZE
				spot.position = map_to_local(tile_at(object)) - KEY_SIZE / 2
				spot.add_to_group("keys")
				add_child(spot)


# Opens the door at a position in the level, if there is one, and if the player has its key.
func open_door(position_of_door: Vector2) -> void:
	var tile := local_to_map(position_of_door)
	if not doors.has(tile):
		return
	var door: Dictionary = doors[tile]
	if not door.has("lock") or taken.has(Vector2i(number, door.lock)):
		set_cell(tile, 0, TILES.floor)


func _process(_delta: float) -> void:
	var tile := local_to_map($Player.position)
	if tile == place:
		return
	place = tile
	if keys.has(tile):
		taken[Vector2i(number, keys[tile].lock)] = true
		keys.erase(tile)
		show_keys()
	if tile == tile_at(level.exit):
		if number == LEVELS:
			taken.clear()  # the game begins again
		start_level(number % LEVELS + 1, "spawn")
	elif tile == tile_at(level.spawn) and number > 1:
		start_level(number - 1, "exit")


func start_level(new_number: int, new_arrival: String) -> void:
	number = new_number
	arrival = new_arrival
	get_tree().reload_current_scene()
