// npm run rotate-keys: installs and builds if needed, then creates a new signing key.
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, requireNode, root, run } from './lib.mjs'

requireNode()
await ensureInstalled()
await ensureBuilt()

const command = join(root, 'backend/dist/rotate-keys.js')
process.exitCode = await run(process.execPath, ['--enable-source-maps', command, ...process.argv.slice(2)], {
  env: { NODE_ENV: 'production', ...process.env },
})
