#!/usr/bin/env bash
# Lets schemathesis, a general fuzzer of OpenAPI services, loose on the reference service: no 5xx, nothing unexpected.
# Usage: scripts/fuzz.sh [seconds for each of two passes, 60 unless said]
# Needs Python 3.10 or later; the fuzzer comes by pip into $FUZZ_VENV, or into a folder that is gone afterwards.
set -euo pipefail
cd "$(dirname "$0")/.."
VERSION=4.32.5

if ! command -v python3 >/dev/null; then
  echo "not run: there is no python3, which the fuzzer is written in" >&2
  exit 77
fi
if [ -n "${FUZZ_VENV:-}" ]; then
  venv=$FUZZ_VENV
else
  venv=$(mktemp -d)
  trap 'rm -rf "$venv"' EXIT
fi
if [ ! -x "$venv/bin/schemathesis" ]; then
  if ! { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet --disable-pip-version-check "schemathesis==$VERSION"; }; then
    echo "not run: schemathesis $VERSION could not be installed by pip" >&2
    exit 77
  fi
fi
PATH="$PWD/node_modules/.bin:$PATH" node scripts/fuzz/run.ts "$venv/bin/schemathesis" "${1:-60}"
