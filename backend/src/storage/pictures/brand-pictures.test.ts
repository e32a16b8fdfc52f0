import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BRAND_PICTURE_EXTENSIONS } from '../../../../supabase/functions/_shared/brand-picture.ts'
import { MAX_UPLOAD_BYTES, VEHICLE_PICTURE_TYPES } from '../../../../supabase/functions/_shared/picture-uploads.ts'
import { BRAND_BUCKET, ICON_SIDES, VEHICLE_BUCKET } from '../../../../supabase/functions/_shared/picture-variants.ts'
import { type Engine, serviceEngines } from '../../../test/engines.ts'
import { type OpenStorage, openStorage } from '../../../test/storage-harness.ts'
import type { Database } from '../../db/database.ts'
import { collectPictures } from '../cleanup/collect.ts'
import { photo } from '../testing/hostile-files.ts'

const HOUR_MS = 3_600_000
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 16"><!-- note --><path d="M0 0h64v16H0z"/></svg>`
const address = (name: string) => `/storage/v1/object/public/brand/${name}`

let db: Database
let opened: OpenStorage
beforeAll(async () => {
  opened = await openStorage(serviceEngines[0] as Engine)
  db = opened.db
})
afterAll(() => opened.close())

const upload = async (name: string, bytes: Uint8Array | string, contentType: string) =>
  (await opened.as('admin').from('brand').upload(name, Buffer.from(bytes), { contentType })).error
const get = (path: string, accept = 'image/webp') => opened.request(path, { headers: { accept } })

test('an SVG is rewritten before it is stored, and is served in a way that prevents scripts in it from running', async () => {
  expect(await upload('logo.svg', DRAWING, 'image/png')).toBeNull()

  const response = await get('/object/public/brand/logo.svg')

  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  const text = await response.text()
  expect(text).toContain('<path d="M0 0h64v16H0z">')
  expect(text).not.toContain('note')
})

test('an SVG that could run scripts is refused with a reason, and every SVG is refused outside the brand bucket', async () => {
  const hostile = DRAWING.replace('<path', '<script>alert(1)</script><path')

  expect(await upload('bad.svg', hostile, 'image/svg+xml')).toMatchObject({
    message: 'The SVG contains <script>. Please export it with plain shapes only',
  })
  const { error } = await opened
    .as('admin')
    .from('vehicle-images')
    .upload('a.svg', Buffer.from(DRAWING), { contentType: 'image/svg+xml' })
  expect(error).toMatchObject({ statusCode: '415' })
})

test('a picture whose content is of a type that the brand bucket does not allow is refused', async () => {
  const gif = await photo(20, 20).gif().toBuffer()

  expect(await upload('a.png', gif, 'image/png')).toMatchObject({ statusCode: '415' })
})

test.each([
  ['a drawing', async () => DRAWING],
  ['a photograph', async () => photo(64, 16).png().toBuffer()],
])('icons made from %s are square, uncropped PNGs', async (what, make) => {
  const name = `${what.replace(' ', '-')}.img`
  await upload(name, await make(), 'image/png')

  for (const side of ICON_SIDES) {
    const response = await get(`/render/image/public/brand/${name}?width=${side}&height=${side}&resize=contain`)
    const { format, width, height, hasAlpha } = await sharp(await response.arrayBuffer()).metadata()
    expect({ format, width, height, hasAlpha }).toEqual({
      format: 'png',
      width: side,
      height: side,
      hasAlpha: side !== 180,
    })
  }
  expect((await get(`/render/image/public/brand/${name}?width=320`)).status).toBe(200)
  expect((await get(`/render/image/public/brand/${name}?width=33&height=33&resize=contain`)).status).toBe(400)
})

test('a picture that was never published is removed after a day unless a setting or stored version refers to it', async () => {
  for (const name of ['published.svg', 'stored.svg', 'never.svg']) await upload(name, DRAWING, 'image/svg+xml')
  await db.query(`update public.config set value = $1 where key = 'BRAND_INSTAGRAM'`, [address('published.svg')])
  await db.query(`insert into public.setting_versions (tab, content) values ('brand', $1)`, [
    JSON.stringify({ BRAND_X: JSON.stringify([{ picture: address('stored.svg') }]) }),
  ])
  await collect(1)
  await collect(30)

  const status = async (name: string) => (await get(`/object/public/brand/${name}`)).status
  expect(await status('published.svg')).toBe(200)
  expect(await status('stored.svg')).toBe(200)
  expect(await status('never.svg')).toBe(400)

  // A form that was open for days can still be published.
  await db.query(`update public.config set value = $1 where key = 'BRAND_X'`, [address('never.svg')])
  expect(await status('never.svg')).toBe(200)
})

test('the buckets accept the file types and sizes that the site uploads', async () => {
  const { rows } = await db.query(
    `select id, file_size_limit::int as most, array(select unnest(allowed_mime_types) order by 1) as types
     from storage.buckets where id in ('brand', 'vehicle-images') order by id`,
  )

  expect(rows).toEqual([
    { id: BRAND_BUCKET, most: MAX_UPLOAD_BYTES, types: Object.keys(BRAND_PICTURE_EXTENSIONS).sort() },
    { id: VEHICLE_BUCKET, most: MAX_UPLOAD_BYTES, types: VEHICLE_PICTURE_TYPES.toSorted() },
  ])
})

const collect = (hours: number) =>
  collectPictures(
    {
      db,
      driver: opened.driver,
      trash: opened.storage.trash,
      locks: opened.storage.locks,
      incidents: opened.incidents,
      extendLease: async () => {},
    },
    new Date(Date.now() + hours * HOUR_MS),
  )
