// SPDX-License-Identifier: MIT
/* The npm package. `make npm` puts web/host.js, which has runProgram, before this. */

let crypto = globalThis.crypto; // for runProgram; node 18 has it in a module only
let loading;

/* Resolves to the compiled module, which is read once. */
async function load() {
	const place = new URL("./dungen.wasm", import.meta.url);
	if (place.protocol === "file:") {
		const [{readFile}, {webcrypto}] = await Promise.all([import(/* webpackIgnore: true */ /* @vite-ignore */ "node:fs/promises"),
			import(/* webpackIgnore: true */ /* @vite-ignore */ "node:crypto")]);
		crypto ??= webcrypto;
		return WebAssembly.compile(await readFile(place));
	}
	const answer = await fetch(place);
	if (!answer.ok)
		throw new Error(`${place}: ${answer.status} ${answer.statusText}`);
	return WebAssembly.compile(await answer.arrayBuffer());
}

export async function run(words, {stdin = ""} = {}) {
	loading ??= load();
	loading.catch(() => (loading = undefined)); // another run tries again
	const bytes = typeof stdin === "string" ? new TextEncoder().encode(stdin) : stdin;
	return runProgram(await loading, words.map(String), bytes);
}

export async function dungen(options = {}) {
	const words = Object.entries(options).filter(([, value]) => value !== undefined && value !== false).map(([name, value]) => {
		const option = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
		return value === true ? option : `${option}=${value}`;
	});
	const {status, out, err} = await run(["--quiet", "--format=json", ...words]);
	if (status !== 0)
		throw Object.assign(new Error(err.trim().replace(/^dungen: /, "")), {status});
	const text = new TextDecoder().decode(out);
	if (text.indexOf("\n") !== text.length - 1 || !text.startsWith("{"))
		throw Object.assign(new Error("dungen() makes one JSON document; use run() for other output"), {status: 2});
	return JSON.parse(text);
}
