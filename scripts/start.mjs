// npm start: installs and builds if needed, then serves the site.
import { spawn } from 'node:child_process'
import { ensureBuilt, ensureInstalled, requireNode, stop } from './lib.mjs'
import { serverArguments } from './server-arguments.mjs'
import { loadSettings, noteDataFolder } from './settings-file.mjs'
import { readStartArguments } from './start-arguments.mjs'

requireNode()
const { env, problem } = readStartArguments(process.argv.slice(2))
if (problem) stop(problem)
loadSettings()
await ensureInstalled()
await ensureBuilt()

noteDataFolder(process.env)
const server = spawn(process.execPath, serverArguments(), {
  stdio: 'inherit',
  env: { NODE_ENV: 'production', ...process.env, ...env },
})
// The terminal sends Ctrl-C to both processes; a supervisor signals only this one.
process.on('SIGINT', () => {})
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
server.on('close', (code) => process.exit(code ?? 1))
