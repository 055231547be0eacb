// SPDX-License-Identifier: MIT
//
//   node phaser.js FILE...
//
// Reads maps as a game would and prints a line for each: what the parser of Phaser's loader made of it, in the form of
// Tiled's JSON, as far as the parser keeps it.

"use strict";

const fs = require("fs");
const path = require("path");

// The parser from its sources: the whole of Phaser wants a canvas. It runs as in a worker.
Object.assign(globalThis, { window: globalThis, importScripts() {} });
globalThis.navigator ??= {}; // what Node has since version 21
const tilemaps = path.join(__dirname, "node_modules/phaser/src/tilemaps");
const parse = require(path.join(tilemaps, "parsers/tiled/ParseJSONTiled.js"));
const collide = require(path.join(tilemaps, "components/SetCollisionByProperty.js"));

const tiles = (layer) => {
	collide({ collides: true }, true, false, layer);
	const { name, width, height, visible, alpha, data } = layer;
	return {
		type: "tilelayer", name, width, height, visible, opacity: alpha,
		data: data.flat().map((tile) => tile.index),
		collides: data.flat().map((tile) => tile.collides),
	};
};

const tileset = (set) => ({
	name: set.name, firstgid: set.firstgid, tilewidth: set.tileWidth, tileheight: set.tileHeight,
	margin: set.tileMargin, spacing: set.tileSpacing, columns: set.columns, tilecount: set.total,
});

for (const file of process.argv.slice(2)) {
	const map = parse("map", JSON.parse(fs.readFileSync(file, "utf8")), false);
	console.log(JSON.stringify({
		width: map.width, height: map.height, tilewidth: map.tileWidth, tileheight: map.tileHeight,
		orientation: map.orientation === 0 ? "orthogonal" : map.orientation,
		renderorder: map.renderOrder, infinite: map.infinite, version: map.version, properties: map.properties,
		layers: map.layers.map(tiles).concat(map.objects.map(({ name, visible, opacity, objects }) => ({
			type: "objectgroup", name, visible, opacity, objects,
		}))),
		tilesets: map.tilesets.map(tileset),
	}));
}
