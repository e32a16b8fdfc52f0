// Kills the command itself several times as it moves files to and from a real S3 server, for `npm run test:long`.
// move-files.test.ts interrupts a move at every single step.

import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { StorageDriver } from '../src/storage/drivers/driver.ts'
import { createFolderDriver } from '../src/storage/drivers/folder-driver.ts'
import { createS3Driver } from '../src/storage/drivers/s3-driver.ts'
import { emptyBucket } from './ceph.ts'
import { toEnv } from './s3-server.ts'
import { quiet } from './stores.ts'

const COMMAND = fileURLToPath(new URL('../src/commands/pictures-move.ts', import.meta.url))
const FILES = 300

describe.runIf(process.env.TEST_CEPH)('npm run pictures:move', () => {
  test('pictures:move moves every file to S3 and back even if it is killed eight times', {
    timeout: 400_000,
  }, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'forecourt-move-'))
    const { settings } = await emptyBucket()
    const folder = createFolderDriver(join(dataDir, 'pictures'))
    const s3 = createS3Driver(settings, quiet)
    await folder.write('installation-id', Buffer.from('an id\n'))
    for (let i = 0; i < FILES; i++) await folder.write(`vehicle-images/${i % 7}/${i}.jpg`, randomBytes(100_000))
    const before = await digests(folder)
    const run = (args: string[], killAfterMs?: number) =>
      runCommand({ ...toEnv(settings), DATA_DIR: dataDir }, args, killAfterMs)

    expect((await run(['--to', 's3', '--dry-run'])).output).toContain('301 would be copied')
    expect(await digests(s3)).toEqual({})
    expect((await run(['--to', 's3', '--delete-source'])).output).toContain('Nothing can be deleted until')
    const kills = []
    for (let i = 0; i < 8; i++) kills.push((await run(['--to', 's3'], 100 + i * 150)).signal)
    const last = await run(['--to', 's3'])

    expect(kills).toContain('SIGKILL')
    expect(last.output).toMatch(/Done: 301 files|are in the bucket .* already/)
    expect(await digests(s3)).toEqual(before)
    expect((await run(['--to', 's3', '--delete-source'])).output).toContain('301 files deleted')
    expect(await digests(folder)).toEqual({})
    expect((await run(['--to', 'folder'])).output).toContain('Done: 301 files')
    expect(await digests(folder)).toEqual(before)
    await rm(dataDir, { recursive: true, force: true })
  })
})

async function runCommand(env: Record<string, string>, args: string[], killAfterMs?: number) {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, ['--import', 'tsx', COMMAND, ...args], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { PATH, HOME, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const exited = once(child, 'exit')
  if (killAfterMs !== undefined) {
    // Count from the start of the move rather than from the start of Node.
    while (!output.includes('From ') && child.exitCode === null) await sleep(10)
    await sleep(killAfterMs)
    child.kill('SIGKILL')
  }
  const [, signal] = await exited
  return { output, signal: signal as string | null }
}

async function digests(driver: StorageDriver): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for await (const { key } of driver.list('')) {
    found[key] = createHash('sha256')
      .update(await driver.read(key))
      .digest('hex')
  }
  return found
}
