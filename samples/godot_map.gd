# SPDX-License-Identifier: MIT
#
# Fills a TileMapLayer of Godot 4.3 or later from a csv file:
#
#   dungen --seed 42 --format csv --output level.txt
#   dungen --tileset-image > dungen-tiles.png
#
# Godot imports .csv files as translations, so the name of this file ends in .txt. To export it with
# the game, add *.txt to the filters of non-resource files.
#
# The first source in the layer's tile set must be dungen-tiles.png, in tiles of 16x16. Its columns
# are wall, floor, door, and stairs. The file contains 0 for wall, 1 for floor, and 2 for door.

extends TileMapLayer

@export_file("*.txt") var level := "res://level.txt"


func _ready() -> void:
	var file := FileAccess.open(level, FileAccess.READ)
	if file == null:
		push_error("%s: %s" % [level, error_string(FileAccess.get_open_error())])
		return
	var y := 0
	while file.get_position() < file.get_length():
		var row := file.get_csv_line()
		for x in row.size():
			set_cell(Vector2i(x, y), 0, Vector2i(int(row[x]), 0))
		y += 1
