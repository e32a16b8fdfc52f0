import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serviceEngines } from '../../../test/engines.ts'
import { type OpenStorage, openStorage } from '../../../test/storage-harness.ts'
import type { Database, Queryable, Statement } from '../../db/database.ts'
import { collectPictures } from '../cleanup/collect.ts'
import { photo } from '../testing/hostile-files.ts'

const BUCKET = 'vehicle-images'
const ADDRESS = `/storage/v1/object/public/${BUCKET}/`
const VEHICLE = '00000000-0000-4000-8000-000000000001'
const HOUR_MS = 3_600_000

/** Inserts thousands of pictures that belong to vehicles, and a vehicle without pictures. */
async function fill(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    // Triggers would run for each row.
    await tx.query('set local session_replication_role = replica')
    await tx.query(
      `insert into public.vehicle_images (vehicle_id, image_url, display_order)
       select md5((i / 10)::text)::uuid, $1 || i || '.jpg', i % 10 from generate_series(1, 5000) as i`,
      [ADDRESS],
    )
    await tx.query(
      `insert into storage.objects (bucket_id, name) select $1, i || '.jpg' from generate_series(1, 5000) as i`,
      [BUCKET],
    )
    await tx.query(
      `insert into public.vehicles (id, title, make, model, year, price, mileage, fuel_type, transmission)
       values ($1, 'Test', 'BMW', 'M4', 2020, 1, 1, 'Petrol', 'Manual')`,
      [VEHICLE],
    )
  })
}

/** Records the statements on vehicle_images. */
function recording(db: Database, noted: Statement[]): Database {
  const note = (statement: Statement) => {
    if (/^(?!lock).*public\.vehicle_images/s.test(statement.text)) noted.push(statement)
  }
  const query = (on: Queryable): Queryable['query'] => {
    return (text, values) => {
      note({ text, values })
      return on.query(text, values)
    }
  }
  return {
    engine: db.engine,
    exec: (sql) => db.exec(sql),
    listen: (...args) => db.listen(...args),
    close: () => db.close(),
    query: query(db),
    transaction: (work, options) =>
      db.transaction((tx) => work({ query: query(tx), exec: (sql) => tx.exec(sql) }), options),
    batch: (statements, options) => {
      statements.forEach(note)
      return db.batch(statements, options)
    },
  }
}

describe.each(serviceEngines)('the vehicles that show a picture, on $name', (engine) => {
  const noted: Statement[] = []
  let db: Database
  let opened: OpenStorage
  beforeAll(async () => {
    db = await engine.open()
    opened = await openStorage(engine, { db: recording(db, noted) })
  })
  afterAll(async () => {
    await opened.close()
    await db.close()
  })

  test('the index finds the vehicles that show a picture, however many there are and however little memory is available', async () => {
    const { driver, storage, incidents } = opened
    const { trash, locks } = storage
    const collect = (hours: number) =>
      collectPictures(
        { db: opened.db, driver, trash, locks, incidents, extendLease: async () => {} },
        new Date(Date.now() + hours * HOUR_MS),
      )
    const jpeg = new Uint8Array(await photo(60, 40).jpeg().toBuffer())
    const { error } = await opened.as('admin').from(BUCKET).upload('a b.jpg', jpeg, { contentType: 'image/jpeg' })
    expect(error).toBeNull()
    await fill(db)
    await driver.write(`${BUCKET}/left-by-a-crash.jpg`, Buffer.from('x'))

    expect(await collect(48)).toMatchObject({ trashed: 1 })
    expect(await collect(96)).toMatchObject({ trashed: 1 })
    await db.query('insert into public.vehicle_images (vehicle_id, image_url) values ($1, $2)', [
      VEHICLE,
      `${ADDRESS}a%20b.jpg`,
    ])
    await db.query('update public.vehicle_images set placeholder = null where vehicle_id = $1', [VEHICLE])
    expect(await trash.restore(`${BUCKET}/a b.jpg`)).toBe(true)

    const { rows } = await db.query('select placeholder from public.vehicle_images where vehicle_id = $1', [VEHICLE])
    expect(rows).toEqual([{ placeholder: expect.stringMatching(/^data:/) }])
    const kinds = noted.map(({ text }) => /^\s*(\w+)/.exec(text)?.[1])
    expect(new Set(kinds)).toEqual(new Set(['select', 'delete', 'insert', 'update']))
    await db.transaction(async (tx) => {
      await tx.query(`set local work_mem = '64kB'`)
      for (const { text, values } of noted) {
        const plan = await tx.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values)
        const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
        expect(lines).toContain('vehicle_images_image_url_idx')
        expect(lines).not.toContain('Seq Scan on vehicle_images')
      }
    })
  })
})
