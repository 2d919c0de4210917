#!/usr/bin/env bash
# Packs the package, installs it into an empty project outside the repository, and runs it there: with the Node that the
# repository pins, with others where NODES names versions of the `node` package, and with the machine's own if it is old.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
pinned="$root/node_modules/node/bin"
plain=$(printf '%s' "$PATH" | tr ':' '\n' | grep -v 'node_modules' | paste -sd: -)

(cd "$root" && npm pack --silent --pack-destination "$work" >/dev/null)
mkdir "$work/project"
cd "$work/project"
npm init --yes --silent >/dev/null
npm install --silent --no-audit --no-fund "$work"/*.tgz

# Runs the installed command under the Node in folder $1.
conforms() {
  printf -- '-- %s\n' "$("$1/node" --version)"
  PATH="$1:$plain" npx --no-install -- trace-conformance --quiet
}

conforms "$pinned"
for version in ${NODES:-}; do
  npm install --silent --no-audit --no-fund --prefix "$work/node-$version" "node@$version"
  conforms "$work/node-$version/node_modules/node/bin"
done

# An old Node is told what is needed, in one line.
old=$(PATH="$plain" command -v node || true)
if [ -n "$old" ] && [ "$("$old" -p 'process.versions.node.split(".")[0] < 22')" = true ]; then
  status=0
  told=$(PATH="$plain" npx --no-install -- trace-conformance 2>&1 | grep -v '^npm warn') || status=$?
  printf -- '-- %s: %s\n' "$("$old" --version)" "$told"
  [ "$(printf '%s\n' "$told" | wc -l)" -eq 1 ] && grep -q 'needs Node' <<<"$told"
fi
