import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { serviceEngines } from '../../../test/engines.ts'
import { type OpenStorage, openStorage } from '../../../test/storage-harness.ts'
import { type Store, stores } from '../../../test/stores.ts'
import type { Database } from '../../db/database.ts'
import { photo } from '../testing/hostile-files.ts'
import { collectPictures } from './collect.ts'
import { MAX_UNEXPLAINED_FILES } from './limits.ts'

const BUCKET = 'vehicle-images'
const HOUR_MS = 3_600_000
const ADDRESS = `/storage/v1/object/public/${BUCKET}/`
const NOTHING = { trashed: 0, restored: 0, removed: 0 }

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS)
const collect = ({ db, driver, storage, incidents }: OpenStorage, hours: number) =>
  collectPictures(
    { db, driver, trash: storage.trash, locks: storage.locks, incidents, extendLease: async () => {} },
    inHours(hours),
  )

async function upload(opened: OpenStorage, names: readonly string[]): Promise<void> {
  const jpeg = new Uint8Array(await photo(60, 40).jpeg().toBuffer())
  const bucket = opened.as('admin').from(BUCKET)
  for (const name of names) {
    const { error } = await bucket.upload(name, jpeg, { contentType: 'image/jpeg' })
    expect(error).toBeNull()
  }
}

/** Adds a vehicle with these pictures and returns its id. */
async function show({ db }: OpenStorage, names: readonly string[]): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into public.vehicles (title, make, model, year, price, mileage, fuel_type, transmission)
     values ('Test', 'BMW', 'M4', 2020, 1, 1, 'Petrol', 'Manual') returning id`,
  )
  const id = rows[0]?.id ?? ''
  await save({ db }, id, names)
  return id
}

/** Does what save_vehicle does. */
async function save({ db }: Pick<OpenStorage, 'db'>, vehicle: string, names: readonly string[]): Promise<void> {
  await db.query('delete from public.vehicle_images where vehicle_id = $1', [vehicle])
  await db.query(
    `insert into public.vehicle_images (vehicle_id, image_url, is_primary, display_order)
     select $1, $2 || name, n = 1, n - 1 from unnest($3::text[]) with ordinality as given (name, n)`,
    [vehicle, ADDRESS, names],
  )
}

const remove = ({ db }: OpenStorage, vehicle: string) =>
  db.query('delete from public.vehicles where id = $1', [vehicle])

async function filesIn({ driver }: OpenStorage, prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of driver.list(prefix)) keys.push(key.slice(prefix.length))
  return keys.sort()
}

const live = (opened: OpenStorage) => filesIn(opened, `${BUCKET}/`)
const trashed = (opened: OpenStorage) => filesIn(opened, `.trash/${BUCKET}/`)

async function rowNames({ db }: OpenStorage): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>('select name from storage.objects order by name')
  return rows.map(({ name }) => name)
}

async function incidents(opened: OpenStorage): Promise<string[]> {
  await opened.incidents.settle()
  const { rows } = await opened.db.query<{ kind: string; detail: string }>('select kind, detail from public.incidents')
  return rows.map(({ kind, detail }) => `${kind}: ${detail}`)
}

const statuses = async (opened: OpenStorage, name: string) => [
  (await opened.request(`/object/public/${BUCKET}/${name}`)).status,
  (await opened.request(`/render/image/public/${BUCKET}/${name}?width=320`)).status,
]

// Tests the engines with a folder, and one of them with every other kind of store.
const places = [
  ...serviceEngines.map((engine) => ({ engine, store: stores[0] as Store, name: engine.name })),
  ...stores.slice(1).flatMap((store) => {
    const engine = serviceEngines.at(-1)
    return engine ? [{ engine, store, name: `${engine.name} and ${store.name}` }] : []
  }),
]

describe.each(places)('removing unused pictures on $name', ({ engine, store }) => {
  let db: Database
  let opened: OpenStorage
  let place: Awaited<ReturnType<Store['open']>>
  beforeAll(async () => {
    db = await engine.open()
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    await db.exec(`delete from public.vehicles; delete from storage.objects; delete from storage.removed_objects;
      delete from public.incidents; update storage.installation set id = null`)
    place = await store.open()
    opened = await openStorage(engine, { db, driver: place.driver })
  })
  afterEach(async () => {
    await opened.close()
    await place.close()
  })

  test('a picture is moved to the trash only after no vehicle has shown it for a day', async () => {
    await upload(opened, ['vehicles/shown.jpg', 'vehicles/dropped.jpg', 'vehicles/never.jpg'])
    const vehicle = await show(opened, ['vehicles/shown.jpg', 'vehicles/dropped.jpg'])
    await opened.driver.write(`${BUCKET}/vehicles/crashed.jpg`, Buffer.from('no row'))

    // The file without a row is old enough for the trash; the picture that no vehicle shows is only marked.
    expect(await collect(opened, 48)).toEqual({ ...NOTHING, trashed: 1 })
    await save(opened, vehicle, ['vehicles/shown.jpg'])
    expect(await collect(opened, 71)).toEqual(NOTHING)
    expect(await collect(opened, 73)).toEqual({ ...NOTHING, trashed: 1 })
    expect(await rowNames(opened)).toEqual(['vehicles/dropped.jpg', 'vehicles/shown.jpg'])
    expect(await trashed(opened)).toEqual(['vehicles/crashed.jpg~', 'vehicles/never.jpg~'])

    // The picture is shown again before it is moved to the trash, so its day of grace starts again.
    await save(opened, vehicle, ['vehicles/shown.jpg', 'vehicles/dropped.jpg'])
    expect(await collect(opened, 110)).toEqual(NOTHING)
    expect(await live(opened)).toEqual(['vehicles/dropped.jpg', 'vehicles/shown.jpg'])
  })

  test('a deleted vehicle’s pictures are never served from the trash, and are restored when another vehicle shows them', async () => {
    const names = ['vehicles/one.jpg', 'vehicles/with space.jpg', 'vehicles/three.jpg']
    await upload(opened, names)
    const vehicle = await show(opened, names)
    for (const name of names) expect(await statuses(opened, name)).toEqual([200, 200])
    await remove(opened, vehicle)
    await collect(opened, 1)
    expect(await collect(opened, 26)).toEqual({ ...NOTHING, trashed: 3 })

    for (const name of names) expect(await statuses(opened, name)).toEqual([400, 400])
    expect(await filesIn(opened, `.trash/${BUCKET}/vehicles/`)).toHaveLength(3)
    for (const path of [`.trash/${BUCKET}/vehicles/one.jpg~`, `${BUCKET}/.trash/one.jpg`, `.trash/one.jpg`]) {
      expect((await opened.request(`/object/public/${path}`)).status).toBe(400)
      expect((await opened.request(`/render/image/public/${path}?width=320`)).status).toBe(400)
    }
    // The pictures' variants have also been removed.
    expect((await opened.filesOnDisk()).filter(({ name }) => name.endsWith('.origin'))).toEqual([])

    const again = await show(opened, ['vehicles/one.jpg', 'vehicles/with%20space.jpg', 'vehicles/three.jpg'])
    // A picture is restored as soon as its original or a variant is requested, or otherwise in the next run.
    expect((await opened.request(`/object/public/${BUCKET}/vehicles/one.jpg`)).status).toBe(200)
    const path = `/render/image/public/${BUCKET}/vehicles/with%20space.jpg?width=320`
    expect((await opened.request(path)).status).toBe(200)
    expect(await collect(opened, 27)).toEqual({ ...NOTHING, restored: 1 })
    expect(await rowNames(opened)).toEqual(names.toSorted())
    expect(await trashed(opened)).toEqual([])
    const { rows } = await opened.db.query<{ placeholder: string }>(
      'select placeholder from public.vehicle_images where vehicle_id = $1',
      [again],
    )
    expect(rows.map(({ placeholder }) => placeholder?.slice(0, 10))).toEqual(Array(3).fill('data:image'))
  })

  test('when an admin continues a draft, its pictures are restored from the trash or kept for another day', async () => {
    const names = ['vehicles/draft.jpg', 'vehicles/other.jpg']
    const keep = (who: 'admin' | 'customer') =>
      opened.query(who, 'select public.keep_pictures($1)', [
        [`${ADDRESS}vehicles/draft.jpg`, 'https://x.example/a.jpg'],
      ])
    await upload(opened, names)
    await collect(opened, 0)

    await keep('admin')
    expect(await collect(opened, 25)).toEqual({ ...NOTHING, trashed: 1 })
    expect(await live(opened)).toEqual(['vehicles/draft.jpg'])
    expect(await collect(opened, 50)).toEqual({ ...NOTHING, trashed: 1 })
    expect(await statuses(opened, 'vehicles/draft.jpg')).toEqual([400, 400])

    await expect(keep('customer')).rejects.toThrow('Only staff may do this.')
    await keep('admin')
    expect(await statuses(opened, 'vehicles/draft.jpg')).toEqual([200, 200])
    expect(await statuses(opened, 'vehicles/other.jpg')).toEqual([400, 400])
  })

  test('files stay in the trash for 30 days', async () => {
    await upload(opened, ['vehicles/old.jpg'])
    await opened.as('admin').from(BUCKET).remove(['vehicles/old.jpg'])

    expect(await collect(opened, 29 * 24)).toEqual(NOTHING)
    expect(await trashed(opened)).toEqual(['vehicles/old.jpg~'])
    expect(await collect(opened, 30 * 24 + 1)).toEqual({ ...NOTHING, removed: 1 })
    expect(await trashed(opened)).toEqual([])
    await collect(opened, 32 * 24)
    expect((await opened.db.query('select from storage.removed_objects')).rows).toEqual([])
  })

  test('a picture that an admin removes while it is in use stays removed until a vehicle is saved with it', async () => {
    await upload(opened, ['vehicles/face.jpg'])
    const vehicle = await show(opened, ['vehicles/face.jpg'])

    await opened.as('admin').from(BUCKET).remove(['vehicles/face.jpg'])
    expect(await statuses(opened, 'vehicles/face.jpg')).toEqual([400, 400])
    expect(await collect(opened, 48)).toEqual(NOTHING)

    await save(opened, vehicle, ['vehicles/face.jpg'])
    expect(await statuses(opened, 'vehicles/face.jpg')).toEqual([200, 200])
    expect(await trashed(opened)).toEqual([])
  })

  test('a newly uploaded file is not replaced by a picture in the trash that has the same name', async () => {
    await upload(opened, ['vehicles/again.jpg'])
    await opened.as('admin').from(BUCKET).remove(['vehicles/again.jpg'])
    await opened.driver.write(`.trash/${BUCKET}/vehicles/again.jpg~`, Buffer.from('old'))
    await upload(opened, ['vehicles/again.jpg'])
    await show(opened, ['vehicles/again.jpg'])

    expect(await collect(opened, 48)).toEqual(NOTHING)
    expect((await opened.driver.read(`${BUCKET}/vehicles/again.jpg`)).length).toBeGreaterThan(3)
    expect(await collect(opened, 31 * 24)).toEqual({ ...NOTHING, removed: 1 })
    expect(await live(opened)).toEqual(['vehicles/again.jpg'])
  })

  test('if an old folder has a new database, nothing is removed and the mismatch is reported until the old database is back', async () => {
    const names = Array.from({ length: 6 }, (_, i) => `vehicles/${i}.jpg`)
    await upload(opened, names)
    await show(opened, names)
    const another = await openStorage(engine, { folder: opened.folder, driver: opened.driver })

    // The site has its own pictures, as a demo site does.
    await upload(another, ['vehicles/demo.jpg'])
    await show(another, ['vehicles/demo.jpg'])
    for (const hours of [48, 96]) expect(await collect(another, hours)).toEqual(NOTHING)
    expect(await incidents(another)).toEqual([expect.stringContaining('belong to another database')])
    expect(await live(another)).toHaveLength(7)
    await another.close()

    await collect(opened, 48)
    expect(await incidents(opened)).toEqual([])
    expect(await live(opened)).toEqual(expect.arrayContaining(names))
  })

  test('nothing is removed if the database is new and the folder has no id yet', async () => {
    await opened.driver.write(`${BUCKET}/vehicles/theirs.jpg`, Buffer.from('a picture of another database'))
    await upload(opened, ['vehicles/demo.jpg'])
    await show(opened, ['vehicles/demo.jpg'])

    for (const hours of [48, 96]) expect(await collect(opened, hours)).toEqual(NOTHING)
    expect(await incidents(opened)).toEqual([expect.stringMatching(/nothing in .* write [0-9a-f-]{36} to the file/)])
    expect(await live(opened)).toEqual(['vehicles/demo.jpg', 'vehicles/theirs.jpg'])

    // The owner confirms that the database and the store belong together.
    const { rows } = await opened.db.query<{ id: string }>('select id from storage.installation')
    await opened.driver.write('installation-id', Buffer.from(rows[0]?.id ?? ''))
    expect(await collect(opened, 96)).toEqual({ ...NOTHING, trashed: 1 })
    expect(await incidents(opened)).toEqual([])
  })

  test('a database and a folder that have no ids yet get the same id if most of the pictures exist', async () => {
    const names = ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg']
    await upload(opened, names)
    await show(opened, names)
    await opened.db.query('update storage.installation set id = null')
    await opened.driver.remove(['installation-id'])
    for (const name of ['b.jpg', 'c.jpg']) await opened.driver.move(`${BUCKET}/${name}`, `elsewhere/${name}`)

    await collect(opened, 48)
    expect(await incidents(opened)).toEqual([expect.stringContaining('2 of the 4 pictures')])
    expect(await opened.driver.find('installation-id')).toBeNull()

    await opened.driver.move('elsewhere/b.jpg', `${BUCKET}/b.jpg`)
    await collect(opened, 48)
    expect(await incidents(opened)).toEqual([])
    const { rows } = await opened.db.query<{ id: string }>('select id from storage.installation')
    expect((await opened.driver.read('installation-id')).toString().trim()).toBe(rows[0]?.id)
  })

  test('a run stops if too many files are unknown to the database, but not if a crash has left a few', async () => {
    await upload(opened, ['vehicles/due.jpg'])
    await collect(opened, 1)
    const unknown = Array.from({ length: MAX_UNEXPLAINED_FILES + 1 }, (_, i) => `${BUCKET}/unknown/${i}.jpg`)
    for (const key of unknown) await opened.driver.write(key, Buffer.from('x'))

    expect(await collect(opened, 48)).toEqual(NOTHING)
    expect(await incidents(opened)).toEqual([expect.stringContaining('unknown to the database')])
    expect(await live(opened)).toHaveLength(MAX_UNEXPLAINED_FILES + 2)

    await opened.driver.remove(unknown.slice(0, 1))
    expect(await collect(opened, 48)).toEqual({ ...NOTHING, trashed: MAX_UNEXPLAINED_FILES + 1 })
    expect(await incidents(opened)).toEqual([])
  })

  test('any number of files can be removed if their rows have been deleted', async () => {
    const names = Array.from({ length: MAX_UNEXPLAINED_FILES }, (_, i) => `vehicles/${i}.jpg`)
    await upload(opened, ['vehicles/real.jpg'])
    for (const name of names) await opened.driver.write(`${BUCKET}/${name}`, Buffer.from('x'))
    await opened.db.query('insert into storage.objects (bucket_id, name) select $1, unnest($2::text[])', [
      BUCKET,
      names,
    ])
    // The process ended before the files were moved.
    await opened.db.query('delete from storage.objects')

    expect(await collect(opened, 48)).toEqual({ ...NOTHING, trashed: names.length + 1 })
    expect(await incidents(opened)).toEqual([])
  })

  test('a picture that a vehicle shows is kept even without a row, and so is every file outside the bucket', async () => {
    await upload(opened, ['vehicles/a.jpg'])
    await opened.driver.write(`${BUCKET}/vehicles/no-row.jpg`, Buffer.from('x'))
    await opened.driver.write('another-bucket/a.jpg', Buffer.from('x'))
    await show(opened, ['vehicles/a.jpg', 'vehicles/no-row.jpg'])

    for (const hours of [48, 96]) expect(await collect(opened, hours)).toEqual(NOTHING)
    expect(await live(opened)).toEqual(['vehicles/a.jpg', 'vehicles/no-row.jpg'])
    expect(await opened.driver.find('another-bucket/a.jpg')).not.toBeNull()
  })

  test('restoring an older database brings back the pictures that have been removed since it was backed up', async () => {
    await upload(opened, ['vehicles/a.jpg'])
    await show(opened, ['vehicles/a.jpg'])
    // The row is restored from the backup, and the file is in the trash.
    await opened.driver.move(`${BUCKET}/vehicles/a.jpg`, `.trash/${BUCKET}/vehicles/a.jpg~`)

    expect(await statuses(opened, 'vehicles/a.jpg')).toEqual([200, 200])
    expect(await trashed(opened)).toEqual([])
  })
})
