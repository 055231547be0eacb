# SPDX-License-Identifier: MIT
#
# The cursor keys move the player. Walls stop the player, and doors open when the player meets them.

extends CharacterBody2D

const COLOR = Color("6cbf73")
const SPEED = 100.0  # in pixels per second


func _draw() -> void:
	draw_circle(Vector2.ZERO, $Shape.shape.radius, COLOR)


func _physics_process(_delta: float) -> void:
	velocity = SPEED * Input.get_vector("ui_left", "ui_right", "ui_up", "ui_down")
	move_and_slide()
	for i in get_slide_collision_count():
		var collision := get_slide_collision(i)
		# The normal points away from the tile, so this place is in the tile.
		get_parent().open_door(collision.get_position() - collision.get_normal())
