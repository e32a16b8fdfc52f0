import { describe, expect, test } from 'vitest'
import { FACT_NAMES, type FactName } from '#supabase/functions/_shared/vehicle-facts.ts'
import { EXPORT_PAGE, exportVehicles, type ReadPage, type VehicleWithRecord } from './vehicle-export.ts'

const NEWEST = { column: 'created_at', ascending: false } as const

const NO_FACTS = Object.fromEntries(FACT_NAMES.map((name) => [name, null])) as unknown as Pick<
  VehicleWithRecord,
  FactName
>

function vehicle(changes: Partial<VehicleWithRecord> = {}): VehicleWithRecord {
  return {
    id: '1',
    stock_number: 'S1001',
    title: 'Golf',
    make: 'Volkswagen',
    model: 'Golf',
    year: 2022,
    price: 0,
    asking_price: 25995.5,
    price_on_application: true,
    vehicle_state: 'No picture',
    reserved_until: null,
    mileage: 19700,
    fuel_type: 'Petrol',
    transmission: 'Manual',
    featured: false,
    sold: false,
    sold_expiry_date: null,
    created_at: '2026-06-30T23:30:00+00:00',
    updated_at: '2026-11-18T10:00:00+00:00',
    ...NO_FACTS,
    engine_cc: 1984,
    first_registered: '2022-03-01',
    is_import: true,
    vehicle_images: [{}, {}],
    vehicle_stock: { since: '2026-05-01' },
    vehicle_identity: { registration: 'P1RAC', vin: null },
    vehicle_ledger: {
      bought_from: '=Ann',
      bought_on: '2026-05-01',
      bought_for_pence: 2_600_000,
      target_price_pence: null,
    },
    vehicle_costs: [{ amount_pence: 9000 }, { amount_pence: -1050 }],
    vehicle_sales: null,
    ...changes,
  }
}

const inPages =
  (vehicles: VehicleWithRecord[]): ReadPage =>
  async (afterId) =>
    vehicles.filter(({ id }) => afterId === null || id > afterId).slice(0, EXPORT_PAGE)

const run = (vehicles: VehicleWithRecord[], order: Parameters<typeof exportVehicles>[0] = NEWEST) =>
  exportVehicles(order, inPages(vehicles), {
    isAdmin: true,
    onProgress: () => {},
    signal: new AbortController().signal,
  })

/** The only row, by heading. None of the values here contains a comma. */
async function exported(changes: Partial<VehicleWithRecord> = {}) {
  const [headings = '', line = ''] = (await run([vehicle(changes)])).map((text) => text.trimEnd())
  const values = line.split(',')
  return Object.fromEntries(headings.split(',').map((heading, at) => [heading, values[at]]))
}

describe('a line', () => {
  test('has plain numbers, ISO dates in London, and nothing for what is not known', async () => {
    expect(await exported()).toMatchObject({
      '\uFEFFStock number': 'S1001',
      Registration: 'P1RAC',
      VIN: '',
      'Price (£)': '25995.5',
      'Engine size (cc)': '1984',
      'First registered': '2022-03-01',
      Imported: 'Yes',
      Keys: '',
      'Price on application': 'Yes',
      State: 'No picture',
      Pictures: '2',
      'Added on': '2026-07-01',
      'Bought from': "'=Ann",
      'Bought for (£)': '26000',
      'Costs (£)': '79.5',
      'Margin before VAT (£)': '-84',
      'Sold for (£)': '',
    })
  })

  test('of a sold vehicle has the margin of its sale', async () => {
    const sale = { price_pence: 2_700_000, sold_on: '2026-11-17', channel: 'Trade' }

    expect(await exported({ sold: true, vehicle_sales: sale })).toMatchObject({
      'Margin before VAT (£)': '920.5',
      'Sold for (£)': '27000',
      'Sold on': '2026-11-17',
      Channel: 'Trade',
    })
  })

  test('has no margin if the purchase price is not known', async () => {
    expect(await exported({ vehicle_ledger: null })).toMatchObject({
      'Bought for (£)': '',
      'Margin before VAT (£)': '',
    })
  })
})

test.each([
  ['sold_expiry_date', (day: string | null) => ({ sold_expiry_date: day })],
  ['since', (day: string | null) => ({ vehicle_stock: { since: day } })],
] as const)(
  'all pages are exported in the order of %s, with missing values last in both directions',
  async (column, on) => {
    const count = EXPORT_PAGE * 2
    const vehicles = Array.from({ length: count }, (_, index) => {
      const day = index % 3 === 0 ? null : `2027-12-${String((index % 28) + 1).padStart(2, '0')}`
      return vehicle({ id: String(index).padStart(5, '0'), title: `Car ${index}`, ...on(day) })
    })
    for (const ascending of [true, false]) {
      const [, ...lines] = await run(vehicles, { column, ascending })
      const days = lines.map((line) => line.match(/2027-12-\d\d/)?.[0] ?? null)
      const known = days.filter((day) => day !== null)

      expect(new Set(lines).size).toBe(count)
      expect(days.slice(known.length)).toEqual(days.slice(known.length).map(() => null))
      expect(known).toEqual(ascending ? known.toSorted() : known.toSorted().reverse())
    }
  },
)

test('without the records, a line has the columns that everyone on the staff may export, and no others', async () => {
  const { vehicle_identity, vehicle_ledger, vehicle_costs, vehicle_sales, ...rest } = vehicle()
  const [headings = '', line = ''] = await exportVehicles(NEWEST, async () => [rest], {
    isAdmin: false,
    onProgress: () => {},
    signal: new AbortController().signal,
  })

  expect(headings).toMatch(/^\uFEFFStock number,Title,.*,Last changed on\r\n$/)
  expect(headings).not.toMatch(/Registration|VIN|Bought|Costs|Target|Margin|Sold for|Sold on|Channel/)
  expect(line.split(',')).toHaveLength(headings.split(',').length)
  expect(line).not.toMatch(/P1RAC|Ann|26000/)
})

test('a stopped export reads no further page', async () => {
  const stop = new AbortController()
  let reads = 0
  const readPage: ReadPage = async () => {
    reads++
    stop.abort()
    return Array.from({ length: EXPORT_PAGE }, () => vehicle())
  }

  await expect(
    exportVehicles(NEWEST, readPage, { isAdmin: true, onProgress: () => {}, signal: stop.signal }),
  ).rejects.toThrow()
  expect(reads).toBe(1)
})
