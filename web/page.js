// SPDX-License-Identifier: MIT
/*
 * The form, the map, and everything that a visitor can do with the map. `make page` puts this
 * script behind host.js, and packs both into page.html, whose own script unpacks and starts them.
 * It removes tabs and comments that start a line, so comments stand in lines of their own.
 */
"use strict";
const $ = (id) => document.getElementById(id);

/*
 * How much work the page does for one update: this number of tiles, or of attempts to place a room.
 * Drawing 16 pixels of a PNG is as much work as one tile. The visitor gets the command line for a
 * larger map.
 */
const WORK_MAX = 4e6;
/* How much work a map can be that is drawn a second time, for paper. */
const PAPER_WORK_MAX = 1e5;
/* Seconds after which the page stops the program, for a map and for a search. */
const MAP_SECONDS_MAX = 10;
const SEARCH_SECONDS_MAX = 60;
/* A search ends after this number of seeds without a map, as the search of the program does. */
const SEARCH_SEEDS_MAX = 1e5;
/* Milliseconds after which a search shows how many seeds it has tried. */
const SEARCH_PAUSE = 400;

/* How much the page shows at once: bytes of text, and bytes of text with dimmed walls. */
const TEXT_MAX = 50000;
const DIMMED_TEXT_MAX = 15000;
/* Bytes of SVG. Browsers draw it in the thread of the page, so PNG replaces a larger drawing. */
const SVG_MAX = 200000;
/* Pixels of a PNG that replaces another format. */
const PIXELS_MAX = 16e6;

/* How many maps the page offers for a choice. */
const CHOICE_COUNT = 12;

/* Descriptions of measures. A measure without a description appears under its own name. */
const MEASURES = {
	exit_distance: "steps from the start to the exit",
	rooms: "rooms",
	loops: "loops",
	dead_ends: "dead ends",
	doors: "doors",
	tunnels: "tunnels",
	floor: "floor tiles",
	corridor: "corridor tiles",
	farthest: "steps from the start to the farthest tile",
	regions: "connected regions",
	unreachable: "unreachable tiles",
	width: "columns",
	height: "rows",
	spawn_x: "column of the start",
	spawn_y: "row of the start",
	exit_x: "column of the exit",
	exit_y: "row of the exit",
	spaces: "rooms without wings",
	locks: "locks",
	secrets: "secret rooms",
	walk: "steps from the start to each key and to the exit",
};
/* Measures that are fields of the form, and measures that are the same for all generated maps. */
const FORM_MEASURES = ["seed", "width", "height"];
const GENERATED_MEASURES = ["regions", "unreachable"];

/* The start of a page with several maps, which a visitor can download. */
const SHEET_HEAD = "<!DOCTYPE html><meta charset='utf-8'><title>dungen</title>"
	+ "<style>body{display:grid;gap:1rem;"
	+ "grid-template-columns:repeat(auto-fill,minmax(20rem,1fr));font:1rem system-ui}"
	+ "figure{margin:0}img{width:100%}</style>";

/* The format if the address does not name one, and the theme on paper instead of the dark one. */
const DEFAULT_FORMAT = "svg";
const PAPER_THEME = "hatch";

/*
 * What people make. Each kind is a preset with some options. The first one appears if the address
 * is empty.
 */
const KINDS = [
	{
		title: "Level",
		hint: "with locks and keys",
		preset: "quest",
		options: "show=spawn,exit,locks,secrets",
	},
	{title: "Dungeon", hint: "a hall, many loops", preset: "keep", options: ""},
	{
		title: "Tabletop",
		hint: "to print, with a key",
		preset: "quest",
		theme: "hatch",
		options: "width=64&height=36&theme=hatch&show=all",
	},
	{title: "Tutorial", hint: "as in the tutorials", preset: "tutorial", options: ""},
];

/* The sliders. Each one sets the option `name`, and Size also sets the height. */
const SLIDERS = [
	{title: "Size", name: "width", least: 32, most: 160, step: 16},
	{title: "Density", name: "fill", least: 0, most: 40, step: 1, unit: " %"},
	{title: "Loops", name: "loop-percent", least: 0, most: 100, step: 4, unit: " %"},
	{title: "Locks", name: "locks", least: 0, most: 8, step: 1},
];

/*
 * The files that the page offers, in cards. An item is a format, or a format with its own value of
 * --show and a `part` in the names of its files. If the map is read from a file, `fileTheme` is the
 * default of --theme. The last two cards get the formats that no other
 * card has: those of the group "data", and all others.
 */
const CARDS = [
	{
		title: "Game",
		items: [
			{title: "JSON", format: "json"},
			{title: "Tiled", format: "tmj"},
			{title: "Picture", format: "svg"},
		],
	},
	{
		title: "Tabletop",
		items: [
			{
				title: "Players’ picture",
				format: "svg",
				show: "none",
				part: "players",
				fileTheme: PAPER_THEME,
			},
			{
				title: "Master’s picture",
				format: "svg",
				show: "all",
				part: "master",
				fileTheme: PAPER_THEME,
			},
			{title: "Room key", format: "rooms", part: "key"},
			{title: "Virtual tabletop", format: "uvtt", fileTheme: PAPER_THEME},
		],
	},
	{title: "Data", items: [], group: "data"},
	{title: "Other formats", items: []},
];

/* The marks in the legend. */
const LEGEND = {
	spawn: "Start",
	exit: "Exit",
	doors: "Door",
	locks: "Locked door",
	keys: "Its key",
	secrets: "Secret door",
	route: "Way to the exit",
};
/* A map with all of these marks. The legend shows parts of its picture. */
const LEGEND_MAP = ["--preset", "quest", "--seed", "7", "--width", "32", "--height", "18"];
/* Pixels of a tile of the map in full size. */
const FULL_TILE = 24;

/* The only value of --connect that works with --tunnels around. */
const NEAREST = "nearest";
/* Media types of the formats that browsers can show. */
const PICTURES = {svg: "image/svg+xml", png: "image/png"};

/* The bytes of the module. */
let moduleBytes;
/* The rows of the program's options, by name. */
let table;
/*
 * The fields of the form, by the name of their option. get() returns the value of the option as
 * text, or null for its default, and set(value) does the reverse. `element` is the control, and
 * `line` is the part of the form around it.
 */
const fields = {};
/* All items of CARDS, and the one that the page shows. */
let items;
let shown;
/* The preset that the options of the form change, or null. */
let preset = null;
/* Whether the page shows several maps for a choice. */
let isChoosing = false;
/* The seed after the maps for a choice. */
let nextSeed;
/* The name and the bytes of the file that a visitor has opened, or null. */
let file = null;

function setText(id, text) {
	$(id).textContent = text;
}

function make(tag, properties = {}, ...children) {
	const element = Object.assign(document.createElement(tag), properties);
	element.append(...children);
	return element;
}

/* Returns the row of this name: of the options, or of the choices of an option. */
function findRow(rows, name) {
	return rows.find((row) => row.name === name);
}

/* Returns whether a measure is the column or the row of a mark. */
function isPlace(measure) {
	return /_[xy]$/.test(measure);
}

function describeMeasure(measure) {
	return MEASURES[measure] ?? measure.replaceAll("_", " ");
}

function describeRange(range) {
	const [low, high = low] = range.split("..");
	if (low === high)
		return low;
	if (!high)
		return `at least ${low}`;
	if (!low)
		return `at most ${high}`;
	return `${low} to ${high}`;
}

/*
 * Describes a value or a range of a measure: "9 rooms", or "at least 2 loops" for the range "2..".
 */
function describeValue(measure, value) {
	const range = describeRange(String(value));
	const description = describeMeasure(measure);
	if (isPlace(measure))
		return `${range} as ${description}`;
	return `${range} ${range === "1" ? description.replace(/s\b/, "") : description}`;
}

/* Parses the first line that a run of the program printed, as JSON. */
function parseOutput({out}) {
	const [line] = new TextDecoder().decode(out).split("\n");
	return JSON.parse(line);
}

/* The worker. */

/*
 * Answers messages in the worker. The first message is the bytes of the module. Each later message
 * has standard input and a list of runs, and a run is a list of arguments. The answer has the
 * results of all runs and the milliseconds of the first run, or an error.
 */
function serveRuns() {
	let module;
	onmessage = async ({data}) => {
		if (data instanceof Uint8Array) {
			module = WebAssembly.compile(data);
			return;
		}
		try {
			const compiled = await module;
			const runWords = (words) => runProgram(compiled, words, data.input);
			const [firstWords, ...otherWords] = data.runs;
			const begin = performance.now();
			const firstResult = runWords(firstWords);
			const time = performance.now() - begin;
			postMessage({time, results: [firstResult, ...otherWords.map(runWords)]});
		} catch (error) {
			postMessage({error: String(error)});
		}
	};
}

let worker = null;
let isRunning = false;

function startWorker() {
	const source = ['"use strict";', runProgram, serveRuns, "serveRuns();"];
	const script = new Blob(source, {type: "text/javascript"});
	worker = new Worker(URL.createObjectURL(script));
	worker.postMessage(moduleBytes);
}

function stopWorker() {
	worker?.terminate();
	worker = null;
	isRunning = false;
}

/* Returns the objects of the messages that a run has printed. */
function parseMessages(err) {
	return err.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

/*
 * Runs the program. Stops earlier runs that have not ended. Resolves to the answer of serveRuns, or
 * never if a later call stops these runs.
 */
function run(runs) {
	if (isRunning)
		stopWorker();
	if (!worker)
		startWorker();
	isRunning = true;
	const ownWorker = worker;
	return new Promise((resolve) => {
		const finish = (answer) => {
			if (ownWorker !== worker)
				return;
			isRunning = false;
			const results = answer.results?.map((result) =>
				({...result, messages: parseMessages(result.err)}));
			resolve({...answer, results});
		};
		ownWorker.onmessage = ({data}) => finish(data);
		ownWorker.onerror = (event) => finish({error: event.message});
		const runsWithMessages = runs.map((words) => ["--messages", "json", ...words]);
		ownWorker.postMessage({runs: runsWithMessages, input: file?.bytes});
	});
}

/* Fields, one function for each kind of option. */

function makeText(row) {
	const properties = {id: row.name, placeholder: row.default ?? "", spellcheck: false};
	const element = make("input", properties);
	return {
		element,
		get: () => element.value || null,
		set: (value) => (element.value = value ?? ""),
	};
}

/* Adds 1 or -1 to the number in a box, unless the result is out of bounds. */
function stepNumber(element, row, step) {
	const lowest = BigInt(row.lowest);
	const text = element.value || element.placeholder;
	const number = /^\d+$/.test(text) ? BigInt(text) + step : lowest;
	if (number >= lowest && number <= BigInt(row.highest))
		element.value = number;
}

function makeNumber(row) {
	const field = makeText(row);
	const {element} = field;
	field.get = () => element.value.trim() || null;
	element.inputMode = row.ranges ? "text" : "numeric";
	element.addEventListener("keydown", (event) => {
		const step = {ArrowUp: 1n, ArrowDown: -1n}[event.key];
		if (!step || !/^\d*$/.test(element.value))
			return;
		event.preventDefault();
		stepNumber(element, row, step);
		changed();
	});
	return field;
}

/* Returns a number below 2^32, because every random number generator accepts such a seed. */
function randomSeed() {
	return String(crypto.getRandomValues(new Uint32Array(1))[0]);
}

/*
 * The field always has a seed, so that the address and the command line name the map that the page
 * shows.
 */
function makeSeed(row) {
	const field = makeNumber(row);
	const {element} = field;
	return {
		...field,
		get: () => field.get() ?? element.placeholder,
		set: (value) => (element.value = element.placeholder = value || randomSeed()),
	};
}

function makeChoice({name, choices}) {
	const names = choices.map((choice) => choice.name);
	const items = names.map((text) => make("option", {}, text));
	const element = make("select", {id: name}, ...items);
	return {
		element,
		get: () => (element.disabled || element.value === names[0] ? null : element.value),
		set: (value) => {
			element.disabled = false;
			element.length = names.length;
			/*
			 * The visitor sees the program's message about an unknown name, so the
			 * field accepts it.
			 */
			if (value && !names.includes(value))
				element.append(make("option", {}, value));
			element.value = value ?? names[0];
		},
	};
}

function makeFlag(row) {
	const element = make("input", {id: row.name, type: "checkbox"});
	return {
		element,
		get: () => (element.checked ? "" : null),
		set: (value) => (element.checked = !/^(0|false|no|off|null)$/.test(value)),
	};
}

/* Returns the names in the value of an option that is a list. */
function splitList(row, value) {
	if (value === "all")
		return row.choices.map(({name}) => name);
	return value === "none" ? [] : (value ?? row.default).split(",");
}

/* Unlike other fields, a list returns its default as text, because formats differ in it. */
function makeList(row) {
	const knownNames = row.choices.map(({name}) => name);
	const boxes = knownNames.map((value) => make("input", {type: "checkbox", value}));
	const labels = boxes.map((box) => make("label", {}, box.value, box));
	const element = make("div", {id: row.name}, ...labels);
	element.setAttribute("role", "group");
	element.setAttribute("aria-labelledby", `${row.name}-label`);
	/*
	 * The visitor sees the program's message about unknown names, so they stay until a click on
	 * a box.
	 */
	let unknownNames = [];
	element.addEventListener("input", () => (unknownNames = []));
	return {
		element,
		get: () => {
			const checkedBoxes = boxes.filter((box) => box.checked);
			const names = [...checkedBoxes.map((box) => box.value), ...unknownNames];
			if (names.length === boxes.length && unknownNames.length === 0)
				return "all";
			return names.join() || "none";
		},
		set: (value) => {
			const names = splitList(row, value);
			unknownNames = names.filter((name) => !knownNames.includes(name));
			for (const box of boxes)
				box.checked = names.includes(box.value);
		},
	};
}

/* Conditions on measures, each in a line of its own. */

/* By measure: the line, and the two boxes in it, for the least and the greatest value. */
const conditions = new Map();

function makeConditionBox(value) {
	const properties = {value, placeholder: "any", inputMode: "numeric", spellcheck: false};
	return make("input", properties);
}

/*
 * Adds a condition, or replaces the condition on the same measure. Returns the box for the least
 * value.
 */
function addCondition(measure, low, high) {
	conditions.get(measure)?.line.remove();
	const boxes = [low, high].map(makeConditionBox);
	const remove = make("button", {type: "button", ariaLabel: "Remove"}, "×");
	const line = make("div", {className: "condition"},
		make("label", {}, "At least ", boxes[0]),
		make("label", {}, "and at most ", boxes[1]),
		make("span", {}, describeMeasure(measure)),
		remove);
	remove.onclick = () => {
		line.remove();
		conditions.delete(measure);
		changed();
	};
	conditions.set(measure, {line, boxes});
	$("conditions").append(line);
	return boxes[0];
}

/* Returns the conditions as a value of --where, or null. */
function conditionsText() {
	const parts = [];
	for (const [measure, {boxes}] of conditions) {
		const [low, high] = boxes.map((box) => box.value.trim());
		const range = low === high ? low : `${low}..${high}`;
		if (range)
			parts.push(`${measure}=${range}`);
	}
	return parts.join() || null;
}

function setConditions(text) {
	if (text === conditionsText())
		return;
	$("conditions").replaceChildren();
	conditions.clear();
	for (const part of (text ?? "").matchAll(/([^=,]+)=?([^.,]*)(\.*)([^,]*)/g)) {
		const [, measure, low, dots, high] = part;
		addCondition(measure, low, dots ? high : low);
	}
}

/*
 * Marks the wrong conditions: those that the problem names or, if it names no condition of the
 * form, all conditions in the value.
 */
function markConditions(messages) {
	const measures = [...conditions.keys()];
	const namedIn = (text) => measures.filter((measure) => text.match(`\\b${measure}\\b`));
	const wrong = messages.flatMap(({option, value = "", problem = ""}) => {
		if (option !== "where" && option !== "find")
			return [];
		const named = namedIn(problem);
		return named.length > 0 ? named : namedIn(value);
	});
	for (const [measure, {boxes}] of conditions)
		for (const box of boxes)
			box.ariaInvalid = wrong.includes(measure) || null;
}

function makeRanges(row) {
	const names = row.choices.map(({name}) => name).filter((name) => name !== "seed");
	const items = names.map((value) => make("option", {value}, describeMeasure(value)));
	$("measure").append(...items);
	$("measure").onchange = ({target}) => {
		if (!conditions.has(target.value))
			addCondition(target.value, "", "").focus();
		target.value = "";
	};
	return {element: $("conditions"), get: conditionsText, set: setConditions};
}

/* The form. */

const makers = {
	ranges: makeRanges,
	number: makeNumber,
	text: makeText,
	path: makeText,
	choice: makeChoice,
	flag: makeFlag,
	list: makeList,
};

/*
 * Returns whether an option has a field. --no-doors has none, because it clears the checkbox of
 * --doors.
 */
function hasField(row) {
	if (row.counterpart_of || row.name === "preset")
		return false;
	const isOfMap = ["Map", "Random numbers", "Tuning"].includes(row.group);
	return isOfMap || row.formats || row.kind === "ranges";
}

/* Makes the field of an option. Returns the element to insert into the form. */
function makeField(row) {
	const {name, kind} = row;
	const field = name === "seed" ? makeSeed(row) : makers[kind](row);
	fields[name] = field;
	if (name === "seed") {
		field.title = "Seed";
		field.line = $("seed-line");
		field.problem = make("div", {className: "wrong", id: "seed-wrong"});
		field.element.title = row.help;
		field.element.setAttribute("aria-describedby", "seed-wrong");
		field.line.append(make("label", {}, field.title, field.element), field.problem);
		return "";
	}
	if (kind === "ranges") {
		field.title = "the conditions";
		field.line = $("where");
		field.problem = $("where-wrong");
		return "";
	}
	field.title = name[0].toUpperCase() + name.slice(1).replaceAll("-", " ");
	field.hint = make("div", {className: "hint", id: `${name}-hint`}, row.help);
	field.problem = make("div", {className: "wrong", id: `${name}-wrong`});
	field.element.setAttribute("aria-describedby", `${name}-hint ${name}-wrong`);
	field.line = make("div", {className: "field"},
		make("label", {htmlFor: name, id: `${name}-label`}, field.title),
		make("div", {className: "value"}, field.element),
		field.hint,
		field.problem);
	return field.line;
}

/* Returns the item of a format, with its own value of --show if there is one. */
function findItem(format, show) {
	const ofFormat = items.filter((item) => item.format === format);
	return ofFormat.find((item) => item.show && item.show === show)
		?? ofFormat.find((item) => !item.show) ?? ofFormat[0];
}

/* Makes the line of an item: its name, which shows it, and a button, which downloads it. */
function makeItem(item) {
	const {title, format, show, part} = item;
	const {summary, extensions} = formatOf(item);
	const properties = {type: "radio", name: "item", value: show ? `${format}-${part}` : format};
	item.radio = make("input", properties);
	const hint = extensions[0] === title ? summary : extensions[0];
	const label = make("label", {title: summary},
		item.radio, title, make("span", {className: "hint"}, hint));
	const makeButton = (text, ariaLabel, onclick) =>
		make("button", {type: "button", ariaLabel, onclick}, text);
	const line = make("div", {className: "item"}, label);
	if (table.tileset.formats.includes(format))
		line.append(makeButton("Tiles", `Download tiles for ${title}`, takeTiles));
	line.append(makeButton("Download", `Download ${title}`, () => take(item)));
	return line;
}

function makeCards() {
	const isFree = (row) => !CARDS.some((card) =>
		card.items.some((item) => item.format === row.name && !item.show));
	for (const {title, items: cardItems, group} of CARDS) {
		const isOther = cardItems.length === 0;
		if (isOther) {
			const rows = table.format.choices.filter((row) =>
				isFree(row) && (!group || row.group === group));
			cardItems.push(...rows.map(({name}) => ({title: name, format: name})));
		}
		const lines = cardItems.map(makeItem);
		$("take").append(isOther
			? make("details", {className: "card"}, make("summary", {}, title), ...lines)
			: make("div", {className: "card"}, make("h3", {}, title), ...lines));
	}
	items = CARDS.flatMap((card) => card.items);
	fields.format = {
		get: () => shown.format,
		set: (value) => (shown = findItem(value ?? DEFAULT_FORMAT)),
	};
	$("take").addEventListener("change", ({target}) => {
		shown = items.find(({radio}) => radio === target);
		changed();
	});
}

/* Returns the address of a kind of map, with the seed and the format of the form. */
function addressOfKind(kind) {
	const format = shown && shown.format !== DEFAULT_FORMAT ? `format=${shown.format}` : "";
	const seed = shown && `seed=${encodeURIComponent(fields.seed.get())}`;
	return [`preset=${kind.preset}`, kind.options, seed, format].filter(Boolean).join("&");
}

function makeKinds() {
	for (const kind of KINDS) {
		const onchange = () => (location.hash = addressOfKind(kind));
		kind.radio = make("input", {type: "radio", name: "kind", value: kind.title, onchange});
		const hint = make("span", {className: "hint"}, kind.hint);
		$("kinds").append(make("label", {}, kind.radio, kind.title, hint));
	}
}

function makeSliders() {
	for (const slider of SLIDERS) {
		const {title, name, least, most, step} = slider;
		slider.output = make("output");
		slider.input = make("input",
			{type: "range", id: `${name}-slider`, min: least, max: most, step});
		slider.input.oninput = ({target}) => {
			fields[name].set(target.value);
			if (name === "width")
				fields.height.set(String(target.value / 16 * 9));
			/* Only doors can be locked. */
			if (name === "locks" && target.value > 0)
				fields.doors.set("");
			showSliders();
			changed();
		};
		$("sliders").append(make("label", {}, title, slider.input, slider.output));
	}
}

/* Moves the sliders to the values of their fields. A slider stands in the middle of a range. */
function showSliders() {
	for (const {name, input, output, unit = ""} of SLIDERS) {
		const value = fields[name].get() ?? table[name].default;
		const [low, high = low] = value.split("..").map(Number);
		input.value = (low + high) / 2;
		const height = fields.height.get() ?? table.height.default;
		output.textContent = name === "width" ? `${value} × ${height}`
			: describeRange(value) + unit;
		input.setAttribute("aria-valuetext", output.textContent);
	}
}

function makeForm(rows) {
	table = Object.fromEntries(rows.map((row) => [row.name, row]));
	const formRows = rows.filter(hasField);
	for (const group of new Set(formRows.map((row) => row.group))) {
		const groupFields = formRows.filter((row) => row.group === group).map(makeField);
		const legend = make("legend", {}, group);
		$("options").append(make("fieldset", {}, legend, make("div", {}, ...groupFields)));
	}
	makeKinds();
	makeSliders();
	makeCards();
}

/* Options, as pairs of name and value. */

/*
 * Returns whether an option applies: to the look of an item, or to a map that the program
 * generates.
 */
function applies(row, item) {
	if (row.formats)
		return row.formats.includes(item.format);
	return row.name === "format" || !file;
}

/* Returns the row of an item's format, with its summary and its extensions. */
function formatOf(item) {
	return findRow(table.format.choices, item.format);
}

/* Whether the visitor has chosen the theme, which can be the default. */
let isThemeChosen = false;

/* The other value of --show, see chooseShow, and whether the field has the value on request. */
let otherShow = "none";
let isShowOnRequest = false;

/*
 * --show has two values in the form: one for formats that show marks by default, and one for
 * formats that show them only on request. Changes the field to the value for the chosen format.
 */
function chooseShow() {
	const {shows = [], shows_on_request: isOnRequest = false} = formatOf(shown);
	if (isOnRequest !== isShowOnRequest) {
		const value = fields.show.get();
		fields.show.set(otherShow);
		otherShow = value;
		isShowOnRequest = isOnRequest;
	}
	for (const box of fields.show.element.querySelectorAll("input"))
		box.parentElement.hidden = !shows.includes(box.value);
}

/*
 * Returns a value of --show without the marks that an item cannot show. The form keeps them for
 * other formats. Unknown names stay, so that the program reports them.
 */
function shownMarks(item, value) {
	const {shows} = formatOf(item);
	const isKept = (mark) => shows.includes(mark) || !findRow(table.show.choices, mark);
	return value.split(",").filter(isKept).join() || "none";
}

/* Returns the value of --show for an item. */
function showOf(item) {
	const isOnRequest = formatOf(item).shows_on_request ?? false;
	const value = isOnRequest === isShowOnRequest ? fields.show.get() : otherShow;
	return item.show ?? value;
}

/* Returns the value of --show for a picture that replaces the shown format. */
function pictureShow() {
	const value = showOf(shown);
	return isShowOnRequest && value === "none" ? otherShow : value;
}

/* Returns --show as an option if the program would show something else without it. */
function givenShow(item, presetShow = table.show.default) {
	if (item.show)
		return [["show", item.show]];
	const value = shownMarks(item, showOf(item));
	const isOnRequest = formatOf(item).shows_on_request;
	const isDefault = value === (isOnRequest ? "none" : shownMarks(item, presetShow));
	return isDefault ? [] : [["show", value]];
}

/* Returns the option that sets a row to its default, although a preset sets it to another value. */
function defaultOption({name, kind, lowest, default: value}) {
	if (kind === "flag")
		return [Object.values(table).find((row) => row.counterpart_of === name).name, ""];
	return [name, kind === "number" && !/^\d/.test(value) ? lowest : value];
}

/*
 * Returns the preset, and the options that differ from it or from their default, in the order of
 * the table.
 */
function givenOptions(item = shown) {
	const usesPreset = preset && !file;
	const ofPreset = usesPreset ? presetValues(preset) : {};
	const options = usesPreset ? [["preset", preset]] : [];
	for (const row of Object.values(table)) {
		const {name} = row;
		const field = fields[name];
		if (!field || !applies(row, item))
			continue;
		let value = name === "format" ? item.format : field.get();
		/* Nobody can choose a kind of map for a file, and so its look. */
		if (name === "theme" && file && !isThemeChosen)
			value ??= item.fileTheme ?? null;
		if (name === "show")
			options.push(...givenShow(item, ofPreset.show));
		else if (value !== (ofPreset[name] ?? null))
			options.push(value === null ? defaultOption(row) : [name, value]);
	}
	return options;
}

/* Removes the options that only change how a map looks. */
function mapOptions(options) {
	return options.filter(([name]) => name !== "format" && !table[name].formats);
}

function optionWords(options) {
	return options.flatMap(([name, value]) => {
		const isFlag = table[name].kind === "flag";
		return isFlag ? [`--${name}`] : [`--${name}`, value];
	});
}

/* Returns the words that read the file, which is on standard input. */
function inputWords() {
	return file ? ["-"] : [];
}

function quoteWord(word) {
	if (/^[\w+./,:@-][\w+=./,:@-]*$/.test(word))
		return word;
	return `'${word.replaceAll("'", "'\\''")}'`;
}

/* Sets a text that can wrap between words, but not after the dashes of an option. */
function setWords(element, text) {
	const words = text ? text.split(" ") : [];
	const parts = words.flatMap((word) => [" ", make("span", {className: "word"}, word)]);
	element.replaceChildren(...parts.slice(1));
}

/* The address. */

function addressOf(options) {
	const parts = options.map(([name, value]) =>
		value ? `${name}=${encodeURIComponent(value).replaceAll("%2C", ",")}` : name);
	return parts.join("&");
}

function setAddress(text, isNewEntry) {
	if (location.hash.slice(1) === text)
		return;
	try {
		history[isNewEntry ? "pushState" : "replaceState"](null, "", `#${text}`);
	} catch {
		/* Safari throws an error after 100 changes in 30 seconds. */
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

/*
 * Returns the values that a preset gives to options, by name, or null if the program has no such
 * preset.
 */
function presetValues(presetName) {
	const preset = findRow(table.preset.choices, presetName);
	if (!preset)
		return null;
	const words = preset.options.split(/ ?--/).filter(Boolean);
	return Object.fromEntries(words.map((word) => splitPart(word.replace(" ", "="))));
}

/*
 * Splits the address into the values of options, by name, and the parts that the page does not
 * know.
 */
function parseAddress() {
	const address = location.hash || location.search || `#${addressOfKind(KINDS[0])}`;
	const parts = address.slice(1).split("&").filter(Boolean).map(splitPart);
	const isFormat = (value) => findRow(table.format.choices, value);
	const values = {};
	const unknown = [];
	for (const [name, value] of parts) {
		if (name === "choose")
			continue;
		if (name === "preset" && presetValues(value))
			values.preset = value;
		else if (name === "preset" || (name === "format" && !isFormat(value)))
			unknown.push(`${name}=${value}`);
		else if (Object.hasOwn(fields, name))
			values[name] = value;
		else if (Object.hasOwn(table, name) && table[name].counterpart_of)
			values[table[name].counterpart_of] = "no";
		else
			unknown.push(name);
	}
	return {values, unknown, hasChoose: parts.some(([name]) => name === "choose")};
}

/*
 * Sets the form from the address. An option of the address wins over the preset in it, wherever the
 * two stand. Without an address, the form has the first kind of map. Returns sentences that name
 * the parts that were ignored, or an empty string.
 */
function readAddress() {
	const {values, unknown, hasChoose} = parseAddress();
	isChoosing = hasChoose;
	file = null;
	preset = values.preset ?? null;
	shown = findItem(values.format ?? DEFAULT_FORMAT, values.show);
	/* The value of --show that an item has is not for other items. */
	if (shown.show)
		delete values.show;
	const chosen = {...presetValues(values.preset), ...values};
	for (const [name, field] of Object.entries(fields))
		if (name !== "format")
			field.set(chosen[name] ?? null);
	$("more").open ||= conditions.size > 0;
	/* Formats that show marks only on request ignore the marks of a preset. */
	otherShow = "none";
	isShowOnRequest = false;
	chooseShow();
	if (isShowOnRequest && values.show)
		fields.show.set(values.show);
	const {tunnels, connect = NEAREST} = chosen;
	const sentences = [];
	if (unknown.length > 0) {
		const list = unknown.join(", ");
		sentences.push(`This link uses options that the page does not support: ${list}.`);
	}
	if (tunnels === "around" && connect !== NEAREST)
		sentences.push(`The page ignores connect=${connect} in this link,`
			+ " because tunnels=around always connects each room to the nearest one.");
	return sentences.join(" ");
}

/* The work that a map needs. */

/*
 * Returns the value of a field as a number. Returns 0 for a wrong value, so that the program runs
 * and its message appears.
 */
function numberOf(name) {
	const value = fields[name].get() ?? table[name].default;
	if (!/^\d+$/.test(value) || BigInt(value) > BigInt(table[name].highest))
		return 0;
	return Number(value);
}

/* Estimates the work for an item, in the unit of WORK_MAX. */
function workOf(item) {
	if (file)
		return file.bytes.length;
	const tiles = numberOf("width") * numberOf("height");
	const side = numberOf("room-min") + 1;
	const roomSpaces = Math.floor(numberOf("width") / side) * Math.floor(numberOf("height") / side);
	const attempts = numberOf("max-rooms");
	const roomsMin = numberOf("min-rooms");
	const rooms = Math.min(Math.max(attempts, roomsMin), roomSpaces);
	/* About the number of pairs of rooms that a loop can connect. */
	const pairs = fields.tunnels.get() === "around" ? 4 * rooms : rooms ** 2 / 2;
	const pixels = item.format === "png" ? numberOf("tile-size") ** 2 / 16 : 1;
	const loops = Math.min(numberOf("loops"), pairs);
	return Math.max(tiles * pixels, attempts, 100 * Math.min(roomsMin, rooms), 10 * loops);
}

/* Messages of the program, in words of the page. */

/* The exit statuses for a wrong command line, and if no map meets the conditions. */
const STATUS_USAGE = 2;
const STATUS_IMPOSSIBLE = 3;

/* Replaces options by the titles of their fields. */
function useTitles(text) {
	return text.replace(/--([a-z-]+)/g, (_, name) => fields[name]?.title ?? name);
}

/* Describes the first condition of --where that is not a range, or returns undefined. */
function wrongCondition(value) {
	const isWrong = (part) => !/=(\d+|\d*\.\.\d*)$/.test(part);
	const [measure] = value.split(",").filter(isWrong).map((part) => part.split("=")[0]);
	return MEASURES[measure] ?? measure;
}

/* Replaces conditions such as "loops=2.." by their descriptions. */
function useDescriptions(text) {
	const isMeasure = (name) => findRow(table.where.choices, name);
	return text.replace(/\b([a-z_]+)=([^\s,:]*)/g, (condition, measure, range) =>
		isMeasure(measure) ? describeValue(measure, range) : condition);
}

function capitalize(sentence) {
	return sentence.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}

/* Returns what is wrong with the value of --where. */
function explainConditions({value, problem}) {
	const condition = wrongCondition(value);
	if (condition)
		return `${condition}: must contain whole numbers`;
	return `${useDescriptions(value)}: ${problem}`;
}

/* Returns what is wrong, and where. */
function explainProblem(message) {
	const {option, value, status, text, problem} = message;
	if (option === "where" && status === STATUS_USAGE)
		return capitalize(explainConditions(message));
	/* No map meets the conditions. */
	if (option === "where" || option === "find") {
		const subject = problem.startsWith("does not") ? "this map " : "";
		return capitalize(subject + useDescriptions(problem));
	}
	if (!option)
		return useTitles(text.replace("standard input", file?.name ?? ""));
	const title = fields[option]?.title ?? option;
	const place = value === undefined ? title : `${title} ${value}`;
	return `${place}: ${useTitles(problem)}`;
}

/*
 * Returns a message as text for the visitor, with the name of the option that it is about. `remedy`
 * is the options that would work, as pairs of name and value. It is empty if the form cannot set
 * them.
 */
function explain(message) {
	const {option: name, fix = "", try: suggestions = []} = message;
	const text = explainProblem(message);
	const remedy = suggestions.map(({option, value}) => [option, value]);
	if (remedy.length > 0 && remedy.every(([option]) => fields[option]))
		return {name, text, remedy};
	/* The text of a message without an option contains the fix. */
	const isInText = !name;
	const isForTheForm = [...fix.matchAll(/--([a-z-]+)/g)].every(([, option]) => fields[option]);
	/* The page already shows the names that the program lists. */
	const listsNames = table[name]?.choices;
	if (!fix || isInText || !isForTheForm || listsNames)
		return {name, text, remedy: []};
	return {name, text: `${text}; ${useTitles(fix)}`, remedy: []};
}

/* Makes a button that sets options. */
function makeRemedy(pairs) {
	const settings = pairs.map(([name, value]) => {
		const title = fields[name].title ?? "Format";
		return `${title} ${value}`;
	});
	const onclick = () => {
		for (const [name, value] of pairs)
			fields[name].set(value);
		changed();
	};
	return make("button", {type: "button", onclick}, `Try: ${settings.join(", ")}`);
}

/* Shows each message below the field of its option. Returns the titles of these fields. */
function markFields(explanations) {
	const titles = [];
	for (const {problem, element} of Object.values(fields).filter((field) => field.problem)) {
		problem.textContent = "";
		element.removeAttribute("aria-invalid");
	}
	for (const {name, text} of explanations) {
		const field = fields[name];
		if (!field?.problem || field.line.hidden)
			continue;
		setWords(field.problem, text);
		field.element.setAttribute("aria-invalid", "true");
		titles.push(field.title);
	}
	return titles;
}

/*
 * Shows messages of the program, and a note of the page, at the map and at the fields that they are
 * about. Returns the titles of these fields.
 */
function showMessages(messages, note) {
	/* A message without a problem only says which number a word stands for. */
	const explanations = messages.filter(({problem}) => problem).map(explain);
	markConditions(messages);
	const titles = markFields(explanations);
	const sentences = [...explanations.map(({text}) => text), note].filter(Boolean);
	const isNote = !note && messages.every(({level}) => level === "note");
	$("message").className = isNote ? "note" : "wrong";
	setWords($("message"), sentences.length === 1 ? sentences[0] : "");
	if (sentences.length > 1) {
		const items = sentences.map((sentence) => make("li", {}, sentence));
		$("message").append(make("ul", {}, ...items));
	}
	const canFind = ({missed = [], try: fixes = []}) =>
		missed.length > 0 || fixes.some(({option}) => option === "find");
	const find = make("button", {type: "button", onclick: showAnotherMap}, "Find map");
	if (messages.some(canFind))
		$("message").append(" ", find);
	const remedies = explanations.map(({remedy}) => remedy).filter((pairs) => pairs.length > 0);
	$("message").append(...remedies.map(makeRemedy));
	return titles;
}

/* The view of a map. */

function offerDownload(element, name, blob, text) {
	URL.revokeObjectURL(element.href);
	const href = URL.createObjectURL(blob);
	Object.assign(element, {href, download: name, textContent: text, hidden: false});
}

function describeSize(bytes) {
	if (bytes < 1000)
		return `${bytes} bytes`;
	if (bytes < 1e6)
		return `${(bytes / 1e3).toFixed(1)} kB`;
	return `${(bytes / 1e6).toFixed(1)} MB`;
}

/*
 * Returns the parts of a text for the page. If the text starts with a row of wall, it is a map, and
 * its walls are dimmed.
 */
function dimWalls(text) {
	const [wall] = text;
	if (!text.startsWith(wall.repeat(3)) || text.length > DIMMED_TEXT_MAX)
		return [text];
	const codePoint = wall.codePointAt(0).toString(16);
	const parts = text.split(new RegExp(`(\\u{${codePoint}}+)`, "u"));
	/* Every second part is wall. */
	return parts.map((part, i) => (i % 2 ? make("span", {className: "walls"}, part) : part));
}

/*
 * Makes a picture with a ring around each tile that a message is about. The page does not know where
 * the tiles of a cropped picture are, so such a picture has no rings.
 */
function makePicture(image, messages, {width, height} = {}) {
	const knowsTiles = width && fields.crop.get() === null;
	const places = knowsTiles ? messages.filter(({x}) => x !== undefined) : [];
	const rings = places.map(({x, y}) => {
		const left = (100 * x + 50) / width;
		const top = (100 * y + 50) / height;
		return make("i", {className: "fault", style: `left:${left}%;top:${top}%`});
	});
	const onclick = (event) => showFull(image, width, event);
	const properties = {type: "button", className: "picture", title: "Full size", onclick};
	return make("button", properties, image, ...rings);
}

/*
 * Shows an image in full size, with the point of a click in the middle of the window. `columns` is
 * the width of the map in tiles. If it is not known, the image is twice as large.
 */
function showFull(image, columns, {offsetX, offsetY}) {
	const {width, height} = image;
	const [full, picture] = [$("full"), $("full-map")];
	picture.src = image.src;
	picture.style.width = `${columns ? columns * FULL_TILE : 2 * image.naturalWidth}px`;
	full.showModal();
	full.scrollTo(offsetX / width * picture.width - full.clientWidth / 2,
		offsetY / height * picture.height - full.clientHeight / 2);
}

/*
 * Makes the image of a map. Uses the element `old` again, so that the old map stays visible until
 * the new one is drawn.
 */
function makeImage(bytes, type, title, old = make("img")) {
	URL.revokeObjectURL(old.src);
	const src = URL.createObjectURL(new Blob([bytes], {type}));
	return Object.assign(old, {src, alt: `Map: ${title}`});
}

function makeTable(measures) {
	const rows = Object.entries(measures).map(([name, value]) => {
		const title = name === "seed" ? name : describeMeasure(name);
		return make("tr", {}, make("th", {}, title), make("td", {}, String(value)));
	});
	return make("div", {className: "table"}, make("table", {}, ...rows));
}

/* Makes the tables of a room key from its Markdown. */
function makeKey(bytes) {
	const key = make("div", {className: "table"});
	let rows = null;
	for (const line of new TextDecoder().decode(bytes).split("\n")) {
		const [, title] = line.match(/^# (.*)/) ?? [];
		if (title)
			key.append(make("h2", {}, title.replace(/\\(.)/g, "$1")));
		if (!line.startsWith("|")) {
			rows = null;
			continue;
		}
		const cells = line.slice(1, -1).split("|").map((cell) => cell.trim());
		if (!rows) {
			rows = make("table", {}, make("tr", {}, ...cells.map((cell) => make("th", {}, cell))));
			key.append(rows);
		} else if (!/^-+:?$/.test(cells[0])) {
			rows.append(make("tr", {}, ...cells.map((cell) => make("td", {}, cell))));
		}
	}
	return key;
}

function makePre(bytes) {
	const ellipsis = bytes.length > TEXT_MAX ? "\n…" : "";
	const text = new TextDecoder().decode(bytes.subarray(0, TEXT_MAX)) + ellipsis;
	const lines = text.trimEnd().split("\n");
	const columns = Math.max(...lines.map((line) => line.length));
	const isGrid = columns <= 400 || /^(.)\1\1/u.test(text);
	const properties = {className: isGrid ? "grid" : "", tabIndex: 0};
	const pre = make("pre", properties, ...dimWalls(text.trimEnd()));
	pre.setAttribute("role", "region");
	pre.setAttribute("aria-label", "Map");
	pre.style.setProperty("--columns", columns);
	pre.style.setProperty("--rows", lines.length <= 100 ? lines.length : 1);
	return pre;
}

function isText(bytes) {
	const isControl = (byte) => byte < 32 && byte !== 10;
	return !bytes.subarray(0, 1000).some(isControl);
}

function showView(element) {
	const view = $("view");
	for (const image of view.querySelectorAll("img"))
		if (!element.contains(image))
			URL.revokeObjectURL(image.src);
	const hasFocus = view.contains(document.activeElement);
	view.replaceChildren(element);
	if (hasFocus)
		view.focus();
}

/*
 * The picture of LEGEND_MAP, in the theme of the form, and the tiles with its marks. `look` is the
 * options that it was drawn with.
 */
let legend = {look: null};

/* Returns the runs for the legend, unless the last one has the look of the form. */
function runsForLegend() {
	const look = fields.theme.get() ? ["--theme", fields.theme.get()] : [];
	if (fields.route.get() !== null)
		look.push("--route");
	if (legend.look === look.join())
		return {};
	legend.newLook = look.join();
	return {
		legend: [...LEGEND_MAP, "--format", "svg", "--show", "spawn,exit,locks,secrets", ...look],
		places: [...LEGEND_MAP, "--format", "json", "--route"],
	};
}

function keepLegend(picture, places) {
	const {spawn, exit, doors, keys: [key], route} = parseOutput(places);
	const address = URL.createObjectURL(new Blob([picture.out], {type: PICTURES.svg}));
	legend = {
		look: legend.newLook,
		address,
		places: {
			spawn,
			exit,
			doors: doors.find(({lock, secret}) => !lock && !secret),
			locks: doors.find(({lock}) => lock),
			keys: key,
			secrets: doors.find(({secret}) => secret),
			route: route[1],
		},
	};
}

/* Shows the marks of a picture and their names. Measures are not known for several maps. */
function showLegend(isPicture, measures) {
	const show = shown.format === "uvtt" ? showOf(shown) : pictureShow();
	const marks = splitList(table.show, show);
	const hasLocks = marks.includes("locks") && measures?.locks !== 0;
	const isPresent = {
		spawn: marks.includes("spawn"),
		exit: marks.includes("exit"),
		doors: measures ? measures.doors > 0 : fields.doors.get() !== null,
		locks: hasLocks,
		keys: hasLocks,
		secrets: marks.includes("secrets") && measures?.secrets !== 0,
		route: fields.route.get() !== null,
	};
	const entries = Object.entries(LEGEND).filter(([name]) => isPicture && isPresent[name]);
	$("legend").replaceChildren(...entries.map(([name, title]) => {
		const {x, y} = legend.places[name];
		const src = `${legend.address}#svgView(viewBox(${x - 1},${y - 0.5},3,2))`;
		return make("li", {}, make("img", {src, alt: ""}), title);
	}));
}

/*
 * Returns whether all maps of the form have the same value of a measure, so that there is nothing
 * to search for. Files can have any values.
 */
function isConstant(name) {
	if (name === "doors")
		return !file && fields.doors.get() === null;
	return FORM_MEASURES.includes(name) || (!file && GENERATED_MEASURES.includes(name));
}

/*
 * Shows the measures as buttons, except constant measures and places. A click adds a condition: the
 * next map must have at least this value.
 */
function showMeasures(measures) {
	const isShown = (name) => !isConstant(name) && !isPlace(name);
	const names = Object.keys(measures).filter(isShown);
	const buttons = names.map((name) => make("button", {
		type: "button",
		disabled: Boolean(file),
		title: "Find maps with at least this value",
		onclick: () => {
			addCondition(name, measures[name], "").focus();
			changed();
		},
	}, describeValue(name, measures[name])));
	$("measures").replaceChildren(...buttons);
}

/* The state of the work. */

/* Whether the page shows the map of the form. */
let isMade = false;

let timer;

/* Dims the old map, which does not match the form, and withdraws its downloads. */
function setOld(state) {
	$("stage").className = state;
	URL.revokeObjectURL($("download").href);
	$("download").removeAttribute("href");
}

function endWork() {
	clearTimeout(timer);
	$("stop").hidden = true;
}

/* Shows why the map is missing: messages of the program, or a sentence of the page. */
function fail(messages, note) {
	endWork();
	const titles = showMessages(messages, note);
	setText("note", titles.length > 0 ? `No map: see ${titles.join(", ")}` : "No map");
	setOld("old none");
	$("measures").replaceChildren();
	setPaper();
	showLegend(false);
}

/* Shows why a run of the program made no map: an error of the worker, or the program's messages. */
function failRun({error, messages}, note, maps) {
	if (error)
		fail([], `The page could not generate ${maps} (${error}). Try the command below.`);
	else
		fail(messages, note);
}

/*
 * Begins work. After a moment, the page shows that the program is running. After the limit, it
 * stops the program.
 */
function beginWork(maps) {
	const isSearch = fields.where.get() && !file;
	const seconds = isSearch ? SEARCH_SECONDS_MAX : MAP_SECONDS_MAX;
	triedCount = 0;
	const giveUp = () => {
		stopWorker();
		const tried = describeTried();
		const reason = isSearch
			? `No map met the conditions within a minute (${tried}). Try other ones.`
			: `It takes too long to generate ${maps} here. Run the command below.`;
		fail([], reason);
	};
	timer = setTimeout(() => {
		setText("note", isSearch ? `Searching: ${describeTried()}` : "Working…");
		$("stop").hidden = false;
		setOld("old");
		timer = setTimeout(giveUp, seconds * 1000);
	}, 300);
}

/* One map. */

/*
 * Draws a map, which is one of `count` maps on the page, in the first of these formats that the
 * browser can show quickly. Resolves to the result of the run with its type, or to an error.
 */
async function draw(options, count, [format, ...otherFormats]) {
	/* A file has about one byte for each tile. */
	const area = numberOf("width") * numberOf("height");
	const tiles = file?.bytes.length || area;
	const tileSize = Math.floor(Math.sqrt(PIXELS_MAX / count / tiles));
	const sizeWords = ["--tile-size", String(Math.max(1, Math.min(16, tileSize)))];
	const applicable = options.filter(([name]) =>
		name !== "format" && (table[name].formats ?? [format]).includes(format));
	const words = [...inputWords(), ...optionWords(applicable), "--format", format];
	if (isShowOnRequest)
		words.push("--show", pictureShow());
	if (format === "png")
		words.push(...sizeWords);
	const {error, results, time} = await run([words]);
	const result = results?.[0];
	if (otherFormats.length > 0 && result?.out.length > SVG_MAX / count)
		return draw(options, count, otherFormats);
	return {error, time, type: PICTURES[format], ...result};
}

/* Returns the words for an item. */
function wordsFor(item) {
	return [...inputWords(), ...optionWords(givenOptions(item))];
}

/* Returns whether the map on paper is for players, and so has no marks, no numbers, and no key. */
function isForPlayers() {
	return shown.part === "players";
}

function findPart(part) {
	return items.find((item) => item.part === part);
}

/* Returns the runs for one map, each under the name of its output. The map comes first. */
function runsForMap(options) {
	const input = inputWords();
	const runs = {map: [...input, ...optionWords(options)]};
	/*
	 * The first run already prints the notes on the file. With --quiet, this one prints only
	 * faults.
	 */
	if (file && table.check)
		runs.check = [...input, "--check", "--quiet"];
	runs.stats = [...input, ...optionWords(mapOptions(options)), "--format", "stats"];
	if (workOf(shown) <= PAPER_WORK_MAX) {
		const words = wordsFor(findPart(isForPlayers() ? "players" : "master"));
		const theme = words.includes("--theme") ? [] : ["--theme", PAPER_THEME];
		runs.paper = [...words, ...theme];
		runs.key = wordsFor(findPart("key"));
	}
	return {...runs, ...runsForLegend()};
}

/* Puts elements on the paper that a browser prints. */
function setPaper(...elements) {
	$("paper").replaceChildren(...elements);
	$("print").disabled = elements.length === 0;
}

/* Puts a map and its key on the paper. A large map has no key there, and looks as on the page. */
function showPaper({paper, key}, picture, {width, height}) {
	const old = $("paper").querySelector("img") ?? undefined;
	const side = width >= height ? "landscape" : "portrait";
	const elements = [make("style", {}, `@page { size: ${side} }`)];
	const {out, type} = paper?.status === 0 ? {out: paper.out, type: PICTURES.svg} : picture;
	if (type)
		elements.push(makeImage(out, type, "the map", old));
	if (key?.status === 0 && !isForPlayers())
		elements.push(makeKey(key.out));
	setPaper(...elements);
}

/*
 * Returns the formats that can replace a map that the browser cannot show, or would draw too
 * slowly.
 */
function replacementFormats(format, bytes) {
	if (format === "svg")
		return bytes.length > SVG_MAX ? ["png"] : [];
	return PICTURES[format] || isText(bytes) ? [] : Object.keys(PICTURES);
}

/* Makes the element that shows a map: a table, a picture, or a text. */
function makeView(picture, title, messages, measures) {
	const {format} = shown;
	if (format === "stats")
		return makeTable(measures);
	if (format === "rooms" && picture.out.length <= SVG_MAX)
		return makeKey(picture.out);
	if (!picture.type)
		return makePre(picture.out);
	const old = $("view").querySelector(".picture > img") ?? undefined;
	const image = makeImage(picture.out, picture.type, title, old);
	image.style.setProperty("--ratio", picture.type === PICTURES.svg ? ratioOf(picture.out) : 0);
	return makePicture(image, messages, measures);
}

/* Returns the width of an svg divided by its height. */
function ratioOf(svg) {
	const head = new TextDecoder().decode(svg.subarray(0, 500));
	const [, width, height] = head.match(/ width="(\d+)" height="(\d+)"/);
	return width / height;
}

/* Resolves to the png in a uvtt. */
async function pictureIn(uvtt) {
	const {image} = JSON.parse(new TextDecoder().decode(uvtt));
	const response = await fetch(`data:;base64,${image}`);
	return new Uint8Array(await response.arrayBuffer());
}

function offerMap(name, bytes) {
	const text = `Download ${name} (${describeSize(bytes.length)})`;
	offerDownload($("download"), name, new Blob([bytes]), text);
}

/* Leaves out parts of messages that refer to --check, because the page shows its faults. */
function withoutReferences(messages) {
	return messages.map((message) => {
		const text = message.text.replace(/ [^:;]*; see --check;?/, "").replace(/;$/, "");
		return {...message, text};
	}).filter(({text}) => !text.endsWith(":"));
}

/* Generates a map, or reads it from the file, shows it, and offers it for download under a name. */
async function makeMap(options, note, searchNote) {
	const {format} = shown;
	const runs = runsForMap(options);
	const {time, results, error} = await run(Object.values(runs));
	if (error)
		return failRun({error}, note, "this map");
	const outputs =
		Object.fromEntries(Object.keys(runs).map((key, i) => [key, results[i]]));
	const {map, check, stats} = outputs;
	if (outputs.legend)
		keepLegend(outputs.legend, outputs.places);
	if (map.status !== 0)
		return fail(map.messages, note);
	const replacements = replacementFormats(format, map.out);
	const isReplaced = replacements.length > 0;
	let picture = {out: map.out, type: PICTURES[format]};
	if (isReplaced)
		picture = await draw(options, 1, replacements);
	else if (format === "uvtt")
		picture = {out: await pictureIn(map.out), type: PICTURES.png};
	if (picture.error)
		return fail([], `The page could not show this map (${picture.error}).`);

	endWork();
	const messages = check ? [...withoutReferences(map.messages), ...check.messages]
		: map.messages;
	showMessages(messages, note);
	const title = file?.name ?? `Seed ${fields.seed.get()}`;
	const verb = file ? `${title} drawn` : "Generated";
	$("stage").className = "";
	setText("note", searchNote || `${verb} in ${time.toFixed(time < 10 ? 1 : 0)} ms`);
	document.title = `dungen: ${title}`;
	const measures = stats.status === 0 ? parseOutput(stats) : {};
	showView(makeView(picture, title, messages, measures));
	showMeasures(measures);
	showLegend(picture.type, measures);
	showPaper(outputs, picture, measures);
	offerMap(outputName(shown), map.out);
	isMade = true;
}

/* Several maps for a choice. */

function addToSeed(seed, number) {
	return /^\d+$/.test(seed) ? String(BigInt(seed) + BigInt(number)) : seed;
}

function isWord(seed) {
	return !/^\d/.test(seed);
}

function withSeed(options, seed) {
	return options.map(([name, value]) => [name, name === "seed" ? seed : value]);
}

/* The number of seeds that the current search has tried so far. */
let triedCount = 0;

function describeTried() {
	return `${triedCount.toLocaleString("en")} ${triedCount === 1 ? "seed" : "seeds"} tried`;
}

/* Describes the search that ends, or returns an empty string if it has not tried any seed. */
function describeSearch() {
	return fields.where.get() && triedCount > 0 ? describeTried() : "";
}

/*
 * Tries one seed after the other, beginning with this one, until a map meets the conditions, and
 * shows how many seeds it has tried. Without conditions, tries only this seed. Resolves to the
 * result of the last run and the measures of the map.
 */
async function findMap(options, firstSeed) {
	const others = mapOptions(options).filter(([name]) => name !== "seed");
	const seedsMax = fields.where.get() ? SEARCH_SEEDS_MAX : 1;
	let seed = firstSeed;
	/* Seeds that the next run tries. It grows, because most searches end after a few seeds. */
	let runCount = 1;
	for (let count = 0; ; ) {
		const words = optionWords([...others, ["seed", seed], ["count", String(runCount)]]);
		const {error, results, time} = await run([[...words, "--format", "stats"]]);
		const result = results?.[0];
		count += runCount;
		if (result?.status === 0) {
			const measures = parseOutput(result);
			triedCount += isWord(seed) ? 1 : Number(BigInt(measures.seed) - BigInt(seed)) + 1;
			return {...result, measures};
		}
		const failed = {error, ...result, measures: {seed}};
		if (error || result.status !== STATUS_IMPOSSIBLE)
			return failed;
		triedCount += runCount;
		if (count >= seedsMax)
			return failed;
		setText("note", `Searching: ${describeTried()}`);
		/* After a word, the first run tries one seed, and says which number it is. */
		if (isWord(seed))
			seed = result.messages.find((message) => message.seed).seed;
		seed = addToSeed(seed, runCount);
		const fittingCount = Math.ceil(runCount * SEARCH_PAUSE / Math.max(time, 1));
		runCount = Math.min(fittingCount, 4 * runCount, seedsMax - count);
	}
}

/*
 * Returns the names of the measures in a caption: the measures with a condition, or else these two.
 */
function comparedMeasures() {
	const ranges = fields.where.get()?.split(",");
	return ranges?.map((range) => range.split("=")[0]) ?? ["exit_distance", "loops"];
}

function describeMeasures(names, measures) {
	const knownNames = names.filter((name) => name in measures && name !== "seed");
	return knownNames.map((name) => describeValue(name, measures[name])).join(", ");
}

/* Resolves to a data: address that contains the bytes. */
function dataAddress(blob) {
	const reader = new FileReader();
	reader.readAsDataURL(blob);
	return new Promise((resolve) => (reader.onload = () => resolve(reader.result)));
}

/* Makes the link to one map. It shows the picture, or the message of the program. */
function makeChoiceLink(options, seed, {status, type, out, messages}, caption) {
	const image = status === 0
		? makeImage(out, type, `Seed ${seed}`)
		: make("small", {}, messages.map(({text}) => text).join("\n"));
	const [width, height] = ["width", "height"].map((name) => numberOf(name));
	image.style.aspectRatio = `${width} / ${height}`;
	return make("a", {href: `#${addressOf(options)}`},
		image,
		make("span", {}, `Seed ${seed}`),
		make("small", {className: "measures"}, caption));
}

async function makeFigure(seed, {out, type}, caption) {
	const source = await dataAddress(new Blob([out], {type}));
	return `<figure><img alt="" src="${source}">`
		+ `<figcaption>Seed ${seed}<br>${caption}</figcaption></figure>`;
}

/*
 * Generates the maps of this seed and the next ones. Shows each map with its measures once it is
 * drawn.
 */
async function makeChoices(options, note) {
	const begin = performance.now();
	const list = make("div", {className: "choices"});
	const figures = [];
	const formats = shown.format === "png" ? ["png"] : Object.keys(PICTURES);
	const captionNames = comparedMeasures();
	const firstSeed = fields.seed.get();
	const {legend: legendWords, places} = runsForLegend();
	if (legendWords) {
		const {results} = await run([legendWords, places]);
		keepLegend(...results);
	}
	let seed = firstSeed;
	nextSeed = addToSeed(seed, CHOICE_COUNT);
	for (let i = 0; i < CHOICE_COUNT; i++) {
		const found = await findMap(options, seed);
		const isPastLastSeed = found.status === STATUS_USAGE && i > 0;
		if (isPastLastSeed)
			break;
		const isNotFound = found.status === STATUS_IMPOSSIBLE && fields.where.get();
		if (found.error || found.status === STATUS_USAGE || isNotFound)
			return failRun(found, note || describeSearch(), "these maps");
		seed = String(found.measures.seed);
		const choiceOptions = withSeed(options, seed);
		const drawing = await draw(choiceOptions, CHOICE_COUNT, formats);
		if (drawing.error || drawing.status === STATUS_USAGE)
			return failRun(drawing, note, "these maps");
		const caption = describeMeasures(captionNames, found.measures);
		list.append(makeChoiceLink(choiceOptions, seed, drawing, caption));
		if (drawing.status === 0)
			figures.push(await makeFigure(seed, drawing, caption));
		seed = addToSeed(seed, 1);
		$("stage").className = "";
		if (i === 0) {
			showMessages([], note);
			showView(list);
			showMeasures({});
			showLegend(true);
			setPaper();
		}
	}
	endWork();
	const sheet = new Blob([SHEET_HEAD, ...figures], {type: "text/html"});
	const text = "Download all maps as one page";
	offerDownload($("download"), `maps-${firstSeed}.html`, sheet, text);
	nextSeed = seed;
	const time = (performance.now() - begin).toFixed(0);
	const how = describeSearch() || `generated in ${time} ms`;
	setText("note", `${list.children.length} maps, ${how}. Click one to open it.`);
	document.title = "dungen";
}

/* From the form to the map. */

/*
 * Shows the fields that apply to the format. With tunnels around rooms, the page sets how rooms are
 * connected.
 */
function arrangeForm() {
	chooseShow();
	for (const [name, field] of Object.entries(fields)) {
		const {choices, help} = table[name];
		if (field.line)
			field.line.hidden = !applies(table[name], shown);
		if (choices?.[0].summary && field.hint) {
			const choice = findRow(choices, field.element.value);
			field.hint.textContent = choice?.summary ?? help;
		}
	}
	if (shown.show)
		fields.show.line.hidden = true;
	for (const option of $("measure").options)
		option.hidden = option.disabled = isConstant(option.value);
	for (const fieldset of $("options").children)
		fieldset.hidden = !fieldset.querySelector(".field:not([hidden])");
	for (const id of ["kinds", "sliders", "examples"])
		$(id).hidden = Boolean(file);
	shown.radio.checked = true;
	const details = shown.radio.closest("details");
	if (details)
		details.open = true;
	const ofPreset = KINDS.filter((kind) => kind.preset === (preset ?? table.preset.default));
	const hasTheme = fields.theme.get() !== null;
	const kind = ofPreset.find(({theme}) => Boolean(theme) === hasTheme) ?? ofPreset[0];
	for (const {radio} of KINDS)
		radio.checked = radio === kind?.radio;
	showSliders();
	const {element} = fields.connect;
	const isAround = fields.tunnels.get() === "around";
	if (isAround && !element.disabled) {
		element.dataset.chosen = element.value;
		element.value = NEAREST;
	} else if (!isAround && element.disabled) {
		element.value = element.dataset.chosen;
		element.dataset.chosen = "";
	}
	element.disabled = isAround;
}

/*
 * Returns the name of an item's file, or of the files of a batch. The name of a file for players
 * does not tell the seed.
 */
function outputName(item, isBatch) {
	const [extension] = formatOf(item).extensions;
	const seed = fields.seed.get().trim().replace(/[^\p{L}\p{N}_-]+/gu, "-");
	const forPlayers = isBatch ? "players-%i" : "players";
	if (!file && item.part === "players")
		return `${forPlayers}.${extension}`;
	const stem = file?.name.replace(/\.[^.]*$/, "") ?? `seed-${isBatch ? "%d" : seed}`;
	return `${stem}${item.part ? `-${item.part}` : ""}.${extension}`;
}

function commandLine(options) {
	const words = ["dungen"];
	/* A name that begins with a dash would be an option. */
	if (file)
		words.push(file.name.replace(/^-/, "./-"));
	/* The extension of the file already says the format. */
	words.push(...optionWords(options.filter(([name]) => name !== "format")));
	if (isChoosing)
		words.push(fields.where.get() ? "--find" : "--count", String(CHOICE_COUNT));
	words.push("--output", outputName(shown, isChoosing));
	return words.map(quoteWord).join(" ");
}

/*
 * Makes the map of the form. `isNewEntry` adds an entry to the browser's history. `note` appears at
 * the map, and `searchNote` instead of the time.
 */
async function update(isNewEntry, note = "", searchNote = "") {
	endWork();
	isMade = false;
	arrangeForm();
	const isSearch = Boolean(fields.where.get());
	setText("another", isSearch ? "Find map" : "New map");
	$("another").title = isSearch ? "Try the next seeds until a map meets the conditions" : "";
	setText("twelve", isChoosing ? "Compare 12 more" : "Compare 12 maps");
	if (isChoosing)
		$("download").hidden = true;

	const options = givenOptions();
	setAddress(addressOf(options) + (isChoosing ? "&choose" : ""), isNewEntry);
	setWords($("command"), commandLine(options));

	const maps = isChoosing ? "these maps" : "this map";
	const mapCount = isChoosing ? CHOICE_COUNT : 1;
	if (workOf(shown) * mapCount > WORK_MAX) {
		stopWorker();
		const reason = `It is too much work to generate ${maps} here.`;
		return fail([], `${reason} Run the command below instead.`);
	}
	beginWork(maps);
	if (isChoosing)
		return makeChoices(options, note);
	return makeMap(options, note, searchNote);
}

let pause;

/* Updates the page after a change of the form, once the visitor pauses. */
function changed() {
	clearTimeout(pause);
	pause = setTimeout(() => update(false), 60);
}

/* Buttons, files, and the start. */

/* Shows maps for a choice. The first of them has this seed, or a random one if the seed is null. */
function showChoices(seed) {
	isChoosing = true;
	file = null;
	fields.seed.set(seed);
	update(true);
}

/*
 * Shows a map of a random seed or, if the form has conditions, the map of the next seed that meets
 * them.
 */
async function showAnotherMap() {
	isChoosing = false;
	file = null;
	if (!fields.where.get()) {
		fields.seed.set(null);
		return update(true);
	}
	beginWork();
	showMessages([], "");
	const found = await findMap(givenOptions(), addToSeed(fields.seed.get(), 1));
	if (found.error || found.status !== 0)
		return failRun(found, describeSearch(), "a map");
	fields.seed.set(String(found.measures.seed));
	update(true, "", `${describeSearch()}: seed ${found.measures.seed} meets the conditions`);
}

async function openFile([chosen]) {
	if (!chosen)
		return;
	file = {name: chosen.name, bytes: new Uint8Array(await chosen.arrayBuffer())};
	isChoosing = false;
	update(true);
}

/* Saves bytes as a file, as a click on a link does. */
function save(name, bytes) {
	const href = URL.createObjectURL(new Blob([bytes]));
	make("a", {href, download: name}).click();
	setTimeout(() => URL.revokeObjectURL(href), 1e4);
}

/* Runs the program once more, and saves its output as a file. */
async function saveOutput(name, words) {
	const wasMade = isMade;
	const {error, results} = await run([words]);
	if (error)
		showMessages([], `The page could not generate this file (${error}).`);
	else if (results[0].status === 0)
		save(name, results[0].out);
	else
		showMessages(results[0].messages, "");
	/* The map was not ready, and this run has stopped it. */
	if (!wasMade)
		update(false);
}

/* Saves the map of the form as an item. */
function take(item) {
	if (workOf(item) > WORK_MAX)
		showMessages([], "It is too much work to generate this file here.");
	else
		saveOutput(outputName(item), wordsFor(item));
}

/* Saves the image of the tiles, under its name without the folders before it. */
function takeTiles() {
	const [tileset, tileSize] = ["tileset", "tile-size"].map((name) => fields[name].get());
	const name = (tileset ?? table.tileset.default).replace(/.*\//, "");
	const sizeWords = tileSize ? ["--tile-size", tileSize] : [];
	saveOutput(name, ["--tileset-image", ...sizeWords]);
}

/*
 * Copies a text, and says so on the button. A page without HTTPS may lack the clipboard, but it can
 * copy a selection.
 */
async function copy(button, text) {
	const isWritten = await navigator.clipboard?.writeText(text).then(() => true, () => false);
	const area = make("textarea", {value: text});
	document.body.append(area);
	area.select();
	button.dataset.title ??= button.textContent;
	if (isWritten || document.execCommand("copy"))
		button.textContent = "Copied";
	area.remove();
	button.focus();
	setTimeout(() => (button.textContent = button.dataset.title), 1500);
}

function addListeners() {
	const listen = (id, event, listener) => $(id).addEventListener(event, listener);
	addEventListener("hashchange", () => update(false, readAddress()));
	listen("more", "input", changed);
	listen("seed-line", "input", changed);
	/* This comes before the listener of the form. */
	listen("theme", "input", () => (isThemeChosen = true));
	listen("form", "submit", (event) => event.preventDefault());
	listen("another", "click", showAnotherMap);
	listen("twelve", "click", () => showChoices(isChoosing ? nextSeed ?? null : null));
	listen("stop", "click", () => {
		stopWorker();
		fail([], ["Stopped", describeSearch()].filter(Boolean).join(": "));
	});
	listen("copy", "click", ({target}) => copy(target, $("command").textContent));
	listen("copy-link", "click", ({target}) => copy(target, location.href));
	listen("print", "click", () => print());
	listen("full", "click", () => $("full").close());
	listen("file", "change", async ({target}) => {
		await openFile(target.files);
		target.value = "";
	});
	addEventListener("dragover", (event) => event.preventDefault());
	addEventListener("drop", (event) => {
		event.preventDefault();
		openFile(event.dataTransfer.files);
	});
}

async function loadModule() {
	const response = await unpack("module");
	moduleBytes = new Uint8Array(await response.arrayBuffer());
}

async function start() {
	await loadModule();
	const {results, error} = await run([["--help=json"]]);
	if (error)
		throw new Error(error);
	const {version, options} = parseOutput(results[0]);
	makeForm(options);
	$("footer").prepend(`dungen ${version}. `);
	for (const {name, summary} of table.preset.choices)
		$("examples").append(make("a", {href: `#preset=${name}`, title: summary}, name));
	update(false, readAddress());
	addListeners();
}

start().catch(showError);
