// Refused uploads and removed pictures leave no files or rows.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostileFiles, photo } from '../src/storage/testing/hostile-files.ts'
import { serviceEngines } from './engines.ts'
import { type OpenStorage, openStorage } from './storage-harness.ts'

const BUCKET = 'vehicle-images'

describe.each(serviceEngines)('stored files on $name', (engine) => {
  let opened: OpenStorage
  beforeAll(async () => {
    opened = await openStorage(engine)
  })
  afterAll(() => opened.close())

  const admin = () => opened.as('admin').from(BUCKET)
  const picture = async () => new Blob([new Uint8Array(await photo(60, 40).jpeg().toBuffer())], { type: 'image/jpeg' })
  const leftBehind = async () => ({
    files: await opened.filesOnDisk(),
    rows: (await opened.db.query('select name from storage.objects')).rows,
  })

  test('every hostile file is refused with a reason and leaves no files or rows', async () => {
    for (const { title, bytes, type } of await hostileFiles()) {
      const form = await admin().upload('hostile.jpg', new Blob([new Uint8Array(bytes)], { type }))
      const raw = await admin().upload('hostile.jpg', new Uint8Array(bytes), { contentType: type })
      for (const { error } of [form, raw]) {
        expect(error?.message, title).toMatch(/is not supported|damaged|megapixels|No content provided/)
      }
    }
    expect(await leftBehind()).toEqual({ files: [], rows: [] })
  })

  test('a file one byte over 5 MB is refused, with or without a content length, and leaves no files or rows', async () => {
    const bytes = new Uint8Array(5 * 1024 * 1024 + 1)
    bytes.set(new Uint8Array(await photo(60, 40).jpeg().toBuffer()))
    const endless = new ReadableStream<Uint8Array>({ pull: (stream) => stream.enqueue(bytes.subarray(0, 65_536)) })

    const responses = [
      await admin().upload('large.jpg', new Blob([bytes], { type: 'image/jpeg' })),
      await admin().upload('large.jpg', bytes, { contentType: 'image/jpeg' }),
      await admin().upload('large.jpg', endless, { contentType: 'image/jpeg', duplex: 'half' }),
    ]

    for (const { error } of responses) {
      expect(error).toMatchObject({ statusCode: '413', message: 'The object exceeded the maximum allowed size' })
    }
    expect(await leftBehind()).toEqual({ files: [], rows: [] })
  })

  test.each([
    '..%2f..%2fkeys.json',
    'vehicles/%2e%2e%2f%2e%2e%2fkeys.json',
    '.hidden.jpg',
    'a%00.jpg',
    'a%5cb.jpg',
    'a%3Cb.jpg',
  ])('the object name %s is refused in every kind of call, and leaves no files or rows', async (name) => {
    const headers = { authorization: 'Bearer admin', 'content-type': 'image/jpeg' }
    const body = await picture()
    for (const [method, path] of [
      ['POST', `/object/${BUCKET}/${name}`],
      ['GET', `/object/public/${BUCKET}/${name}`],
      ['GET', `/render/image/public/${BUCKET}/${name}?width=320`],
      ['DELETE', `/object/${BUCKET}/${name}`],
    ] as const) {
      const response = await opened.request(path, { method, headers, body: method === 'POST' ? body : undefined })
      expect([response.status, await response.json()]).toMatchObject([400, { code: 'InvalidKey' }])
    }
    expect(await leftBehind()).toEqual({ files: [], rows: [] })
  })

  test.each(['visitor', 'customer'] as const)('a %s cannot change the stored files', async (who) => {
    await admin().upload(`kept-from-${who}.jpg`, await picture())
    const before = await opened.filesOnDisk()
    const theirs = opened.as(who).from(BUCKET)

    await theirs.upload(`by-${who}.jpg`, await picture())
    await theirs.update(`kept-from-${who}.jpg`, await picture())
    await theirs.remove([`kept-from-${who}.jpg`])

    expect(await opened.filesOnDisk()).toHaveLength(before.length)
  })

  test('removing a picture deletes its variants and moves the picture to the trash', async () => {
    await admin().upload('gone.jpg', await picture())
    await opened.request(`/render/image/public/${BUCKET}/gone.jpg?width=320`)
    const files = (await opened.filesOnDisk()).length

    await admin().remove(['gone.jpg'])

    expect((await opened.filesOnDisk()).length).toBe(files - 1)
    expect(await opened.driver.find(`${BUCKET}/gone.jpg`)).toBeNull()
  })
})
