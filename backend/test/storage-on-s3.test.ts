// The storage service on S3, both healthy and failing.

import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database } from '../src/db/database.ts'
import { createS3Driver } from '../src/storage/drivers/s3-driver.ts'
import { photo } from '../src/storage/testing/hostile-files.ts'
import { engines } from './engines.ts'
import { type S3Server, startS3Server } from './s3-server.ts'
import { type OpenStorage, openStorage } from './storage-harness.ts'
import { quiet } from './stores.ts'

const BUCKET = 'vehicle-images'
const waits = { connectMs: 400, idleMs: 400, responseMs: 1500, readMs: 4000, writeMs: 4500, downMs: 200 }
// The embedded engine has a single connection, which must not be held while waiting for S3.
const engine = engines[0]

describe.runIf(engine)('storage on S3', () => {
  let server: S3Server
  let opened: OpenStorage
  let db: Database
  let jpeg: Uint8Array<ArrayBuffer>
  beforeAll(async () => {
    if (!engine) return
    server = await startS3Server()
    opened = await openStorage(engine, { driver: createS3Driver(server.settings, { ...quiet, waits }) })
    db = opened.db
    jpeg = new Uint8Array(await photo(600, 400).jpeg().toBuffer())
  })
  afterAll(async () => {
    await opened?.close()
    await server?.close()
  })
  afterEach(async () => {
    server.behave(null)
    // Wait until S3 counts as up.
    while (
      await opened.driver.find('installation-id').then(
        () => false,
        () => true,
      )
    )
      await sleep(50)
    vi.restoreAllMocks()
  })

  const upload = (name: string, upsert = false) =>
    opened.as('admin').from(BUCKET).upload(name, jpeg, { contentType: 'image/jpeg', upsert })
  const show = (name: string, width = 320) =>
    opened.request(`/render/image/public/${BUCKET}/${name}?width=${width}`, { headers: { accept: 'image/webp' } })
  const original = (name: string) => opened.request(`/object/public/${BUCKET}/${name}`)
  const rows = async () =>
    (await db.query<{ name: string }>('select name from storage.objects order by name')).rows.map(({ name }) => name)

  test('a picture can be uploaded, read in ranges and sizes, replaced and removed', async () => {
    expect((await upload('a.jpg')).error).toBeNull()

    const whole = await original('a.jpg')
    const bytes = Buffer.from(await whole.arrayBuffer())
    expect([whole.status, whole.headers.get('content-length')]).toEqual([200, String(bytes.length)])
    const part = await opened.request(`/object/public/${BUCKET}/a.jpg`, { headers: { range: 'bytes=10-19' } })
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(10, 20)])
    const first = await show('a.jpg')
    expect(first.status).toBe(200)

    jpeg = new Uint8Array(await photo(500, 400).jpeg().toBuffer())
    expect((await upload('a.jpg', true)).error).toBeNull()
    expect((await show('a.jpg')).headers.get('etag')).not.toBe(first.headers.get('etag'))

    await opened.as('admin').from(BUCKET).remove(['a.jpg'])
    expect([(await show('a.jpg')).status, (await original('a.jpg')).status]).toEqual([400, 400])
    expect([...server.objects.keys()]).toEqual(['installation-id', `.trash/${BUCKET}/a.jpg~`])
  })

  test('a picture that has just been served is served again without a request to S3', async () => {
    await upload('known.jpg')
    await show('known.jpg')
    const before = server.requests()

    for (let i = 0; i < 5; i++) expect((await show('known.jpg')).status).toBe(200)

    expect(server.requests()).toBe(before)
  })

  test('the preview picture of a shared link is still served while S3 is down', async () => {
    await upload('shared.jpg')
    const id = randomUUID()
    await db.query(
      `insert into public.vehicles (id, title, make, model, year, price, mileage, fuel_type, transmission)
       values ($1, 'Audi RS6', 'Audi', 'RS6', 2022, 89950, 9000, 'Petrol', 'Automatic')`,
      [id],
    )
    await db.query('insert into public.vehicle_images (vehicle_id, image_url) values ($1, $2)', [
      id,
      `/storage/v1/object/public/${BUCKET}/shared.jpg`,
    ])
    const redirect = await opened.request(`/share/vehicles/${id}/0.jpg`)
    const path = redirect.headers.get('location')?.replace('/storage/v1', '') ?? ''

    expect((await opened.request(path)).headers.get('content-type')).toBe('image/jpeg')
    server.behave('refuse')
    expect((await opened.request(path)).status).toBe(200)
  })

  test.each(['refuse', 'hang', 'forbidden', 'slow-down'] as const)(
    'while S3 is down (%s), nothing is lost and callers do not wait for long',
    async (fault) => {
      await upload(`kept-${fault}.jpg`)
      await show(`kept-${fault}.jpg`)
      await upload(`other-${fault}.jpg`)
      const before = await rows()
      server.behave(fault)

      const lost = await upload(`lost-${fault}.jpg`)
      const kept = await show(`kept-${fault}.jpg`)
      vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000)
      const keptLater = await show(`kept-${fault}.jpg`)
      vi.restoreAllMocks()
      const unseen = await show(`other-${fault}.jpg`)
      const file = await original(`kept-${fault}.jpg`)

      expect(lost.error).toMatchObject({ status: 503, message: expect.stringContaining('wasn’t saved') })
      expect(await rows()).toEqual(before)
      expect([...server.objects.keys()]).not.toContain(`${BUCKET}/lost-${fault}.jpg`)
      expect([kept.status, keptLater.status]).toEqual([200, 200])
      for (const response of [unseen, file]) {
        expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
        expect(await response.json()).toMatchObject({
          statusCode: '503',
          message: expect.stringContaining('are unavailable'),
        })
      }
      expect(
        (
          await opened
            .as('admin')
            .from(BUCKET)
            .remove([`other-${fault}.jpg`])
        ).data,
      ).toHaveLength(1)

      server.behave(null)
      await expect.poll(async () => (await upload(`lost-${fault}.jpg`)).error).toBeNull()
      expect((await show(`lost-${fault}.jpg`)).status).toBe(200)
    },
  )

  test('the database responds while an upload waits for S3', async () => {
    server.behave(({ method }) => (method === 'PUT' ? 'hang' : null))
    let isUploaded = false
    const uploading = upload('slow.jpg').finally(() => {
      isUploaded = true
    })
    await expect.poll(async () => (await db.query('select from storage.held_names')).rows.length).toBe(1)

    expect((await db.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }])
    expect(isUploaded).toBe(false)
    expect((await uploading).error).toMatchObject({ status: 503 })
    expect((await db.query('select from storage.held_names')).rows).toEqual([])
  })

  test('only one of several parallel uploads to one name succeeds, and its row matches the stored bytes', async () => {
    const pictures = await Promise.all(
      Array.from(
        { length: 6 },
        async (_, i) =>
          new Uint8Array(
            await photo(60 + i, 40)
              .jpeg()
              .toBuffer(),
          ),
      ),
    )
    const responses = await Promise.all(
      pictures.map((bytes) => opened.as('admin').from(BUCKET).upload('race.jpg', bytes, { contentType: 'image/jpeg' })),
    )

    expect(responses.filter(({ error }) => error === null)).toHaveLength(1)
    for (const { error } of responses) if (error) expect(error).toMatchObject({ statusCode: '409' })
    const { data } = await opened.as('admin').from(BUCKET).info('race.jpg')
    const md5 = createHash('md5')
      .update(await opened.driver.read(`${BUCKET}/race.jpg`))
      .digest('hex')
    expect(data?.etag).toBe(`"${md5}"`)
  })

  test('a lock held by a dead process expires', async () => {
    await db.query(
      `insert into storage.held_names (bucket_id, name, holder, until) values ($1, $2, gen_random_uuid(), now() + interval '1 second')`,
      [BUCKET, 'died.jpg'],
    )
    expect((await upload('died.jpg')).error).toBeNull()
  })

  test('a file is not moved to the trash while it is being uploaded', async () => {
    await upload('busy.jpg')
    await db.query('delete from storage.objects where name = $1', ['busy.jpg'])
    await db.query(
      `insert into storage.held_names (bucket_id, name, holder, until) values ($1, $2, gen_random_uuid(), now() + interval '1 hour')`,
      [BUCKET, 'busy.jpg'],
    )
    expect(await opened.storage.trash.put([`${BUCKET}/busy.jpg`])).toBe(0)
    expect([...server.objects.keys()]).toContain(`${BUCKET}/busy.jpg`)

    await db.query('delete from storage.held_names')
    expect(await opened.storage.trash.put([`${BUCKET}/busy.jpg`])).toBe(1)
  })
})
