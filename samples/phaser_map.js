// SPDX-License-Identifier: MIT
//
// A game of Phaser on a map of dungen: the cursor keys move a circle, which cannot walk through walls.
//
//   dungen --tileset-image > dungen-tiles.png
//   dungen --seed 42 --tunnels around --output level.tmj
//
// A page loads phaser.min.js and then this file. It has to come from a server: a browser lets no file load others.

class Level extends Phaser.Scene {
	preload() {
		this.load.image("tiles", "dungen-tiles.png");
		this.load.tilemapTiledJSON("level", "level.tmj");
	}

	create() {
		const map = this.make.tilemap({ key: "level" });
		const terrain = map.createLayer("terrain", map.addTilesetImage("dungen-tiles", "tiles"));
		terrain.setCollisionByProperty({ collides: true });
		const spawn = map.findObject("marks", ({ name }) => name === "spawn");
		this.player = this.add.circle(spawn.x, spawn.y, 6, 0x6cbf73);
		this.physics.add.existing(this.player);
		this.physics.add.collider(this.player, terrain);
		this.cameras.main.setBounds(0, 0, map.widthInPixels, map.heightInPixels).startFollow(this.player);
		this.keys = this.input.keyboard.createCursorKeys();
	}

	update() {
		const { left, right, up, down } = this.keys;
		this.player.body.setVelocity(100 * (right.isDown - left.isDown), 100 * (down.isDown - up.isDown));
	}
}

const game = new Phaser.Game({ width: 640, height: 400, pixelArt: true, physics: { default: "arcade" }, scene: Level });
