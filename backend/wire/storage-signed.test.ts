// Signed URLs, which give access to one file for a limited time.

import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Account, connect, newEmail, type RequestOptions } from './connect.ts'
import { BUCKET, jpegOf } from './pictures.ts'
import { need, targets } from './target.ts'

describe.each(targets)('signed URLs on $name', (target) => {
  const backend = connect(target)
  const service = backend.storage(target.secretKey)
  const id = `signed-${randomUUID()}`
  const docs = () => service.from(id)
  let customer: Account
  let admin: Account

  beforeAll(async () => {
    await service.createBucket(id)
    customer = await backend.account(newEmail())
    admin = await backend.account(newEmail('admin'), 'admin')
    await docs().upload('folder/a file.txt', Buffer.from('for you'), {
      contentType: 'text/plain',
      cacheControl: '3600',
    })
    await docs().upload('other.txt', Buffer.from('not for you'), { contentType: 'text/plain' })
  })

  /** Sends no key, as someone who was given the URL would. */
  const open = (url: string, init?: RequestOptions) =>
    fetch(url, { ...init, headers: { 'x-forwarded-for': '2001:db8::1', ...init?.headers } })
  const sign = async (name: string, seconds = 60) => {
    const { data, error } = await docs().createSignedUrl(name, seconds)
    expect(error).toBeNull()
    return data?.signedUrl ?? ''
  }
  const refused = async (url: string) => {
    const response = await open(url)
    return response.status === 200 ? null : response.json()
  }

  test('a signed URL opens the file without a key, under the requested name', async () => {
    const response = await open(await sign('folder/a file.txt'))
    const { data } = await docs().createSignedUrl('folder/a file.txt', 60, { download: 'letter.txt' })
    const saved = await open(data?.signedUrl ?? '')

    expect(await response.text()).toBe('for you')
    expect(response.headers.get('cache-control')).toMatch(/^private/)
    expect(saved.headers.get('content-disposition')).toContain('attachment; filename=letter.txt')
  })

  test('several URLs are signed in one call, with an error for each missing file', async () => {
    const { data } = await docs().createSignedUrls(['other.txt', 'never.txt'], 60)

    expect(data).toMatchObject([
      { error: null, path: 'other.txt', signedUrl: expect.stringContaining('token=') },
      { error: 'Either the object does not exist or you do not have access to it', path: 'never.txt', signedUrl: null },
    ])
    expect(await (await open(data?.[0]?.signedUrl ?? '')).text()).toBe('not for you')
    expect((await docs().createSignedUrl('never.txt', 60)).error).toMatchObject({ statusCode: '404' })
  })

  test('a token opens only its own file', async () => {
    const url = new URL(await sign('folder/a file.txt'))
    const token = url.searchParams.get('token') ?? ''
    const at = (path: string, given = token) => `${target.url}/storage/v1${path}?token=${encodeURIComponent(given)}`
    const [head, , signature] = token.split('.')
    const forgedClaims = Buffer.from(JSON.stringify({ url: `${id}/other.txt`, scope: 'download', exp: 9_999_999_999 }))
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const { data: upload } = await docs().createSignedUploadUrl('other.txt', { upsert: true })

    expect(await refused(at(`/object/sign/${id}/other.txt`))).toMatchObject({ code: 'InvalidSignature' })
    expect(await refused(at(`/object/sign/${BUCKET}/folder/a%20file.txt`))).toMatchObject({ code: 'InvalidSignature' })
    expect(await refused(at(`/render/image/sign/${id}/folder/a%20file.txt`))).toMatchObject({
      code: 'InvalidSignature',
    })
    expect(await refused(at(`/object/sign/${id}/other.txt`, upload?.token))).toMatchObject({ code: 'InvalidSignature' })
    for (const forged of [
      `${head}.${forgedClaims.toString('base64url')}.${signature}`,
      `${none}.${forgedClaims.toString('base64url')}.`,
      customer.token,
      'nonsense',
    ]) {
      expect(await refused(at(`/object/sign/${id}/other.txt`, forged))).toMatchObject({ code: 'InvalidJWT' })
    }
    expect(await refused(at(`/object/sign/${id}/other.txt`, ''))).toMatchObject({ statusCode: '400' })
  })

  test('a signed URL expires', async () => {
    const url = await sign('other.txt', 1)
    const ended = { code: 'InvalidJWT', message: '"exp" claim timestamp check failed' }

    await vi.waitFor(async () => expect(await refused(url)).toMatchObject(ended), { timeout: 60_000, interval: 200 })
    for (const seconds of [0, -1, 1.5, 1e12]) {
      expect((await docs().createSignedUrl('other.txt', seconds)).error).toMatchObject({ status: 400 })
    }
  })

  test('the signed URL of a removed file stops working', async () => {
    await docs().upload('gone.txt', 'x')
    const url = await sign('gone.txt')
    await docs().remove(['gone.txt'])

    expect(await refused(url)).toMatchObject({ code: 'NoSuchKey' })
  })

  test('a caller who may not read a file cannot sign a URL for it', async () => {
    for (const token of [undefined, customer.token]) {
      const theirs = backend.storage(token).from(id)
      expect((await theirs.createSignedUrl('other.txt', 60)).error).toMatchObject({ statusCode: '404' })
      expect((await theirs.createSignedUrls(['other.txt'], 60)).data).toMatchObject([{ signedUrl: null }])
    }
  })

  test('a signed upload URL can add its file only once', async () => {
    const { data } = await docs().createSignedUploadUrl('theirs/new.txt')
    const visitor = backend.storage().from(id)
    const send = (path: string) =>
      visitor.uploadToSignedUrl(path, data?.token ?? '', Buffer.from('mine'), { contentType: 'text/plain' })

    expect((await send('theirs/other.txt')).error).toMatchObject({ message: 'Invalid signature' })
    expect(await send('theirs/new.txt')).toMatchObject({
      error: null,
      data: { path: 'theirs/new.txt', fullPath: `${id}/theirs/new.txt` },
    })
    expect((await send('theirs/new.txt')).error).toMatchObject({ statusCode: '409' })
    expect(await (await docs().download('theirs/new.txt')).data?.text()).toBe('mine')
    expect((await visitor.download('theirs/new.txt')).error).not.toBeNull()
    expect((await docs().createSignedUploadUrl('theirs/new.txt')).error).toMatchObject({ statusCode: '409' })
  })

  test('an upload replaces a file only if the URL was signed with upsert', async () => {
    await docs().upload('replace.txt', 'old')
    const fresh = await docs().createSignedUploadUrl(`${randomUUID()}.txt`)
    const { data } = await docs().createSignedUploadUrl('replace.txt', { upsert: true })
    const visitor = backend.storage().from(id)
    const path = fresh.data?.path ?? ''
    await docs().upload(path, 'taken meanwhile')

    const forced = await visitor.uploadToSignedUrl(path, fresh.data?.token ?? '', 'x', { upsert: true })
    expect(forced.error).toMatchObject({ statusCode: '409' })
    expect((await visitor.uploadToSignedUrl('replace.txt', data?.token ?? '', 'new')).error).toBeNull()
    expect(await (await docs().download('replace.txt')).data?.text()).toBe('new')
  })

  test('a caller who may not add a file cannot sign an upload, and a read token cannot be used to write', async () => {
    const reading = new URL(await sign('other.txt')).searchParams.get('token') ?? ''
    const written = await backend
      .storage()
      .from(id)
      .uploadToSignedUrl('other.txt', reading, 'overwritten', { upsert: true })

    expect(written.error).toMatchObject({ message: 'Invalid signature' })
    for (const token of [undefined, customer.token]) {
      const theirs = backend.storage(token)
      expect((await theirs.from(id).createSignedUploadUrl('x.txt')).error).toMatchObject({ statusCode: '403' })
      expect((await theirs.from(BUCKET).createSignedUploadUrl('x.jpg')).error).toMatchObject({ statusCode: '403' })
    }
    expect(await (await docs().download('other.txt')).data?.text()).toBe('not for you')
  })

  describe('for pictures', () => {
    beforeEach(need(target, 'our rules'))

    test('an upload to a signed URL must be a picture', async () => {
      const mine = backend.storage(admin.token).from(BUCKET)
      const name = `${randomUUID()}.jpg`
      const { data } = await mine.createSignedUploadUrl(name)
      const send = (bytes: Uint8Array<ArrayBuffer>) =>
        backend
          .storage()
          .from(BUCKET)
          .uploadToSignedUrl(name, data?.token ?? '', new Blob([bytes], { type: 'image/jpeg' }))

      expect((await send(new TextEncoder().encode('<script>'))).error).toMatchObject({ statusCode: '415' })
      expect((await send(await jpegOf(90, 60))).error).toBeNull()
      expect((await mine.info(name)).data?.metadata).toMatchObject({ width: 90, height: 60 })
    })

    test('a private picture is rendered only at the signed size', async () => {
      await docs().upload('private.jpg', await jpegOf(900, 600), { contentType: 'image/jpeg' })
      const { data } = await docs().createSignedUrl('private.jpg', 60, { transform: { width: 320 } })
      const odd = await docs().createSignedUrl('private.jpg', 60, { transform: { width: 321 } })
      const shown = await open(`${data?.signedUrl}&width=1600`, { headers: { accept: 'image/webp' } })

      expect((await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).width).toBe(320)
      expect(shown.headers.get('cache-control')).toMatch(/^private/)
      expect(odd.error).toMatchObject({ status: 400 })
      await docs().upload('drawing.jpg', '<svg xmlns="http://www.w3.org/2000/svg"/>', { contentType: 'image/jpeg' })
      const none = await docs().createSignedUrl('drawing.jpg', 60, { transform: { width: 320 } })
      expect(await refused(none.data?.signedUrl ?? '')).toMatchObject({ message: 'The source is not a picture' })
    })
  })
})
