#!/usr/bin/env bash
# Makes the folder with the MCP project's own conformance tests, and prints the path of their command.
# Where: $WM_MCP_CONFORMANCE, default <repository>/.cache/mcp-conformance. Running it again costs nothing.
# Exit codes: 0 ready, 77 there is no npm or its registry cannot be reached (tests skip), 1 anything else.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
repo=$(cd "$here/../.." && pwd)
folder=${WM_MCP_CONFORMANCE:-$repo/.cache/mcp-conformance}
command=$folder/node_modules/.bin/conformance

if cmp -s "$here/package.json" "$folder/.ready"; then
  echo "$command"
  exit 0
fi
command -v npm >/dev/null || { echo "there is no npm: the conformance tests of MCP are skipped" >&2; exit 77; }
mkdir -p "$folder"
cp "$here/package.json" "$folder/package.json"
if ! (cd "$folder" && npm install --silent --no-fund --no-audit --ignore-scripts >/dev/null 2>&1) || [ ! -x "$command" ]; then
  echo "the registry of npm cannot be reached from here: the conformance tests of MCP are skipped" >&2
  exit 77
fi
cp "$here/package.json" "$folder/.ready"
echo "$command"
