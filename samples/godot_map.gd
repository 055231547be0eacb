# SPDX-License-Identifier: MIT
#
# Fills a TileMapLayer of Godot 4.3 or later from a csv file:
#
#   dungen --seed 42 --format csv --output level.txt
#   dungen --tileset-image > dungen-tiles.png
#
# Godot takes a .csv file for translations, so this one ends in .txt; to export it with the game, add *.txt to the
# filters of non-resource files. The layer's tile set has dungen-tiles.png as its first source, in tiles of 16x16: its
# columns are wall, floor, door and stairs, and the numbers of the file are 0, 1 and 2.

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
