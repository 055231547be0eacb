// SPDX-License-Identifier: MIT
//
// The time per map in rot.js with its Uniform generator, the closest that rot.js has: rooms joined by bent tunnels, but
// placed and joined by other rules, until a share of the map is dug.
//
//   node rot_uniform.js FOLDER SEED MAPS WIDTH HEIGHT
//
// FOLDER is where npm installed rot-js. Makes the maps of SEED, SEED + 1, ... one after another in this process, each
// seeded on its own, after a warm-up that gets the code compiled. Prints nanoseconds per map, and how many of the maps
// it gave up on.

"use strict";

const [folder, ...numbers] = process.argv.slice(2);
const ROT = require(require.resolve("rot-js", { paths: [folder] }));
const [seed, maps, width, height] = numbers.map(Number);
const WARM_UP = Math.min(maps, 300);

// Floors as large as those of dungen's default rooms, and about as much of the map dug.
const options = { roomWidth: [5, 9], roomHeight: [5, 9], roomDugPercentage: 0.16 };

function make(mapSeed) {
  ROT.RNG.setSeed(mapSeed);
  const tiles = Array.from({ length: height }, () => new Array(width).fill("#"));
  const made = new ROT.Map.Uniform(width, height, options).create((x, y, wall) => {
    tiles[y][x] = wall ? "#" : ".";
  });
  return made !== null;
}

for (let i = 0; i < WARM_UP; i++) make(seed + maps + i);
let givenUp = 0;
const begin = process.hrtime.bigint();
for (let i = 0; i < maps; i++) if (!make(seed + i)) givenUp++;
const taken = process.hrtime.bigint() - begin;
console.log(`${taken / BigInt(maps)} ${givenUp}`);
