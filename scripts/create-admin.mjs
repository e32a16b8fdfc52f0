// npm run create-admin -- email: installs and builds if needed, then creates the account.
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, requireNode, root, run } from './lib.mjs'

requireNode()
await ensureInstalled()
await ensureBuilt()

const command = join(root, 'backend/dist/create-admin.js')
process.exitCode = await run(process.execPath, ['--enable-source-maps', command, ...process.argv.slice(2)], {
  env: { NODE_ENV: 'production', ...process.env },
})
