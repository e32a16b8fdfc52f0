// npm test: the one command that says a change is ready. Installs what it needs, then lint, types, unit and contract
// tests, build, browser tests, short attacks; stops at the first that fails.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { findChromium, HEADLESS_SHELL } from './chromium.mjs'
import { bin, ensureBuilt, ensureInstalled, mustRun, requireNode, run, runSteps, say, stop } from './lib.mjs'

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
  const canInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
  const missing = []
  if (!findChromium()) missing.push('chromium')
  if (!findPostgres()) missing.push('postgresql')
  if (missing.length > 0) {
    if (!canInstall) stop(`The tests need ${missing.join(' and ')}: install with your system's package manager.`)
    await mustRun('apt-get', ['update', '-qq'])
    if ((await install(missing)) !== 0) stop(`${missing.join(' and ')} could not be installed`)
  }
  // Not every system has it, and the tests pass without it, but three times as slowly.
  if (canInstall && !existsSync(HEADLESS_SHELL)) {
    const { stdout } = spawnSync('apt-cache', ['policy', 'chromium-headless-shell'], { encoding: 'utf8' })
    if (/Candidate: \d/.test(stdout)) await install(['chromium-headless-shell'])
  }
}

function install(packages) {
  say(`Installing ${packages.join(', ')} ...`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env })
}

function findPostgres() {
  if (spawnSync('postgres', ['--version']).status === 0) return true
  const versions = '/usr/lib/postgresql'
  return (
    existsSync(versions) && readdirSync(versions).some((version) => existsSync(`${versions}/${version}/bin/initdb`))
  )
}
