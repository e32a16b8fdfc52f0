// npm run typecheck: checks every TypeScript project in the repository, two at a time.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { bin, mustRunQuietly, root } from './lib.mjs'

const AT_ONCE = 2

// The types of the routes' parameters and data.
await mustRunQuietly(bin('react-router'), ['typegen'], { cwd: join(root, 'site') })
const projects = readdirSync(root).filter((name) => existsSync(join(root, name, 'tsconfig.json')))
// The site takes longest.
const waiting = ['site', ...projects.filter((name) => name !== 'site')]

async function work() {
  // Several threads would each compute the same types again, for nearly twice the CPU time.
  for (let name = waiting.shift(); name; name = waiting.shift())
    await mustRunQuietly(bin('tsc'), ['--noEmit', '--singleThreaded', '-p', name])
}
await Promise.all(Array.from({ length: AT_ONCE }, work))
