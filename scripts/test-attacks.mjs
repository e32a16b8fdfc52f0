// npm run test:attacks [-- --short] [-- suite ...]: attacks the built product on loopback with the named suites, or all
// of them. `--seed 7 --replay 4711 fuzz` repeats one request from an earlier run.
import { bin, ensureBuilt, ensureInstalled, requireNode, run } from './lib.mjs'

requireNode()
await ensureInstalled()
await ensureBuilt()
process.exit(await run(bin('tsx'), ['attacks/run.ts', ...process.argv.slice(2)]))
