// Buckets are created, changed, emptied and deleted only with the secret key.

import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Account, connect, newEmail } from './connect.ts'
import { BUCKET } from './pictures.ts'
import { targets } from './target.ts'

const text = (content: string) => new Blob([content], { type: 'text/plain' })

describe.each(targets)('buckets on $name', (target) => {
  const backend = connect(target)
  const service = backend.storage(target.secretKey)
  let admin: Account
  beforeAll(async () => {
    admin = await backend.account(newEmail('admin'), 'admin')
  })

  const newBucket = async (options: Parameters<typeof service.createBucket>[1] = { public: false }) => {
    const id = `test-${randomUUID()}`
    expect(await service.createBucket(id, options)).toEqual({ data: { name: id }, error: null })
    return id
  }

  test('a bucket can be created, read, listed, changed and deleted', async () => {
    const id = await newBucket({
      public: false,
      fileSizeLimit: '1mb',
      allowedMimeTypes: ['image/*', 'application/pdf'],
    })
    const rules = { public: false, file_size_limit: 1_000_000, allowed_mime_types: ['image/*', 'application/pdf'] }

    expect((await service.getBucket(id)).data).toMatchObject({ id, name: id, owner: '', ...rules })
    expect((await service.listBuckets({ search: id })).data).toMatchObject([{ id, ...rules }])

    const changed = await service.updateBucket(id, { public: true, fileSizeLimit: null, allowedMimeTypes: null })
    expect(changed).toEqual({ data: { message: 'Successfully updated' }, error: null })
    expect((await service.getBucket(id)).data).toMatchObject({
      public: true,
      file_size_limit: null,
      allowed_mime_types: null,
    })

    expect(await service.deleteBucket(id)).toEqual({ data: { message: 'Successfully deleted' }, error: null })
    expect((await service.getBucket(id)).error).toMatchObject({ statusCode: '404', message: 'Bucket not found' })
    expect((await service.deleteBucket(id)).error).toMatchObject({ statusCode: '404' })
    expect((await service.updateBucket(id, { public: true })).error).toMatchObject({ statusCode: '404' })
  })

  test('a new bucket accepts files at once, and serves them publicly only while it is public', async () => {
    const id = await newBucket()
    const shown = () => backend.request(`/storage/v1/object/public/${id}/a.txt`)
    // Another worker may serve the next request, and is notified of the change a moment later.
    const eventually = (read: () => Promise<unknown>) => expect.poll(read)

    expect((await service.from(id).upload('a.txt', text('hello'))).error).toBeNull()
    expect(await (await shown()).json()).toMatchObject({ code: 'NoSuchBucket' })
    await service.updateBucket(id, { public: true })
    await eventually(async () => (await shown()).text()).toBe('hello')
    await service.updateBucket(id, { public: false })
    await eventually(async () => (await shown()).status).toBe(400)
  })

  test('only an empty bucket can be deleted', async () => {
    const id = await newBucket()
    await service.from(id).upload('a/b.txt', text('hello'))

    expect((await service.deleteBucket(id)).error).toMatchObject({
      statusCode: '409',
      message: 'The bucket you tried to delete is not empty',
    })
    expect((await service.emptyBucket(id)).error).toBeNull()
    expect((await service.from(id).list('a')).data).toEqual([])
    expect((await service.deleteBucket(id)).error).toBeNull()
  })

  test('two buckets cannot have the same name', async () => {
    const id = await newBucket()

    expect((await service.createBucket(id)).error).toMatchObject({
      statusCode: '409',
      message: 'The resource already exists',
    })
  })

  test.each([
    'public',
    'authenticated',
    'sign',
    'info',
    'list',
    'upload',
    'move',
    'copy',
    'a/b',
    '..',
    '.trash',
    '',
    'x'.repeat(101),
  ])('a bucket cannot be named %j', async (name) => {
    expect((await service.createBucket(name)).error).toMatchObject({ status: 400 })
    expect((await service.listBuckets({ search: name || randomUUID() })).data?.map(({ id }) => id)).not.toContain(name)
  })

  test('a bucket enforces its MIME types and its size limit', async () => {
    const id = await newBucket({ public: false, fileSizeLimit: 1000, allowedMimeTypes: ['application/pdf', 'text/*'] })
    const upload = (name: string, content: string, contentType: string) =>
      service.from(id).upload(name, Buffer.from(content), { contentType })

    expect((await upload('a.pdf', 'x'.repeat(1000), 'application/pdf')).error).toBeNull()
    expect((await upload('a.txt', 'x', 'text/plain; charset=utf-8')).error).toBeNull()
    expect((await upload('b.pdf', 'x'.repeat(1001), 'application/pdf')).error).toMatchObject({ statusCode: '413' })
    expect((await upload('a.png', 'x', 'image/png')).error).toMatchObject({
      statusCode: '415',
      message: 'mime type image/png is not supported',
    })
    expect((await upload('a.any', 'x', 'application')).error).toMatchObject({ statusCode: '415' })
    expect(
      (await service.createBucket(`test-${randomUUID()}`, { public: false, fileSizeLimit: '5gb' })).error,
    ).toMatchObject({ statusCode: '413' })
  })

  test('neither a visitor nor an admin can create, see, change, empty or delete a bucket', async () => {
    const id = await newBucket()
    await service.from(id).upload('kept.txt', text('kept'))

    for (const token of [undefined, admin.token]) {
      const theirs = backend.storage(token)
      const refused = `test-${randomUUID()}`
      expect((await theirs.createBucket(refused)).error).toMatchObject({ statusCode: '403', status: 400 })
      expect((await service.getBucket(refused)).error).toMatchObject({ statusCode: '404' })
      expect((await theirs.getBucket(id)).error).toMatchObject({ statusCode: '404' })
      expect((await theirs.updateBucket(id, { public: true })).error).toMatchObject({ statusCode: '404' })
      expect((await theirs.updateBucket(BUCKET, { public: false })).error).toMatchObject({ statusCode: '404' })
      expect((await theirs.emptyBucket(id)).error).toMatchObject({ statusCode: '404' })
      expect((await theirs.deleteBucket(id)).error).toMatchObject({ statusCode: '404' })
      expect((await theirs.deleteBucket(BUCKET)).error).toMatchObject({ status: 400 })
      expect((await theirs.listBuckets({ search: id })).data).toEqual([])
    }
    expect((await service.from(id).exists('kept.txt')).data).toBe(true)
  })
})
