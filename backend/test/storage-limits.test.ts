import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { MAX_PICTURES_PER_NETWORK } from '../src/storage/pictures/limits.ts'
import { photo } from '../src/storage/testing/hostile-files.ts'
import { serviceEngines } from './engines.ts'
import { type OpenStorage, openStorage } from './storage-harness.ts'

const BUCKET = 'vehicle-images'

describe.each(serviceEngines)('storage limits on $name', (engine) => {
  let opened: OpenStorage
  let jpeg: Uint8Array<ArrayBuffer>
  beforeAll(async () => {
    opened = await openStorage(engine)
    jpeg = new Uint8Array(await photo(60, 40).jpeg().toBuffer())
  })
  afterAll(() => opened.close())
  afterEach(() => vi.restoreAllMocks())

  const upload = (name: string) => opened.as('admin').from(BUCKET).upload(name, jpeg, { contentType: 'image/jpeg' })
  const incidents = async () => {
    await opened.incidents.settle()
    return (await opened.db.query('select kind from public.incidents')).rows
  }

  test.each([
    { width: 300 },
    { width: 2000 },
    { width: 480, height: 480 },
    { width: 480, quality: 80 },
    { width: 480, format: 'origin' as const },
    { width: 480, resize: 'fill' as const },
  ])('a request for %o is refused, and the error lists the allowed sizes', async (transform) => {
    await upload('sizes.jpg')
    const { data } = opened.as('visitor').from(BUCKET).getPublicUrl('sizes.jpg', { transform })
    const before = await opened.filesOnDisk()

    const response = await opened.request(data.publicUrl.replace('http://forecourt.test/storage/v1', ''))

    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: 'InvalidRequest', message: expect.stringContaining('width=480, width=640') },
    ])
    expect(await opened.filesOnDisk()).toHaveLength(before.length)
  })

  test('one network can render only a limited number of pictures at once, and other networks are not affected', async () => {
    await Promise.all(Array.from({ length: MAX_PICTURES_PER_NETWORK + 5 }, (_, i) => upload(`flood/${i}.jpg`)))
    const path = (i: number) => `/render/image/public/${BUCKET}/flood/${i}.jpg?width=320`
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const { read } = opened.driver
    vi.spyOn(opened.driver, 'read').mockImplementation(async (key) => {
      await held
      return read(key)
    })
    // Two addresses in one IPv6 network.
    const flood = Array.from({ length: MAX_PICTURES_PER_NETWORK + 5 }, (_, i) =>
      opened.requestFrom(`2001:db8:1:2::${i % 2}`, path(i)),
    )
    const refusals: Response[] = []
    for (const pending of flood) void pending.then((response) => refusals.push(response))
    await expect.poll(() => refusals.length).toBe(5)
    const [refused] = refusals
    const other = opened.requestFrom('192.0.2.7', path(0))
    release()

    expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([429, '2'])
    expect((await other).status).toBe(200)
    const statuses = (await Promise.all(flood)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
    expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_PICTURES_PER_NETWORK)
  })

  test.each([
    ['a forger lists files', 'POST', `/object/list/${BUCKET}`, 'forger'],
    ['a forger removes files', 'DELETE', `/object/${BUCKET}`, 'forger'],
    ['a forger uploads a file', 'POST', `/object/${BUCKET}/by-forger.jpg`, 'forger'],
    ['a visitor removes files', 'DELETE', `/object/${BUCKET}`, null],
    ['a visitor uploads a file', 'POST', `/object/${BUCKET}/by-visitor.jpg`, null],
    ['a customer uploads a file', 'POST', `/object/${BUCKET}/by-customer.jpg`, 'customer'],
  ])('the body is not read when %s', async (_title, method, path, who) => {
    let read = 0
    const body = new ReadableStream<Uint8Array>(
      {
        pull(stream) {
          read++
          stream.enqueue(new Uint8Array(65_536))
        },
      },
      { highWaterMark: 0 },
    )
    const headers = { 'content-type': 'image/jpeg', ...(who && { authorization: `Bearer ${who}` }) }

    const response = await opened.request(path, { method, headers, body, duplex: 'half' } as RequestInit)

    expect(response.ok ? await response.json() : response.status).toEqual(
      who === null && method === 'DELETE' ? [] : 400,
    )
    expect(read).toBe(0)
  })

  test('a full disk causes a clear error and an incident, which ends when a picture is saved', async () => {
    const write = vi.spyOn(opened.driver, 'write')
    write.mockRejectedValue(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
    const refused = await upload('full.jpg')
    const reported = await incidents()
    const { data: listed } = await opened.as('visitor').from(BUCKET).list('', { search: 'full' })
    write.mockRestore()
    const saved = await upload('full.jpg')

    expect(refused.error).toMatchObject({ status: 507, message: expect.stringContaining('disk is full') })
    expect(reported).toEqual([{ kind: 'disk-full' }])
    expect(listed).toEqual([])
    expect(saved.error).toBeNull()
    expect(await incidents()).toEqual([])
  })
})
