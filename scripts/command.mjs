// npm run backup, seed, create-admin and so on: installs and builds if needed, then runs the file of that name in
// backend/src/commands.
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, requireNode, root, run, say } from './lib.mjs'
import { findDataFolder, loadSettings } from './settings-file.mjs'

requireNode()
loadSettings()
await ensureInstalled()
await ensureBuilt()

const [name, ...options] = process.argv.slice(2)
const command = join(root, `backend/dist/${name}.js`)
// A backup is restored into a new, empty folder.
const found = name === 'restore' ? null : findDataFolder(process.env)
if (found) say(`Using the site in ${found}, which was started last.`)
process.exitCode = await run(process.execPath, ['--enable-source-maps', command, ...options], {
  env: { NODE_ENV: 'production', ...process.env, ...(found && { DATA_DIR: found }) },
})
