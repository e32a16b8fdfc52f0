// npm run bench [-- name ... [--option value ...]]: runs the named benchmarks in bench/, or all of them, one after
// another. Options are passed to each benchmark.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, mustRun, requireNode, root, say, stop } from './lib.mjs'

const all = readdirSync(join(root, 'bench'))
  .filter((name) => name.endsWith('.mjs'))
  .map((name) => name.slice(0, -'.mjs'.length))
const given = process.argv.slice(2)
const firstOption = given.findIndex((argument) => argument.startsWith('--'))
const wanted = firstOption < 0 ? given : given.slice(0, firstOption)
const options = firstOption < 0 ? [] : given.slice(firstOption)
const unknown = wanted.find((name) => !all.includes(name))
if (unknown) stop(`Unknown benchmark "${unknown}". Choose from ${all.join(', ')}.`)

requireNode()
await ensureInstalled()
await ensureBuilt()
for (const name of wanted.length > 0 ? wanted : all) {
  say(`\n== ${name}`)
  await mustRun(process.execPath, [`bench/${name}.mjs`, ...options])
}
