// Moving files between the folder and S3: no file is lost, no matter when the move is interrupted or what the site does
// in the meantime.

import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../src/db/database.ts'
import type { StorageDriver } from '../src/storage/drivers/driver.ts'
import { createFolderDriver } from '../src/storage/drivers/folder-driver.ts'
import { createS3Driver } from '../src/storage/drivers/s3-driver.ts'
import { checkLocation } from '../src/storage/moving/check-location.ts'
import { deleteSource, type MoveDeps, moveFiles, planMove } from '../src/storage/moving/move-files.ts'
import { openMoveJournal } from '../src/storage/moving/move-journal.ts'
import { findMove, markMove } from '../src/storage/moving/move-mark.ts'
import { photo } from '../src/storage/testing/hostile-files.ts'
import { serviceEngines } from './engines.ts'
import { type S3Server, startS3Server } from './s3-server.ts'
import { openStorage } from './storage-harness.ts'
import { quiet } from './stores.ts'

let root: string
let server: S3Server
let folder: StorageDriver
let s3: StorageDriver
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'forecourt-move-'))
  server = await startS3Server({ pageSize: 3 })
  folder = createFolderDriver(join(root, 'pictures'))
  s3 = createS3Driver(server.settings, quiet)
})
afterEach(async () => {
  await server.close()
  await rm(root, { recursive: true, force: true })
})

const FILES = {
  'installation-id': 'an id\n',
  'vehicle-images/vehicles/one.jpg': 'one',
  'vehicle-images/vehicles/two & three.jpg': 'two',
  'documents/paper.pdf': 'paper',
  '.trash/vehicle-images/gone.jpg~': 'gone',
}

async function fill(driver: StorageDriver, files: Record<string, string> = FILES): Promise<void> {
  for (const [key, text] of Object.entries(files)) await driver.write(key, Buffer.from(text))
}

async function contentOf(driver: StorageDriver): Promise<Record<string, string>> {
  const content: Record<string, string> = {}
  for (const prefix of ['', '.trash/']) {
    for await (const { key } of driver.list(prefix)) content[key] = (await driver.read(key)).toString()
  }
  return content
}

const toS3 = async (given: Partial<MoveDeps> = {}): Promise<MoveDeps> => ({
  from: folder,
  to: s3,
  toPlace: 's3',
  mover: 'test',
  journal: await openMoveJournal(join(root, 'there.jsonl')),
  ...given,
})
const toFolder = async (): Promise<MoveDeps> => ({
  from: s3,
  to: folder,
  toPlace: 'folder',
  mover: 'test',
  journal: await openMoveJournal(join(root, 'back.jsonl')),
})

test('all files move to S3 and back, and the old location records where they have gone', async () => {
  await fill(folder)
  expect(await planMove(await toS3())).toMatchObject({ files: 5, copied: 5, present: 0 })
  expect(server.objects.size).toBe(0)

  expect(await moveFiles(await toS3())).toMatchObject({ files: 5, copied: 4, removed: 0 })
  expect(await contentOf(s3)).toEqual(FILES)
  expect(await contentOf(folder)).toEqual(FILES)
  expect([(await findMove(folder))?.to, await findMove(s3)]).toEqual(['s3', null])
  await expect(moveFiles(await toS3())).rejects.toThrow('have already been moved')

  await s3.write('vehicle-images/vehicles/new.jpg', Buffer.from('new'))
  await s3.remove(['vehicle-images/vehicles/one.jpg'])
  expect(await moveFiles(await toFolder())).toMatchObject({ files: 5, copied: 1 })
  expect([await findMove(folder), (await findMove(s3))?.to]).toEqual([null, 'folder'])
  expect(await folder.read('vehicle-images/vehicles/new.jpg')).toEqual(Buffer.from('new'))
})

test('a move that is interrupted at any point can be resumed, and moves every file only once', async () => {
  await fill(folder)
  let interruptions = 0
  for (; interruptions < 200; interruptions++) {
    let left = interruptions
    const interrupted = <T extends StorageDriver>(driver: T): T =>
      new Proxy(driver, {
        get(target, name) {
          const value = Reflect.get(target, name)
          if (typeof value !== 'function' || name === 'list') return value
          return async (...args: unknown[]) => {
            // As with kill -9, nothing is cleaned up.
            if (left-- <= 0) throw new Error('killed')
            return value.apply(target, args)
          }
        },
      })
    const deps = await toS3({ from: interrupted(folder), to: interrupted(s3) })
    const isDone = await moveFiles(deps).then(
      () => true,
      (error: Error) => {
        expect(error.message).toBe('killed')
        return false
      },
    )
    expect(await contentOf(folder)).toEqual(FILES)
    if (isDone) break
  }

  expect(interruptions).toBeGreaterThan(10)
  expect(await contentOf(s3)).toEqual(FILES)
  expect((await findMove(folder))?.to).toBe('s3')
})

test('a second move is refused while the first is running', async () => {
  await fill(folder)
  await markMove(folder, { to: 's3', mover: 'another', until: new Date(Date.now() + 60_000).toISOString() })
  await expect(moveFiles(await toS3())).rejects.toThrow('Another machine is already moving the files')
  expect((await findMove(folder))?.mover).toBe('another')
})

test('files are not moved into a bucket that contains another site’s files', async () => {
  await fill(folder)
  await s3.write('something.jpg', Buffer.from('x'))
  await expect(moveFiles(await toS3())).rejects.toThrow('do not belong to this site')
  await s3.write('installation-id', Buffer.from('another id\n'))
  await expect(moveFiles(await toS3())).rejects.toThrow('belong to another site')
  expect(await findMove(folder)).toBeNull()
})

test('a file that is corrupted in transit stops the move, and the site keeps using the old location', async () => {
  await fill(folder)
  const lossy = {
    ...s3,
    write: (key: string, bytes: Uint8Array) => s3.write(key, key.endsWith('.pdf') ? Buffer.from('other') : bytes),
  }
  await expect(moveFiles(await toS3({ to: lossy }))).rejects.toThrow('differs from the original')
  expect(await findMove(folder)).toBeNull()
})

test('each source file is deleted only after the move, and only if the other location has the same file', async () => {
  await fill(folder)
  await expect(deleteSource(await toS3())).rejects.toThrow('until the files have been moved')
  await moveFiles(await toS3())
  await s3.write('documents/paper.pdf', Buffer.from('newer'))
  await s3.move('vehicle-images/vehicles/one.jpg', '.trash/vehicle-images/vehicles/one.jpg~')

  expect(await deleteSource(await toS3())).toEqual({ deleted: 4, kept: ['documents/paper.pdf'] })
  expect(await contentOf(folder)).toEqual({ 'documents/paper.pdf': 'paper' })
  expect((await findMove(folder))?.to).toBe('s3')
})

const engine = serviceEngines[0]
describe.runIf(engine)('a site that runs during a move', () => {
  let db: Database
  beforeAll(async () => {
    if (engine) db = await engine.open()
  })
  afterAll(() => db?.close())
  beforeEach(() => db.exec('delete from storage.objects; update storage.installation set id = null'))

  test('uploads accepted during a move reach the new location, and all other uploads are refused', async () => {
    if (!engine) return
    const opened = await openStorage(engine, { db, driver: folder })
    const jpeg = new Uint8Array(await photo(30, 20).jpeg().toBuffer())
    const bucket = opened.as('admin').from('vehicle-images')
    const accepted: string[] = []
    const refused: string[] = []
    let isOver = false
    const upload = async () => {
      const name = `${randomUUID()}.jpg`
      const { error } = await bucket.upload(name, jpeg, { contentType: 'image/jpeg' })
      if (error) refused.push(error.message)
      else accepted.push(name)
    }
    await Promise.all(Array.from({ length: 5 }, upload))
    const uploading = Promise.all(
      Array.from({ length: 2 }, async () => {
        for (; !isOver; await sleep(20)) await upload()
      }),
    )

    const count = await moveFiles(await toS3())
    await upload()
    isOver = true
    await uploading

    expect(count.copied).toBeGreaterThanOrEqual(5)
    expect(refused.length).toBeGreaterThan(0)
    for (const message of refused) expect(message).toMatch(/being moved|are on S3 now/)
    for (const name of accepted) expect(await s3.find(`vehicle-images/${name}`)).not.toBeNull()
    const { rows } = await opened.db.query<{ name: string }>('select name from storage.objects')
    expect(rows.map(({ name }) => name).sort()).toEqual(accepted.toSorted())

    // After a restart the old location is refused and the new one accepted.
    expect(await checkLocation({ db, driver: folder, folder })).toMatch(/^S3_ENDPOINT: must be set/)
    expect(await checkLocation({ db, driver: s3, folder })).toBeNull()
    await opened.close()
  })

  test('a site does not start if its pictures are not in the bucket or if S3 refuses the settings', async () => {
    if (!engine) return
    const opened = await openStorage(engine, { db, driver: folder })
    expect(await checkLocation({ db, driver: s3, folder })).toBeNull()
    const jpeg = new Uint8Array(await photo(30, 20).jpeg().toBuffer())
    await opened.as('admin').from('vehicle-images').upload('a.jpg', jpeg, { contentType: 'image/jpeg' })

    expect(await checkLocation({ db, driver: folder, folder })).toBeNull()
    expect(await checkLocation({ db, driver: s3, folder })).toMatch(/^S3_BUCKET: does not contain any of the pictures/)
    const wrong = createS3Driver({ ...server.settings, secretAccessKey: 'wrong' }, quiet)
    expect(await checkLocation({ db, driver: wrong, folder })).toMatch(
      /^S3_BUCKET: S3 is refusing .*\(SignatureDoesNotMatch\)/,
    )
    server.behave('refuse')
    expect(await checkLocation({ db, driver: s3, folder })).toBeNull()
    await opened.close()
  })
})
