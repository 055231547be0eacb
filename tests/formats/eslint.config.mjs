// SPDX-License-Identifier: MIT
/* eslint's recommended rules for the scripts of web/ and tests/, which tests/prove/page.py applies. */
import js from "@eslint/js";

const readonly = (names) => Object.fromEntries(names.split(" ").map((name) => [name, "readonly"]));
const both = readonly("TextDecoder TextEncoder URL WebAssembly crypto performance");
const browser = readonly(`Blob FileReader Worker addEventListener clearTimeout document fetch history location
	navigator postMessage print setTimeout`.replace(/\s+/g, " "));

export default [
	js.configs.recommended,
	{languageOptions: {sourceType: "script", globals: both}},
	{files: ["web/host.js"], rules: {"no-unused-vars": ["error", {vars: "local"}]}}, // runProgram is for the scripts after it
	{files: ["web/page.js"], languageOptions: {globals: {...browser, ...readonly("runProgram showError unpack"), onmessage: "writable"}}},
	{files: ["**/*.mjs"], languageOptions: {sourceType: "module", globals: {runProgram: "readonly", ...readonly("Blob DecompressionStream Response atob")}}},
	{files: ["tests/**/*.js"], languageOptions: {sourceType: "commonjs", globals: readonly("Buffer __dirname console process")}},
];
