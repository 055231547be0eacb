# SPDX-License-Identifier: MIT
#
# A level of dungen. The exit leads down to the next level, and the spawn leads up to the level
# before. With --linked, the player arrives on the same tile. The exit of the last level wins the
# game. Locked doors open with their keys, and secret doors look like walls. dungen wrote the files
# that this script reads:
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
const LOCK_COLORS = [  # by the number of the lock
	Color("f0c83c"), Color("e0503c"), Color("5aa0f0"),
	Color("c878e6"), Color("f5f5f5"), Color("3cc8b4"),
]
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
	for door in level.get("doors", []):
		doors[tile_at(door)] = door
		if door.has("secret"):
			set_cell(tile_at(door), 0, TILES.wall)
	for key in level.get("keys", []):
		if not taken.has(Vector2i(number, key.lock)):
			keys[tile_at(key)] = key
	set_cell(tile_at(level.exit), 0, TILES.exit)
	if number > 1:
		# Stairs up are the stairs of the exit, upside down.
		set_cell(tile_at(level.spawn), 0, TILES.exit, TileSetAtlasSource.TRANSFORM_FLIP_V)
	show_keys()
	place = tile_at(level[arrival])
	$Player.position = map_to_local(place)
	$Player/Camera.limit_right = level.width * tile_set.tile_size.x
	$Player/Camera.limit_bottom = level.height * tile_set.tile_size.y


# Returns the tile of a door, a key, or a mark.
func tile_at(object: Dictionary) -> Vector2i:
	return Vector2i(object.x, object.y)


# Shows the keys that are left, and the locks on the doors that they open. The keys that the player
# took are in the corner of the screen.
func show_keys() -> void:
	get_tree().call_group("keys", "queue_free")
	for key in level.get("keys", []):
		if taken.has(Vector2i(number, key.lock)):
			add_spot(key.lock, $TakenKeys, Vector2(2 * KEY_SIZE.x * key.lock, 2 * KEY_SIZE.y))
			continue
		for object in [key] + doors.values():
			if object.get("lock") == key.lock:
				add_spot(key.lock, self, map_to_local(tile_at(object)))


# Shows a key or a lock.
func add_spot(lock: int, parent: Node, center: Vector2) -> void:
	var spot := ColorRect.new()
	spot.color = LOCK_COLORS[lock % LOCK_COLORS.size()]
	spot.size = KEY_SIZE
	spot.position = center - KEY_SIZE / 2
	spot.add_to_group("keys")
	parent.add_child(spot)


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
	if tile == tile_at(level.exit) and number == LEVELS:
		$Screen/Won.show()
		get_tree().paused = true
	elif tile == tile_at(level.exit):
		start_level(number + 1, "spawn")
	elif tile == tile_at(level.spawn) and number > 1:
		start_level(number - 1, "exit")


func start_level(new_number: int, new_arrival: String) -> void:
	number = new_number
	arrival = new_arrival
	get_tree().reload_current_scene()
