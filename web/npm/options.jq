# SPDX-License-Identifier: MIT
# Writes the options of one JSON document as fields of TypeScript. The input is dungen --help=json.

def camel_case: gsub("-(?<letter>.)"; .letter | ascii_upcase);

def choice_names: [.choices[].name | tojson] | join(" | ");

def type:
	if .kind == "flag" then "boolean"
	elif .name == "seed" then "number | bigint | string"
	elif .ranges then "number | bigint | `${number}..${number}`"
	elif .kind == "number" then "number | bigint"
	elif .name == "spawn" then "\(choice_names) | `${number},${number}`"
	elif .kind == "choice" then choice_names
	elif .name == "where" then "string | { [measure in \(choice_names)]?: string | number }"
	else "string" end;

def comment:
	if .default then "\(.help); \(.default | sub(", printed"; "")) by default" else .help end;

def is_for_documents:
	.group == "Map" or .group == "Random numbers"
	or (.group == "Tuning" and (.formats | not))
	or (.formats // [] | index("json"))
	or (.name | IN("count", "find", "linked", "where"));

.options[]
# --no-doors is doors: false, so a counterpart has no field of its own.
| select(.counterpart_of | not)
| select(is_for_documents)
| "\t/** \(comment) */",
  "\t\(.name | camel_case)?: \(type);"
