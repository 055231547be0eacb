// SPDX-License-Identifier: MIT
//
//   node tiled.js READER FILE...
//
// Reads maps as a game would and prints a line for each: what the reader made of it, in the form of Tiled's JSON, as far
// as the reader keeps it.

"use strict";

const fs = require("fs");
const path = require("path");

const list = (properties) => Object.entries(properties).map(([name, value]) => ({ name, value }));

const readers = {
	// The parser of Phaser's loader, from its sources: the whole of Phaser wants a canvas. It runs as in a worker.
	phaser: (text) => {
		Object.assign(globalThis, { window: globalThis, importScripts() {} });
		globalThis.navigator ??= {}; // what Node has since version 21
		const parse = require(path.join(__dirname, "node_modules/phaser/src/tilemaps/parsers/tiled/ParseJSONTiled.js"));
		const collide = require(path.join(__dirname, "node_modules/phaser/src/tilemaps/components/SetCollisionByProperty.js"));
		const map = parse("map", JSON.parse(text), false);
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
		return {
			width: map.width, height: map.height, tilewidth: map.tileWidth, tileheight: map.tileHeight,
			orientation: map.orientation === 0 ? "orthogonal" : map.orientation,
			renderorder: map.renderOrder, infinite: map.infinite, version: map.version, properties: map.properties,
			layers: map.layers.map(tiles).concat(map.objects.map(({ name, visible, opacity, objects }) => ({
				type: "objectgroup", name, visible, opacity, objects,
			}))),
			tilesets: map.tilesets.map(tileset),
		};
	},

	"tmx-parser": (text, file) => {
		let map;
		require("tmx-parser").parse(text, file, (error, parsed) => {
			if (error)
				throw error;
			map = parsed;
		});
		const { width, height, tileWidth, tileHeight, orientation, version } = map;
		const point = ({ x, y }) => ({ x: Number(x), y: Number(y) });
		const object = ({ polyline, properties, name, type, x, y, width, height, rotation, visible }) => ({
			name, type, x, y, width, height, rotation, visible, properties: list(properties),
			...(polyline && { polyline: polyline.map(point) }),
		});
		const layer = ({ type, name, visible, opacity, tiles, objects }) => (type === "tile" ?
			{ type: "tilelayer", name, visible, opacity, width, height, data: tiles.map((tile) => tile.gid) } :
			{ type: "objectgroup", name, visible, opacity, objects: objects.map(object) });
		return {
			width, height, tilewidth: tileWidth, tileheight: tileHeight, orientation, version,
			properties: list(map.properties), layers: map.layers.map(layer),
			tilesets: map.tileSets.map((set) => ({
				name: set.name, firstgid: set.firstGid, tilewidth: set.tileWidth, tileheight: set.tileHeight,
				margin: set.margin, spacing: set.spacing,
				image: set.image.source, imagewidth: set.image.width, imageheight: set.image.height,
			})),
		};
	},
};

const [reader, ...files] = process.argv.slice(2);
for (const file of files)
	console.log(JSON.stringify(readers[reader](fs.readFileSync(file, "utf8"), file)));
