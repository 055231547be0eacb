// SPDX-License-Identifier: MIT
//
// A game of Phaser on levels of dungen. The cursor keys move the player. Walls stop the player,
// doors open when the player meets them, and locked doors open with their keys. Secret doors look
// like walls. The exit leads down to the next level, and the spawn leads up to the level before.
// With --linked, the player arrives on the same tile.
//
//   dungen --tileset-image --output dungen-tiles.png
//   dungen --preset quest --seed 1 --find 3 --where locks=2 --linked --output level-%i.tmj
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
const KEY_COLOR = 0xf0c83c; // of a key, and of the lock on a door
const KEY_RADIUS = 4;
const SPEED = 100; // in pixels per second
// Tiles of dungen-tiles.png, counted from 1, because 0 means no tile in Tiled.
const WALL = 1;
const FLOOR = 2;
const DOOR = 3;

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
		this.doors = map.filterObjects("doors", () => true);
		for (const door of this.doors) {
			const { x, y } = this.terrain.worldToTileXY(door.x, door.y);
			if (property(door, "secret")) this.terrain.putTileAt(WALL, x, y);
		}
		this.terrain.setCollision([WALL, DOOR]);
		this.terrain.setTileIndexCallback([WALL, DOOR], (_, tile) => this.open(tile));
		const mark = (wanted) => map.findObject("marks", ({ name }) => name === wanted);
		const arrival = mark(this.arrival);
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
		this.player.body.setVelocity(SPEED * directionX, SPEED * directionY);
		const place = this.terrain.getTileAtWorldXY(this.player.x, this.player.y);
		const isSame = place === this.place;
		this.place = place;
		if (isSame) return;
		if (place === this.tiles.exit) this.descend();
		if (place === this.tiles.spawn) this.ascend();
	}

	// Adds the keys that are left, and a spot on each door that they unlock.
	addKeys(map) {
		for (const key of map.filterObjects("marks", ({ name }) => name === "key")) {
			const lock = property(key, "lock");
			const id = `${this.number} ${lock}`;
			if (taken.has(id)) continue;
			const spot = this.add.circle(key.x, key.y, KEY_RADIUS, KEY_COLOR);
			const spots = [spot];
			for (const door of this.doors.filter((door) => property(door, "lock") === lock)) {
				const [x, y] = [door.x + door.width / 2, door.y + door.height / 2];
				spots.push(this.add.circle(x, y, KEY_RADIUS, KEY_COLOR));
			}
			this.physics.add.existing(spot);
			this.physics.add.overlap(this.player, spot, () => {
				taken.add(id);
				for (const each of spots) each.destroy();
			});
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

	// Starts the next level. After the last one, the game begins again.
	descend() {
		if (this.number === LEVELS) taken.clear();
		this.scene.restart({ number: (this.number % LEVELS) + 1, arrival: "spawn" });
	}

	// Starts the level before. The spawn of the first one leads nowhere.
	ascend() {
		if (this.number > 1) this.scene.restart({ number: this.number - 1, arrival: "exit" });
	}
}

const game = new Phaser.Game({
	width: 640,
	height: 400,
	pixelArt: true,
	physics: { default: "arcade" },
	scene: Level,
});
