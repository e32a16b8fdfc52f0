// npm run pictures:move -- --to s3 | folder: moves pictures and documents from the data folder to S3, or back.
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, requireNode, root, run } from './lib.mjs'

requireNode()
await ensureInstalled()
await ensureBuilt()
process.exit(await run(process.execPath, [join(root, 'backend/dist/pictures-move.js'), ...process.argv.slice(2)]))
