#!/bin/sh
# Serves an existing build without installing anything. It replaces this process, so signals reach the server. For containers
# and services; `npm start` also installs and builds.
set -eu
cd "$(dirname "$0")/.."
arguments=$(node --input-type=module -e "
  import { serverArguments } from './scripts/server-arguments.mjs'
  console.log(serverArguments().join('\n'))
")
IFS='
'
set -f
# shellcheck disable=SC2086
exec node $arguments
