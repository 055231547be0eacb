# SPDX-License-Identifier: MIT
# The options of one JSON document as fields of TypeScript, from dungen --help=json.
def camel: gsub("-(?<letter>.)"; .letter | ascii_upcase);
def type:
	if .kind == "flag" then "boolean"
	elif .kind == "number" then "number | bigint" + (if .name == "seed" then " | string" else "" end)
	elif .kind == "choice" then [.choices[].name | tojson] | join(" | ")
	elif .name == "where" then "string | { [measure in \([.choices[].name | tojson] | join(" | "))]?: string | number }"
	else "string" end;
.options[]
# The value false of an option stands for its counterpart.
| select(.counterpart_of | not)
| select(.group == "Map" or .group == "Random numbers" or (.formats // [] | index("json"))
	or (.name | IN("count", "find", "skip", "where")))
| "\t/** \(.help)\(if .default then "; \(.default | sub(", printed"; "")) by default" else "" end) */\n\t\(.name | camel)?: \(type);"
