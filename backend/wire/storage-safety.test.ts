import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, connect, newEmail, type RequestOptions } from './connect.ts'
import { BUCKET, jpegOf } from './pictures.ts'
import { need, targets } from './target.ts'
import { newVehicle } from './vehicles.ts'

describe.each(targets)('unsafe storage requests on $name', (target) => {
  const backend = connect(target)
  const folder = randomUUID()
  let account: Account
  beforeAll(async () => {
    account = await backend.account(newEmail('admin'), 'admin')
  })

  const admin = () => backend.storage(account.token).from(BUCKET)
  const picture = async () => new Blob([await jpegOf(60, 40)], { type: 'image/jpeg' })
  const request = (path: string, init?: RequestOptions) =>
    backend.request(`/storage/v1${path}`, { as: account, ...init })

  test('a file one byte over 5 MB is refused, with or without a content length', async () => {
    const bytes = new Uint8Array(5 * 1024 * 1024 + 1)
    bytes.set(await jpegOf(60, 40))
    const unannounced = new Blob([bytes]).stream()

    const responses = [
      await admin().upload(`${folder}/large.jpg`, new Blob([bytes], { type: 'image/jpeg' })),
      await admin().upload(`${folder}/large.jpg`, bytes, { contentType: 'image/jpeg' }),
      await admin().upload(`${folder}/large.jpg`, unannounced, { contentType: 'image/jpeg', duplex: 'half' }),
    ]

    for (const { error } of responses) {
      expect(error).toMatchObject({ statusCode: '413', message: 'The object exceeded the maximum allowed size' })
    }
    expect((await admin().list(folder)).data).toEqual([])
  })

  test.each(['a%00b', `long${'('.repeat(300)}`, 'a%2fb', '%ff'])(
    'the bucket name %s causes a client error, never a server error',
    async (bucket) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ prefix: '', prefixes: ['a.jpg'] })
      for (const [method, path] of [
        ['GET', `/bucket/${bucket}`],
        ['POST', `/object/list/${bucket}`],
        ['DELETE', `/object/${bucket}`],
        ['GET', `/object/${bucket}/a.jpg`],
        ['GET', `/object/public/${bucket}/a.jpg`],
        ['GET', `/object/info/${bucket}/a.jpg`],
        ['GET', `/render/image/public/${bucket}/a.jpg?width=480`],
        ['POST', `/object/${bucket}/a.jpg`],
      ] as const) {
        const response = await request(path, { method, headers, ...(method === 'GET' ? {} : { body }) })
        expect([path, response.status >= 400 && response.status < 500]).toEqual([path, true])
      }
    },
  )

  test('a listing request with a NUL byte is refused', async () => {
    const headers = { 'content-type': 'application/json' }
    for (const listing of [{ prefix: '\0' }, { prefix: '', search: 'a\0' }]) {
      const response = await request(`/object/list/${BUCKET}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(listing),
      })
      expect(response.status).toBe(400)
    }
  })

  test.each([
    '..%2f..%2fkeys.json',
    'vehicles/%2e%2e%2f%2e%2e%2fkeys.json',
    '.hidden.jpg',
    'a%00.jpg',
    'a%5cb.jpg',
    'a%3Cb.jpg',
  ])('the object name %s is refused in every kind of call', async (name) => {
    const headers = { 'content-type': 'image/jpeg' }
    const body = await picture()
    for (const [method, path] of [
      ['POST', `/object/${BUCKET}/${name}`],
      ['GET', `/object/public/${BUCKET}/${name}`],
      ['GET', `/render/image/public/${BUCKET}/${name}?width=320`],
      ['DELETE', `/object/${BUCKET}/${name}`],
    ] as const) {
      const response = await request(path, { method, headers, body: method === 'POST' ? body : undefined })
      expect([response.status, await response.json()]).toMatchObject([400, { code: 'InvalidKey' }])
    }
  })

  describe('beyond the protocol', () => {
    beforeEach(need(target, 'our rules'))

    test('a vehicle image gets the placeholder made from its picture', async () => {
      const name = `vehicles/${folder}/placeholder.jpg`
      await admin().upload(name, await picture())
      const vehicle = newVehicle({ title: 'Placeholder' })
      await backend.service.from('vehicles').insert(vehicle).throwOnError()

      const { data } = await backend.service
        .from('vehicle_images')
        .insert({
          vehicle_id: vehicle.id,
          image_url: `/storage/v1/object/public/${BUCKET}/${name}`,
          is_primary: true,
          display_order: 0,
        })
        .select('placeholder')

      expect(data).toEqual([{ placeholder: expect.stringMatching(/^data:image\/webp;base64,/) }])
    })
  })
})
