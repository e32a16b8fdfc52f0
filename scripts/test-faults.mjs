// npm run test:faults [-- --short] [-- --markdown] [-- part ...]: breaks what stands around the built product; all parts without
// a name.
import { bin, ensureBuilt, ensureInstalled, requireNode, run } from './lib.mjs'

requireNode()
await ensureInstalled()
await ensureBuilt()
process.exit(await run(bin('tsx'), ['faults/run.ts', ...process.argv.slice(2)]))
