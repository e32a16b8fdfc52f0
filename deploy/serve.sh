#!/bin/sh
# Serves an existing build in containers and services. Unlike `npm start`, it does not install or build anything. The server
# replaces this shell process, so that it receives signals directly.
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
