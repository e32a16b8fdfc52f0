// npm run typecheck: checks every TypeScript project in the repository, two at a time, because each compiler process
// uses only one core.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bin, mustRunQuietly, root } from './lib.mjs'

const AT_ONCE = 2
const readPackage = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))

const waiting = [
  ...readPackage('.')
    .workspaces.filter((name) => readPackage(name).scripts?.typecheck)
    .map((name) => ['npm', ['run', '--silent', 'typecheck', '--workspace', name]]),
  [bin('tsc'), ['--noEmit', '-p', 'attacks']],
  [bin('tsc'), ['--noEmit', '-p', 'faults']],
]

async function work() {
  for (let job = waiting.shift(); job; job = waiting.shift()) await mustRunQuietly(...job)
}
await Promise.all(Array.from({ length: AT_ONCE }, work))
