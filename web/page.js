// SPDX-License-Identifier: MIT
/* The form, the map and what can be done with it; `make page` puts this into page.html. */
"use strict";
const $ = (id) => document.getElementById(id);

/* Limits of what is made at once: tiles or attempts (16 pixels of a PNG count as one tile), and seconds, also of a search. */
const WORK_MOST = 4e6, SECONDS_MOST = 10, SEARCH_MOST = 60;
const CHOICES = 12; // maps to choose from
/* What the measures count, in a sentence; those of a new name have that. */
const MEASURES = {
	exit_distance: "steps from the start to the exit", rooms: "rooms", loops: "loops", dead_ends: "dead ends", doors: "doors", tunnels: "tunnels",
	floor: "tiles of floor", corridor: "tiles of corridor", farthest: "steps from the start to the farthest tile", regions: "connected regions",
	unreachable: "tiles out of reach", width: "columns", height: "rows",
};
/* What is shown at once, bytes of text, of which some are painted; of SVG, which is drawn on the page's own thread; pixels. */
const TEXT_MOST = 50000, PAINTED_MOST = 15000, SVG_MOST = 200000, PIXELS_MOST = 16e6;
const SHEET = "<!DOCTYPE html><meta charset='utf-8'><title>dungen</title><style>body{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,"
	+ "minmax(20rem,1fr));font:1rem system-ui}figure{margin:0}img{width:100%}</style>";
const FORMAT_FIRST = "svg", PRESET_FIRST = "level";
const NEAREST = "nearest"; // how rooms are connected by tunnels around others
const PICTURES = {svg: "image/svg+xml", png: "image/png"}; // formats that browsers show

let bytes; // of the module
let table; // rows of the program's options, by name
const fields = {}; // by name: row, element, get() and set(value); null is an option that is not given
let last; // the seed after those of the maps to choose from
let choosing = false; // whether the page shows maps to choose from
let file = null; // the file that a map is read from, if it is: name and bytes

function make(tag, properties = {}, ...children) {
	const element = Object.assign(document.createElement(tag), properties);
	element.append(...children);
	return element;
}

/* A number or range of a measure in words. */
function say(measure, range) {
	const words = MEASURES[measure] ?? measure.replaceAll("_", " "), [low, high = low] = String(range).split("..");
	const number = low === high ? low : !high ? `at least ${low}` : !low ? `at most ${high}` : `${low} to ${high}`;
	return `${number} ${number === "1" ? words.replace(/s\b/, "") : words}`;
}

// The worker.

/*
 * Runs in the worker. The first message has the bytes of the module; each of the others has standard input and a list of
 * runs, which are lists of arguments. It is answered with their results and the milliseconds of the first, or an error.
 */
function serveRuns() {
	let module;
	onmessage = async ({data}) => {
		if (data instanceof Uint8Array) {
			module = WebAssembly.compile(data);
			return;
		}
		try {
			const compiled = await module, begin = performance.now();
			const first = runProgram(compiled, data.runs[0], data.input), time = performance.now() - begin;
			postMessage({time, results: [first, ...data.runs.slice(1).map((words) => runProgram(compiled, words, data.input))]});
		} catch (error) {
			postMessage({error: String(error)});
		}
	};
}

let worker, busy = false;

/* Ends what is under way. */
function stop() {
	worker?.terminate();
	worker = null;
	busy = false;
}

/* Runs the program, in place of what is under way. Resolves to what serveRuns answers, or never if it is stopped. */
function run(runs) {
	if (busy)
		stop();
	if (!worker) {
		const source = [$("host").textContent, serveRuns, "serveRuns();"];
		worker = new Worker(URL.createObjectURL(new Blob(source, {type: "text/javascript"})));
		worker.postMessage(bytes);
	}
	busy = true;
	const own = worker;
	return new Promise((resolve) => {
		own.onmessage = ({data}) => {
			if (own !== worker)
				return;
			busy = false;
			resolve(data);
		};
		own.onerror = (event) => own.onmessage({data: {error: event.message}});
		own.postMessage({runs, input: file?.bytes});
	});
}

// The form.

/* Returns whether an option has a field. A counterpart such as --no-doors has none: it clears the checkbox of --doors. */
function isShown(row) {
	if (row.counterpart_of)
		return false;
	return (row.group === "Map" || row.group === "Random numbers" || row.formats || row.kind === "ranges") && row.name !== "preset" && !row.alias;
}

function makeNumber(row) {
	const input = makeText(row);
	input.get = () => input.element.value.trim() || null;
	input.element.inputMode = "numeric";
	input.element.addEventListener("keydown", (event) => {
		const step = {ArrowUp: 1n, ArrowDown: -1n}[event.key];
		if (!step || !/^\d*$/.test(input.element.value))
			return;
		event.preventDefault();
		const now = input.element.value || input.element.placeholder;
		const next = /^\d+$/.test(now) ? BigInt(now) + step : BigInt(row.lowest);
		if (next >= BigInt(row.lowest) && next <= BigInt(row.highest))
			input.element.value = next;
		changed();
	});
	return input;
}

/* Below 2^32, which every random number generator takes. */
function randomSeed() {
	return String(crypto.getRandomValues(new Uint32Array(1))[0]);
}

/* There is always one, so that the address and the command line name this map. */
function makeSeed(row) {
	const input = makeNumber(row);
	return {
		...input,
		get: () => input.get() ?? input.element.placeholder,
		set: (value) => (input.element.value = input.element.placeholder = value || randomSeed()),
	};
}

function makeText(row) {
	const element = make("input", {id: row.name, placeholder: row.default ?? "", spellcheck: false});
	return {element, get: () => element.value || null, set: (value) => (element.value = value ?? "")};
}

function makeChoice(row) {
	const element = make("select", {id: row.name}, ...row.choices.map(({name}) => make("option", {}, name)));
	return {
		element,
		get: () => (element.disabled || element.value === row.choices[0].name ? null : element.value),
		set: (value) => {
			element.disabled = false;
			element.length = row.choices.length;
			/* One that the program does not know is added, so that its message is seen. */
			if (value && !row.choices.some(({name}) => name === value))
				element.append(make("option", {}, value));
			element.value = value ?? row.choices[0].name;
		},
	};
}

function makeFlag(row) {
	const element = make("input", {id: row.name, type: "checkbox"});
	return {element, get: () => (element.checked ? "" : null), set: (value) => (element.checked = !/^(0|false|no|off|null)$/.test(value))};
}

function makeList(row) {
	const boxes = row.choices.map(({name}) => make("input", {type: "checkbox", value: name}));
	const element = make("div", {id: row.name}, ...boxes.map((box) => make("label", {}, box.value, box)));
	element.setAttribute("role", "group");
	element.setAttribute("aria-labelledby", `${row.name}-label`);
	/* Names that the program does not know are kept until a box is clicked, so that its message is seen. */
	let unknown = [];
	element.addEventListener("input", () => (unknown = []));
	return {
		element,
		get: () => {
			const names = [...boxes.filter((box) => box.checked).map((box) => box.value), ...unknown].join() || "none";
			return names === row.default ? null : names;
		},
		set: (value) => {
			const known = row.choices.map(({name}) => name);
			const names = value === "all" ? known : value === "none" ? [] : (value ?? row.default).split(",");
			unknown = names.filter((name) => !known.includes(name));
			for (const box of boxes)
				box.checked = names.includes(box.value);
		},
	};
}

/* A sentence for each measure that has a condition, beside the buttons. */
function makeRanges(row) {
	const element = $("conditions"), lines = new Map();
	const add = (key, low, high) => {
		lines.get(key)?.line.remove();
		const boxes = [low, high].map((value) => make("input", {value, placeholder: "any", inputMode: "numeric", spellcheck: false}));
		const remove = make("button", {type: "button", ariaLabel: "Remove"}, "×");
		const line = make("div", {className: "condition"}, make("label", {}, "At least ", boxes[0]), make("label", {}, "and at most ", boxes[1]),
			make("span", {}, say(key, "").trim()), remove);
		remove.onclick = () => (line.remove(), lines.delete(key), changed());
		lines.set(key, {line, boxes});
		element.append(line);
		return boxes[0];
	};
	$("measure").append(...row.choices.filter(({name}) => name !== "seed").map(({name}) => make("option", {value: name}, say(name, "").trim())));
	$("measure").onchange = ({target}) => {
		if (!lines.has(target.value))
			add(target.value, "", "").focus();
		target.value = "";
	};
	return {
		element, add,
		get: () => [...lines].map(([key, {boxes}]) => [key, ...boxes.map((box) => box.value.trim())]).filter(([, low, high]) => low || high)
			.map(([key, low, high]) => `${key}=${low === high ? low : `${low}..${high}`}`).join() || null,
		set: (value) => {
			if (value === fields.where.get())
				return;
			element.replaceChildren();
			lines.clear();
			for (const [, key, low, dots, high] of (value ?? "").matchAll(/([^=,]+)=?([^.,]*)(\.*)([^,]*)/g))
				add(key, low, dots ? high : low);
		},
		/* Marks what a message names after the list, or all that is in that. */
		mark: (message) => {
			const [list, why = list] = message.split(/(?<=--where \S+): /), isIn = (text) => ([key]) => text.match(`\\b${key}\\b`);
			const wrong = [why, list].map((text) => [...lines].filter(isIn(text))).find(({length}) => length > 0) ?? [];
			for (const [key, {boxes}] of lines)
				for (const box of boxes)
					box.ariaInvalid = wrong.some(([own]) => own === key) || null;
		},
	};
}

const makers = {ranges: makeRanges, number: makeNumber, text: makeText, path: makeText, choice: makeChoice, flag: makeFlag, list: makeList};

function makeField(row) {
	const field = (row.name === "seed" ? makeSeed : makers[row.kind])(row);
	fields[row.name] = field;
	field.title = row.name[0].toUpperCase() + row.name.slice(1).replaceAll("-", " ");
	if (row.kind === "ranges") {
		field.title = "the conditions";
		field.line = $("where");
		field.wrong = $("where-wrong");
		return "";
	}
	const label = make("label", {htmlFor: row.name, id: `${row.name}-label`}, field.title);
	field.hint = make("div", {className: "hint", id: `${row.name}-hint`}, row.help);
	field.wrong = make("div", {className: "wrong", id: `${row.name}-wrong`});
	field.element.setAttribute("aria-describedby", `${row.name}-hint ${row.name}-wrong`);
	field.line = make("div", {className: "field"}, label, make("div", {className: "value"}, field.element), field.hint,
		field.wrong);
	return field.line;
}

function makeForm(rows) {
	table = Object.fromEntries(rows.map((row) => [row.name, row]));
	for (const group of new Set(rows.filter(isShown).map((row) => row.group)))
		$("form").append(make("fieldset", {}, make("legend", {}, group),
			make("div", {}, ...rows.filter((row) => row.group === group && isShown(row)).map(makeField))));
	for (const {name} of table.format.choices)
		$("formats").append(make("label", {}, make("input", {type: "radio", name: "format", value: name}), name));
	const radios = [...$("formats").querySelectorAll("input")];
	fields.format = {
		get: () => radios.find((radio) => radio.checked).value,
		set: (value) => {
			for (const radio of radios)
				radio.checked = radio.value === (value ?? FORMAT_FIRST);
		},
	};
}

// Options, as the address, the command line and the program have them.

/* Whether an option is of use: one about looks if the format takes it, any other if the map is made. */
function isTaken(row, format) {
	return row.formats ? row.formats.includes(format) : row.name === "format" || !file;
}

/* The options given, in the order of the table, as pairs of name and value. */
function given() {
	const rows = Object.values(table).filter((row) => fields[row.name] && isTaken(row, fields.format.get()));
	const options = rows.map(({name}) => [name, fields[name].get()]).filter(([, value]) => value !== null);
	/* Maps for Tiled have a tile for the exit only; the other marks are kept for other formats. */
	const tiled = table.tileset.formats.includes(fields.format.get());
	return options.map(([name, value]) => [name, tiled && name === "show" ? (value.split(",").includes("exit") ? "exit" : "none") : value]);
}

/* The words by which a map is read from standard input. Its format is that of the file's extension, if there is one. */
function source() {
	if (!file)
		return [];
	const {name} = table.format.choices.find(({extension}) => file.name.toLowerCase().endsWith(`.${extension}`)) ?? {};
	return ["--input", "-", ...(table["input-format"].choices.some((own) => own.name === name) ? ["--input-format", name] : [])];
}

function words(options) {
	return options.flatMap(([name, value]) => (table[name].kind === "flag" ? [`--${name}`] : [`--${name}`, value]));
}

/* Sets a text that wraps between words, not at the dashes of options. */
function setWords(element, text) {
	element.replaceChildren(...(text ? text.split(" ") : []).flatMap((word) => [" ", make("span", {className: "word"}, word)]).slice(1));
}

function quote(word) {
	return /^[\w+./,:@-][\w+=./,:@-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function addressOf(options) {
	return options.map(([name, value]) => name + (value && `=${encodeURIComponent(value)}`)).join("&");
}

function setAddress(text, push) {
	if (location.hash.slice(1) === text)
		return;
	try {
		history[push ? "pushState" : "replaceState"](null, "", `#${text}`);
	} catch {
		/* Safari allows 100 in 30 seconds. */
	}
}

/* Returns the name and the value of a part of the address, such as "width=60" or "doors". */
function splitPart(part) {
	const [, name, value] = part.match(/^([^=]*)=?(.*)$/s);
	try {
		return [name, decodeURIComponent(value)];
	} catch {
		return [name, value];
	}
}

/* Returns the values that a preset gives to options, by name, or null if the program has no such preset. */
function presetValues(presetName) {
	const preset = table.preset.choices.find(({name}) => name === presetName);
	if (!preset)
		return null;
	const words = preset.options.split(/ ?--/).filter(Boolean);
	return Object.fromEntries(words.map((word) => splitPart(word.replace(" ", "="))));
}

/*
 * Sets the form from the address. An option of the address wins over the preset in it, wherever the two stand. Without an
 * address, the form has the preset "level". Returns sentences that name the parts that were ignored, or an empty string.
 */
function readAddress() {
	const values = {}, unknown = [], sentences = [];
	choosing = false;
	file = null;
	const address = location.hash || location.search || `#preset=${PRESET_FIRST}`;
	for (const part of address.slice(1).split("&").filter(Boolean)) {
		const [name, value] = splitPart(part);
		if (name === "choose")
			choosing = true;
		else if (name === "preset" && presetValues(value))
			values.preset = value;
		else if (name === "format" && !table.format.choices.some((choice) => choice.name === value))
			unknown.push(`format=${value}`);
		else if (Object.hasOwn(fields, name))
			values[name] = value;
		else if (Object.hasOwn(table, name) && table[name].counterpart_of)
			values[table[name].counterpart_of] = "no";
		else
			unknown.push(name === "preset" ? `preset=${value}` : name);
	}
	const chosen = {...presetValues(values.preset), ...values};
	for (const [name, field] of Object.entries(fields))
		field.set(chosen[name] ?? null);
	if (unknown.length > 0)
		sentences.push(`The page ignored unknown options in the address: ${unknown.join(", ")}.`);
	if (chosen.tunnels === "around" && (chosen.connect ?? NEAREST) !== NEAREST)
		sentences.push(`The page ignored connect=${chosen.connect} in the address, because tunnels=around connects each room to the nearest one.`);
	return sentences.join(" ");
}

// From the options to the map.

/* The number that an option has, or 0 for a value that the program refuses, so that its message is seen. */
function number(options, name) {
	const value = options.find(([own]) => own === name)?.[1] ?? table[name].default;
	return /^\d+$/.test(value) && BigInt(value) <= BigInt(table[name].highest) ? Number(value) : 0;
}

/* How much work a map is: about as much as this number of tiles, or of attempts to place a room. */
function work(options) {
	if (file)
		return file.bytes.length;
	const [width, height, most, least, side, loops] =
		["width", "height", "max-rooms", "min-rooms", "room-min", "loops"].map((name) => number(options, name));
	const rooms = Math.min(Math.max(most, least), Math.floor(width / (side + 1)) * Math.floor(height / (side + 1)));
	const pairs = fields.tunnels.get() === "around" ? 4 * rooms : rooms ** 2 / 2; // that a loop can join, about
	const pixels = fields.format.get() === "png" ? number(options, "tile-size") ** 2 / 16 : 1;
	return Math.max(width * height * pixels, most, 100 * Math.min(least, rooms), 10 * Math.min(loops, pairs));
}

/* A message of the program in words of the page: why, and pairs of name and value for what would work, if the form has that. */
function explain(message) {
	const name = message.match(/^--([a-z-]+)/)?.[1], titles = (text) => text.replace(/--([a-z-]+)/g, (_, own) => fields[own]?.title ?? own);
	const [, start, end = ""] = message.replace(/^--(find \d+: |where )/, "").match(/^(.*?)(?:; (.*))?$/s);
	const hint = end.replace(/,? or --(find|skip|count)( \d+)?/, ""), pairs = [...hint.matchAll(/--([a-z-]+)(?: ([\w.-]+))?/g)].map(([, ...pair]) => pair);
	const known = pairs.every(([own]) => fields[own]), isRemedy = known && pairs.length > 0 && /^(try|choose|leave)/.test(hint);
	/* A list of names to choose from is a list of the page's; of several conditions, the wrong one is named. */
	const isList = /^choose [\w-]+(,| or) /.test(hint);
	const why = start.replace("standard input", file?.name ?? "").replace(/takes a range.*/, "takes whole numbers")
		.replace(/^(\S+,\S*): (?=takes)/, (_, list) => {
			const [wrong] = list.split(",").filter((part) => !/=(\d+|\d*\.\.\d*)$/.test(part)).map((part) => part.split("=")[0]);
			return `${MEASURES[wrong] ?? wrong}: `;
		})
		.replace(/\b([a-z_]+)=([^\s,:]*)/g, (whole, key, range) => (table.where.choices.some((own) => own.name === key) ? say(key, range) : whole));
	return {name, text: titles(why).replace(/^[a-z]/, (letter) => (file ? letter : letter.toUpperCase())) + (hint && known && !isRemedy && !isList ? `; ${titles(hint)}` : ""), remedy: isRemedy ? pairs : []};
}

/* A button that sets options. */
function makeRemedy(pairs) {
	const words = pairs.map(([name, value]) => `${fields[name].title ?? "Format"} ${value ?? "as it was"}`).join(", ");
	return make("button", {type: "button", onclick: () => {
		for (const [name, value] of pairs)
			fields[name].set(value ?? null);
		changed();
	}}, `Try: ${words}`);
}

/*
 * Shows the messages of the program, and a note, below the map or in its place, and each below its field if it has one.
 * Returns the names of these fields.
 */
function tell(text, note) {
	for (const {wrong, element} of Object.values(fields).filter((field) => field.wrong)) {
		wrong.textContent = "";
		element.removeAttribute("aria-invalid");
	}
	fields.where.mark(text);
	const messages = text.split("\n").filter(Boolean).map((line) => explain(line.replace(/^dungen: /, ""))), named = [];
	for (const message of messages) {
		const field = fields[message.name];
		if (!field?.wrong || field.line.hidden)
			continue;
		setWords(field.wrong, message.text);
		field.element.setAttribute("aria-invalid", "true");
		named.push(field.title);
	}
	const lines = [...messages.map((message) => message.text), note].filter(Boolean);
	setWords($("message"), lines.length === 1 ? lines[0] : "");
	if (lines.length > 1)
		$("message").append(make("ul", {}, ...lines.map((line) => make("li", {}, line))));
	$("message").append(...messages.filter(({remedy}) => remedy.length > 0).map(({remedy}) => makeRemedy(remedy)));
	return named;
}

function link(element, name, blob, text) {
	URL.revokeObjectURL(element.href);
	Object.assign(element, {href: URL.createObjectURL(blob), download: name, textContent: text, hidden: false});
}

function size(length) {
	return length < 1000 ? `${length} bytes` : length < 1e6 ? `${(length / 1e3).toFixed(1)} kB` : `${(length / 1e6).toFixed(1)} MB`;
}

/* The text, with its walls dimmed if it is a map: those begin with a row of wall. */
function paint(text) {
	const [wall] = text;
	if (!text.startsWith(wall.repeat(3)) || text.length > PAINTED_MOST)
		return [text];
	const walls = new RegExp(`(\\u{${wall.codePointAt(0).toString(16)}}+)`, "u");
	return text.split(walls).map((part, i) => (i % 2 === 1 ? make("span", {className: "walls"}, part) : part));
}

/* A picture with a ring around each place that the messages name. */
function makePicture(image, messages, {width, height} = {}) {
	const places = width ? [...messages.matchAll(/\b(\d+),(\d+)\b/g)] : [];
	const rings = places.map(([, x, y]) => make("i", {className: "fault", style: `left:${(100 * x + 50) / width}%;top:${(100 * y + 50) / height}%`}));
	return make("div", {className: "picture"}, image, ...rings);
}

/* What the colors of a picture are. */
function showKey(shown, measures) {
	const marks = (fields.show.get() ?? table.show.default).split(",");
	for (const [name, is] of Object.entries({spawn: marks.includes("spawn"), exit: marks.includes("exit"), doors: measures?.doors !== 0}))
		$("key").querySelector(`.${name}`).hidden = !(shown && is);
}

/* The measures as buttons that make conditions of them. */
function showMeasures(measures) {
	const entries = Object.entries(measures).filter(([name]) => !["seed", "width", "height"].includes(name));
	$("measures").replaceChildren(...entries.map(([name, value]) => make("button", {type: "button", disabled: Boolean(file), title: "Only maps with at least as many",
		onclick: () => (fields.where.add(name, value, "").focus(), changed())}, say(name, value))));
}

function makeTable(measures) {
	const row = ([name, value]) => make("tr", {}, make("th", {}, name === "seed" ? name : say(name, "").trim()), make("td", {}, String(value)));
	return make("table", {}, ...Object.entries(measures).map(row));
}

/* The picture of a map: in `old`, if there is one, so that it stays until the other is drawn. */
function makeImage(out, type, title, old = make("img")) {
	URL.revokeObjectURL(old.src);
	return Object.assign(old, {src: URL.createObjectURL(new Blob([out], {type})), alt: `Map: ${title}`});
}

function makePre(out) {
	const text = new TextDecoder().decode(out.subarray(0, TEXT_MOST)) + (out.length > TEXT_MOST ? "\n…" : "");
	const lines = text.trimEnd().split("\n"), columns = Math.max(...lines.map((line) => line.length));
	const pre = make("pre", {className: columns <= 400 || /^(.)\1\1/u.test(text) ? "grid" : "", tabIndex: 0}, ...paint(text.trimEnd()));
	pre.setAttribute("role", "region");
	pre.setAttribute("aria-label", "Map");
	pre.style.setProperty("--columns", columns);
	pre.style.setProperty("--rows", lines.length <= 100 ? lines.length : 1);
	return pre;
}

function show(element) {
	for (const image of $("view").querySelectorAll("img"))
		if (!element.contains(image))
			URL.revokeObjectURL(image.src);
	const hasFocus = $("view").contains(document.activeElement);
	$("view").replaceChildren(element);
	if (hasFocus)
		$("view").focus();
}

function isText(out) {
	return !out.subarray(0, 1000).some((byte) => byte < 32 && byte !== 10);
}

let timer;

/* Dims what is shown, which is not what the form says, and takes back what was offered for download. */
function setOld(state) {
	$("stage").className = state;
	URL.revokeObjectURL($("download").href);
	$("download").removeAttribute("href");
	$("tiles").hidden = true;
}

/* The work has ended. */
function rest() {
	clearTimeout(timer);
	$("stop").hidden = true;
}

/* Shows why there is no map: what the program said, or a sentence on what cannot be done here. */
function fail(text, note) {
	rest();
	const named = tell(text, note);
	$("note").textContent = named.length > 0 ? `No map: see ${named.join(", ")}` : "No map";
	setOld("old none");
	$("measures").replaceChildren();
	showKey(false);
}

/* Shows after a moment that work is under way, and ends it if it takes too long. */
function watch(maps) {
	const search = fields.where.get() && !file;
	timer = setTimeout(() => {
		$("note").textContent = "Working…";
		$("stop").hidden = false;
		setOld("old");
		timer = setTimeout(() => {
			stop();
			fail("", search ? "No such map was found in a minute; try other conditions." : `It takes too long to make ${maps} in a page. The command below does it.`);
		}, (search ? SEARCH_MOST : SECONDS_MOST) * 1000);
	}, 300);
}

/*
 * Draws a map in the first of some formats that is quick to show, if it is one of `share` maps. Resolves to the result of
 * the run with its type, or to an error.
 */
async function draw(options, share, [format, ...others]) {
	const keep = ([name]) => name !== "format" && (table[name].formats ?? [format]).includes(format);
	const tiles = file?.bytes.length || number(options, "width") * number(options, "height"); // a byte a tile, about
	const side = Math.max(1, Math.min(16, Math.floor(Math.sqrt(PIXELS_MOST / share / tiles))));
	const {error, results: [result] = [], time} =
		await run([[...source(), ...words(options.filter(keep)), "--format", format, ...(format === "png" ? ["--tile-size", String(side)] : [])]]);
	return others.length > 0 && result?.out.length > SVG_MOST / share ? draw(options, share, others)
		: {error, time, type: PICTURES[format], ...result};
}

/* Makes the map and offers it for download. */
async function makeMap(options, name, note) {
	const format = fields.format.get(), summary = table.format.choices.find((choice) => choice.name === format).summary;
	const tiled = table.tileset.formats.includes(format), tileSize = fields["tile-size"].get();
	const runs = [[...source(), ...words(options)]];
	if (tiled)
		runs.push(["--tileset-image", ...(tileSize ? ["--tile-size", tileSize] : [])]);
	/* The first run prints the notes on the file already; --quiet leaves only the faults. */
	if (file && table.check)
		runs.push([...source(), "--check", "--quiet"]);
	runs.push([...source(), ...words(ofMaps(options)), "--format", "stats"]);
	const {time, results, error} = await run(runs);
	if (error)
		return fail("", `The page cannot make this map (${error}). The command below may.`);
	const {status, out, err} = results[0];
	if (status !== 0)
		return fail(err, note);
	let picture = {out, type: PICTURES[format]};
	const isDrawn = format === "svg" ? out.length > SVG_MOST : !picture.type && !isText(out);
	if (isDrawn)
		picture = await draw(options, 1, format === "svg" ? ["png"] : Object.keys(PICTURES));
	if (picture.error)
		return fail("", `The page cannot show this map (${picture.error}).`);
	rest();
	const messages = file && table.check ? err + results.at(-2).err : err, stats = results.at(-1);
	tell(messages, note);
	const title = file?.name ?? `Seed ${fields.seed.get()}`;
	$("stage").className = "";
	$("note").textContent = `${title}, ${file ? "drawn" : "made"} in ${time < 10 ? time.toFixed(1) : time.toFixed(0)} ms`;
	document.title = `dungen: ${title}`;
	$("summary").textContent = isDrawn && format !== "svg" ? `${summary}; the picture above is the same map as ${FORMAT_FIRST}` : summary;
	const old = $("view");
	const measures = stats.status === 0 ? readMeasures(stats) : {};
	show(format === "stats" ? makeTable(measures) : picture.type
		? makePicture(makeImage(picture.out, picture.type, title, old?.querySelector(".picture > img") ?? undefined), messages, measures) : makePre(out));
	showMeasures(measures);
	showKey(picture.type, measures);
	link($("download"), name, new Blob([out]), `Download ${name}, ${size(out.length)}`);
	const image = (fields.tileset.get() ?? table.tileset.default).replace(/.*\//, "");
	$("tiles").hidden = !tiled;
	if (tiled)
		link($("tiles"), image, new Blob([results[1].out]), `Its tiles, ${image}`);
}

function addToSeed(seed, number) {
	return /^\d+$/.test(seed) ? String(BigInt(seed) + BigInt(number)) : seed;
}

/* The options that make the map, and not its looks. */
function ofMaps(options) {
	return options.filter(([name]) => name !== "format" && !table[name].formats);
}

function readMeasures({out}) {
	return JSON.parse(new TextDecoder().decode(out));
}

/* Measures the first map that is wanted, of this seed or one after it. Resolves to the result of the run and the measures. */
async function find(options, seed) {
	const wanted = ofMaps(options).filter(([name]) => name !== "seed");
	const search = fields.where.get() ? ["--find", "1"] : [];
	const {error, results: [result] = []} = await run([[...words([...wanted, ["seed", seed]]), ...search, "--format", "stats"]]);
	return {error, ...result, measures: result?.status === 0 ? readMeasures(result) : {seed}};
}

/* The address that has the bytes in it. */
function dataAddress(blob) {
	const reader = new FileReader();
	reader.readAsDataURL(blob);
	return new Promise((resolve) => (reader.onload = () => resolve(reader.result)));
}

/* Makes maps to choose from, of this seed and those after it, and shows each as soon as it is there, with its measures. */
async function makeChoices(options, note) {
	const list = make("div", {className: "choices"}), begin = performance.now();
	const keys = fields.where.get()?.split(",").map((range) => range.split("=")[0]) ?? ["exit_distance", "loops"], sheet = [];
	let seed = fields.seed.get();
	last = addToSeed(seed, CHOICES);
	for (let i = 0; i < CHOICES; i++) {
		const found = await find(options, seed);
		if (found.status === 2 && i > 0)
			break; // the seed before was the last
		if (found.error || found.status === 2 || (found.status === 3 && fields.where.get()))
			return fail(found.err ?? "", found.error ? `The page cannot make these maps (${found.error}). The command below may.` : note);
		seed = String(found.measures.seed);
		const own = options.map(([name, value]) => [name, name === "seed" ? seed : value]);
		const {error, status, type, out, err} = await draw(own, CHOICES, fields.format.get() === "png" ? ["png"] : Object.keys(PICTURES));
		if (error || status === 2)
			return fail(err ?? "", error ? `The page cannot make these maps (${error}). The command below may.` : note);
		const image = status === 0 ? makeImage(out, type, `Seed ${seed}`) : make("small", {}, err.replace(/^dungen: /, ""));
		image.style.aspectRatio = `${number(own, "width")} / ${number(own, "height")}`;
		const values = keys.filter((key) => key in found.measures && key !== "seed").map((key) => say(key, found.measures[key]));
		list.append(make("a", {href: `#${addressOf(own)}`}, image, make("span", {}, `Seed ${seed}`), make("small", {className: "measures"}, values.join(", "))));
		if (status === 0)
			sheet.push(`<figure><img alt="" src="${await dataAddress(new Blob([out], {type}))}"><figcaption>Seed ${seed}<br>${values.join(", ")}</figcaption></figure>`);
		seed = addToSeed(seed, 1);
		$("stage").className = "";
		if (i > 0)
			continue;
		tell("", note);
		show(list);
		showMeasures({});
		showKey(true);
	}
	rest();
	link($("download"), `maps-${fields.seed.get()}.html`, new Blob([SHEET, ...sheet], {type: "text/html"}), "Download these maps as one sheet");
	last = seed;
	$("note").textContent = `${list.children.length} maps, made in ${(performance.now() - begin).toFixed(0)} ms; click one to open it`;
	document.title = "dungen";
}

/* Shows the fields that the format takes. With tunnels around rooms, these are joined to near ones. */
function arrange(format) {
	for (const [name, field] of Object.entries(fields)) {
		const row = table[name];
		if (field.line)
			field.line.hidden = !isTaken(row, format);
		if (row.choices?.[0].summary && field.hint)
			field.hint.textContent = row.choices.find((own) => own.name === field.element.value)?.summary ?? row.help;
	}
	for (const fieldset of $("form").children)
		fieldset.hidden = !fieldset.querySelector(".field:not([hidden])");
	const {element} = fields.connect, around = fields.tunnels.get() === "around";
	if (around !== element.disabled)
		[element.value, element.dataset.chosen] = around ? [NEAREST, element.value] : [element.dataset.chosen, ""];
	element.disabled = around;
}

/* Makes what the form says. `push` gives it an entry of its own in the history. */
async function update(push, note = "") {
	rest();
	const format = fields.format.get(), choice = table.format.choices.find(({name}) => name === format);
	arrange(format);
	$("summary").textContent = choice.summary;
	$("twelve").textContent = choosing ? "Twelve more" : "Twelve maps";
	if (choosing)
		$("download").hidden = $("tiles").hidden = true;

	const options = given(), seed = fields.seed.get();
	setAddress(addressOf(options) + (choosing ? "&choose" : ""), push);
	const name = `${file?.name.replace(/\.[^.]*$/, "") ?? `map-${choosing ? "%d" : /^\d+$/.test(seed) ? seed : "0"}`}.${choice.extension}`;
	const count = choosing ? [fields.where.get() ? "--find" : "--count", String(CHOICES)] : [];
	const command = ["dungen", ...(file ? ["--input", file.name] : []), ...words(options.filter(([own]) => own !== "format")), ...count, "--output", name];
	setWords($("command"), command.map(quote).join(" "));

	const maps = choosing ? "these maps" : "this map";
	if (work(options) * (choosing ? CHOICES : 1) > WORK_MOST) {
		stop();
		return fail("", `It is too much for a page to make ${maps}. The command below does it.`);
	}
	watch(maps);
	await (choosing ? makeChoices(options, note) : makeMap(options, name, note));
}

let pause;

function changed() {
	clearTimeout(pause);
	pause = setTimeout(() => update(false), 60);
}

async function start() {
	/* Decoding it here would hold up the page. */
	const packed = await fetch(`data:;base64,${$("module").textContent}`);
	const stream = packed.body.pipeThrough(new DecompressionStream("gzip"));
	bytes = new Uint8Array(await new Response(stream).arrayBuffer());
	const {results, error} = await run([["--help=json"]]);
	if (error)
		throw new Error(error);
	const {version, options} = JSON.parse(new TextDecoder().decode(results[0].out));
	makeForm(options);
	$("footer").prepend(`dungen ${version}. `);
	for (const preset of table.preset.choices)
		$("examples").append(make("a", {href: `#preset=${preset.name}`, title: preset.summary}, preset.name));
	const read = () => update(false, readAddress());
	read();
	addEventListener("hashchange", read);
	$("form").addEventListener("input", changed);
	$("formats").addEventListener("input", changed);
	$("form").addEventListener("submit", (event) => event.preventDefault());
	const choose = async (whether, seed) => {
		choosing = whether;
		file = null;
		fields.seed.set(seed);
		if (!whether && fields.where.get()) {
			watch();
			const found = await find(given(), fields.seed.get());
			if (found.error || found.status !== 0)
				return fail(found.err ?? "", found.error ?? "");
			fields.seed.set(String(found.measures.seed));
		}
		update(true);
	};
	$("stop").addEventListener("click", () => (stop(), fail("", "The work was stopped.")));
	$("where").addEventListener("input", changed);
	$("another").addEventListener("click", () => choose(false, null));
	$("twelve").addEventListener("click", () => choose(true, choosing ? last ?? null : null));
	const open = async ([chosen]) => {
		if (!chosen)
			return;
		file = {name: chosen.name, bytes: new Uint8Array(await chosen.arrayBuffer())};
		choosing = false;
		update(true);
	};
	$("file").addEventListener("change", ({target}) => open(target.files).then(() => (target.value = "")));
	addEventListener("dragover", (event) => event.preventDefault());
	addEventListener("drop", (event) => {
		event.preventDefault();
		open(event.dataTransfer.files);
	});
	$("copy").addEventListener("click", async () => {
		getSelection().selectAllChildren($("command"));
		if (await navigator.clipboard?.writeText($("command").textContent).then(() => true, () => false) || document.execCommand("copy"))
			$("copy").textContent = "Copied";
		setTimeout(() => ($("copy").textContent = "Copy"), 1500);
	});
}

start().catch((error) => ($("note").textContent = `This browser cannot run the page: ${error.message}`));
