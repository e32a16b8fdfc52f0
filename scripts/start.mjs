// npm start: installs and builds what is missing, then serves the site.
import { spawn } from 'node:child_process'
import { ensureBuilt, ensureInstalled, requireNode } from './lib.mjs'
import { serverArguments } from './server-arguments.mjs'

requireNode()
await ensureInstalled()
await ensureBuilt()

const server = spawn(process.execPath, serverArguments(), {
  stdio: 'inherit',
  env: { NODE_ENV: 'production', ...process.env },
})
// The terminal sends Ctrl-C to both; a supervisor stops only us.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => server.kill('SIGTERM'))
server.on('close', (code) => process.exit(code ?? 1))
