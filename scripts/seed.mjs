// npm run seed -- N: adds N generated vehicles, to try the site at scale.
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, requireNode, root, run } from './lib.mjs'

requireNode()
await ensureInstalled()
await ensureBuilt()
process.exit(await run(process.execPath, [join(root, 'backend/dist/seed.js'), ...process.argv.slice(2)]))
