// One process with the embedded database, started and stopped as an operator would.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { bundleBesidePackages } from './bundle-child.ts'
import { fillEmbedded, migrationsDirectory, testDirectory } from './engines.ts'

/** A data folder whose database is migrated and otherwise empty, because migrating one takes most of a first start. */
async function newFolder(): Promise<string> {
  const folder = mkdtempSync(join(testDirectory(), 'one-process-'))
  await fillEmbedded(join(folder, 'database'))
  return folder
}

async function start(env: Record<string, string>, dataDir: string) {
  const { PATH, HOME, TMPDIR, NODE_OPTIONS } = process.env
  const child = spawn(process.execPath, [await bundleBesidePackages('run-site')], {
    env: {
      PATH,
      HOME,
      TMPDIR,
      NODE_OPTIONS,
      NODE_ENV: 'production',
      MIGRATIONS_DIR: migrationsDirectory,
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'fatal',
      ...env,
    },
  })
  const output = { out: '', error: '' }
  child.stdout.on('data', (text) => (output.out += text))
  child.stderr.on('data', (text) => (output.error += text))
  return { child, output, ended: once(child, 'exit') }
}

/** The folder and any entries in it that the group or others can access. */
const openToOthers = (folder: string) =>
  ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].filter(
    (name) => (statSync(join(folder, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o077,
  )

test('a site restricts a world-readable data folder to its owner, and shuts down cleanly when its terminal closes', async () => {
  const dataDir = await newFolder()
  chmodSync(dataDir, 0o777)
  const { child, output, ended } = await start({ DEMO_STOCK: 'off' }, dataDir)
  await vi.waitFor(() => expect(output.out).toContain('Password'), { timeout: 180_000 })
  expect(existsSync(join(dataDir, 'database.lock'))).toBe(true)
  expect(openToOthers(dataDir)).toEqual([])

  child.kill('SIGHUP')

  expect(await ended).toEqual([0, null])
  expect(existsSync(join(dataDir, 'database.lock'))).toBe(false)
  expect(openToOthers(dataDir)).toEqual([])
}, 240_000)

test('if S3 is unreachable, the first start prints one line that explains the problem and what to do', async () => {
  // Nothing listens on this port.
  const S3_ENDPOINT = 'http://127.0.0.1:9'
  const keys = { S3_BUCKET: 'cars', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret', S3_REGION: 'us-east-1' }
  const { output, ended } = await start({ S3_ENDPOINT, ...keys }, await newFolder())

  expect(await ended).toEqual([1, null])
  expect(output.error.trim().split('\n')).toEqual([
    expect.stringMatching(/^S3_ENDPOINT: http:\/\/127\.0\.0\.1:9 cannot be reached, .* npm start -- --empty$/),
  ])
}, 240_000)
