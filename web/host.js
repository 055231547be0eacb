// SPDX-License-Identifier: MIT
/*
 * Runs dungen.wasm. Implements the functions of WASI preview 1 that the program imports, without
 * files and with an empty environment. The page runs this script in a worker, the package for npm
 * runs it in the script that imports the package, and the tests run it under node.
 */
"use strict";

/*
 * Runs a compiled module. The arguments are strings or bytes, and standard input is bytes. Returns
 * the exit status, the bytes of standard output, and the text of standard error. Throws an error if
 * the module traps, or if it imports a function that does not exist here. Each run has a memory of
 * its own.
 */
function runProgram(module, words, input = new Uint8Array()) {
	const BAD_DESCRIPTOR = 8;
	/* The program calls proc_exit to end itself, and proc_exit throws this object. */
	const exit = {};
	const encode = (word) => (typeof word === "string" ? new TextEncoder().encode(word) : word);
	const argv = ["dungen", ...words].map(encode);
	/* The parts of output that the program has written so far, by descriptor. */
	const streams = {1: [], 2: []};
	let memory;
	let status = 0;
	/* The buffer changes when the memory grows, so each access needs a new view. */
	const bytes = (at, length) => new Uint8Array(memory.buffer, at, length);
	const view = () => new DataView(memory.buffer);
	const getNumber = (at) => view().getUint32(at, true);
	const setNumber = (at, number) => view().setUint32(at, number, true);
	const sumLengths = (parts) => parts.reduce((sum, part) => sum + part.length, 0);
	const join = (parts) => {
		const whole = new Uint8Array(sumLengths(parts));
		let length = 0;
		for (const part of parts) {
			whole.set(part, length);
			length += part.length;
		}
		return whole;
	};
	const calls = {
		args_sizes_get(count, size) {
			setNumber(count, argv.length);
			setNumber(size, sumLengths(argv) + argv.length);
			return 0;
		},
		args_get(pointers, at) {
			for (const [i, word] of argv.entries()) {
				setNumber(pointers + 4 * i, at);
				bytes(at, word.length + 1).set([...word, 0]);
				at += word.length + 1;
			}
			return 0;
		},
		environ_sizes_get(count, size) {
			setNumber(count, 0);
			setNumber(size, 0);
			return 0;
		},
		environ_get() {
			return 0;
		},
		fd_write(descriptor, list, count, written) {
			if (!streams[descriptor])
				return BAD_DESCRIPTOR;
			let sum = 0;
			for (let item = list; item < list + 8 * count; item += 8) {
				const part = bytes(getNumber(item), getNumber(item + 4)).slice();
				streams[descriptor].push(part);
				sum += part.length;
			}
			setNumber(written, sum);
			return 0;
		},
		fd_read(descriptor, list, count, read) {
			if (descriptor !== 0)
				return BAD_DESCRIPTOR;
			let sum = 0;
			for (let item = list; item < list + 8 * count; item += 8) {
				const part = input.subarray(0, getNumber(item + 4));
				bytes(getNumber(item), part.length).set(part);
				input = input.subarray(part.length);
				sum += part.length;
			}
			setNumber(read, sum);
			return 0;
		},
		/* The standard streams stay open, and they are neither files nor terminals. */
		fd_close: () => BAD_DESCRIPTOR,
		fd_fdstat_get: () => BAD_DESCRIPTOR,
		fd_filestat_get: () => BAD_DESCRIPTOR,
		fd_seek: () => BAD_DESCRIPTOR,
		/* Reading and writing never block, so the program has nothing to wait for. */
		poll_oneoff: () => BAD_DESCRIPTOR,
		random_get(at, length) {
			crypto.getRandomValues(bytes(at, length));
			return 0;
		},
		clock_time_get(clock, precision, at) {
			const nanoseconds = Math.round(performance.now() * 1e6);
			view().setBigUint64(at, BigInt(nanoseconds), true);
			return 0;
		},
		proc_exit(number) {
			status = number;
			throw exit;
		},
	};
	/* This throws an error with the name of the first import that is missing here. */
	const instance = new WebAssembly.Instance(module, {wasi_snapshot_preview1: calls});
	memory = instance.exports.memory;
	try {
		instance.exports._start();
	} catch (thrown) {
		if (thrown !== exit)
			throw thrown;
	}
	const err = new TextDecoder().decode(join(streams[2]));
	return {status, out: join(streams[1]), err};
}
