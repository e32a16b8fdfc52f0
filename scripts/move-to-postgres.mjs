// npm run move-to-postgres: installs and builds if needed, then runs the command. See docs/backup.md.
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, requireNode, root, run } from './lib.mjs'

requireNode()
await ensureInstalled()
await ensureBuilt()

const command = join(root, 'backend/dist/move-to-postgres.js')
process.exitCode = await run(process.execPath, ['--enable-source-maps', command, ...process.argv.slice(2)], {
  env: { NODE_ENV: 'production', ...process.env },
})
