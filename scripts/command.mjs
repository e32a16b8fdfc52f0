// npm run backup, seed, create-admin and so on: installs and builds if needed, then runs the file of that name in
// backend/src/commands.
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, requireNode, root, run } from './lib.mjs'

requireNode()
await ensureInstalled()
await ensureBuilt()

const [name, ...options] = process.argv.slice(2)
const command = join(root, `backend/dist/${name}.js`)
process.exitCode = await run(process.execPath, ['--enable-source-maps', command, ...options], {
  env: { NODE_ENV: 'production', ...process.env },
})
