// Row-level security decides who may do what in a bucket. The bucket here has its own policies, such as a migration
// could add.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { serviceEngines } from './engines.ts'
import { type OpenStorage, openStorage } from './storage-harness.ts'

const POLICIES = `
  insert into storage.buckets (id, name, public) values ('papers', 'papers', false);
  create policy "people add their own papers" on storage.objects for insert to authenticated
    with check (bucket_id = 'papers' and (storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "people read their own papers" on storage.objects for select to authenticated
    using (bucket_id = 'papers' and owner_id = (select auth.uid())::text);
  create policy "people change their own papers" on storage.objects for update to authenticated
    using (bucket_id = 'papers' and owner_id = (select auth.uid())::text)
    with check (bucket_id = 'papers' and (storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "admins read papers" on storage.objects for select to authenticated
    using (bucket_id = 'papers' and (select public.is_admin()))`

describe.each(serviceEngines)('a bucket with policies on $name', (engine) => {
  let opened: OpenStorage
  let own: string
  beforeAll(async () => {
    opened = await openStorage(engine)
    await opened.db.exec(POLICIES)
    const { rows } = await opened.query('customer', 'select auth.uid() as id', [])
    own = String(rows[0]?.id)
  })
  afterAll(() => opened.close())

  const papers = (who: 'visitor' | 'admin' | 'customer' | 'service') => opened.as(who).from('papers')
  const name = () => `${own}/${randomUUID()}.txt`
  const upload = (path: string) => papers('customer').upload(path, Buffer.from('mine'), { contentType: 'text/plain' })

  test('a customer can add a document, owns it and can read it, and an admin can also read it', async () => {
    const path = name()

    expect((await upload(path)).error).toBeNull()
    const { rows } = await opened.db.query('select owner, owner_id from storage.objects where name = $1', [path])
    expect(rows).toEqual([{ owner: own, owner_id: own }])
    for (const who of ['customer', 'admin'] as const) {
      expect(await (await papers(who).download(path)).data?.text()).toBe('mine')
    }
    expect((await papers('visitor').download(path)).error).not.toBeNull()
  })

  test('a customer cannot add, move or copy a document to another user’s folder', async () => {
    const path = name()
    await upload(path)
    const elsewhere = `${randomUUID()}/theirs.txt`

    expect((await upload(elsewhere)).error).toMatchObject({ statusCode: '403' })
    expect((await papers('customer').createSignedUploadUrl(elsewhere)).error).toMatchObject({ statusCode: '403' })
    expect((await papers('customer').move(path, elsewhere)).error).toMatchObject({ statusCode: '403' })
    expect((await papers('customer').copy(path, elsewhere)).error).toMatchObject({ statusCode: '403' })
    expect((await papers('customer').move(path, name())).error).toBeNull()
  })

  test('a user with read access can create a signed URL but cannot change anything', async () => {
    const path = name()
    await upload(path)
    const { data } = await papers('admin').createSignedUrl(path, 60)
    const response = await opened.request((data?.signedUrl ?? '').replace('http://forecourt.test/storage/v1', ''))

    expect(await response.text()).toBe('mine')
    expect((await papers('admin').move(path, `${own}/moved.txt`)).error).toMatchObject({ statusCode: '403' })
    expect((await papers('admin').update(path, 'changed')).error).toMatchObject({ statusCode: '403' })
    expect((await papers('customer').remove([path])).data).toEqual([])
    expect(await (await papers('customer').download(path)).data?.text()).toBe('mine')
  })

  test('a file uploaded to a signed URL belongs to the user who signed the URL', async () => {
    const path = name()
    const { data } = await papers('customer').createSignedUploadUrl(path)

    expect((await papers('visitor').uploadToSignedUrl(path, data?.token ?? '', 'sent by a friend')).error).toBeNull()
    expect(await (await papers('customer').download(path)).data?.text()).toBe('sent by a friend')
    expect((await papers('visitor').download(path)).error).not.toBeNull()
  })

  test('an upload to a signed URL is refused once the session that signed it has ended, unless the service signed it', async () => {
    const [path, ofService] = [name(), name()]
    const { data } = await papers('customer').createSignedUploadUrl(path)
    const { data: service } = await papers('service').createSignedUploadUrl(ofService)
    await opened.db.query('delete from auth.sessions where user_id = $1', [own])
    const put = (to: string, token = '') => papers('visitor').uploadToSignedUrl(to, token, 'late')

    const [late, kept] = [await put(path, data?.token), await put(ofService, service?.token)]
    await opened.db.query('insert into auth.sessions (id, user_id) values ($1, $1)', [own])

    expect(late.error).toMatchObject({ status: 401, statusCode: '401' })
    expect(kept.error).toBeNull()
    expect((await papers('service').list(own, { search: path.split('/')[1] })).data).toEqual([])
  })

  test('emptying a bucket without permission is an error', async () => {
    await opened.db.query(`update storage.buckets set public = true where id = 'papers'`)
    await opened.settle()
    await upload(name())

    expect((await opened.as('customer').emptyBucket('papers')).error).toMatchObject({ statusCode: '403' })
    expect((await opened.as('service').emptyBucket('papers')).error).toBeNull()
    expect((await papers('service').list(own)).data).toEqual([])
  })

  test('an upload to the old name during a move keeps its bytes', async () => {
    const [from, to] = [name(), name()]
    await upload(from)
    const { write } = opened.driver
    let markWritten = () => {}
    const isWritten = new Promise<void>((resolve) => {
      markWritten = resolve
    })
    const spy = vi.spyOn(opened.driver, 'write').mockImplementation(async (key, bytes) => {
      await write(key, bytes)
      if (key.endsWith(to)) markWritten()
    })
    const moving = papers('customer').move(from, to)
    // The move still has to update the database and then remove the old file.
    await isWritten
    const again = await papers('customer').upload(from, Buffer.from('newer'), {
      contentType: 'text/plain',
      upsert: true,
    })
    const moved = await moving
    spy.mockRestore()

    expect([moved.error, again.error]).toEqual([null, null])
    expect(await (await papers('customer').download(from)).data?.text()).toBe('newer')
    expect(await (await papers('customer').download(to)).data?.text()).toBe('mine')
  })

  test('a bucket is listed with its owner, whichever of the two columns contains the owner', async () => {
    await opened.db.query(
      `insert into storage.buckets (id, name, owner, owner_id) values ('by-id', 'by-id', $1::uuid, null),
         ('by-text', 'by-text', null, $1), ('by-nobody', 'by-nobody', null, null)`,
      [own],
    )
    const { data } = await opened.as('service').listBuckets({ search: 'by-' })

    expect(data?.map(({ id, owner }) => [id, owner])).toEqual([
      ['by-id', own],
      ['by-nobody', ''],
      ['by-text', own],
    ])
  })

  test('a caller that sends neither a token nor a key cannot read buckets', async () => {
    const message = "headers must have required property 'authorization'"

    expect((await opened.as('visitor').listBuckets()).error).toMatchObject({ status: 400, message })
    expect((await opened.as('visitor').getBucket('papers')).error).toMatchObject({ statusCode: '400', message })
    expect((await opened.request('/bucket', { headers: { apikey: 'any' } })).status).toBe(200)
  })

  test('another process sees a new or changed bucket once it has been notified of the change', async () => {
    const other = await openStorage(engine, { db: opened.db, folder: opened.folder })
    const id = `shared-${randomUUID()}`
    const shown = async () => (await other.request(`/object/public/${id}/a.txt`)).status
    expect(await shown()).toBe(400)

    await opened.as('service').createBucket(id, { public: true })
    await opened.as('service').from(id).upload('a.txt', Buffer.from('shared'), { contentType: 'text/plain' })
    await other.settle()
    expect(await shown()).toBe(200)

    await opened.as('service').updateBucket(id, { public: false })
    await other.settle()
    expect(await shown()).toBe(400)
    await other.close()
  })
})
