// SPDX-License-Identifier: MIT
//
// A game of Phaser on a map of dungen. The cursor keys move a circle, and walls stop it.
//
//   dungen --tileset-image > dungen-tiles.png
//   dungen --seed 42 --tunnels around --output level.tmj
//
// A page loads phaser.min.js and then this file. The page must come from a server, because browsers
// don't allow a page from a file to load other files.

const PLAYER_COLOR = 0x6cbf73;
const PLAYER_RADIUS = 6; // in pixels
const SPEED = 100; // in pixels per second

class Level extends Phaser.Scene {
	preload() {
		this.load.image("tiles", "dungen-tiles.png");
		this.load.tilemapTiledJSON("level", "level.tmj");
	}

	create() {
		const map = this.make.tilemap({ key: "level" });
		const tileset = map.addTilesetImage("dungen-tiles", "tiles");
		const terrain = map.createLayer("terrain", tileset);
		terrain.setCollisionByProperty({ collides: true });
		const spawn = map.findObject("marks", ({ name }) => name === "spawn");
		this.player = this.add.circle(spawn.x, spawn.y, PLAYER_RADIUS, PLAYER_COLOR);
		this.physics.add.existing(this.player);
		this.physics.add.collider(this.player, terrain);
		const camera = this.cameras.main;
		camera.setBounds(0, 0, map.widthInPixels, map.heightInPixels);
		camera.startFollow(this.player);
		this.keys = this.input.keyboard.createCursorKeys();
	}

	update() {
		const { left, right, up, down } = this.keys;
		const directionX = right.isDown - left.isDown;
		const directionY = down.isDown - up.isDown;
		this.player.body.setVelocity(SPEED * directionX, SPEED * directionY);
	}
}

const game = new Phaser.Game({
	width: 640,
	height: 400,
	pixelArt: true,
	physics: { default: "arcade" },
	scene: Level,
});
