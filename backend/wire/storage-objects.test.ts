import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { photo } from '../src/storage/testing/hostile-files.ts'
import { engines } from '../test/engines.ts'
import { type OpenStorage, openStorage } from '../test/storage-harness.ts'

const BUCKET = 'vehicle-images'

describe.each(engines)('pictures on $name', (engine) => {
  let opened: OpenStorage
  let jpeg: Buffer
  beforeAll(async () => {
    opened = await openStorage(engine)
    jpeg = await photo(900, 600).jpeg().toBuffer()
  })
  afterAll(() => opened.close())

  const admin = () => opened.as('admin').from(BUCKET)
  const visitor = () => opened.as('visitor').from(BUCKET)
  const blob = () => new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' })

  test('an admin uploads a picture and everyone sees it', async () => {
    const path = 'vehicles/1762000000000-a1b2c3.jpg'
    const uploaded = await admin().upload(path, blob(), { cacheControl: '86400', upsert: false })
    expect(uploaded).toMatchObject({ error: null, data: { path, fullPath: `${BUCKET}/${path}` } })
    expect(uploaded.data?.id).toMatch(/^[0-9a-f-]{36}$/)

    const { data } = visitor().getPublicUrl(path)
    expect(data.publicUrl).toBe(`http://forecourt.test/storage/v1/object/public/${BUCKET}/${path}`)
    const shown = await opened.request(`/object/public/${BUCKET}/${path}`)
    expect(shown.status).toBe(200)
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'max-age=86400',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    })
    expect((await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).width).toBe(900)
  })

  test('a picture sent as raw bytes is taken as well', async () => {
    const uploaded = await admin().upload('raw.jpg', new Uint8Array(jpeg), {
      contentType: 'image/jpeg',
      cacheControl: '60',
    })
    expect(uploaded.error).toBeNull()
    const { data } = await visitor().info('raw.jpg')
    expect(data).toMatchObject({ name: 'raw.jpg', contentType: 'image/jpeg', cacheControl: 'max-age=60' })
    expect(data?.metadata).toMatchObject({ width: 900, height: 600, placeholder: expect.stringMatching(/^data:image/) })
  })

  test('a name is not overwritten unless that is asked for', async () => {
    await admin().upload('twice.jpg', blob())

    const again = await admin().upload('twice.jpg', blob())
    expect(again.error).toMatchObject({ message: 'The resource already exists', statusCode: '409', status: 400 })
    expect((await admin().upload('twice.jpg', blob(), { upsert: true })).error).toBeNull()

    const small = await photo(90, 60).png().toBuffer()
    expect((await admin().update('twice.jpg', new Blob([new Uint8Array(small)]))).error).toBeNull()
    expect((await visitor().info('twice.jpg')).data).toMatchObject({
      contentType: 'image/png',
      metadata: { width: 90 },
    })
    const { data } = await visitor().download('twice.jpg')
    expect((await sharp(Buffer.from(await (data as Blob).arrayBuffer())).metadata()).width).toBe(90)
  })

  test.each(['visitor', 'customer'] as const)('a %s can neither add, change nor remove pictures', async (who) => {
    await admin().upload(`kept-from-${who}.jpg`, blob())
    const files = (await opened.filesOnDisk()).length
    const theirs = opened.as(who).from(BUCKET)

    const added = await theirs.upload(`by-${who}.jpg`, blob())
    const changed = await theirs.update(`kept-from-${who}.jpg`, blob())
    const removed = await theirs.remove([`kept-from-${who}.jpg`])

    expect(added.error).toMatchObject({ statusCode: '403', status: 400 })
    expect(changed.error).toMatchObject({ statusCode: '403' })
    expect(removed).toEqual({ data: [], error: null })
    expect((await theirs.exists(`kept-from-${who}.jpg`)).data).toBe(true)
    expect((await opened.filesOnDisk()).length).toBe(files)
  })

  test('a token that is not ours is refused', async () => {
    const refused = await opened.as('forger').from(BUCKET).upload('forged.jpg', blob())
    expect(refused.error).toMatchObject({ statusCode: '403', message: 'Invalid JWT signature' })
  })

  test('a folder is listed one level at a time', async () => {
    for (const name of ['list/b.jpg', 'list/a.jpg', 'list/deep/c.jpg']) await admin().upload(name, blob())

    const { data } = await visitor().list('list')
    expect(data?.map(({ name, id }) => [name, id === null])).toEqual([
      ['a.jpg', false],
      ['b.jpg', false],
      ['deep', true],
    ])
    expect(data?.[0]?.metadata).toMatchObject({ mimetype: 'image/jpeg', cacheControl: 'max-age=3600' })
    expect(data?.[0]?.created_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

    const options = { limit: 1, offset: 1, sortBy: { column: 'name', order: 'desc' } }
    expect((await visitor().list('list', options)).data?.map(({ name }) => name)).toEqual(['b.jpg'])
    expect((await visitor().list('list', { search: 'a' })).data?.map(({ name }) => name)).toEqual(['a.jpg'])
    expect((await visitor().list('lis')).data).toEqual([])
    expect((await opened.as('visitor').from('nowhere').list()).data).toEqual([])
  })

  test('a removed picture is gone with all that was made from it', async () => {
    await admin().upload('gone.jpg', blob())
    await opened.request(`/render/image/public/${BUCKET}/gone.jpg?width=320`)
    const files = (await opened.filesOnDisk()).length

    const { data } = await admin().remove(['gone.jpg', 'never.jpg'])

    expect(data?.map(({ name }) => name)).toEqual(['gone.jpg'])
    // Its variant is gone; the file itself lies in the trash.
    expect((await opened.filesOnDisk()).length).toBe(files - 1)
    expect(await opened.driver.find(`${BUCKET}/gone.jpg`)).toBeNull()
    expect((await visitor().exists('gone.jpg')).data).toBe(false)
    for (const path of [`/object/public/${BUCKET}/gone.jpg`, `/render/image/public/${BUCKET}/gone.jpg?width=320`]) {
      const answer = await opened.request(path)
      expect([answer.status, await answer.json()]).toEqual([
        400,
        { statusCode: '404', error: 'not_found', message: 'Object not found', code: 'NoSuchKey' },
      ])
    }
  })

  test('the bucket is known, others are not', async () => {
    const { data } = await opened.as('visitor').getBucket(BUCKET)
    expect(data).toMatchObject({ id: BUCKET, public: true, file_size_limit: 5_242_880 })
    expect((await opened.as('visitor').listBuckets()).data?.map(({ id }) => id)).toEqual([BUCKET])
    expect((await opened.as('admin').getBucket('other')).error).toMatchObject({
      statusCode: '404',
      message: 'Bucket not found',
    })
    expect((await opened.as('admin').from('other').upload('a.jpg', blob())).error).toMatchObject({ statusCode: '404' })
  })

  test('a part of a picture, an unchanged picture and its head are answered as HTTP says', async () => {
    await admin().upload('http.jpg', blob())
    const path = `/object/public/${BUCKET}/http.jpg`
    const whole = await opened.request(path)
    const size = (await whole.arrayBuffer()).byteLength

    const part = await opened.request(path, { headers: { range: 'bytes=10-19' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${size}`])
    expect((await part.arrayBuffer()).byteLength).toBe(10)
    const unchanged = await opened.request(path, { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } })
    expect(unchanged.status).toBe(304)
    const head = await opened.request(path, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)])
    const saved = await opened.request(`${path}?download=car.jpg`)
    expect(saved.headers.get('content-disposition')).toBe("attachment; filename=car.jpg; filename*=UTF-8''car.jpg")
  })

  test('a picture is rendered for the browser that asks, and may be kept for ever', async () => {
    await admin().upload('rendered.jpg', blob())
    const { data } = visitor().getPublicUrl('rendered.jpg', { transform: { width: 320, resize: 'cover' } })
    const path = data.publicUrl.replace('http://forecourt.test/storage/v1', '')

    const webp = await opened.request(path, { headers: { accept: 'image/avif,image/webp,*/*' } })
    expect(Object.fromEntries(webp.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept',
    })
    expect((await sharp(Buffer.from(await webp.arrayBuffer())).metadata()).width).toBe(320)

    const old = await opened.request(path, { headers: { accept: '*/*' } })
    expect(old.headers.get('content-type')).toBe('image/jpeg')
    const etag = webp.headers.get('etag') ?? ''
    const again = await opened.request(path, { headers: { accept: 'image/webp', 'if-none-match': etag } })
    expect(again.status).toBe(304)
  })

  test('an unknown address says so in the words of the platform', async () => {
    const answer = await opened.request('/nothing/here')
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { statusCode: '404', error: 'Not Found', message: 'Route GET:/nothing/here not found', code: 'InvalidRequest' },
    ])
  })
})
