// npm test: the one command to run before a change is ready. It installs what it needs and runs the unit and contract
// tests, while the linter, the type checks, the build and a few fault and long-input tests run in the background. Then
// it runs the browser tests. It stops at the first failure.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'
import { findChromium, HEADLESS_SHELL } from './chromium.mjs'
import { bin, ensureBuilt, ensureInstalled, requireNode, root, runSteps, runStepsBeside, say } from './lib.mjs'
import { ensurePackages, tryPackage } from './system-packages.mjs'

const MEMORY = '/dev/shm'

requireNode()
await ensureInstalled()
await ensureSystemPackages()
if (hasRoomInMemory()) process.env.TMPDIR = MEMORY
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --require ${JSON.stringify(join(root, 'scripts/quick-wasm.cjs'))}`

const started = Date.now()
// Unit tests often wait for databases and timers, which leaves time for the background steps. Browser tests don't.
await runStepsBeside(
  [
    ['lint', bin('biome'), ['check', '.']],
    ['unused code', bin('knip'), []],
    ['types', process.execPath, ['scripts/typecheck.mjs']],
    ['build', ensureBuilt],
    ['a few power cuts and kills', process.execPath, ['scripts/test-faults.mjs', '--short']],
    ['long input, a little', process.execPath, ['scripts/test-attacks.mjs', '--short', 'long-input']],
  ],
  [['unit and contract tests', bin('vitest'), ['run']]],
)
await runSteps([['browser tests', bin('playwright'), ['test', '--config', 'e2e/playwright.config.ts']]])
const total = Math.round((Date.now() - started) / 1000)
say(`\nReady: all passed in ${Math.floor(total / 60)} min ${total % 60} s`)

/** The tests create hundreds of embedded databases, which wait for the disk at every commit. */
function hasRoomInMemory() {
  if (process.env.TMPDIR || !existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return Math.min(bavail * bsize, freemem()) > 8 * 1024 ** 3
}

/** The tests use a real browser and a real database server, from the system's packages. */
async function ensureSystemPackages() {
  const missing = []
  if (!findChromium()) missing.push('chromium')
  if (!findPostgres()) missing.push('postgresql')
  await ensurePackages(missing)
  // Optional. Without this package, the browser tests take three times as long.
  if (!existsSync(HEADLESS_SHELL)) await tryPackage('chromium-headless-shell')
  // Optional. Without this package, the few PgBouncer tests are skipped.
  if (!existsSync('/usr/sbin/pgbouncer')) await tryPackage('pgbouncer')
}

function findPostgres() {
  if (spawnSync('postgres', ['--version']).status === 0) return true
  const versions = '/usr/lib/postgresql'
  return (
    existsSync(versions) && readdirSync(versions).some((version) => existsSync(`${versions}/${version}/bin/initdb`))
  )
}
