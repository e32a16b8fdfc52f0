import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFolderDriver } from './folder-driver.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forecourt-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a file is there whole or not at all, and leaves nothing beside it', async () => {
  const driver = createFolderDriver(folder)

  await Promise.all(Array.from({ length: 20 }, (_, i) => driver.write('b/a.jpg', Buffer.alloc(100_000, i))))

  const bytes = await driver.read('b/a.jpg')
  expect(bytes.every((byte) => byte === bytes[0])).toBe(true)
  expect(await readdir(join(folder, 'b'))).toEqual(['a.jpg'])
})

test('a key cannot leave the folder', async () => {
  const driver = createFolderDriver(join(folder, 'objects'))

  expect(() => driver.write('../outside.jpg', Buffer.from('x'))).toThrow('Invalid key')
  expect(await readdir(folder)).toEqual([])
})

test('a name that is a file cannot also be a folder', async () => {
  const driver = createFolderDriver(folder)
  await driver.write('b/a', Buffer.from('x'))

  await expect(driver.write('b/a/c', Buffer.from('x'))).rejects.toThrow('Invalid key')
  expect(await driver.find('b/a/c')).toBeNull()
})

test('it lists, finds and removes what is there', async () => {
  const driver = createFolderDriver(folder)
  await driver.write('b/one.jpg', Buffer.from('one'))
  await driver.write('b/deep/two.jpg', Buffer.from('two'))

  const keys = []
  for await (const { key } of driver.list()) keys.push(key)
  expect(keys.sort()).toEqual(['b/deep/two.jpg', 'b/one.jpg'])

  await driver.remove(['b/one.jpg', 'b/never.jpg'])
  expect(await driver.find('b/one.jpg')).toBeNull()
  expect(await driver.find('b/deep')).toBeNull()
})
