// npm test: the one command that says a change is ready. Installs what it needs, then lint, types, unit and contract
// tests, build, browser tests, short attacks; stops at the first that fails.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { bin, ensureBuilt, ensureInstalled, mustRun, requireNode, runSteps, say, stop } from './lib.mjs'

requireNode()
await ensureInstalled()
await ensureSystemPackages()

const seconds = await runSteps([
  ['lint', bin('biome'), ['check', '.']],
  ['types', process.execPath, ['scripts/typecheck.mjs']],
  ['unit and contract tests', bin('vitest'), ['run']],
  ['build', ensureBuilt],
  ['browser tests', bin('playwright'), ['test', '--config', 'e2e/playwright.config.ts']],
  ['attacks', process.execPath, ['scripts/test-attacks.mjs', '--short']],
])
const total = Object.values(seconds).reduce((sum, each) => sum + each, 0)
say(`\nReady: all passed in ${Math.floor(total / 60)} min ${total % 60} s`)

/** The tests drive a real browser and a real database server; both come from the system's packages. */
async function ensureSystemPackages() {
  const missing = []
  if (!findChromium()) missing.push('chromium')
  if (!findPostgres()) missing.push('postgresql')
  if (missing.length === 0) return
  const canInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
  if (!canInstall) stop(`The tests need ${missing.join(' and ')}: install with your system's package manager.`)
  say(`Installing ${missing.join(', ')} ...`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await mustRun('apt-get', ['update', '-qq'], { env })
  await mustRun('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], { env })
}

function findChromium() {
  const places = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  return places.find((path) => path && existsSync(path))
}

function findPostgres() {
  if (spawnSync('postgres', ['--version']).status === 0) return true
  const versions = '/usr/lib/postgresql'
  return (
    existsSync(versions) && readdirSync(versions).some((version) => existsSync(`${versions}/${version}/bin/initdb`))
  )
}
