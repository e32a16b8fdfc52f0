import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { StorageDriver } from './driver.ts'
import { createFolderDriver } from './folder-driver.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forecourt-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a file is written completely or not at all, and no temporary file is left behind', async () => {
  const driver = createFolderDriver(folder)

  await Promise.all(Array.from({ length: 20 }, (_, i) => driver.write('b/a.jpg', Buffer.alloc(100_000, i))))

  const bytes = await driver.read('b/a.jpg')
  expect(bytes.every((byte) => byte === bytes[0])).toBe(true)
  expect(await readdir(join(folder, 'b'))).toEqual(['a.jpg'])
})

test('a key cannot point outside the folder', async () => {
  const driver = createFolderDriver(join(folder, 'objects'))

  expect(() => driver.write('../outside.jpg', Buffer.from('x'))).toThrow('Invalid key')
  expect(await readdir(folder)).toEqual([])
})

test('a file’s name cannot also be used as a folder', async () => {
  const driver = createFolderDriver(folder)
  await driver.write('b/a', Buffer.from('x'))

  await expect(driver.write('b/a/c', Buffer.from('x'))).rejects.toThrow('Invalid key')
  expect(await driver.find('b/a/c')).toBeNull()
})

async function list(driver: StorageDriver, prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of driver.list(prefix)) keys.push(key)
  return keys.sort()
}

test('the driver lists, finds and removes files', async () => {
  const driver = createFolderDriver(folder)
  await driver.write('b/one.jpg', Buffer.from('one'))
  await driver.write('b/deep/two.jpg', Buffer.from('two'))
  await driver.write('other/three.jpg', Buffer.from('three'))

  expect(await list(driver, 'b/')).toEqual(['b/deep/two.jpg', 'b/one.jpg'])
  expect(await list(driver, 'nothing/')).toEqual([])

  await driver.remove(['b/one.jpg', 'b/never.jpg'])
  expect(await driver.find('b/one.jpg')).toBeNull()
  expect(await driver.find('b/deep')).toBeNull()
})

test('a folder of a thousand files is listed completely', async () => {
  const names = Array.from({ length: 1000 }, (_, i) => `b/vehicles/${String(i).padStart(4, '0')}.jpg`)
  await mkdir(join(folder, 'b/vehicles/deep'), { recursive: true })
  await Promise.all([...names, 'b/vehicles/deep/1.jpg'].map((name) => writeFile(join(folder, name), 'x')))

  expect(await list(createFolderDriver(folder), 'b/')).toEqual([...names, 'b/vehicles/deep/1.jpg'])
})

test('a moved file gets a new modification time and replaces any file that already has its new name', async () => {
  const driver = createFolderDriver(folder)
  await driver.write('b/one.jpg', Buffer.from('one'))
  await driver.write('.trash/b/one.jpg~', Buffer.from('older'))
  const long = new Date('2020-01-01')
  await utimes(join(folder, 'b/one.jpg'), long, long)

  expect(await driver.move('b/one.jpg', '.trash/b/one.jpg~')).toBe(true)

  expect(await driver.find('b/one.jpg')).toBeNull()
  expect((await driver.read('.trash/b/one.jpg~')).toString()).toBe('one')
  expect((await driver.find('.trash/b/one.jpg~'))?.modifiedAt.getTime()).toBeGreaterThan(long.getTime())
  expect(await driver.move('b/one.jpg', '.trash/b/one.jpg~')).toBe(false)
  expect(await list(driver, '.trash/')).toEqual(['.trash/b/one.jpg~'])
})

test('partial files left by a crash are removed once they are old', async () => {
  const driver = createFolderDriver(folder)
  await driver.write('b/one.jpg', Buffer.from('one'))
  const half = `.${randomUUID()}.tmp`
  await writeFile(join(folder, 'b', half), 'half')

  expect(await list(driver, 'b/')).toEqual(['b/one.jpg'])
  await driver.sweep(new Date(Date.now() - 60_000))
  expect(await readdir(join(folder, 'b'))).toContain(half)
  await driver.sweep(new Date(Date.now() + 60_000))
  expect(await readdir(join(folder, 'b'))).toEqual(['one.jpg'])
})
