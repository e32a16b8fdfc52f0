import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Queryable } from '../../backend/src/db/database.ts'
import { serviceEngines } from '../../backend/test/engines.ts'
import { createCast, pretend, pretendAfter, VEHICLE } from './cast.ts'

const vehicle = { id: VEHICLE.spare }

const urls = (count: number) => Array.from({ length: count }, (_, index) => `/${index}.webp`)

const save = (tx: Queryable, images: string[], captions?: (string | null)[]) =>
  tx.query('select from public.save_vehicle($1, $2, null, null, null, $3)', [vehicle, images, captions])

const insert = (tx: Queryable, position: number, caption: string | null = null) =>
  tx.query(
    `insert into public.vehicle_images (vehicle_id, image_url, is_primary, display_order, caption)
     values ($1, $2, false, $3, $4)`,
    [VEHICLE.spare, `/added-${position}.webp`, position, caption],
  )

const stored = async (tx: Queryable) => {
  const { rows } = await tx.query<{ image_url: string; is_primary: boolean; caption: string | null }>(
    'select image_url, is_primary, caption from public.vehicle_images where vehicle_id = $1 order by display_order',
    [VEHICLE.spare],
  )
  return rows
}

const setting = (value: string) => `update public.config set value = '${value}' where key = 'MAX_VEHICLE_IMAGES';`
const pictures = (count: number) =>
  `insert into public.vehicle_images (vehicle_id, image_url, is_primary, display_order, caption)
   select '${VEHICLE.spare}', '/' || place || '.webp', place = 0, place, 'Picture ' || place
   from generate_series(0, ${count - 1}) as place;`
const tooMany = (limit: number) => ({ code: 'P0001', message: `Maximum ${limit} images allowed` })

describe.each(serviceEngines)('pictures of vehicles on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
    await db.query('delete from public.vehicle_images where vehicle_id = $1', [VEHICLE.spare])
  })
  afterAll(() => db.close())

  test('captions are saved with their pictures, and a blank caption is none', async () => {
    await pretend(db, 'sales', async (tx) => {
      await save(tx, ['/a.webp', '/b.webp', '/c.webp'], ['Front', '  ', null])

      expect(await stored(tx)).toEqual([
        { image_url: '/a.webp', is_primary: true, caption: 'Front' },
        { image_url: '/b.webp', is_primary: false, caption: null },
        { image_url: '/c.webp', is_primary: false, caption: null },
      ])
    })
  })

  test('a caller that sends no captions keeps those of the pictures that stay', async () => {
    await pretend(db, 'admin', async (tx) => {
      const own = '/storage/v1/object/public/vehicle-images/vehicles/a.webp'
      await save(tx, [own, '/b.webp', '/c.webp'], ['Front', 'Rear', 'Seats'])
      await save(tx, ['/c.webp', `https://old.example${own}`, '/new.webp'])

      expect(await stored(tx)).toEqual([
        { image_url: '/c.webp', is_primary: true, caption: 'Seats' },
        { image_url: own, is_primary: false, caption: 'Front' },
        { image_url: '/new.webp', is_primary: false, caption: null },
      ])
    })
  })

  test.each([['x'.repeat(201)], ['   ']])('a caption such as "%s" is refused by the table', async (caption) => {
    await expect(pretend(db, 'admin', (tx) => insert(tx, 0, caption))).rejects.toMatchObject({ code: '23514' })
  })

  test('a card has its picture’s caption, if there is one', async () => {
    await pretend(db, 'admin', async (tx) => {
      const card = async () =>
        (
          await tx.query<{ card: Record<string, unknown> }>('select card from public.listed_vehicles where id = $1', [
            VEHICLE.spare,
          ])
        ).rows[0]?.card
      await save(tx, ['/a.webp'], ['Front'])
      expect(await card()).toMatchObject({ image: '/a.webp', caption: 'Front' })

      await save(tx, ['/a.webp'], [null])
      expect(await card()).not.toHaveProperty('caption')
    })
  })

  test.each(['sales', 'admin'] as const)(
    'a caller (%s) can add as many pictures as the setting says',
    async (actor) => {
      const attempt = (limit: number, count: number) =>
        pretendAfter(db, setting(String(limit)), actor, async (tx) => {
          await save(tx, urls(count))
          return stored(tx)
        })

      expect(await attempt(10, 10)).toHaveLength(10)
      await expect(attempt(10, 11)).rejects.toMatchObject(tooMany(10))
      expect(await attempt(12, 12)).toHaveLength(12)
      await expect(attempt(12, 13)).rejects.toMatchObject(tooMany(12))
      expect(await attempt(30, 30)).toHaveLength(30)
      await expect(attempt(30, 31)).rejects.toMatchObject(tooMany(30))
    },
  )

  test('the setting also limits rows that a user writes directly', async () => {
    const write = (position: number) => pretendAfter(db, setting('12'), 'admin', (tx) => insert(tx, position))
    const move = (position: number) =>
      pretendAfter(db, setting('12') + pictures(3), 'admin', (tx) =>
        tx.query('update public.vehicle_images set display_order = $2 where vehicle_id = $1 and display_order = 2', [
          VEHICLE.spare,
          position,
        ]),
      )

    expect((await write(11)).rowCount).toBe(1)
    await expect(write(12)).rejects.toMatchObject(tooMany(12))
    expect((await move(11)).rowCount).toBe(1)
    await expect(move(12)).rejects.toMatchObject(tooMany(12))
  })

  test.each(['9', '31', '', 'many', '012'])('the setting "%s" counts as ten', async (value) => {
    await expect(pretendAfter(db, setting(value), 'admin', (tx) => save(tx, urls(11)))).rejects.toMatchObject(
      tooMany(10),
    )
  })

  test('the service can import thirty pictures, whatever the setting says, but no more', async () => {
    await pretend(db, 'service', async (tx) => {
      await save(tx, urls(30))
      expect(await stored(tx)).toHaveLength(30)
    })
    await expect(pretend(db, 'service', (tx) => save(tx, urls(31)))).rejects.toMatchObject({ code: '23514' })
    expect((await pretend(db, 'service', (tx) => insert(tx, 29))).rowCount).toBe(1)
  })

  test('a vehicle with more pictures than the setting now allows can be edited, but gets no more pictures', async () => {
    await pretendAfter(db, pictures(20), 'sales', async (tx) => {
      const reversed = urls(20).reverse()
      await save(tx, reversed)
      expect(await stored(tx)).toEqual(
        reversed.map((image_url, index) => ({
          image_url,
          is_primary: index === 0,
          caption: `Picture ${19 - index}`,
        })),
      )

      await save(tx, reversed.slice(0, 15))
      expect(await stored(tx)).toHaveLength(15)
      await expect(save(tx, [...reversed.slice(0, 15), '/new.webp'])).rejects.toMatchObject(tooMany(10))
    })
  })

  test('saving makes the first picture the primary one, even if a client had chosen another', async () => {
    const other = `${pictures(4)} update public.vehicle_images set is_primary = false where vehicle_id = '${VEHICLE.spare}';
      update public.vehicle_images set is_primary = true where vehicle_id = '${VEHICLE.spare}' and display_order = 2;`
    await pretendAfter(db, other, 'admin', async (tx) => {
      await save(tx, urls(3))

      expect((await stored(tx)).map(({ is_primary }) => is_primary)).toEqual([true, false, false])
    })
  })

  test.each(['sales', 'admin', 'service'] as const)('a caller (%s) can read the limit', async (actor) => {
    const read = pretendAfter(db, setting('24'), actor, (tx) => tx.query('select public.max_vehicle_images() as limit'))

    expect((await read).rows).toEqual([{ limit: 24 }])
  })
})
