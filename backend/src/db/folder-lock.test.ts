import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { embeddedSnapshot, testDirectory } from '../../test/engines.ts'
import { openEmbedded } from './embedded.ts'
import { FolderLocked, lockFolder } from './folder-lock.ts'
import { describeProcess } from './process-identity.ts'

vi.setConfig({ testTimeout: 120_000 })

const newFolder = () => join(testDirectory(), randomUUID())
const self = describeProcess(process.pid)
/** The shortest time that works on a busy machine if the child writes a heartbeat every 100 ms. */
const SILENT_MS = 3_000

test('a lock names its holder until it is released', async () => {
  const folder = newFolder()
  const lock = await lockFolder(folder)
  expect(lock.isHeld()).toBe(true)

  await expect(lockFolder(folder)).rejects.toThrow(FolderLocked)
  await expect(lockFolder(folder)).rejects.toThrow(`is in use by process ${process.pid}.`)

  lock.release()
  expect(lock.isHeld()).toBe(false)
  expect(existsSync(`${folder}.lock`)).toBe(false)
  ;(await lockFolder(folder)).release()
})

const forged = (change: Record<string, unknown>) => (lock: string) => JSON.stringify({ ...JSON.parse(lock), ...change })

/** Leaves a lock behind as another process would have. */
async function leaveLock(forge: (lock: string) => string): Promise<string> {
  const folder = newFolder()
  const lock = await lockFolder(folder)
  const own = readFileSync(`${folder}.lock`, 'utf8')
  lock.release()
  writeFileSync(`${folder}.lock`, forge(own))
  return folder
}

test.each([
  ['a process that has ended', forged({ pid: 2 ** 22 + 1 })],
  ['a process whose id now belongs to another process', forged({ startTicks: '1' })],
])('a lock left behind by %s is taken over at once', async (_, forge) => {
  const folder = await leaveLock(forge)
  const onWait = vi.fn()

  const lock = await lockFolder(folder, { onWait })

  expect(onWait).not.toHaveBeenCalled()
  expect(JSON.parse(readFileSync(`${folder}.lock`, 'utf8'))).toMatchObject(self)
  lock.release()
})

// This process cannot check whether any of these holders is still alive.
const FOREIGN: [string, (lock: string) => string][] = [
  ['another machine', forged({ host: 'elsewhere', bootId: 'another' })],
  ['a machine with the same name, or this machine before its restart', forged({ bootId: 'another' })],
  ['another container', forged({ pidNamespace: 'pid:[1]' })],
  [
    'a process in another container with the id of a process here',
    forged({ pidNamespace: 'pid:[1]', pid: process.ppid }),
  ],
  [
    'an earlier version that did not write these fields',
    forged({ pidNamespace: undefined, token: undefined, beat: undefined }),
  ],
  ['a holder whose details are unreadable', (lock: string) => lock.slice(0, 10)],
]

test.each(FOREIGN)('a lock held by %s is taken over only after a long time without a heartbeat', async (_, forge) => {
  const folder = await leaveLock(forge)
  const onWait = vi.fn()

  const lock = await lockFolder(folder, { silentMs: 60, onWait })

  expect(onWait).toHaveBeenCalledOnce()
  expect(JSON.parse(readFileSync(`${folder}.lock`, 'utf8'))).toMatchObject(self)
  lock.release()
})

test.each(FOREIGN)('a lock held by %s is left alone while its heartbeat continues', async (_, forge) => {
  const folder = await leaveLock(forge)
  const left = readFileSync(`${folder}.lock`, 'utf8')
  // The other process's clock is a year behind, so only a change in the heartbeat counts.
  let beat = Date.now() / 1000 - 365 * 86_400
  const heart = setInterval(() => utimesSync(`${folder}.lock`, ++beat, beat), 20)

  await expect(lockFolder(folder, { silentMs: SILENT_MS })).rejects.toThrow(FolderLocked)
  clearInterval(heart)
  expect(readFileSync(`${folder}.lock`, 'utf8')).toBe(left)
})

test('a heartbeat written into the lock file counts even if the file’s modification time does not change', async () => {
  const folder = await leaveLock(forged({ pidNamespace: 'pid:[1]' }))
  const left = readFileSync(`${folder}.lock`, 'utf8')
  const noTime = new Date(0)
  let beat = 0
  const heart = setInterval(() => {
    const descriptor = openSync(`${folder}.lock`, 'r+')
    writeSync(descriptor, forged({ beat: String(++beat).padStart(15, '0') })(left), 0)
    closeSync(descriptor)
    utimesSync(`${folder}.lock`, noTime, noTime)
  }, 20)

  await expect(lockFolder(folder, { silentMs: SILENT_MS })).rejects.toThrow('in another container')
  clearInterval(heart)
})

test('the holder writes heartbeats that other processes can see', async () => {
  const folder = newFolder()
  const lock = await lockFolder(folder, { beatMs: 20 })

  await expect(lockFolder(folder, { self: { ...self, pidNamespace: 'pid:[1]' }, silentMs: SILENT_MS })).rejects.toThrow(
    'in another container',
  )
  expect(lock.isHeld()).toBe(true)
  lock.release()
})

test('a holder whose lock is taken over reports the loss once, treats the lock as lost and leaves the new lock alone', async () => {
  const folder = newFolder()
  const onLost = vi.fn()
  const lock = await lockFolder(folder, { beatMs: 20, onLost })
  const another = forged({ token: 'another', host: 'elsewhere', pid: 7 })(readFileSync(`${folder}.lock`, 'utf8'))
  writeFileSync(`${folder}.other`, another)
  renameSync(`${folder}.other`, `${folder}.lock`)

  await expect.poll(() => onLost.mock.calls.length).toBe(1)
  await sleep(100)
  expect(onLost).toHaveBeenCalledOnce()
  expect(onLost.mock.calls[0]?.[0]).toContain('was taken over by process 7 on elsewhere')
  expect(lock.isHeld()).toBe(false)
  lock.release()
  expect(readFileSync(`${folder}.lock`, 'utf8')).toBe(another)
})

test('a holder that was suspended checks its lock before its next heartbeat is due', async () => {
  const folder = newFolder()
  const lock = await lockFolder(folder, { beatMs: 600_000, doubtMs: 0 })
  expect(lock.isHeld()).toBe(true)

  renameSync(`${folder}.lock`, `${folder}.gone`)

  expect(lock.isHeld()).toBe(false)
})

describe('locks between processes', () => {
  const child = fileURLToPath(new URL('../../test/lock-holder.ts', import.meta.url))
  const children: ChildProcess[] = []

  afterEach(() => {
    for (const process of children.splice(0)) process.kill('SIGKILL')
  })

  async function hold(folder: string, command: string[], env: Record<string, string> = {}) {
    const snapshot = await embeddedSnapshot()
    const [program = '', ...args] = [...command, process.execPath, '--import', 'tsx', child, folder, snapshot]
    const holder = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(holder)
    const lines = createInterface({ input: holder.stdout })[Symbol.asyncIterator]()
    const nextLine = async () => JSON.parse((await lines.next()).value as string) as Record<string, unknown>
    return { holder, nextLine }
  }

  const UNSHARE = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child']
  const canUnshare = spawnSync('unshare', [...UNSHARE.slice(1), 'true']).status === 0

  test('a database that is open in another process namespace cannot be opened a second time', async () => {
    const folder = newFolder()
    // Where a test may not create a namespace, the child only claims to have one.
    const { nextLine } = await (canUnshare ? hold(folder, UNSHARE) : hold(folder, [], { OTHER_NAMESPACE: 'pid:[1]' }))
    const { opened, pid } = await nextLine()
    expect([opened !== self.pidNamespace, pid === 1]).toEqual([canUnshare, canUnshare])

    await expect(openEmbedded({ dataDir: folder, lock: { silentMs: SILENT_MS } })).rejects.toThrow(
      `is in use by process ${pid} in another container`,
    )
  })

  test('a process that was suspended and presumed dead closes the database when it resumes', async () => {
    const folder = newFolder()
    const { holder, nextLine } = await hold(folder, [], { OTHER_NAMESPACE: 'pid:[1]' })
    await nextLine()

    holder.kill('SIGSTOP')
    const db = await openEmbedded({ dataDir: folder, lock: { silentMs: SILENT_MS, beatMs: 100 } })
    await db.query('create table ours ()')
    holder.kill('SIGCONT')

    expect((await nextLine()).lost).toContain(`was taken over by process ${process.pid} `)
    expect((await nextLine()).refused).toContain('DatabaseUnavailable')
    expect(await nextLine()).toEqual({ closed: true })
    await db.query('select * from ours')
    await db.close()
    expect(existsSync(`${folder}.lock`)).toBe(false)
  })
})
