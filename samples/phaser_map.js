// SPDX-License-Identifier: MIT
//
// A game of Phaser on levels of dungen. The cursor keys move the player. Walls stop the player,
// doors open when the player meets them, and locked doors open with their keys. Secret doors look
// like walls. The exit leads down to the next level, and the spawn leads up to the level before.
// With --linked, the player arrives on the same tile. The exit of the last level wins the game.
//
//   dungen --tileset-image --output dungen-tiles.png
//   dungen --preset quest --seed 1 --find 3 --where locks=2 --linked --output level-%i.tmj
//
//   npm install phaser && cp node_modules/phaser/dist/phaser.min.js .
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
const LOCK_COLORS = [0xf0c83c, 0xe0503c, 0x5aa0f0, 0xc878e6, 0xf5f5f5, 0x3cc8b4]; // by number
const KEY_RADIUS = 4;
const SPEED = 100; // in pixels per second
// Tiles of dungen-tiles.png, counted from 1, because 0 means no tile in Tiled.
const WALL = 1;
const FLOOR = 2;
const DOOR = 3;
const TILE_SIZE = 16; // in pixels

const taken = new Set(); // the keys that the player took, as "LEVEL LOCK"

// Returns the value of a property of an object, or undefined.
function property({ properties = [] }, wanted) {
	return properties.find(({ name }) => name === wanted)?.value;
}

class Level extends Phaser.Scene {
	// arrival: the mark where the player begins
	init({ number = 1, arrival = "spawn" }) {
		this.number = number;
		this.arrival = arrival;
	}

	preload() {
		this.load.image("tiles", "dungen-tiles.png");
		this.load.tilemapTiledJSON(`level-${this.number}`, `level-${this.number}.tmj`);
	}

	create() {
		const map = this.make.tilemap({ key: `level-${this.number}` });
		const tileset = map.addTilesetImage("dungen-tiles", "tiles");
		this.terrain = map.createLayer("terrain", tileset);
		this.doors = map.filterObjects("doors", () => true) ?? [];
		for (const door of this.doors) {
			const { x, y } = this.terrain.worldToTileXY(door.x, door.y);
			if (property(door, "secret")) this.terrain.putTileAt(WALL, x, y);
		}
		this.terrain.setCollision([WALL, DOOR]);
		this.terrain.setTileIndexCallback([WALL, DOOR], (_, tile) => this.open(tile));
		const mark = (wanted) => map.findObject("marks", ({ name }) => name === wanted);
		const arrival = mark(this.arrival);
		if (this.number > 1) this.addStairsUp(mark("spawn"));
		this.player = this.add.circle(arrival.x, arrival.y, PLAYER_RADIUS, PLAYER_COLOR);
		this.physics.add.existing(this.player);
		this.physics.add.collider(this.player, this.terrain);
		this.addKeys(map);
		const tileOf = ({ x, y }) => this.terrain.getTileAtWorldXY(x, y);
		this.tiles = { spawn: tileOf(mark("spawn")), exit: tileOf(mark("exit")) };
		this.place = tileOf(arrival);
		const camera = this.cameras.main;
		camera.setBounds(0, 0, map.widthInPixels, map.heightInPixels);
		camera.startFollow(this.player);
		this.keys = this.input.keyboard.createCursorKeys();
	}

	update() {
		const { left, right, up, down } = this.keys;
		const directionX = right.isDown - left.isDown;
		const directionY = down.isDown - up.isDown;
		this.player.body.setVelocity(directionX, directionY);
		this.player.body.velocity.normalize().scale(SPEED);
		const place = this.terrain.getTileAtWorldXY(this.player.x, this.player.y);
		const isSame = place === this.place;
		this.place = place;
		if (isSame) return;
		if (place === this.tiles.exit) this.descend();
		if (place === this.tiles.spawn) this.ascend();
	}

	// Adds the fourth tile, the stairs of the exit, upside down.
	addStairsUp({ x, y }) {
		const stairs = this.add.tileSprite(x, y, TILE_SIZE, TILE_SIZE, "tiles");
		stairs.setTilePosition(3 * TILE_SIZE, 0).setFlipY(true);
	}

	// Adds the keys, and a spot on each door that they unlock. Keys that the player took are in the
	// corner of the screen.
	addKeys(map) {
		for (const key of map.filterObjects("marks", ({ name }) => name === "key")) {
			const lock = property(key, "lock");
			const id = `${this.number} ${lock}`;
			const color = LOCK_COLORS[lock % LOCK_COLORS.length];
			const spot = this.add.circle(key.x, key.y, KEY_RADIUS, color);
			const doors = this.doors.filter((door) => property(door, "lock") === lock);
			const spots = doors.map(({ x, y, width, height }) =>
				this.add.circle(x + width / 2, y + height / 2, KEY_RADIUS, color));
			const take = () => {
				taken.add(id);
				for (const each of spots) each.destroy();
				spot.body.enable = false;
				spot.setPosition(3 * KEY_RADIUS * lock, 3 * KEY_RADIUS).setScrollFactor(0);
			};
			this.physics.add.existing(spot);
			this.physics.add.overlap(this.player, spot, take);
			if (taken.has(id)) take();
		}
	}

	// Opens the door on a tile, unless the player lacks its key.
	open(tile) {
		const { pixelX, pixelY } = tile;
		const door = this.doors.find(({ x, y }) => x === pixelX && y === pixelY);
		const lock = door && property(door, "lock");
		if (door && (!lock || taken.has(`${this.number} ${lock}`)))
			this.terrain.putTileAt(FLOOR, tile.x, tile.y);
	}

	// Starts the next level. After the last one, the game is won.
	descend() {
		if (this.number === LEVELS) this.win();
		else this.scene.restart({ number: this.number + 1, arrival: "spawn" });
	}

	// Starts the level before. The spawn of the first one leads nowhere.
	ascend() {
		if (this.number > 1) this.scene.restart({ number: this.number - 1, arrival: "exit" });
	}

	win() {
		const { centerX, centerY } = this.cameras.main;
		const text = this.add.text(centerX, centerY, "You won", { fontSize: 48 });
		text.setOrigin(0.5).setScrollFactor(0);
		this.scene.pause();
	}
}

const game = new Phaser.Game({
	width: 640,
	height: 400,
	pixelArt: true,
	physics: { default: "arcade" },
	scene: Level,
});
