// SPDX-License-Identifier: MIT
/*
 * Runs the module of `make page` many times under node, in place of tests/cross/many.c; tests/lib/many.py is its other
 * end. Commands that write files run on node's own WASI, the others on web/host.js, as in the page.
 *
 *     node tests/lib/module.js ROOT COMMANDS REPORT
 */
"use strict";
const fs = require("node:fs");
const vm = require("node:vm");
const {spawnSync} = require("node:child_process");
const {WASI} = require("node:wasi");
globalThis.crypto ??= require("node:crypto").webcrypto;

const [root, commands, report, ...own] = process.argv.slice(2);
const runProgram = vm.runInThisContext(`${fs.readFileSync(`${root}/web/host.js`, "utf8")}; runProgram`);
const module_ = new WebAssembly.Module(fs.readFileSync(`${root}/build/wasm/dungen.wasm`));
const ends = {1: 0, 2: 0};

/* In a process of its own: node's WASI is experimental, and after hundreds of other runs it crashes now and then. */
if (own.length > 0) {
	const wasi = new WASI({version: "preview1", args: ["dungen", ...own], preopens: {".": "."}, returnOnExit: true});
	process.exit(wasi.start(new WebAssembly.Instance(module_, {wasi_snapshot_preview1: wasi.wasiImport})));
}

function runWithFiles(words) {
	const command = ["--no-warnings", __filename, root, commands, report, ...words.map(String)];
	const {status} = spawnSync(process.execPath, command, {stdio: "inherit"});
	for (const descriptor of [1, 2])
		ends[descriptor] = fs.fstatSync(descriptor).size;
	return status;
}

function runWithout(words) {
	const {status, out, err} = runProgram(module_, words);
	for (const [descriptor, bytes] of [[1, out], [2, Buffer.from(err)]]) {
		fs.writeSync(descriptor, bytes);
		ends[descriptor] += bytes.length;
	}
	return status;
}

const input = fs.readFileSync(commands);
for (let at = 0; at < input.length;) {
	const words = [];
	let count = input[at++];
	for (; count > 0; count--) {
		const end = input.indexOf(0, at);
		words.push(input.subarray(at, end));
		at = end + 1;
	}
	const status = words.some((word) => /^(-o|--output)/.test(word)) ? runWithFiles(words) : runWithout(words);
	fs.appendFileSync(report, `${status} ${ends[1]} ${ends[2]}\n`);
}
