// Changes to several vehicles at once. The database plans and makes them (supabase/schemas/vehicle-changes.sql); here
// they are put into words.

import { plainAmount } from '#app/features/admin/price-rules.ts'
import { formatNumber } from '#app/lib/money.ts'

type SimpleKind = 'feature' | 'unfeature' | 'draft' | 'list' | 'delete'
export type BulkKind = SimpleKind | 'price'
export type PriceChange = { kind: 'price'; by: number } | { kind: 'price'; percent: number }
export type BulkChange = { kind: SimpleKind } | PriceChange

/** The database refuses more; supabase/tests/vehicle-changes.test.ts compares the two. */
export const MAX_CHANGED = 500

export interface PlannedChange {
  id: string
  /** Null if the vehicle no longer exists. */
  title: string | null
  updated_at: string | null
  before: VehicleValues
  after: VehicleValues | null
  refusal: string | null
  notes: string[]
  open_leads: number
}

interface VehicleValues {
  price?: number | null
  featured?: boolean | null
  hidden?: boolean | null
}

export interface Refused {
  id: string
  title: string | null
  refusal: string
}

const vehicles = (count: number) => (count === 1 ? '1 vehicle' : `${formatNumber(count)} vehicles`)

interface BulkWords {
  /** In the menu, and the dialog's title. */
  action: string
  help: string
  confirm(count: number): string
  /** Above the vehicles that will be changed. */
  changing: string
  /** For vehicles that are already as requested. */
  already: string
}

export const BULK_WORDS: Record<BulkKind, BulkWords> = {
  feature: {
    action: 'Feature',
    help: 'Featured vehicles appear on your home page.',
    confirm: (count) => `Feature ${vehicles(count)}`,
    changing: 'Will be featured',
    already: 'Already featured',
  },
  unfeature: {
    action: 'Remove from featured',
    help: 'These vehicles stay on your site, but no longer appear among the featured ones.',
    confirm: (count) => `Remove ${vehicles(count)} from featured`,
    changing: 'Will no longer be featured',
    already: 'Not featured',
  },
  draft: {
    action: 'Make draft',
    help: 'Only you and your colleagues can see a draft.',
    confirm: (count) => (count === 1 ? 'Make 1 vehicle a draft' : `Make ${vehicles(count)} drafts`),
    changing: 'Will be drafts',
    already: 'Already a draft',
  },
  list: {
    action: 'List on your site',
    help: 'Drafts that have a picture will appear on your site at once.',
    confirm: (count) => `List ${vehicles(count)}`,
    changing: 'Will be listed',
    already: 'Not a draft',
  },
  price: {
    action: 'Change price',
    help: 'Enter an amount or a percentage. A percentage gives whole pounds.',
    confirm: (count) => (count === 1 ? 'Change 1 price' : `Change ${formatNumber(count)} prices`),
    changing: 'Will be changed',
    already: 'The price stays the same',
  },
  delete: {
    action: 'Delete',
    help: 'These vehicles will disappear from your site and from this list at once.',
    confirm: (count) => `Delete ${vehicles(count)}`,
    changing: 'Will be deleted',
    already: '',
  },
}

const REFUSALS: Record<string, string> = {
  gone: 'It no longer exists',
  changed: 'Someone has changed it in the meantime',
  'too-low': 'The price would be £0 or less',
  'too-high': 'The price would be too high',
  'no-price': 'It has no price yet',
}

export function refusalInWords(refusal: string, kind?: BulkKind): string {
  if (refusal === 'sold') return kind === 'price' ? 'Sold, so its price stays' : 'Sold vehicles can’t be featured'
  return REFUSALS[refusal] ?? 'It can’t be changed'
}

const NOTES: Record<string, string> = {
  draft: 'A draft, so it isn’t on your site yet',
  'no-picture': 'Not on your site until it has a picture',
  'on-application': 'Price on application: buyers don’t see it',
  reserved: 'Reserved',
}

/** What to think of before a vehicle is changed. */
export function notesInWords({ notes, open_leads: leads }: Pick<PlannedChange, 'notes' | 'open_leads'>): string[] {
  const waiting = leads === 1 ? '1 person is waiting for a reply' : `${leads} people are waiting for a reply`
  return [...notes.flatMap((note) => NOTES[note] ?? []), ...(leads > 0 ? [waiting] : [])]
}

/** How many of the vehicles have a purchase, costs or a sale, which would be deleted with them. */
export const countRecords = (planned: readonly PlannedChange[]) =>
  planned.filter(({ notes }) => notes.includes('records')).length

export interface SortedPlan {
  changing: PlannedChange[]
  refused: PlannedChange[]
  unchanged: PlannedChange[]
}

/** What will be changed, what can't be, and what is already as requested. */
export function sortPlan(planned: readonly PlannedChange[]): SortedPlan {
  const isSame = ({ before, after }: PlannedChange) =>
    after !== null && Object.entries(after).every(([column, value]) => before[column as keyof VehicleValues] === value)
  const refused = planned.filter(({ refusal }) => refusal !== null)
  const open = planned.filter(({ refusal }) => refusal === null)
  return { refused, changing: open.filter((one) => !isSame(one)), unchanged: open.filter(isSame) }
}

export interface PriceInput {
  direction: 'reduce' | 'increase'
  unit: 'pounds' | 'percent'
  amount: string
}

/** The limits of forecourt.check_vehicle_change. */
const MOST = { pounds: 1e8, percent: { reduce: 100, increase: 1000 } }

/** The change that the user has entered; null while nothing is entered. */
export function readPriceChange({ direction, unit, amount }: PriceInput): PriceChange | { problem: string } | null {
  const text = plainAmount(amount.replaceAll('%', ''))
  if (text === '') return null
  const value = Number(text)
  if (!Number.isFinite(value) || value <= 0) return { problem: 'Enter a number above 0' }
  if (Math.abs(value * 100 - Math.round(value * 100)) > 1e-6) return { problem: 'Enter at most two decimal places' }
  if (unit === 'pounds' ? value >= MOST.pounds : value > MOST.percent[direction])
    return { problem: 'Enter a smaller number' }
  const signed = direction === 'reduce' ? -value : value
  return unit === 'pounds' ? { kind: 'price', by: signed } : { kind: 'price', percent: signed }
}
