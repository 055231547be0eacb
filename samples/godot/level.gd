# SPDX-License-Identifier: MIT
#
# A level of dungen. The player begins at the spawn, and the exit leads to the next level. dungen
# wrote the files that this script reads:
#
#   dungen --preset level --width 60 --height 30 --seed 1 --find 3 --where exit_distance=50.. \
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

static var number := 1  # stays when the scene is loaded again


func _ready() -> void:
	var file: JSON = load("res://level-%d.json" % number)
	var level: Dictionary = file.data
	for y in level.tiles.size():
		var row: String = level.tiles[y]
		for x in row.length():
			set_cell(Vector2i(x, y), 0, TILES[level.legend[row[x]]])
	set_cell(Vector2i(level.exit.x, level.exit.y), 0, TILES.exit)
	$Player.position = map_to_local(Vector2i(level.spawn.x, level.spawn.y))
	$Player/Camera.limit_right = level.width * tile_set.tile_size.x
	$Player/Camera.limit_bottom = level.height * tile_set.tile_size.y


# Opens the door at a place in the level, if there is one.
func open_door(place: Vector2) -> void:
	var tile := local_to_map(place)
	if get_cell_atlas_coords(tile) == TILES.door:
		set_cell(tile, 0, TILES.floor)


func _process(_delta: float) -> void:
	if get_cell_atlas_coords(local_to_map($Player.position)) == TILES.exit:
		number = number % LEVELS + 1
		get_tree().reload_current_scene()
