// SPDX-License-Identifier: MIT
/*
 * Runs the module of `make page` many times under node, on web/host.js as in the page, in place of tests/cross/many.c;
 * tests/lib/helper.py is its other end.
 *
 *     node tests/lib/module.js ROOT COMMANDS REPORT
 */
"use strict";
const fs = require("node:fs");
const vm = require("node:vm");
globalThis.crypto ??= require("node:crypto").webcrypto;

const [root, commands, report] = process.argv.slice(2);
const runProgram = vm.runInThisContext(`${fs.readFileSync(`${root}/web/host.js`, "utf8")}; runProgram`);
const compiled = new WebAssembly.Module(fs.readFileSync(`${root}/build/page/dungen.wasm`));
const ends = {1: 0, 2: 0};

const input = fs.readFileSync(commands);
for (let at = 0; at < input.length;) {
	const words = [];
	let count = input[at++];
	for (; count > 0; count--) {
		const end = input.indexOf(0, at);
		words.push(input.subarray(at, end));
		at = end + 1;
	}
	// The first two are a folder and a file for standard input, which the module knows nothing of.
	const {status, out, err} = runProgram(compiled, words.slice(2));
	for (const [descriptor, bytes] of [[1, out], [2, Buffer.from(err)]]) {
		fs.writeSync(descriptor, bytes);
		ends[descriptor] += bytes.length;
	}
	fs.appendFileSync(report, `${status} ${ends[1]} ${ends[2]}\n`);
}
