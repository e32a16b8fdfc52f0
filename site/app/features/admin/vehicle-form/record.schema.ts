// What the form accepts about a vehicle that buyers don't see: its registration and VIN, its purchase and costs, and its
// sale. Every field is optional.

import { plainAmount } from '#app/features/admin/price-rules.ts'
import { isDay } from '#app/lib/dates.ts'
import { z } from '#app/lib/zod.ts'
import { SALE_CHANNELS } from '#supabase/functions/_shared/sale-channels.ts'
import { plainCode, REGISTRATION_LENGTH, VIN_LENGTH } from '#supabase/functions/_shared/vehicle-identity.ts'
import type { Database } from '#supabase/types.ts'
import { known } from './fact-rules.ts'

export const BOUGHT_FROM_LENGTH = 200
export const COST_LENGTH = 200
const MOST_POUNDS = 1e8

/** Whole pence, from text such as "£1,250.50"; null if it is not an amount. */
export function toPence(text: string): number | null {
  const plain = plainAmount(text)
  return /^-?\d{1,9}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : null
}

const AMOUNT = 'Enter an amount in pounds and pence'

const readPence = (text: string, fail: (message: string) => null, least = 0) => {
  const pence = toPence(text)
  return pence !== null && pence >= least && pence < MOST_POUNDS * 100 ? pence : fail(AMOUNT)
}

const money = known(readPence)
const day = known((text, fail) => (isDay(text) ? text : fail('Enter a date')))
const text = (label: string, max: number) =>
  known((given, fail) => (given.length <= max ? given : fail(`${label} can be at most ${max} characters`)))
const code = (label: string, max: number) =>
  known((given, fail) =>
    plainCode(given).length <= max
      ? plainCode(given) || null
      : fail(`${label} can be at most ${max} letters and digits`),
  )

const cost = z
  .object({ what: z.string().trim(), amount: z.string().trim(), spent_on: day })
  .superRefine(({ what, amount, spent_on }, context) => {
    if (!what && !amount && !spent_on) return
    const fail = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (!what) fail('what', 'Say what this was for, or remove it')
    if (what.length > COST_LENGTH) fail('what', `This can be at most ${COST_LENGTH} characters`)
    if (readPence(amount, () => null, -MOST_POUNDS * 100) === null) fail('amount', AMOUNT)
  })

export const recordSchema = z.object({
  identity: z.object({
    registration: code('Registration', REGISTRATION_LENGTH),
    vin: code('VIN', VIN_LENGTH),
    show_registration: z.boolean(),
  }),
  ledger: z.object({
    bought_from: text('Bought from', BOUGHT_FROM_LENGTH),
    bought_on: day,
    bought_for: money,
    target_price: money,
  }),
  costs: z.array(cost),
  sale: z.object({
    price: money,
    sold_on: day,
    buyer: z.object({ id: z.string(), name: z.string() }).nullable(),
    channel: known((given, fail) =>
      SALE_CHANNELS.some((channel) => channel === given) ? given : fail('Choose one of the options'),
    ),
  }),
})

export type RecordValues = z.input<typeof recordSchema>
export type ParsedRecord = z.output<typeof recordSchema>
export type CostValues = RecordValues['costs'][number]

export const NO_COST: CostValues = { what: '', amount: '', spent_on: '' }

export const EMPTY_RECORD: RecordValues = {
  identity: { registration: '', vin: '', show_registration: false },
  ledger: { bought_from: '', bought_on: '', bought_for: '', target_price: '' },
  costs: [],
  sale: { price: '', sold_on: '', buyer: null, channel: '' },
}

type Rows = Database['public']['Tables']
type Stored<Table extends keyof Rows> = Omit<Rows[Table]['Row'], 'vehicle_id' | 'id' | 'is_prefilled' | 'buyer_id'>

/** The tables as embedded in a vehicle. Those that the reader may not see are empty. */
export interface StoredRecord {
  vehicle_identity?: Stored<'vehicle_identity'> | null
  vehicle_ledger?: Stored<'vehicle_ledger'> | null
  vehicle_costs?: Stored<'vehicle_costs'>[]
  vehicle_sales?:
    | (Stored<'vehicle_sales'> & { people: { id: string; name: string; email: string | null; phone: string } | null })
    | null
}

/** 125050 becomes "1250.50", and 125000 becomes "1250". */
const toPounds = (pence: number | null | undefined): string =>
  pence === null || pence === undefined ? '' : (pence / 100).toFixed(pence % 100 === 0 ? 0 : 2)

export function toRecordValues(stored: StoredRecord): RecordValues {
  const { vehicle_identity: identity, vehicle_ledger: ledger, vehicle_costs: costs, vehicle_sales: sale } = stored
  const buyer = sale?.people
  return {
    identity: {
      registration: identity?.registration ?? '',
      vin: identity?.vin ?? '',
      show_registration: identity?.show_registration ?? false,
    },
    ledger: {
      bought_from: ledger?.bought_from ?? '',
      bought_on: ledger?.bought_on ?? '',
      bought_for: toPounds(ledger?.bought_for_pence),
      target_price: toPounds(ledger?.target_price_pence),
    },
    costs: (costs ?? []).map(({ what, amount_pence, spent_on }) => ({
      what,
      amount: toPounds(amount_pence),
      spent_on: spent_on ?? '',
    })),
    sale: {
      price: toPounds(sale?.price_pence),
      sold_on: sale?.sold_on ?? '',
      buyer: buyer ? { id: buyer.id, name: buyer.name || buyer.email || buyer.phone } : null,
      channel: sale?.channel ?? '',
    },
  }
}

/** The rows as `save_vehicle_record` takes them. */
function toRows({ identity, ledger, costs, sale }: ParsedRecord) {
  return {
    identity,
    ledger: {
      bought_from: ledger.bought_from,
      bought_on: ledger.bought_on,
      bought_for_pence: ledger.bought_for,
      target_price_pence: ledger.target_price,
    },
    costs: costs
      .filter(({ what }) => what)
      .map(({ what, amount, spent_on }) => ({ what, amount_pence: toPence(amount), spent_on })),
    sale: { price_pence: sale.price, sold_on: sale.sold_on, buyer_id: sale.buyer?.id ?? null, channel: sale.channel },
  }
}

type Parts = Partial<ReturnType<typeof toRows>>

/**
 * The parts that differ from when the form was opened, or null if there are none. Sales staff never change the parts that
 * only admins may write, and a vehicle that is not sold has no sale.
 */
export function changedParts(
  opened: RecordValues,
  mine: RecordValues,
  parsed: ParsedRecord,
  isSold: boolean,
): Parts | null {
  const isChanged = ([part]: [string, unknown]) => {
    const name = part as keyof RecordValues
    return (name !== 'sale' || isSold) && JSON.stringify(opened[name]) !== JSON.stringify(mine[name])
  }
  const changed = Object.entries(toRows(parsed)).filter(isChanged)
  return changed.length === 0 ? null : Object.fromEntries(changed)
}

/** The price less the purchase and the costs, in pence; null if the purchase price is not known. */
export const marginFrom = (price: number | null, boughtFor: number | null, costs: number): number | null =>
  price === null || boughtFor === null ? null : price - boughtFor - costs

export const marginOf = ({ ledger, costs }: RecordValues, pricePence: number | null): number | null =>
  marginFrom(pricePence, toPence(ledger.bought_for), totalOf(costs))

export const totalOf = (costs: readonly CostValues[]): number =>
  costs.reduce((sum, { amount }) => sum + (toPence(amount) ?? 0), 0)
