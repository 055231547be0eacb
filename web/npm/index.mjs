// SPDX-License-Identifier: MIT
/*
 * The npm package. `make npm` puts web/host.js, which has runProgram, before this, and the module into it: bundlers and
 * browsers need no other file.
 */

const COUNTERPARTS = {doors: "noDoors"}; // by option: the option that its value false stands for
const STATUS_INVALID = 4; // the exit status for a map that cannot be read or that has faults

let crypto = globalThis.crypto; // for runProgram
let loading;

const camel = (name) => name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());
const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/* Resolves to the compiled module. */
async function load() {
	const packed = Uint8Array.from(atob(`
@module@
`), (byte) => byte.charCodeAt(0));
	/* Node 18 has it in a module only, whose name bundlers must not see. */
	crypto ??= (await import(/* webpackIgnore: true */ /* @vite-ignore */ ["node", "crypto"].join(":"))).webcrypto;
	const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
	return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

function refuse(name, why) {
	throw new TypeError(`${name}: ${why}`);
}

export async function run(words, {stdin = ""} = {}) {
	if (!Array.isArray(words))
		refuse("words", 'takes an array, such as ["--seed", "1"]');
	if (typeof stdin !== "string" && !ArrayBuffer.isView(stdin))
		refuse("stdin", "takes a string or a Uint8Array");
	const list = words.map(String), nul = list.findIndex((word) => word.includes("\0"));
	if (nul >= 0)
		refuse(`words[${nul}]`, "has a NUL character; leave it out");
	const bytes = typeof stdin === "string" ? new TextEncoder().encode(stdin) : new Uint8Array(stdin.buffer, stdin.byteOffset, stdin.byteLength);
	return runProgram(await (loading ??= load()), list, bytes);
}

/* An option as a word of the command line. */
function makeWord([name, value]) {
	if (Number.isInteger(value) && !Number.isSafeInteger(value))
		refuse(name, `the number ${value} may be another than was written; pass a BigInt or a string`);
	const text = value?.constructor === Object ? Object.entries(value).map((pair) => pair.join("=")).join() : String(value);
	if (text.includes("\0"))
		refuse(name, "has a NUL character; leave it out");
	return `--${kebab(name)}${value === true ? "" : `=${text}`}`;
}

/* A message of the program in the words of the call: --room-min 4 is roomMin: 4, and --tunnels around tunnels: "around". */
function translate(message) {
	const pair = (name, value) => camel(name) + (value === undefined ? "" : `: ${/^-?\d+$/.test(value) ? value : JSON.stringify(value)}`);
	return message.trim().replace(/^dungen: /, "").replace("see dungen --help", "index.d.ts has all")
		.replace("takes no value", "takes true or false").replace(/(--[a-z-]+ \d+) (?=--)/g, "$1, ")
		.replace(/^--([a-z-]+)(?:[ =](.*?))?(?=: )/, (_, name, value) => pair(name, value))
		.replace(/--([a-z-]+)(?: (\d+|(?<=--(?:connect|exit|format|preset|rng|show|tunnels) )[\w-]+))?/g, (_, name, value) => pair(name, value));
}

/* Returns the error for a run that failed, with the program's message in words of the call, and with its exit status. */
function failure({status, err}) {
	const message = translate(err) || `the program ended with status ${status} and without a message`;
	return Object.assign(new Error(message), {status});
}

/* Returns the pair of name and value that the program gets for an option of the call. */
function replaceFalse([name, value]) {
	if (value === false && Object.hasOwn(COUNTERPARTS, name))
		return [COUNTERPARTS[name], true];
	return [name, value];
}

export async function dungen(options = {}) {
	const entries = Object.entries(options).map(replaceFalse).filter(([, value]) => value !== undefined && value !== false);
	const result = await run(["--quiet", "--format=json", ...entries.map(makeWord)]);
	if (result.status !== 0)
		throw failure(result);
	const lines = new TextDecoder().decode(result.out).split("\n"), several = entries.some(([name]) => name === "count" || name === "find");
	if (lines.pop() !== "" || lines.some((line) => !line.startsWith("{")) || (lines.length !== 1 && !several))
		throw Object.assign(new Error("dungen() makes JSON documents; use run() for other output"), {status: 2});
	const documents = lines.map((line) => JSON.parse(line));
	return several ? documents : documents[0];
}

export async function check(map) {
	const stdin = map?.constructor === Object ? JSON.stringify(map) : map;
	/* --quiet leaves out notes, which are not faults. */
	const result = await run(["--quiet", "--input=-", "--check"], {stdin});
	if (result.status === 0)
		return [];
	if (result.status !== STATUS_INVALID)
		throw failure(result);
	const lines = result.err.trim().split("\n").map((line) => line.replace("dungen: standard input: ", ""));
	/* After ten faults, the last line says how many more there are. */
	return lines.filter((line) => !/^dungen: and \d+ more$/.test(line));
}
