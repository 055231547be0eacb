// SPDX-License-Identifier: MIT
/*
 * The npm package. `make npm` puts web/host.js, which defines runProgram, before this script, and
 * the module into it. Bundlers and browsers need only the resulting file.
 */

/* Options whose value false the program knows under another name. */
const COUNTERPARTS = {doors: "noDoors"};
/* Options for messages that a program can read: errors only, and in JSON. */
const MESSAGES = ["--quiet", "--messages=json"];
/* The exit status for a map that the program cannot read, or that has faults. */
const STATUS_INVALID = 4;

/* runProgram uses this name. */
let crypto = globalThis.crypto;
/* Resolves to the compiled module. Undefined until the first call that needs it. */
let loadingModule;

const toCamelCase = (name) => name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());
const toKebabCase = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/* Resolves to the compiled module. */
async function loadModule() {
	const packed = Uint8Array.from(atob(`
@module@
`), (byte) => byte.charCodeAt(0));
	/* Node 18 has crypto only in a module. Bundlers must not see the name of that module. */
	const name = ["node", "crypto"].join(":");
	crypto ??= (await import(/* webpackIgnore: true */ /* @vite-ignore */ name)).webcrypto;
	const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
	return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

function refuse(name, why) {
	throw new TypeError(`${name}: ${why}`);
}

export async function run(words, {stdin = ""} = {}) {
	if (!Array.isArray(words))
		refuse("words", 'must be an array, such as ["--seed", "1"]');
	if (typeof stdin !== "string" && !ArrayBuffer.isView(stdin))
		refuse("stdin", "must be a string or a Uint8Array");
	const texts = words.map(String);
	const nulIndex = texts.findIndex((text) => text.includes("\0"));
	if (nulIndex >= 0)
		refuse(`words[${nulIndex}]`, "cannot contain a NUL character");
	const input = typeof stdin === "string" ? new TextEncoder().encode(stdin) : toBytes(stdin);
	loadingModule ??= loadModule();
	return runProgram(await loadingModule, texts, input);
}

/* Returns the bytes of a typed array or of a DataView. */
function toBytes({buffer, byteOffset, byteLength}) {
	return new Uint8Array(buffer, byteOffset, byteLength);
}

/* Returns the value of an option as text. An object is a list, such as {rooms: 12} for rooms=12. */
function valueText(value) {
	if (value?.constructor !== Object)
		return String(value);
	return Object.entries(value).map((pair) => pair.join("=")).join();
}

/* Returns an option as a word of the command line. */
function optionWord([name, value]) {
	if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
		const problem = `JavaScript may have rounded the number ${value}`;
		refuse(name, `${problem}; pass a BigInt or a string`);
	}
	const text = valueText(value);
	if (text.includes("\0"))
		refuse(name, "cannot contain a NUL character");
	const word = `--${toKebabCase(name)}`;
	return value === true ? word : `${word}=${text}`;
}

/* Returns an option of the program as JavaScript: roomMin: 4, tunnels: "around", or doors. */
function optionSource(name, value) {
	const key = toCamelCase(name);
	if (value === undefined)
		return key;
	return `${key}: ${/^-?\d+$/.test(value) ? value : JSON.stringify(value)}`;
}

/* An option in a sentence, and its value: a number, or a name after one of these options. */
const OPTION_IN_SENTENCE =
	/--([a-z-]+)(?: (\d+(?:,\d+)?|(?<=--(?:connect|exit|format|preset|rng|show|spawn|tunnels) )[\w-]+))?/g;

/* Replaces the options in a sentence by options of the call. */
function useCallOptions(sentence) {
	return sentence
		.replace(/(--[a-z-]+ \d+) (?=--)/g, "$1, ")
		.replace(OPTION_IN_SENTENCE, (_, name, value) => optionSource(name, value));
}

/* Returns the objects of the messages that the program has printed. */
function parseMessages(err) {
	return err.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

/* Returns where a problem is, in words of the call: an option or, for an unknown one, its word. */
function placeInCall({option, value, seed}) {
	const places = [];
	if (option)
		places.push(optionSource(option, value));
	else if (value)
		places.push(optionSource(...value.replace(/^--/, "").split(/=(.*)/s, 2)));
	if (seed)
		places.push(`seed ${seed}`);
	return places;
}

/* Returns a message in words of the call. */
function describe(message) {
	const {option, problem, fix = ""} = message;
	const isFlagWithValue = option && problem === "cannot have a value";
	const callProblem = isFlagWithValue ? "must be true or false" : useCallOptions(problem);
	const callFix = useCallOptions(fix.replace("dungen --help=all", "index.d.ts"));
	const sentence = callFix ? `${callProblem}; ${callFix}` : callProblem;
	return [...placeInCall(message), sentence].join(": ");
}

/*
 * Returns the error for a run that failed, with its exit status, and with the program's message in
 * words of the call.
 */
function failure({status, err}) {
	const messages = parseMessages(err).map(describe);
	const silence = `the program ended with status ${status} and without a message`;
	return Object.assign(new Error(messages.join("\n") || silence), {status});
}

/* Returns the pair of name and value that the program gets for an option of the call. */
function replaceFalse([name, value]) {
	if (value === false && Object.hasOwn(COUNTERPARTS, name))
		return [COUNTERPARTS[name], true];
	return [name, value];
}

/* Returns the pairs of name and value of the options that are given. */
function givenPairs(options) {
	const pairs = Object.entries(options).map(replaceFalse);
	return pairs.filter(([, value]) => value !== undefined && value !== false);
}

/* Resolves to the bytes that the program writes in a format. */
async function write(format, options) {
	const words = givenPairs(options).map(optionWord);
	const result = await run([...MESSAGES, `--format=${format}`, ...words]);
	if (result.status !== 0)
		throw failure(result);
	return result.out;
}

/* Resolves to the text that the program writes in a format. */
async function writeText(format, options) {
	return new TextDecoder().decode(await write(format, options));
}

export async function dungen(options = {}) {
	const isBatch = givenPairs(options).some(([name]) => name === "count" || name === "find");
	const lines = (await writeText("json", options)).split("\n");
	const lastLine = lines.pop();
	const areDocuments = lastLine === "" && lines.every((line) => line.startsWith("{"));
	if (!areDocuments || (lines.length !== 1 && !isBatch)) {
		const message = "dungen() makes JSON documents; use run() for other output";
		throw Object.assign(new Error(message), {status: 2});
	}
	const documents = lines.map((line) => JSON.parse(line));
	return isBatch ? documents : documents[0];
}

export async function generate(seed, options = {}) {
	const all = {...options, seed};
	const document = await dungen({...all, route: true});
	const text = await writeText("text", all);
	return {...document, text, measures: JSON.parse(await writeText("stats", all))};
}

export async function batch(count, {seed = 1, ...options} = {}) {
	/* A search always writes as many maps as the header says. */
	const npy = await write("npy", {where: "rooms=1..", ...options, seed, find: count});
	/* The length of the header is at byte 8. */
	const headerEnd = 10 + npy[8] + 256 * npy[9];
	const header = new TextDecoder().decode(npy.subarray(10, headerEnd));
	const [, sides] = header.match(/'shape': \(([^)]*)\)/);
	const [width, height] = sides.split(", ").map(Number).reverse();
	return {count, width, height, tiles: npy.subarray(headerEnd)};
}

export function find(count, {seed = 1, ...options} = {}) {
	return dungen({...options, seed, find: count});
}

export async function check(map) {
	const stdin = map?.constructor === Object ? JSON.stringify(map) : map;
	const result = await run([...MESSAGES, "--check", "-"], {stdin});
	if (result.status === 0)
		return [];
	if (result.status !== STATUS_INVALID)
		throw failure(result);
	/* After ten faults, the last message is about no map, and only counts the others. */
	const faults = parseMessages(result.err).filter(({file}) => file);
	return faults.map(({file, text}) => text.replace(`${file}: `, ""));
}
