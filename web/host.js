// SPDX-License-Identifier: MIT
/*
 * Runs dungen.wasm: answers what the program asks of WASI preview 1, without files. The page does so in a worker, tests
 * under node.
 */
"use strict";

/*
 * Runs a compiled module with arguments, strings or bytes, and the bytes of standard input. Returns the exit status, the
 * bytes of standard output and the text of standard error. Throws if the module traps. Each run has a memory of its own.
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
	const imports = {};
	for (const {module: from, name} of WebAssembly.Module.imports(module))
		(imports[from] ??= {})[name] = calls[name] ?? (() => BAD_DESCRIPTOR);
	const instance = new WebAssembly.Instance(module, imports);
	memory = instance.exports.memory;
	try {
		instance.exports._start();
	} catch (thrown) {
		if (thrown !== exit)
			throw thrown;
	}
	return {status, out: join(streams[1]), err: new TextDecoder().decode(join(streams[2]))};
}
