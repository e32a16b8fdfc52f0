// npm run test:attacks [-- --short] [-- suite ...]: attacks the built product on loopback; all suites without a name.
// `--seed 7 --replay 4711 fuzz` makes one request of an earlier run again.
import { bin, ensureBuilt, ensureInstalled, requireNode, run } from './lib.mjs'

requireNode()
await ensureInstalled()
await ensureBuilt()
process.exit(await run(bin('tsx'), ['attacks/run.ts', ...process.argv.slice(2)]))
