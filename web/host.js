// SPDX-License-Identifier: MIT
/*
 * Runs dungen.wasm. Implements the functions of WASI preview 1 that the program imports, without files and with an empty
 * environment. The page runs this in a worker, the package for npm wherever it is imported, and the tests under node.
 */
"use strict";

/*
 * Runs a compiled module. The arguments are strings or bytes, and standard input is bytes. Returns the exit status, the
 * bytes of standard output, and the text of standard error. Throws an error if the module traps, or if it imports a
 * function that does not exist here. Each run has a memory of its own.
 */
function runProgram(module, words, input = new Uint8Array()) {
	const BAD_DESCRIPTOR = 8;
	const argv = ["dungen", ...words].map((word) => (typeof word === "string" ? new TextEncoder().encode(word) : word));
	const streams = {1: [], 2: []};
	let memory, status = 0;
	const view = () => new DataView(memory.buffer); // memory that grows has another buffer
	const bytes = (at, length) => new Uint8Array(memory.buffer, at, length);
	const join = (parts) => {
		const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
		parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
		return whole;
	};
	const exit = {};
	const calls = {
		args_sizes_get(count, size) {
			view().setUint32(count, argv.length, true);
			view().setUint32(size, argv.reduce((sum, word) => sum + word.length + 1, 0), true);
			return 0;
		},
		args_get(pointers, at) {
			for (const [i, word] of argv.entries()) {
				view().setUint32(pointers + 4 * i, at, true);
				bytes(at, word.length + 1).set([...word, 0]);
				at += word.length + 1;
			}
			return 0;
		},
		environ_sizes_get(count, size) {
			view().setUint32(count, 0, true);
			view().setUint32(size, 0, true);
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
				const length = view().getUint32(item + 4, true);
				streams[descriptor].push(bytes(view().getUint32(item, true), length).slice());
				sum += length;
			}
			view().setUint32(written, sum, true);
			return 0;
		},
		fd_read(descriptor, list, count, read) {
			if (descriptor !== 0)
				return BAD_DESCRIPTOR;
			let sum = 0;
			for (let item = list; item < list + 8 * count; item += 8) {
				const part = input.subarray(0, view().getUint32(item + 4, true));
				bytes(view().getUint32(item, true), part.length).set(part);
				input = input.subarray(part.length);
				sum += part.length;
			}
			view().setUint32(read, sum, true);
			return 0;
		},
		/* The standard streams are always open, and they are neither files nor terminals. */
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
			view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
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
	return {status, out: join(streams[1]), err: new TextDecoder().decode(join(streams[2]))};
}
