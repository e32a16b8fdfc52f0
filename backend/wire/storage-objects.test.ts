import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Account, connect, newEmail, type RequestOptions } from './connect.ts'
import { BUCKET, jpegOf, photo } from './pictures.ts'
import { targets } from './target.ts'

describe.each(targets)('pictures on $name', (target) => {
  const backend = connect(target)
  const folder = randomUUID()
  const people: Record<'visitor' | 'customer' | 'admin', Account | null> = {
    visitor: null,
    customer: null,
    admin: null,
  }
  let jpeg: Uint8Array<ArrayBuffer>

  beforeAll(async () => {
    people.customer = await backend.account()
    people.admin = await backend.account(newEmail('admin'), 'admin')
    jpeg = await jpegOf(900, 600)
  })

  const request = (path: string, init?: RequestOptions) => backend.request(`/storage/v1${path}`, init)
  const as = (who: keyof typeof people) => backend.storage(people[who]?.token)
  const admin = () => as('admin').from(BUCKET)
  const visitor = () => as('visitor').from(BUCKET)
  const blob = () => new Blob([jpeg], { type: 'image/jpeg' })

  test('an admin uploads a picture, and everyone can see it', async () => {
    const path = `${folder}/vehicles/1762000000000-a1b2c3.jpg`
    const uploaded = await admin().upload(path, blob(), { cacheControl: '86400', upsert: false })
    expect(uploaded).toMatchObject({ error: null, data: { path, fullPath: `${BUCKET}/${path}` } })
    expect(uploaded.data?.id).toMatch(/^[0-9a-f-]{36}$/)

    const { data } = visitor().getPublicUrl(path)
    expect(data.publicUrl).toBe(`${target.url}/storage/v1/object/public/${BUCKET}/${path}`)
    const shown = await request(`/object/public/${BUCKET}/${path}`)
    expect(shown.status).toBe(200)
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'max-age=86400',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    })
    expect((await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).width).toBe(900)
  })

  test('a picture can be uploaded as raw bytes', async () => {
    const uploaded = await admin().upload(`${folder}/raw.jpg`, jpeg, {
      contentType: 'image/jpeg',
      cacheControl: '60',
    })
    expect(uploaded.error).toBeNull()
    const { data } = await visitor().info(`${folder}/raw.jpg`)
    expect(data).toMatchObject({ name: `${folder}/raw.jpg`, contentType: 'image/jpeg', cacheControl: 'max-age=60' })
    expect(data?.metadata).toMatchObject({ width: 900, height: 600, placeholder: expect.stringMatching(/^data:image/) })
  })

  test('an upload overwrites a picture only with upsert', async () => {
    await admin().upload(`${folder}/twice.jpg`, blob())

    const again = await admin().upload(`${folder}/twice.jpg`, blob())
    expect(again.error).toMatchObject({ message: 'The resource already exists', statusCode: '409', status: 400 })
    expect((await admin().upload(`${folder}/twice.jpg`, blob(), { upsert: true })).error).toBeNull()

    const small = await photo(90, 60).png().toBuffer()
    expect((await admin().update(`${folder}/twice.jpg`, new Blob([new Uint8Array(small)]))).error).toBeNull()
    expect((await visitor().info(`${folder}/twice.jpg`)).data).toMatchObject({
      contentType: 'image/png',
      metadata: { width: 90 },
    })
    const { data } = await visitor().download(`${folder}/twice.jpg`)
    expect((await sharp(Buffer.from(await (data as Blob).arrayBuffer())).metadata()).width).toBe(90)
  })

  test.each(['visitor', 'customer'] as const)('a %s cannot add, change or remove pictures', async (who) => {
    await admin().upload(`${folder}/kept-from-${who}.jpg`, blob())
    const theirs = as(who).from(BUCKET)

    const added = await theirs.upload(`${folder}/by-${who}.jpg`, blob())
    const changed = await theirs.update(`${folder}/kept-from-${who}.jpg`, blob())
    const removed = await theirs.remove([`${folder}/kept-from-${who}.jpg`])

    expect(added.error).toMatchObject({ statusCode: '403', status: 400 })
    expect(changed.error).toMatchObject({ statusCode: '403' })
    expect(removed).toEqual({ data: [], error: null })
    expect((await theirs.exists(`${folder}/kept-from-${who}.jpg`)).data).toBe(true)
    expect((await theirs.exists(`${folder}/by-${who}.jpg`)).data).toBe(false)
  })

  test('a forged token is refused', async () => {
    const refused = await backend.storage('forger').from(BUCKET).upload(`${folder}/forged.jpg`, blob())
    expect(refused.error).toMatchObject({ statusCode: '403', message: 'Invalid JWT signature' })
  })

  test('a folder is listed one level at a time, and only to staff', async () => {
    for (const name of ['b.jpg', 'a.jpg', 'deep/c.jpg']) await admin().upload(`${folder}/list/${name}`, blob())

    const { data } = await admin().list(`${folder}/list`)
    expect(data?.map(({ name, id }) => [name, id === null])).toEqual([
      ['a.jpg', false],
      ['b.jpg', false],
      ['deep', true],
    ])
    expect(data?.[0]?.metadata).toMatchObject({ mimetype: 'image/jpeg', cacheControl: 'max-age=3600' })
    expect(data?.[0]?.created_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

    const options = { limit: 1, offset: 1, sortBy: { column: 'name', order: 'desc' } }
    expect((await admin().list(`${folder}/list`, options)).data?.map(({ name }) => name)).toEqual(['b.jpg'])
    expect((await admin().list(`${folder}/list`, { search: 'a' })).data?.map(({ name }) => name)).toEqual(['a.jpg'])
    expect((await admin().list(`${folder}/lis`)).data).toEqual([])
    expect((await visitor().list(`${folder}/list`)).data).toEqual([])
    expect((await as('visitor').from('nowhere').list()).data).toEqual([])
  })

  test('removing a picture removes its variants', async () => {
    await admin().upload(`${folder}/gone.jpg`, blob())
    await request(`/render/image/public/${BUCKET}/${folder}/gone.jpg?width=320`)
    const { data } = await admin().remove([`${folder}/gone.jpg`, `${folder}/never.jpg`])

    expect(data?.map(({ name }) => name)).toEqual([`${folder}/gone.jpg`])
    expect((await visitor().exists(`${folder}/gone.jpg`)).data).toBe(false)
    for (const path of [
      `/object/public/${BUCKET}/${folder}/gone.jpg`,
      `/render/image/public/${BUCKET}/${folder}/gone.jpg?width=320`,
    ]) {
      const response = await request(path)
      expect([response.status, await response.json()]).toEqual([
        400,
        { statusCode: '404', error: 'not_found', message: 'Object not found', code: 'NoSuchKey' },
      ])
    }
  })

  test('the picture bucket can be read, and an unknown bucket is not found', async () => {
    const { data } = await as('visitor').getBucket(BUCKET)
    expect(data).toMatchObject({ id: BUCKET, public: true, file_size_limit: 5_242_880 })
    expect((await as('visitor').listBuckets()).data?.map(({ id }) => id)).toContain(BUCKET)
    expect((await as('admin').getBucket('other')).error).toMatchObject({
      statusCode: '404',
      message: 'Bucket not found',
    })
    expect((await as('admin').from('other').upload(`${folder}/a.jpg`, blob())).error).toMatchObject({
      statusCode: '404',
    })
  })

  test('range, conditional and HEAD requests for a picture are answered as the HTTP specification requires', async () => {
    await admin().upload(`${folder}/http.jpg`, blob())
    const path = `/object/public/${BUCKET}/${folder}/http.jpg`
    const whole = await request(path)
    const size = (await whole.arrayBuffer()).byteLength

    const part = await request(path, { headers: { range: 'bytes=10-19' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${size}`])
    expect((await part.arrayBuffer()).byteLength).toBe(10)
    const unchanged = await request(path, { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } })
    expect(unchanged.status).toBe(304)
    const head = await request(path, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)])
    const saved = await request(`${path}?download=car.jpg`)
    expect(saved.headers.get('content-disposition')).toBe("attachment; filename=car.jpg; filename*=UTF-8''car.jpg")
    const long = await request(`${path}?download=${encodeURIComponent('🚗'.repeat(300))}`)
    expect(decodeURIComponent(long.headers.get('content-disposition') ?? '')).toContain(`filename=${'🚗'.repeat(200)};`)
  })

  test('a picture is rendered in a format that the browser accepts, and may be cached for a year', async () => {
    await admin().upload(`${folder}/rendered.jpg`, blob())
    const { data } = visitor().getPublicUrl(`${folder}/rendered.jpg`, { transform: { width: 320, resize: 'cover' } })
    const path = data.publicUrl.replace(`${target.url}/storage/v1`, '')

    const webp = await request(path, { headers: { accept: 'image/avif,image/webp,*/*' } })
    expect(Object.fromEntries(webp.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept',
    })
    expect((await sharp(Buffer.from(await webp.arrayBuffer())).metadata()).width).toBe(320)

    const old = await request(path, { headers: { accept: '*/*' } })
    expect(old.headers.get('content-type')).toBe('image/jpeg')
    const etag = webp.headers.get('etag') ?? ''
    const again = await request(path, { headers: { accept: 'image/webp', 'if-none-match': etag } })
    expect(again.status).toBe(304)
  })

  test('a request to an unknown address gets the same error as from Supabase Storage', async () => {
    const response = await request('/nothing/here')
    expect([response.status, await response.json()]).toEqual([
      404,
      { statusCode: '404', error: 'Not Found', message: 'Route GET:/nothing/here not found', code: 'InvalidRequest' },
    ])
  })
})
