// The contract of every storage driver.

import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { StorageDriver, StoredFile } from '../src/storage/drivers/driver.ts'
import { stores } from './stores.ts'

describe.each(stores)('files in $name', (store) => {
  let driver: StorageDriver
  let close: () => Promise<void>
  beforeEach(async () => {
    ;({ driver, close } = await store.open())
  })
  afterEach(() => close())

  const keysUnder = async (prefix: string) => {
    const keys: string[] = []
    for await (const { key } of driver.list(prefix)) keys.push(key)
    return keys.sort()
  }
  const found = async (key: string) => (await driver.find(key)) as StoredFile
  const textOf = async (stream: ReadableStream<Uint8Array>) => new Response(stream).text()

  // Every special character that a name may contain.
  const ODD = `b/vehicles/a !.*'() &$=@;:+,?-_Z.jpg`

  test('a written file can be found and read, whole and in ranges', async () => {
    const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, i) => i % 251))
    await driver.write(ODD, bytes)

    const file = await found(ODD)
    expect(file).toMatchObject({ key: ODD, size: bytes.length })
    expect(Math.abs(file.modifiedAt.getTime() - Date.now())).toBeLessThan(60_000)
    expect((await driver.read(ODD)).equals(bytes)).toBe(true)
    const whole = Buffer.from(await new Response(await driver.open(file)).arrayBuffer())
    expect(whole.equals(bytes)).toBe(true)
    const part = await driver.open(file, { range: { start: 250, end: 260 } })
    expect(Buffer.from(await new Response(part).arrayBuffer()).equals(bytes.subarray(250, 261))).toBe(true)
    const last = await driver.open(file, { range: { start: bytes.length - 1, end: bytes.length - 1 } })
    expect((await new Response(last).arrayBuffer()).byteLength).toBe(1)
  })

  test('a missing file is not found, and reading it fails', async () => {
    expect(await driver.find('b/none.jpg')).toBeNull()
    await expect(driver.read('b/none.jpg')).rejects.toThrow()
  })

  test('a rewritten file gets a new state value, even if it is rewritten in the same second at the same size', async () => {
    await driver.write('b/a.jpg', Buffer.from('one'))
    const before = await found('b/a.jpg')
    await new Promise((resolve) => setTimeout(resolve, 5))
    await driver.write('b/a.jpg', Buffer.from('two'))
    const after = await found('b/a.jpg')

    expect(after.state).not.toBe(before.state)
    expect(after.state).toMatch(/^[A-Za-z0-9-]+$/)
    expect(await textOf(await driver.open(after))).toBe('two')
  })

  test('parallel writes to one name leave the bytes of a single write', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, i) => driver.write('b/a.jpg', Buffer.alloc(50_000, i))))

    const bytes = await driver.read('b/a.jpg')
    expect(bytes).toHaveLength(50_000)
    expect(bytes.every((byte) => byte === bytes[0])).toBe(true)
    expect(await keysUnder('b/')).toEqual(['b/a.jpg'])
  })

  test('a listing contains exactly the files under its prefix, however many pages it takes', async () => {
    const names = Array.from({ length: 23 }, (_, i) => `b/vehicles/${String(i).padStart(3, '0')}.jpg`)
    for (const name of [...names, 'b/top.jpg', 'bb/other.jpg', '.trash/b/gone.jpg~', 'installation-id']) {
      await driver.write(name, Buffer.from(name))
    }

    expect(await keysUnder('b/')).toEqual(['b/top.jpg', ...names])
    expect(await keysUnder('b/vehicles/')).toEqual(names)
    expect(await keysUnder('.trash/')).toEqual(['.trash/b/gone.jpg~'])
    expect(await keysUnder('nothing/')).toEqual([])
    for await (const file of driver.list('b/')) expect(file).toEqual({ ...file, size: file.key.length })
  })

  test('a listing and find() return the same details of a file', async () => {
    await driver.write(ODD, Buffer.from('x'))
    const listed: StoredFile[] = []
    for await (const file of driver.list('b/')) listed.push(file)

    const file = await found(ODD)
    expect(listed).toEqual([{ ...file, modifiedAt: expect.any(Date) }])
    expect(Math.abs((listed[0]?.modifiedAt.getTime() ?? 0) - file.modifiedAt.getTime())).toBeLessThan(1000)
  })

  test('a moved file keeps its content and replaces any file that already has its new name', async () => {
    await driver.write(ODD, Buffer.from('one'))
    await driver.write(`.trash/${ODD}~`, Buffer.from('older'))

    expect(await driver.move(ODD, `.trash/${ODD}~`)).toBe(true)
    expect(await driver.move(ODD, `.trash/${ODD}~`)).toBe(false)

    expect(await driver.find(ODD)).toBeNull()
    expect((await driver.read(`.trash/${ODD}~`)).toString()).toBe('one')
    expect(await driver.move(`.trash/${ODD}~`, ODD)).toBe(true)
    expect((await driver.read(ODD)).toString()).toBe('one')
  })

  test('files can be removed, and missing files are ignored', async () => {
    const names = Array.from({ length: 20 }, (_, i) => `b/${i}.jpg`)
    for (const name of names) await driver.write(name, Buffer.from('x'))

    await driver.remove([...names.slice(1), 'b/never.jpg'])
    await driver.remove([])

    expect(await keysUnder('b/')).toEqual(['b/0.jpg'])
  })

  test('readers that stop early do not block later reads', async () => {
    const bytes = Buffer.alloc(5_000_000, 1)
    await driver.write('b/large.bin', bytes)
    for (let i = 0; i < 60; i++) {
      const stream = await driver.open(await found('b/large.bin'))
      if (i % 2) await stream.getReader().cancel()
      else {
        const reader = stream.getReader()
        await reader.read()
        await reader.cancel()
      }
    }

    const digest = createHash('sha256')
      .update(await driver.read('b/large.bin'))
      .digest('hex')
    expect(digest).toBe(createHash('sha256').update(bytes).digest('hex'))
  })
})
