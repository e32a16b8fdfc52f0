// npm run bench [-- name ...]: runs the benches of bench/ one after the other; all of them without a name.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, mustRun, requireNode, root, say, stop } from './lib.mjs'

const all = readdirSync(join(root, 'bench'))
  .filter((name) => name.endsWith('.mjs'))
  .map((name) => name.slice(0, -'.mjs'.length))
const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !all.includes(name))
if (unknown) stop(`There is no bench "${unknown}"; there are ${all.join(', ')}.`)

requireNode()
await ensureInstalled()
await ensureBuilt()
for (const name of wanted.length > 0 ? wanted : all) {
  say(`\n== ${name}`)
  await mustRun(process.execPath, [`bench/${name}.mjs`])
}
