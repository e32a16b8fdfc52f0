// Files of any type in buckets other than the one for pictures: stored as sent, readable where the policies allow it,
// never run by a browser.

import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Account, connect, newEmail, type RequestOptions } from './connect.ts'
import { targets } from './target.ts'

describe.each(targets)('documents on $name', (target) => {
  const backend = connect(target)
  const service = backend.storage(target.secretKey)
  const id = `docs-${randomUUID()}`
  const open = `open-${randomUUID()}`
  const docs = () => service.from(id)
  let customer: Account

  beforeAll(async () => {
    await service.createBucket(id)
    await service.createBucket(open, { public: true })
    customer = await backend.account(newEmail())
  })

  const request = (path: string, init?: RequestOptions) => backend.request(`/storage/v1${path}`, init)
  const upload = (name: string, content: string, contentType = 'text/plain', bucket = id) =>
    service.from(bucket).upload(name, Buffer.from(content), { contentType })

  test('a file is stored unchanged, with its metadata', async () => {
    const sent = await docs().upload('paper.pdf', Buffer.from('%PDF-1.7 …'), {
      contentType: 'application/pdf',
      cacheControl: '60',
      metadata: { case: 7, who: 'Ada' },
    })
    const { data } = await docs().info('paper.pdf')

    expect(sent).toMatchObject({ error: null, data: { path: 'paper.pdf', fullPath: `${id}/paper.pdf` } })
    expect(data).toMatchObject({
      contentType: 'application/pdf',
      cacheControl: 'max-age=60',
      metadata: { case: 7, who: 'Ada' },
    })
    expect(await (await docs().download('paper.pdf')).data?.text()).toBe('%PDF-1.7 …')
    expect((await docs().exists('paper.pdf')).data).toBe(true)
    expect((await docs().exists('other.pdf')).data).toBe(false)
  })

  test.each([
    ['page.html', 'text/html', '<script>alert(1)</script>'],
    ['picture.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['code.js', 'text/javascript', 'alert(1)'],
    ['style.css', 'text/css', 'body { display: none }'],
    ['page.xml', 'application/xml', '<x/>'],
  ])('a browser downloads %s and never displays or runs it', async (name, type, content) => {
    await upload(name, content, type, open)
    const { headers } = await request(`/object/public/${open}/${name}`)

    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
  })

  test('neither a file in a private bucket nor a rendered version of it has a public address', async () => {
    await upload('secret.txt', 'secret')

    for (const path of ['object/public', 'object/info/public', 'render/image/public']) {
      const response = await request(`/${path}/${id}/secret.txt?width=480`)
      expect([response.status, await response.json()]).toMatchObject([400, { code: 'NoSuchBucket' }])
    }
  })

  test('a caller without a matching policy cannot read, list, change, add or remove files', async () => {
    await upload('mine.txt', 'mine')

    for (const token of [undefined, customer.token]) {
      const theirs = backend.storage(token).from(id)
      expect((await theirs.download('mine.txt')).error).toMatchObject({ status: 400 })
      expect((await theirs.download('mine.txt', { transform: { width: 480 } })).error).toMatchObject({ status: 400 })
      expect((await theirs.info('mine.txt')).error).toMatchObject({ statusCode: '404' })
      expect((await theirs.exists('mine.txt')).data).toBe(false)
      expect((await theirs.list()).data).toEqual([])
      expect((await theirs.listV2()).data).toEqual({ hasNext: false, folders: [], objects: [] })
      expect((await theirs.upload('theirs.txt', 'x')).error).toMatchObject({ statusCode: '403' })
      expect((await theirs.upload('mine.txt', 'x', { upsert: true })).error).toMatchObject({ statusCode: '403' })
      expect((await theirs.update('mine.txt', 'x')).error).toMatchObject({ statusCode: '403' })
      expect((await theirs.remove(['mine.txt'])).data).toEqual([])
      expect((await theirs.purgeCache('mine.txt')).error).toMatchObject({ status: 400 })
    }
    expect(await (await docs().download('mine.txt')).data?.text()).toBe('mine')
  })

  test('shared caches may not store a private file', async () => {
    await upload('kept.txt', 'kept')
    const response = await request(`/object/${id}/kept.txt`, { as: { token: target.secretKey } })

    expect(await response.text()).toBe('kept')
    expect(response.headers.get('cache-control')).toMatch(/^private/)
  })

  test('a bucket is listed page by page, with and without folders', async () => {
    for (const name of ['p/a.txt', 'p/b.txt', 'p/c.txt', 'p/deep/d.txt', 'p/deep/e.txt']) await upload(name, name)
    const first = await docs().listV2({ prefix: 'p/', limit: 3 })
    const second = await docs().listV2({ prefix: 'p/', limit: 3, cursor: first.data?.nextCursor })
    const folders = await docs().listV2({ prefix: 'p/', with_delimiter: true })
    const latest = await docs().listV2({ prefix: 'p/', limit: 1, sortBy: { column: 'created_at', order: 'desc' } })

    expect(first.data?.hasNext).toBe(true)
    expect(first.data?.objects.map(({ name }) => name)).toEqual(['p/a.txt', 'p/b.txt', 'p/c.txt'])
    expect(second.data?.objects.map(({ name }) => name)).toEqual(['p/deep/d.txt', 'p/deep/e.txt'])
    expect([second.data?.hasNext, second.data?.nextCursor]).toEqual([false, undefined])
    expect(folders.data?.folders).toEqual([{ name: 'p/deep/', key: 'p/deep' }])
    expect(folders.data?.objects).toHaveLength(3)
    expect(latest.data?.objects.map(({ name }) => name)).toEqual(['p/deep/e.txt'])
    expect((await docs().listV2({ cursor: 'nonsense' })).error).toMatchObject({ status: 400 })
  })

  test('a file can be moved and copied, even to another bucket', async () => {
    await docs().upload('from.txt', Buffer.from('content'), { contentType: 'text/plain', metadata: { a: 1 } })

    expect((await docs().copy('from.txt', 'copy.txt')).data).toEqual({ path: `${id}/copy.txt` })
    expect((await docs().move('from.txt', 'moved/to.txt')).data).toMatchObject({ message: 'Successfully moved' })
    expect((await docs().copy('copy.txt', 'shown.txt', { destinationBucket: open })).error).toBeNull()

    expect((await docs().exists('from.txt')).data).toBe(false)
    expect(await (await docs().download('moved/to.txt')).data?.text()).toBe('content')
    expect((await docs().info('copy.txt')).data).toMatchObject({ metadata: { a: 1 }, contentType: 'text/plain' })
    expect(await (await request(`/object/public/${open}/shown.txt`)).text()).toBe('content')
  })

  test('a move or copy is refused wherever an upload would be refused, and both files stay unchanged', async () => {
    await upload('here.txt', 'here')
    await upload('there.txt', 'there')
    const tight = `tight-${randomUUID()}`
    await service.createBucket(tight, { public: false, allowedMimeTypes: ['image/png'], fileSizeLimit: 2 })

    expect((await docs().move('here.txt', 'there.txt')).error).toMatchObject({ statusCode: '409' })
    expect((await docs().move('here.txt', 'here.txt')).error).toMatchObject({ statusCode: '409' })
    expect((await docs().copy('here.txt', 'there.txt')).error).toMatchObject({ statusCode: '409' })
    expect((await docs().move('nothing.txt', 'a.txt')).error).toMatchObject({ statusCode: '404' })
    expect((await docs().move('here.txt', '../../keys.json')).error).toMatchObject({ statusCode: '400' })
    expect((await docs().move('here.txt', 'a.txt', { destinationBucket: tight })).error).toMatchObject({
      statusCode: '415',
    })
    expect((await docs().copy('here.txt', 'a.txt', { destinationBucket: 'nowhere' })).error).toMatchObject({
      statusCode: '404',
    })
    for (const into of ['move', 'copy'] as const) {
      const forced = await docs()[into]('here.txt', `${randomUUID()}.jpg`, { destinationBucket: 'vehicle-images' })
      if (target.isOurs) expect(forced.error).toMatchObject({ status: 400 })
    }
    expect(await (await docs().download('here.txt')).data?.text()).toBe('here')
    expect(await (await docs().download('there.txt')).data?.text()).toBe('there')
  })

  test('a caller without write access cannot move or copy a file, whether or not they can read it', async () => {
    await upload('still.txt', 'still')
    await upload('read-only.txt', 'seen', 'text/plain', open)

    for (const token of [undefined, customer.token]) {
      const theirs = backend.storage(token)
      expect((await theirs.from(id).move('still.txt', 'gone.txt')).error).toMatchObject({ statusCode: '404' })
      expect((await theirs.from(id).copy('still.txt', 'twice.txt')).error).toMatchObject({ statusCode: '404' })
      expect((await theirs.from(open).move('read-only.txt', 'gone.txt')).error).toMatchObject({ status: 400 })
      expect((await theirs.from(open).copy('read-only.txt', 'twice.txt')).error).toMatchObject({ status: 400 })
    }
    expect((await docs().exists('still.txt')).data).toBe(true)
    expect((await service.from(open).exists('read-only.txt')).data).toBe(true)
  })
})
