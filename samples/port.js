// SPDX-License-Identifier: MIT
// A port of the tutorials, with Math.random and monsters. It prints a trace and writes its map to
// FILE: node port.js FILE

const WIDTH = 80;
const HEIGHT = 45;
const tiles = Array.from({ length: HEIGHT }, () => Array(WIDTH).fill("#"));
const rooms = [];
const random = (lowest, highest) => lowest + Math.floor(Math.random() * (highest - lowest + 1));
const overlap = (a, b) => a.x1 <= b.x2 && a.x2 >= b.x1 && a.y1 <= b.y2 && a.y2 >= b.y1;
const center = ({ x1, y1, x2, y2 }) => [Math.floor((x1 + x2) / 2), Math.floor((y1 + y2) / 2)];

function dig(x1, y1, x2, y2) {
	for (let y = Math.min(y1, y2); y <= Math.max(y1, y2); y++)
		tiles[y].fill(".", Math.min(x1, x2), Math.max(x1, x2) + 1);
}

for (let attempt = 1; attempt <= 30; attempt++) {
	const w = random(6, 10);
	const h = random(6, 10);
	const x = random(0, WIDTH - w - 1);
	const y = random(0, HEIGHT - h - 1);
	const room = { x1: x, y1: y, x2: x + w, y2: y + h };
	const line = `${attempt}: w ${w}, h ${h}, x ${x}, y ${y}: `;
	if (rooms.some((other) => overlap(room, other))) {
		console.log(line + "overlaps");
		continue;
	}
	const rowFirst = rooms.length > 0 && random(0, 1) === 1;
	const bend = rowFirst ? ", row first" : ", column first";
	console.log(line + `room ${rooms.length}` + (rooms.length > 0 ? bend : ""));
	dig(x + 1, y + 1, x + w - 1, y + h - 1);
	if (rooms.length > 0) {
		const [oldX, oldY] = center(rooms.at(-1));
		const [newX, newY] = center(room);
		const [bendX, bendY] = rowFirst ? [newX, oldY] : [oldX, newY];
		dig(oldX, oldY, bendX, bendY);
		dig(bendX, bendY, newX, newY);
	}
	for (let monsters = random(0, 3); monsters > 0; monsters--) {
		const monsterX = random(x + 1, x + w - 1);
		const monsterY = random(y + 1, y + h - 1);
		tiles[monsterY][monsterX] = random(1, 10) <= 8 ? "o" : "T";
	}
	rooms.push(room);
}
const text = tiles.map((row) => row.join("") + "\n").join("");
require("fs").writeFileSync(process.argv[2], text);
