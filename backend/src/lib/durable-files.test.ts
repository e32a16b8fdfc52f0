import { randomUUID } from 'node:crypto'
import { mkdirSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { testDirectory } from '../../test/engines.ts'
import { createFolderDriver } from '../storage/drivers/folder-driver.ts'
import { fileTime, makeFolder, syncTree } from './durable-files.ts'

let root: string
/** The files and folders that were synced, in order, under the names they had at the time. */
let synced: string[]

beforeEach(async () => {
  root = join(testDirectory(), randomUUID())
  mkdirSync(root)
  synced = []
  const anyHandle = await open(process.execPath, 'r')
  const prototype = Object.getPrototypeOf(anyHandle) as FileHandle
  await anyHandle.close()
  const { sync } = prototype
  vi.spyOn(prototype, 'sync').mockImplementation(function (this: FileHandle) {
    synced.push(relative(root, readlinkSync(`/proc/self/fd/${this.fd}`)))
    return sync.call(this)
  })
})

test('an upload is acknowledged only after the file and all its parent folders have been synced to disk', async () => {
  const driver = createFolderDriver(join(root, 'pictures'))

  await driver.write('vehicle-images/new/a.webp', Buffer.from('a'))

  const unfinished = expect.stringMatching(/^pictures.vehicle-images.new.\.[0-9a-f-]{36}\.tmp$/)
  const folder = join('pictures', 'vehicle-images', 'new')
  expect(synced).toEqual([join('pictures', 'vehicle-images'), 'pictures', '', unfinished, folder])

  synced.length = 0
  await driver.write('vehicle-images/new/b.webp', Buffer.from('b'))
  expect(synced).toEqual([unfinished, folder])
})

test('a caller waits for a folder that another caller is creating until that folder has been synced', async () => {
  const [first, second] = [makeFolder(join(root, 'a/b')), makeFolder(join(root, 'a/b'))]

  await second
  expect(synced).toEqual(['a', ''])
  await first
})

test('a folder tree is synced file by file, with each folder after its contents', async () => {
  mkdirSync(join(root, 'base'))
  for (const name of ['one', 'base/two']) writeFileSync(join(root, name), name)

  await syncTree(root)

  expect(synced).toEqual(['one', join('base', 'two'), 'base', ''])
})

test('fileTime uses the file system’s clock rather than the clock of this process', () => {
  const anHourAhead = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000)
  const time = fileTime(root)
  anHourAhead.mockRestore()

  writeFileSync(join(root, 'later'), '')
  expect(time).toBeGreaterThan(0)
  expect(statSync(join(root, 'later')).ctimeMs).toBeGreaterThanOrEqual(time)
  expect(fileTime(join(root, 'missing'))).toBe(0)
})
