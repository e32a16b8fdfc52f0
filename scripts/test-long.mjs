// npm run test:long: what takes too long for every change and should pass before a release.
import { ensureBuilt, ensureInstalled, requireNode, run, say, stop } from './lib.mjs'

requireNode()
await ensureInstalled()
await ensureBuilt()

const steps = [['attacks', process.execPath, ['scripts/test-attacks.mjs']]]
for (const [name, command, args] of steps) {
  say(`\n== ${name}`)
  const started = Date.now()
  if ((await run(command, args)) !== 0) stop(`\n${name}: failed`)
  say(`== ${name}: ${Math.round((Date.now() - started) / 1000)} s`)
}
