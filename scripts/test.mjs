// npm test: the one command to run before a change is ready. It installs what it needs, builds the site beside the unit
// and contract tests, and then runs the browser tests. Everything else runs in the background, at a low priority. It
// stops at the first failure.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'
import { findChromium, HEADLESS_SHELL } from './chromium.mjs'
import { bin, ensureBuilt, ensureInstalled, mustRunQuietly, requireNode, root, runStepsBeside, say } from './lib.mjs'
import { ensurePackages, tryPackage } from './system-packages.mjs'

const MEMORY = '/dev/shm'

requireNode()
await ensureInstalled()
await ensureSystemPackages()
if (hasRoomInMemory()) process.env.TMPDIR = MEMORY
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --require ${JSON.stringify(join(root, 'scripts/quick-wasm.cjs'))}`

const started = Date.now()
let template
await runStepsBeside(
  [
    ['build, and the site that browser tests copy', () => (template = makeTemplate())],
    ['lint', ...inSpareTime(bin('biome'), ['check', '.'])],
    ['unused code', ...inSpareTime(bin('knip'), [])],
    ['types', ...inSpareTime(process.execPath, ['scripts/typecheck.mjs'])],
    ['a few power cuts and kills', ...inSpareTime(process.execPath, ['scripts/test-faults.mjs', '--short'])],
    ['long input, a little', ...inSpareTime(process.execPath, ['scripts/test-attacks.mjs', '--short', 'long-input'])],
  ],
  [
    ['unit and contract tests', bin('vitest'), ['run']],
    ['waiting for the build', () => template],
    ['browser tests', bin('playwright'), ['test', '--config', 'e2e/playwright.config.ts']],
  ],
)
const total = Math.round((Date.now() - started) / 1000)
say(`\nReady: all passed in ${Math.floor(total / 60)} min ${total % 60} s`)

async function makeTemplate() {
  await ensureBuilt()
  await mustRunQuietly(bin('tsx'), ['e2e/fixtures/make-template.ts'])
}

/** Unit and browser tests wait for databases, emails and pages, and the background steps use the time that is left. */
function inSpareTime(command, args) {
  return ['nice', ['-n', '10', command, ...args]]
}

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
