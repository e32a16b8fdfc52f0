// The list of vehicles as a CSV file. What only admins may export has columns of its own.

import { type Cell, CSV_START, toCsvLine } from '#app/features/admin/csv.ts'
import { labelWithUnit } from '#app/features/admin/vehicle-form/fact-rules.ts'
import { marginFrom, toPence } from '#app/features/admin/vehicle-form/record.schema.ts'
import { VEHICLE_LABELS } from '#app/features/admin/vehicle-form/vehicle-form.schema.ts'
import { vehicleSearch } from '#app/features/admin/vehicle-search.ts'
import { whenAllowed } from '#app/features/admin/when-allowed.ts'
import { londonDate } from '#app/lib/dates.ts'
import { FACT_NAMES } from '#supabase/functions/_shared/vehicle-facts.ts'
import type { Database } from '#supabase/types.ts'
import { selectVehicles, type VehicleListQuery } from './vehicle-queries.ts'
import { toOrders } from './vehicle-views.ts'

type Tables = Database['public']['Tables']

const COLUMNS = [
  'id',
  'stock_number',
  'title',
  'make',
  'model',
  'year',
  'price',
  'asking_price',
  'price_on_application',
  'mileage',
  'fuel_type',
  'transmission',
  'vehicle_state',
  'featured',
  'reserved_until',
  'sold',
  'sold_expiry_date',
  'created_at',
  'updated_at',
  ...FACT_NAMES,
] as const

/** With what filters need. */
const PARTS = 'vehicle_images(display_order), vehicle_stock(since), vehicles_without_picture()'
const PRIVATE_PARTS = `vehicle_identity(registration, vin),
  vehicle_ledger(bought_from, bought_on, bought_for_pence, target_price_pence), vehicle_costs(amount_pence),
  vehicle_sales(price_pence, sold_on, channel)`

interface ExportedVehicle extends Pick<Tables['vehicles']['Row'], (typeof COLUMNS)[number]> {
  vehicle_images: unknown[]
  vehicle_stock: { since: string | null } | null
}

/** As an admin exports it. */
export interface VehicleWithRecord extends ExportedVehicle {
  vehicle_identity: Pick<Tables['vehicle_identity']['Row'], 'registration' | 'vin'> | null
  vehicle_ledger: Omit<Tables['vehicle_ledger']['Row'], 'vehicle_id'> | null
  vehicle_costs: Pick<Tables['vehicle_costs']['Row'], 'amount_pence'>[]
  vehicle_sales: Pick<Tables['vehicle_sales']['Row'], 'price_pence' | 'sold_on' | 'channel'> | null
}

type Value = string | number | boolean | null | undefined

/** Days as ISO dates, amounts and other numbers as plain numbers, and what is not known as nothing. */
const toCell = (value: Value): Cell => (typeof value === 'boolean' ? (value ? 'Yes' : 'No') : (value ?? ''))
const inPounds = (pence: number | null | undefined) => (typeof pence === 'number' ? pence / 100 : null)

const totalCosts = ({ vehicle_costs }: VehicleWithRecord) =>
  vehicle_costs.reduce((sum, { amount_pence }) => sum + amount_pence, 0)

function marginOf(vehicle: VehicleWithRecord): number | null {
  const sale = vehicle.sold ? vehicle.vehicle_sales?.price_pence : undefined
  const boughtFor = vehicle.vehicle_ledger?.bought_for_pence ?? null
  return marginFrom(sale ?? toPence(String(vehicle.asking_price ?? '')), boughtFor, totalCosts(vehicle))
}

/** By the hour, because working out a time's day in London takes 0.1 ms, and a day never starts within an hour. */
const daysByHour = new Map<string, string>()

function dayOf(time: string): string {
  const hour = time.slice(0, '2026-11-18T10'.length)
  const day = daysByHour.get(hour) ?? londonDate(time)
  daysByHour.set(hour, day)
  return day
}

type Field<Vehicle> = readonly [heading: string, read: (vehicle: Vehicle) => Value]

const FIELDS: readonly Field<ExportedVehicle>[] = [
  ['Stock number', (v) => v.stock_number],
  [VEHICLE_LABELS.title, (v) => v.title],
  [VEHICLE_LABELS.make, (v) => v.make],
  [VEHICLE_LABELS.model, (v) => v.model],
  [VEHICLE_LABELS.year, (v) => v.year],
  [VEHICLE_LABELS.price, (v) => v.asking_price],
  [VEHICLE_LABELS.price_on_application, (v) => v.price_on_application],
  [VEHICLE_LABELS.mileage, (v) => v.mileage],
  [VEHICLE_LABELS.fuel_type, (v) => v.fuel_type],
  [VEHICLE_LABELS.transmission, (v) => v.transmission],
  ['State', (v) => v.vehicle_state],
  [VEHICLE_LABELS.featured, (v) => v.featured],
  ['Reserved until', (v) => v.reserved_until],
  [VEHICLE_LABELS.sold_expiry_date, (v) => v.sold_expiry_date],
  ...FACT_NAMES.map((name): Field<ExportedVehicle> => [labelWithUnit(name), (v) => v[name]]),
  ['Pictures', (v) => v.vehicle_images.length],
  ['In stock since', (v) => v.vehicle_stock?.since],
  ['Added on', (v) => dayOf(v.created_at)],
  ['Last changed on', (v) => dayOf(v.updated_at)],
]

const PRIVATE_FIELDS: readonly Field<VehicleWithRecord>[] = [
  ['Registration', (v) => v.vehicle_identity?.registration],
  ['VIN', (v) => v.vehicle_identity?.vin],
  ['Bought from', (v) => v.vehicle_ledger?.bought_from],
  ['Bought on', (v) => v.vehicle_ledger?.bought_on],
  ['Bought for (£)', (v) => inPounds(v.vehicle_ledger?.bought_for_pence)],
  ['Costs (£)', (v) => inPounds(totalCosts(v))],
  ['Target (£)', (v) => inPounds(v.vehicle_ledger?.target_price_pence)],
  ['Margin before VAT (£)', (v) => inPounds(marginOf(v))],
  ['Sold for (£)', (v) => inPounds(v.vehicle_sales?.price_pence)],
  ['Sold on', (v) => v.vehicle_sales?.sold_on],
  ['Channel', (v) => v.vehicle_sales?.channel],
]

const toCells = <Vehicle>(fields: readonly Field<Vehicle>[], vehicle: Vehicle) =>
  fields.map(([, read]) => toCell(read(vehicle)))

const hasRecord = (vehicle: ExportedVehicle): vehicle is VehicleWithRecord => 'vehicle_ledger' in vehicle

const toLine = (vehicle: ExportedVehicle) =>
  toCsvLine([...toCells(FIELDS, vehicle), ...(hasRecord(vehicle) ? toCells(PRIVATE_FIELDS, vehicle) : [])])

const headings = (isAdmin: boolean) =>
  toCsvLine([...FIELDS, ...(isAdmin ? PRIVATE_FIELDS : [])].map(([heading]) => heading))

/** Few enough that reading them keeps the embedded database busy for less than 200 ms. */
export const EXPORT_PAGE = 250

/** The vehicles after the one with this id, at most EXPORT_PAGE of them, by id. */
export type ReadPage = (afterId: string | null) => Promise<ExportedVehicle[]>

interface ExportOptions {
  /** Whether the vehicles have their records. */
  isAdmin: boolean
  onProgress(vehicles: number): void
  /** Stops the export with an error. */
  signal: AbortSignal
}

/**
 * The file, in lines. Vehicles are read by id, so that each is exported exactly once even if the list changes
 * meanwhile, and put into the list's order at the end.
 */
export async function exportVehicles(
  order: VehicleListQuery['view']['order'],
  readPage: ReadPage,
  { isAdmin, onProgress, signal }: ExportOptions,
): Promise<string[]> {
  const orders = toOrders(order)
  const rows: Row[] = []
  let page: ExportedVehicle[] = []
  do {
    page = await readPage(page.at(-1)?.id ?? null)
    signal.throwIfAborted()
    for (const vehicle of page) rows.push({ keys: keysOf(vehicle, orders), line: toLine(vehicle) })
    onProgress(rows.length)
  } while (page.length === EXPORT_PAGE)
  rows.sort((a, b) => compareKeys(a.keys, b.keys, orders))
  return [CSV_START + headings(isAdmin), ...rows.map(({ line }) => line)]
}

interface Row {
  keys: Value[]
  line: string
}
type Orders = ReturnType<typeof toOrders>

/** `table(column)` is a column of another table. */
const keysOf = (vehicle: ExportedVehicle, orders: Orders): Value[] =>
  orders.map(({ column }) => {
    const [name = '', embedded] = column.split('(')
    const values = vehicle as unknown as Record<string, Value> & Record<string, Record<string, Value> | null>
    return embedded === undefined ? values[name] : values[name]?.[embedded.slice(0, -1)]
  })

/** As the database sorts, with missing values last in either direction. */
function compareKeys(a: Value[], b: Value[], orders: Orders): number {
  for (const [index, { ascending }] of orders.entries()) {
    const [x, y] = [a[index] ?? null, b[index] ?? null]
    if (x === y) continue
    if (x === null || y === null) return x === null ? 1 : -1
    return x < y === ascending ? -1 : 1
  }
  return 0
}

/** Reads the vehicles in the list over REST. The database refuses to show records to sales staff; this does not ask. */
export function readListed(list: VehicleListQuery, isAdmin: boolean, signal: AbortSignal): ReadPage {
  const columns = [...COLUMNS, PARTS, ...(isAdmin ? [PRIVATE_PARTS] : [])].join()
  let search: Promise<string[]> | undefined
  return async (afterId) => {
    search ??= vehicleSearch(list.q, signal)
    const filters = await search
    const page = () => {
      const all = selectVehicles(list, filters, columns)
      return (afterId === null ? all : all.gt('id', afterId)).order('id').limit(EXPORT_PAGE).abortSignal(signal)
    }
    const { data, error } = await whenAllowed(page, signal)
    if (error) throw error
    return data as unknown as ExportedVehicle[]
  }
}
