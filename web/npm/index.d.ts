// SPDX-License-Identifier: MIT
/** Options of the program, under the names of dungen(1) in camel case: --room-min is roomMin. */
export interface Options {
@options@
}

export interface Point { x: number; y: number }
export interface Room extends Point {
	id: number;
	width: number;
	height: number;
	distance?: number;
	center: Point;
	wing_of?: number;
}
export interface Tunnel { from: number; to: number; path: Point[] }
export interface Door extends Point {
	room: number;
	tunnels: number[];
	/** The number of the key that opens the door. */
	lock?: number;
	secret?: true;
}
export interface Key extends Point { lock: number; room?: number }

/** A JSON document without tiles, for the option noTiles. dungen(5) describes JSON documents. */
export interface Outline {
	format: "dungen";
	version: 1;
	generator: { name: string; algorithm: string; rng: string };
	params: { [name: string]: number | string | boolean };
	width: number;
	height: number;
	/** In decimal digits, because it can be above 2^53. */
	seed: string;
	spawn: Point;
	exit: Point;
	exit_distance?: number;
	/** With the option route: the spawn, each tile where the walk turns, and the exit. */
	route?: Point[];
	rooms: Room[];
	tunnels: Tunnel[];
	doors?: Door[];
	/** The key of each lock. */
	keys?: Key[];
}

/** A JSON document with its tiles. */
export interface Dungeon extends Outline {
	legend: { [character: string]: "wall" | "floor" | "door" };
	/** Rows from top to bottom. Each character is one tile. */
	tiles: string[];
}

/** The measures of the format stats. dungen(5) explains them. */
export interface Measures {
@measures@
}

/** A JSON document with its route, and what the program writes as text and as stats. */
export interface Level extends Dungeon {
	route: Point[];
	/** Rows of characters, with the spawn and with the marks of the preset. */
	text: string;
	measures: Measures;
}

/** The tiles of maps. That of map i at x,y is tiles[(i * height + y) * width + x]. */
export interface Batch {
	count: number;
	width: number;
	height: number;
	/** 0 for wall, 1 for floor, 2 for door. */
	tiles: Uint8Array;
}

export interface Result {
	/** The exit status, which dungen(1) explains. It is 0 if the program wrote every byte. */
	status: number;
	/** Standard output. */
	out: Uint8Array;
	/** Standard error. */
	err: string;
}

type One = Options & { count?: undefined; find?: undefined };
type Several = Options & ({ count: number | bigint } | { find: number | bigint });

/**
 * Generates a map, or an array of maps with count or find. Without a seed, the program chooses a
 * random one. Rejects with an Error if the program fails. The error has the program's message, in
 * the names of these options, and the exit status as `status`. Rejects with a TypeError if an
 * option has an impossible value.
 */
export function dungen(options?: One & { noTiles?: false }): Promise<Dungeon>;
export function dungen(options: One & { noTiles: true }): Promise<Outline>;
export function dungen(options: Several & { noTiles?: false }): Promise<Dungeon[]>;
export function dungen(options: Several): Promise<Outline[]>;
export function dungen(options: Options): Promise<Outline | Outline[]>;

/** Options of generate() and batch(), which have their own seed and number of maps. */
type Recipe = Omit<Options, "seed" | "count" | "find" | "linked" | "where" | "noTiles" | "route">;

/** Generates the map of a seed. Rejects as dungen() does. */
export function generate(seed: number | bigint | string, options?: Recipe): Promise<Level>;

/**
 * Generates the tiles of the maps of consecutive seeds, in one array. The first seed is 1 by
 * default. Leaves out seeds without the rooms of `minRooms`. Rejects as dungen() does.
 */
export function batch(
	count: number,
	options?: Recipe & Pick<Options, "seed">,
): Promise<Batch>;

/**
 * Finds the first maps that meet the conditions of `where`, or have `minRooms` rooms. The first seed
 * that it tries is 1 by default. Rejects as dungen() does.
 */
export function find(
	count: number,
	options: Recipe & Pick<Options, "seed" | "where" | "linked" | "route">,
): Promise<Dungeon[]>;

/**
 * Checks a map: a document, or the content of a file in any format that the program reads. Resolves
 * to a sentence for each of the first ten faults, or to one sentence that says why the program
 * cannot read the content. The array is empty if the map is correct. Rejects with an Error if the
 * program cannot check the map, for example because it runs out of memory. The error has the
 * program's message, and the exit status as `status`.
 */
export function check(map: Outline | string | Uint8Array): Promise<string[]>;

/**
 * Runs the program. The program cannot open files. It reads maps from `stdin` if one of the words is
 * "-", and writes maps to `out`.
 */
export function run(
	words: readonly string[],
	options?: { stdin?: string | Uint8Array },
): Promise<Result>;
