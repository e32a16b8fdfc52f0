// The read model for the vehicle lists must stay in step with its sources.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Queryable } from '../../backend/src/db/database.ts'
import { serviceEngines } from '../../backend/test/engines.ts'
import { become, createCast, pretend, VEHICLE } from './cast.ts'

const IMAGES = `select distinct on (vehicle_id) vehicle_id, image_url, placeholder, caption
  from public.vehicle_images order by vehicle_id, is_primary desc, display_order`

/** The list computed from its sources. */
const FROM_SOURCES = `
  select v.id, make, model, year, case when not price_on_application then price end as price, mileage, fuel_type,
    transmission, featured, sold, created_at, updated_at, case when sold then sold_expiry_date else 'infinity' end as listed_until,
    jsonb_build_object('title', title, 'description', left(description, 600), 'sold_expiry_date', sold_expiry_date,
      'image', image_url, 'placeholder', placeholder)
      || case when caption is null then '{}' else jsonb_build_object('caption', caption) end as card,
    was_price, was_until, reserved_until
  from public.vehicles v join (${IMAGES}) i on i.vehicle_id = v.id left join lateral forecourt.find_was_price(v.id) on true`
const KEPT = `
  select id, make, model, year, price, mileage, fuel_type, transmission, featured, sold, created_at, updated_at,
    listed_until, card, was_price, was_until, reserved_until
  from public.listed_vehicles`
/** An empty make and model stand for all vehicles. */
const COUNTED = `
  select make, model, listed_until, count(*)::bigint as vehicles from public.listed_vehicles group by 1, 2, 3
  union all select '', '', listed_until, count(*)::bigint from public.listed_vehicles group by 3`
const STORED_COUNTS =
  'select make, model, listed_until, vehicles from forecourt.listed_vehicle_counts where vehicles <> 0'

const differences = async (tx: Queryable) => {
  const { rows: vehicles } = await tx.query(
    `(${FROM_SOURCES} except ${KEPT}) union all (${KEPT} except ${FROM_SOURCES})`,
  )
  const { rows: counts } = await tx.query(
    `((${COUNTED}) except ${STORED_COUNTS}) union all (${STORED_COUNTS} except (${COUNTED}))`,
  )
  const unseen = `select id from public.vehicles v
    where not exists (select from public.vehicle_images i where i.vehicle_id = v.id)`
  const noted = 'select id from public.vehicles_without_picture'
  const { rows: pictureless } = await tx.query(`(${unseen} except ${noted}) union all (${noted} except ${unseen})`)
  const { rows: prices } = await tx.query(
    `select id, price, not sold and not price_on_application and id in (select vehicle_id from public.vehicle_images)
     from public.vehicles
     except (select distinct on (vehicle_id) vehicle_id, price, on_offer from public.price_history
       order by vehicle_id, since desc)`,
  )
  return [...vehicles, ...counts, ...pictureless, ...prices]
}

const addImage = (vehicle: string, order: number, isPrimary = false) =>
  `insert into public.vehicle_images (vehicle_id, image_url, display_order, is_primary, placeholder)
   values ('${vehicle}', '/${order}.webp', ${order}, ${isPrimary}, 'data:${order}')`

const CHANGES: [what: string, ...statements: string[]][] = [
  [
    'a vehicle was added without a picture',
    `insert into public.vehicles (title, make, model, year, price, mileage,
    fuel_type, transmission) values ('New', 'Alvis', 'TA14', 1947, 1, 1, 'Petrol', 'Manual')`,
  ],
  ['a vehicle got its first picture', addImage(VEHICLE.spare, 3)],
  ['a picture was inserted before the others', addImage(VEHICLE.spare, 3), addImage(VEHICLE.spare, 1)],
  ['another picture became the primary one', addImage(VEHICLE.spare, 1), addImage(VEHICLE.spare, 4, true)],
  ['a picture changed', `update public.vehicle_images set image_url = '/other.webp', placeholder = 'data:x'`],
  [
    'a picture got a caption and lost it again',
    `update public.vehicle_images set caption = 'Front'`,
    'update public.vehicle_images set caption = null',
  ],
  ['a picture was moved to another vehicle', `update public.vehicle_images set vehicle_id = '${VEHICLE.sold}'`],
  ['the last picture was deleted', `delete from public.vehicle_images where vehicle_id = '${VEHICLE.listed}'`],
  [
    'every column changed',
    addImage(VEHICLE.spare, 0),
    `update public.vehicles set title = 'T', make = 'M', model = 'O',
    year = year + 1, price = price + 1, mileage = mileage + 1, fuel_type = 'Hybrid', transmission = 'Automatic',
    description = repeat('long ', 300), featured = not sold, created_at = created_at - interval '1 day'`,
  ],
  [
    'a vehicle was sold',
    `update public.vehicles set sold = true, featured = false,
    sold_expiry_date = forecourt.london_today() + 7 where id = '${VEHICLE.listed}'`,
  ],
  [
    'a vehicle was reserved, and its price withheld',
    addImage(VEHICLE.spare, 0),
    `update public.vehicles set reserved_until = forecourt.london_today() where not sold`,
    'update public.vehicles set price_on_application = true, featured = not sold',
    `update public.vehicles set price = 5 where id = '${VEHICLE.listed}'`,
    'update public.vehicles set price_on_application = false, reserved_until = null',
  ],
  ['a vehicle was deleted', `delete from public.vehicles where id = '${VEHICLE.listed}'`],
  ['all vehicles were deleted', addImage(VEHICLE.sold, 0), addImage(VEHICLE.expired, 0), 'delete from public.vehicles'],
]

describe.each(serviceEngines)('listed vehicles on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())

  test.each(CHANGES)('listed vehicles are up to date after %s', async (_, ...statements) => {
    await pretend(db, 'service', async (tx) => {
      for (const statement of statements) {
        await become(tx, 'service')
        await tx.query(statement)
        // Only the owner can read the stored counts.
        await tx.query('reset role')
        expect(await differences(tx)).toEqual([])
      }
    })
  })

  test.each([
    ['TD21', true],
    ['alvis td21', true],
    ['Drop  head ALVIS', true],
    ['head', true],
    ['Citroen', true],
    ['landrover', true],
    ['land-rover', true],
    ['alvis porsche', false],
    ['TD', true],
    ['la', true],
    ['ver', true],
    ['d2', false],
  ])('a listed vehicle is found by a search for %s: %s', async (term, isFound) => {
    const { searchWords, wordPattern } = await import('../../site/app/lib/search-filter.ts')
    await pretend(db, 'service', async (tx) => {
      await tx.query(`update public.vehicles set title = 'Land Rover', description = 'A Drop-head like a Citroën'
        where id = '${VEHICLE.listed}'`)
      const patterns = searchWords(term).map((word) => wordPattern(word).replaceAll('*', '%'))
      const { rows } = await tx.query('select id from public.listed_vehicles where search like all ($1)', [patterns])
      expect(rows).toEqual(isFound ? [{ id: VEHICLE.listed }] : [])
    })
  })

  test('every caller finds the same listed vehicles in searched_vehicles', async () => {
    for (const caller of ['anonymous', 'service'] as const) {
      await pretend(db, caller, async (tx) => {
        const { rows } =
          await tx.query(`select (select count(*)::int from public.listed_vehicles) as listed, count(*)::int as same
          from public.listed_vehicles l join public.searched_vehicles s on to_jsonb(s) - 'total' = to_jsonb(l)`)
        expect(rows).toEqual([{ listed: 1, same: 1 }])
      })
    }
  })

  test('the total and the filter options count listed vehicles, excluding those that have expired', async () => {
    await pretend(db, 'service', async (tx) => {
      for (const vehicle of [VEHICLE.sold, VEHICLE.expired, VEHICLE.spare]) await tx.query(addImage(vehicle, 0))
      const { rows: page } = await tx.query(`select id, total from public.searched_vehicles
        where listed_until >= forecourt.london_today()`)
      expect(page.map(({ total }) => total)).toEqual([3, 3, 3])

      const findOptions = async () =>
        (await tx.query<{ options: object }>('select public.find_filter_options() as options')).rows[0]?.options
      expect(await findOptions()).toEqual({
        makes: [
          { name: 'Alvis', vehicles: 2 },
          { name: 'Bristol', vehicles: 1 },
        ],
        models: [
          { make: 'Bristol', model: '411', vehicles: 1 },
          { make: 'Alvis', model: 'TD21', vehicles: 1 },
          { make: 'Alvis', model: 'TE21', vehicles: 1 },
        ],
      })

      await tx.query(`delete from public.vehicles where make = 'Alvis'`)
      expect(await findOptions()).toEqual({
        makes: [
          { name: 'Alvis', vehicles: 0 },
          { name: 'Bristol', vehicles: 1 },
        ],
        models: [{ make: 'Bristol', model: '411', vehicles: 1 }],
      })
    })
  })

  test('only the database’s owner can rebuild listed vehicles after an import without triggers', async () => {
    await pretend(db, 'service', async (tx) => {
      await expect(tx.query('select forecourt.rebuild_listed_vehicles()')).rejects.toMatchObject({ code: '42501' })
    })
    await expect(
      db.transaction(async (tx) => {
        await tx.query('alter table public.vehicles disable trigger user')
        await tx.query(`update public.vehicles set make = 'Jensen', model = 'FF'`)
        await tx.query('alter table public.vehicles enable trigger user')
        expect(await differences(tx)).not.toEqual([])

        await tx.query('select forecourt.rebuild_listed_vehicles()')

        expect(await differences(tx)).toEqual([])
        throw new Error('undo')
      }),
    ).rejects.toThrow('undo')
  })

  test('updates to listed vehicles do not deadlock, whatever the order of the changes', async () => {
    const ids = [VEHICLE.listed, VEHICLE.sold, VEHICLE.spare]
    for (const id of ids.slice(1)) await db.query(`${addImage(id, 0)} on conflict do nothing`)
    const move = (id: string, n: number) =>
      db.query(`update public.vehicles set make = case make when 'Alvis' then 'Zagato' else 'Alvis' end, price = ${n}
        where id = '${id}'`)
    const all = () => db.query(`update public.vehicles set mileage = mileage + 1, model = model || '.'`)

    for (let n = 0; n < 15; n++) {
      const order = n % 2 ? ids : ids.toReversed()
      await Promise.all([...order.map((id) => move(id, n)), all()])
    }

    expect(await differences(db)).toEqual([])
    await db.query(`delete from public.vehicle_images where vehicle_id = any ($1)`, [ids.slice(1)])
  })

  test('listed vehicles are up to date after a vehicle and its pictures have changed at the same time', async () => {
    const change = (n: number) => [
      db.query(`update public.vehicles set price = ${n} where id = '${VEHICLE.spare}'`),
      db.query(
        n % 2 ? `delete from public.vehicle_images where vehicle_id = '${VEHICLE.spare}'` : addImage(VEHICLE.spare, 0),
      ),
    ]
    for (let n = 0; n < 20; n++) await Promise.all(change(n))

    expect(await differences(db)).toEqual([])
  })
})
