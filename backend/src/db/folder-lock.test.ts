import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testDirectory } from '../../test/engines.ts'
import { FolderLocked, lockFolder } from './folder-lock.ts'

const newFolder = () => join(testDirectory(), randomUUID())

test('a lock says who holds it, until it is released', () => {
  const folder = newFolder()
  const lock = lockFolder(folder)

  expect(() => lockFolder(folder)).toThrow(FolderLocked)
  expect(() => lockFolder(folder)).toThrow(`is in use by process ${process.pid}`)

  lock.release()
  expect(existsSync(`${folder}.lock`)).toBe(false)
  lockFolder(folder).release()
})

const forged = (change: Record<string, unknown>) => (lock: string) => JSON.stringify({ ...JSON.parse(lock), ...change })

/** Leaves a lock behind as somebody else would have. */
function leaveLock(forge: (lock: string) => string): { folder: string; own: string } {
  const folder = newFolder()
  const lock = lockFolder(folder)
  const own = readFileSync(`${folder}.lock`, 'utf8')
  lock.release()
  writeFileSync(`${folder}.lock`, forge(own))
  return { folder, own }
}

test.each([
  ['a process that is gone', forged({ pid: 2 ** 22 + 1 })],
  ['a process whose number another one has now', forged({ startTicks: '1' })],
  ['a machine that was restarted', forged({ bootId: 'earlier' })],
  ['nobody that can be read', (lock: string) => lock.slice(0, 10)],
])('a lock left behind by %s is taken over', (_, forge) => {
  const { folder, own } = leaveLock(forge)

  const lock = lockFolder(folder)

  expect(readFileSync(`${folder}.lock`, 'utf8')).toBe(own)
  lock.release()
})

test('a holder on another machine holds it for as long as its heart beats', () => {
  const { folder } = leaveLock(forged({ host: 'elsewhere', pid: 1 }))
  expect(() => lockFolder(folder)).toThrow('is in use by process 1 on elsewhere')

  const aMinuteAgo = new Date(Date.now() - 60_000)
  utimesSync(`${folder}.lock`, aMinuteAgo, aMinuteAgo)
  lockFolder(folder).release()
})
