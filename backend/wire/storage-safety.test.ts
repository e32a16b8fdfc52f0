import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, connect, newEmail, type Plain } from './connect.ts'
import { BUCKET, jpegOf } from './pictures.ts'
import { need, targets } from './target.ts'
import { newVehicle } from './vehicles.ts'

describe.each(targets)('what storage refuses on $name', (target) => {
  const backend = connect(target)
  const folder = randomUUID()
  let account: Account
  beforeAll(async () => {
    account = await backend.account(newEmail('admin'), 'admin')
  })

  const admin = () => backend.storage(account.token).from(BUCKET)
  const picture = async () => new Blob([await jpegOf(60, 40)], { type: 'image/jpeg' })
  const request = (path: string, init?: Plain) => backend.request(`/storage/v1${path}`, { as: account, ...init })

  test('one byte over 5 MB is too much, whether its length is announced or not', async () => {
    const bytes = new Uint8Array(5 * 1024 * 1024 + 1)
    bytes.set(await jpegOf(60, 40))
    const unannounced = new Blob([bytes]).stream()

    const answers = [
      await admin().upload(`${folder}/large.jpg`, new Blob([bytes], { type: 'image/jpeg' })),
      await admin().upload(`${folder}/large.jpg`, bytes, { contentType: 'image/jpeg' }),
      await admin().upload(`${folder}/large.jpg`, unannounced, { contentType: 'image/jpeg', duplex: 'half' }),
    ]

    for (const { error } of answers) {
      expect(error).toMatchObject({ statusCode: '413', message: 'The object exceeded the maximum allowed size' })
    }
    expect((await admin().list(folder)).data).toEqual([])
  })

  test.each(['a%00b', `long${'('.repeat(300)}`, 'a%2fb', '%ff'])(
    'no bucket is called %s, and nothing fails',
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
        const answer = await request(path, { method, headers, ...(method === 'GET' ? {} : { body }) })
        expect([path, answer.status >= 400 && answer.status < 500]).toEqual([path, true])
      }
    },
  )

  test('a listing by what no text can hold is refused', async () => {
    const headers = { 'content-type': 'application/json' }
    for (const listing of [{ prefix: '\0' }, { prefix: '', search: 'a\0' }]) {
      const answer = await request(`/object/list/${BUCKET}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(listing),
      })
      expect(answer.status).toBe(400)
    }
  })

  test.each([
    '..%2f..%2fkeys.json',
    'vehicles/%2e%2e%2f%2e%2e%2fkeys.json',
    '.hidden.jpg',
    'a%00.jpg',
    'a%5cb.jpg',
    'a%3Cb.jpg',
  ])('the name %s is refused for every kind of call', async (name) => {
    const headers = { 'content-type': 'image/jpeg' }
    const body = await picture()
    for (const [method, path] of [
      ['POST', `/object/${BUCKET}/${name}`],
      ['GET', `/object/public/${BUCKET}/${name}`],
      ['GET', `/render/image/public/${BUCKET}/${name}?width=320`],
      ['DELETE', `/object/${BUCKET}/${name}`],
    ] as const) {
      const answer = await request(path, { method, headers, body: method === 'POST' ? body : undefined })
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'InvalidKey' }])
    }
  })

  describe('beside the protocol', () => {
    beforeEach(need(target, 'our rules'))

    test('the stand-in of a picture comes with its address', async () => {
      const name = `vehicles/${folder}/stand-in.jpg`
      await admin().upload(name, await picture())
      const vehicle = newVehicle({ title: 'Stand-in' })
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
