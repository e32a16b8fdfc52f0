// npm run test:browsers [-- webkit] [-- part of a story's name]: runs the main stories in WebKit and Firefox.
import { spawnSync } from 'node:child_process'
import { bin, ensureBuilt, ensureInstalled, requireNode, run } from './lib.mjs'
import { ensurePackages } from './system-packages.mjs'

/** Each program, and the package that contains it. */
const PROGRAMS = { WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb', 'firefox-esr': 'firefox-esr' }

requireNode()
await ensureInstalled()
await ensurePackages(
  Object.keys(PROGRAMS)
    .filter(isMissing)
    .map((program) => PROGRAMS[program]),
)
await ensureBuilt()
process.exit(await run(bin('tsx'), ['e2e/browsers/run.ts', ...process.argv.slice(2)]))

function isMissing(program) {
  return spawnSync('which', [program]).status !== 0
}
