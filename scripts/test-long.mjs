// npm run test:long: runs the tests that take too long to run for every change, but should pass before a release. Steps
// that pass are recorded in docs/long-tests.md.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { WHOLE_CHROMIUM } from './chromium.mjs'
import { installDeno } from './deno-version.mjs'
import { bin, ensureBuilt, ensureInstalled, mustRun, requireNode, root, runSteps, stop } from './lib.mjs'
import { installPostgres, POSTGRES_MAJORS } from './postgres-versions.mjs'
import { ensurePackages } from './system-packages.mjs'

const RECORD = 'docs/long-tests.md'

requireNode()
await ensureInstalled()
await ensureBuilt()
const commit = describeCommit()

const withEnv = (env, ...command) => mustRun(...command, { env: { ...process.env, ...env } })
const onPglite = () => withEnv({ TEST_ENGINE: 'pglite' }, bin('vitest'), ['run', 'backend', 'supabase'])
const throughPooler = () =>
  withEnv({ TEST_POOLER: '1', TEST_ENGINE: 'postgres' }, bin('vitest'), ['run', 'backend/wire'])
const LONG_UNIT_TESTS = [
  'backend/test/backup.test.ts',
  'backend/test/backup-commands.test.ts',
  'backend/test/upgrades/upgrades.test.ts',
  'backend/src/storage/pictures/render.test.ts',
]
const longUnitTests = () => withEnv({ TEST_LONG: '1' }, bin('vitest'), ['run', ...LONG_UNIT_TESTS])
// Ceph is a real S3 server, installed from the system's packages.
const onCeph = async () => {
  const programs = { 'ceph-mon': 'ceph-mon', 'ceph-osd': 'ceph-osd', radosgw: 'radosgw', ceph: 'ceph-common' }
  const isMissing = (program) => spawnSync(program, ['--version']).status !== 0
  await ensurePackages(Object.keys(programs).flatMap((program) => (isMissing(program) ? [programs[program]] : [])))
  const files = [
    'backend/wire/storage',
    'backend/test/storage-drivers',
    'backend/test/pictures-move',
    'backend/src/storage/cleanup/collect',
  ]
  await withEnv({ TEST_CEPH: '1', TEST_ENGINE: 'postgres' }, bin('vitest'), ['run', ...files])
}
const onPostgres = (major) => async () => {
  const env = { TEST_ENGINE: 'postgres', TEST_POSTGRES_BIN: await installPostgres(major) }
  await withEnv(env, bin('vitest'), ['run', 'backend', 'supabase'])
}
// Uses the full browser that visitors have, rather than the faster headless shell of `npm test`; checks every theme and
// width of every screen; and runs the tests marked @long.
const inWholeChromium = () =>
  withEnv({ CHROMIUM_PATH: WHOLE_CHROMIUM, LOOKS: 'all', TEST_LONG: '1' }, bin('playwright'), [
    'test',
    '--config',
    'e2e/playwright.config.ts',
  ])

const underDeno = async () =>
  withEnv({ TEST_DENO: await installDeno() }, bin('vitest'), ['run', 'backend/test/deno-functions.test.ts'])
// Runs two processes: the site, and a second backend in place of the hosted project.
const onHostedProject = () =>
  withEnv({ HOSTED: '1', TEST_LONG: '1' }, bin('playwright'), [
    'test',
    '--config=e2e/playwright.config.ts',
    '--project=shared site',
    '--workers=2',
    'e2e/storefront',
    'e2e/account',
    'e2e/admin',
  ])

const steps = [
  ['the schema, services and protocols on PGlite', onPglite],
  ['backups, upgrades and pictures', longUnitTests],
  ['the protocols through PgBouncer', throughPooler],
  ['pictures on S3 with Ceph', onCeph],
  ...POSTGRES_MAJORS.map((major) => [`PostgreSQL ${major}`, onPostgres(major)]),
  ['browser tests in the full Chromium browser', inWholeChromium],
  ['the site on a hosted project', onHostedProject],
  ['functions under Deno', underDeno],
  ['main stories in WebKit and Firefox', process.execPath, ['scripts/test-browsers.mjs']],
  ['the container and the proxies', process.execPath, ['scripts/test-container.mjs']],
  ['all attacks', process.execPath, ['scripts/test-attacks.mjs']],
  ['all faults', process.execPath, ['scripts/test-faults.mjs']],
]
// `npm run test:long -- postgres` runs the steps with that word in their names.
const wanted = process.argv[2]?.toLowerCase()
const chosen = steps.filter(([name]) => name.toLowerCase().includes(wanted ?? ''))
if (chosen.length === 0) stop(`No step matches "${wanted}". The steps are ${steps.map(([name]) => name).join(', ')}.`)
for (const step of chosen) record(await runSteps([step]))

function describeCommit() {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim()
  const head = git('rev-parse', '--short', 'HEAD') || 'unknown'
  return git('status', '--porcelain', '--', '.', `:!${RECORD}`) ? `${head} with uncommitted changes` : head
}

/** Replaces the lines for the steps that have passed. */
function record(seconds) {
  const file = join(root, RECORD)
  const text = readFileSync(file, 'utf8')
  const end = text.lastIndexOf('| --- |\n') + '| --- |\n'.length
  const passed = Object.fromEntries(
    text
      .slice(end)
      .trim()
      .split('\n')
      .map((line) => [line.split(' | ')[0].slice(2), line]),
  )
  for (const [name, each] of Object.entries(seconds)) {
    passed[name] = `| ${name} | ${new Date().toISOString().slice(0, 10)} | ${commit} | ${each} |`
  }
  const lines = steps.map(([name]) => passed[name] ?? `| ${name} | not yet | | |`)
  writeFileSync(file, `${text.slice(0, end)}${lines.join('\n')}\n`)
}
