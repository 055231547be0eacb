// SPDX-License-Identifier: MIT
/** Options of the program, named as in dungen(1) but for hyphens: --room-min is roomMin. */
export interface Options {
@options@
}

export interface Point { x: number; y: number }
export interface Room extends Point { id: number; width: number; height: number; center: Point }
export interface Tunnel { from: number; to: number; path: Point[] }
export interface Door extends Point { room: number }

/** A JSON document, as dungen(5) describes it, made with noTiles. */
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
	rooms: Room[];
	tunnels: Tunnel[];
	doors?: Door[];
}

/** A JSON document with its tiles. */
export interface Dungeon extends Outline {
	legend: { [character: string]: "wall" | "floor" | "door" };
	/** Rows from top to bottom, a character for each tile. */
	tiles: string[];
}

export interface Result {
	/** 0 if every byte was written; see dungen(1). */
	status: number;
	/** Standard output. */
	out: Uint8Array;
	/** Standard error. */
	err: string;
}

type One = Options & { count?: undefined; find?: undefined };
type Several = Options & ({ count: number | bigint } | { find: number | bigint });

/**
 * Makes a map, or with count or find an array of them. Without a seed, it is a random one. Rejects with an Error that has the
 * program's message, in the names of these options, and its exit status as `status`, or with a TypeError.
 */
export function dungen(options?: One & { noTiles?: false }): Promise<Dungeon>;
export function dungen(options: One & { noTiles: true }): Promise<Outline>;
export function dungen(options: Several & { noTiles?: false }): Promise<Dungeon[]>;
export function dungen(options: Several): Promise<Outline[]>;
export function dungen(options: Options): Promise<Outline | Outline[]>;

/**
 * Checks a map: a document, or the content of a file in any format that the program reads. Resolves to a sentence for each of
 * the first ten faults, or for what makes the content unreadable. The array is empty if the map has no fault. Rejects with an
 * Error that has the program's message, and its exit status as `status`, if the program cannot check the map, for example
 * because it runs out of memory.
 */
export function check(map: Outline | string | Uint8Array): Promise<string[]>;

/** Runs the program, which has no files: maps are read from `stdin` with --input -, and written to `out`. */
export function run(words: readonly string[], options?: { stdin?: string | Uint8Array }): Promise<Result>;
