// SPDX-License-Identifier: MIT
/** Options of the program, named as in dungen(1) but for hyphens: --room-min is roomMin. */
export interface Options {
@options@
}

export interface Point { x: number; y: number }
export interface Room extends Point { id: number; width: number; height: number; center: Point }
export interface Tunnel { from: number; to: number; path: Point[] }
export interface Door extends Point { room: number }

/** A JSON document, as dungen(5) describes it. */
export interface Dungeon {
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
	legend?: { [character: string]: "wall" | "floor" | "door" };
	/** Rows from top to bottom, a character for each tile. */
	tiles?: string[];
}

export interface Result {
	/** 0 if every byte was written; see dungen(1). */
	status: number;
	/** Standard output. */
	out: Uint8Array;
	/** Standard error. */
	err: string;
}

/** Makes a map. Without a seed, it is a random one. Rejects with an Error that has the program's message and status. */
export function dungen(options?: Options): Promise<Dungeon>;

/** Runs the program, which has no files: maps are read from `stdin` with --input -, and written to `out`. */
export function run(words: readonly string[], options?: { stdin?: string | Uint8Array }): Promise<Result>;
