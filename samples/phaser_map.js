// SPDX-License-Identifier: MIT
//
// A game of Phaser on levels of dungen. The cursor keys move the player. Walls stop the player,
// doors open when the player meets them, and the exit leads to the next level.
//
//   dungen --tileset-image --output dungen-tiles.png
//   dungen --preset level --seed 1 --find 3 --where exit_distance=90.. --output level-%i.tmj
//
// index.html loads phaser.min.js and then this file:
//
//   <script src="phaser.min.js"></script><script src="phaser_map.js"></script>
//
// The page must come from a server, because browsers don't allow a page from a file to load other
// files. Run "python3 -m http.server" in the folder, and open http://localhost:8000.

const LEVELS = 3; // number of files level-*.tmj
const PLAYER_COLOR = 0x6cbf73;
const PLAYER_RADIUS = 6; // in pixels
const SPEED = 100; // in pixels per second
// Tiles of dungen-tiles.png, counted from 1, because 0 means no tile in Tiled.
const FLOOR = 2;
const DOOR = 3;
const EXIT = 4;

class Level extends Phaser.Scene {
	init({ number = 1 }) {
		this.number = number;
	}

	preload() {
		this.load.image("tiles", "dungen-tiles.png");
		this.load.tilemapTiledJSON(`level-${this.number}`, `level-${this.number}.tmj`);
	}

	create() {
		const map = this.make.tilemap({ key: `level-${this.number}` });
		const tileset = map.addTilesetImage("dungen-tiles", "tiles");
		this.terrain = map.createLayer("terrain", tileset);
		this.terrain.setCollisionByProperty({ collides: true });
		this.terrain.setCollision([DOOR, EXIT]);
		this.terrain.setTileIndexCallback(DOOR, (_, door) => this.open(door));
		this.terrain.setTileIndexCallback(EXIT, () => this.leave());
		const spawn = map.findObject("marks", ({ name }) => name === "spawn");
		this.player = this.add.circle(spawn.x, spawn.y, PLAYER_RADIUS, PLAYER_COLOR);
		this.physics.add.existing(this.player);
		this.physics.add.collider(this.player, this.terrain);
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

	open(door) {
		this.terrain.putTileAt(FLOOR, door.x, door.y);
	}

	// Starts the next level, or the first one again after the last.
	leave() {
		this.scene.restart({ number: (this.number % LEVELS) + 1 });
	}
}

const game = new Phaser.Game({
	width: 640,
	height: 400,
	pixelArt: true,
	physics: { default: "arcade" },
	scene: Level,
});
