// Turns a vehicle into an item for AutoTrader Connect's Stock API.
import type { Database } from '../../types.ts'
import { readSpecification, SPECIFICATION } from '../_shared/specifications.ts'
import type { FuelType, Transmission } from '../_shared/vehicle-options.ts'

type Columns = Database['public']['Tables']['vehicles']['Row']
type Listed =
  | 'id'
  | 'title'
  | 'make'
  | 'model'
  | 'year'
  | 'price'
  | 'mileage'
  | 'description'
  | 'sold'
  | 'hidden'
  | 'price_on_application'
  | 'reserved_until'
  | 'autotrader_id'

export interface Vehicle extends Pick<Columns, Listed> {
  fuel_type: FuelType
  transmission: Transmission
  features: string[]
  specifications: Record<string, string>
}

type Advert = { status: 'PUBLISHED' | 'NOT_PUBLISHED' }
const LOCATIONS = ['autotraderAdvert', 'advertiserAdvert', 'locatorAdvert', 'exportAdvert', 'profileAdvert'] as const

export interface StockItem {
  vehicle: Record<string, string | number>
  adverts: Record<string, unknown>
  features: { name: string; type: 'Standard' }[]
  metadata: Record<string, string>
}
export type StockPatch = Partial<StockItem>

const DESCRIPTION_LENGTH = 4000
const ATTENTION_GRABBER_LENGTH = 30

const FUELS: Record<FuelType, string> = {
  Petrol: 'Petrol',
  Diesel: 'Diesel',
  Hybrid: 'Petrol Hybrid',
  Electric: 'Electric',
}
// AutoTrader has only two transmission types. A car without a clutch pedal is an automatic.
const GEARBOXES: Record<Transmission, string> = {
  Automatic: 'Automatic',
  Manual: 'Manual',
  'Semi-Automatic': 'Automatic',
}

const adverts = (status: Advert['status']) => Object.fromEntries(LOCATIONS.map((location) => [location, { status }]))

/** Values that may go away again are sent as null, so that AutoTrader clears them. */
export function toStockItem(vehicle: Vehicle, today: string): StockItem {
  const price = vehicle.price_on_application ? null : { amountGBP: vehicle.price }
  const isReserved = vehicle.reserved_until !== null && vehicle.reserved_until >= today
  return {
    vehicle: {
      ownershipCondition: 'Used',
      vehicleType: 'Car',
      make: vehicle.make,
      model: vehicle.model,
      derivative: vehicle.title,
      yearOfManufacture: String(vehicle.year),
      odometerReadingMiles: vehicle.mileage,
      fuelType: FUELS[vehicle.fuel_type],
      transmissionType: GEARBOXES[vehicle.transmission],
      ...fromSpecifications(vehicle.specifications),
    },
    adverts: {
      forecourtPrice: price,
      reservationStatus: isReserved ? 'Reserved' : null,
      retailAdverts: {
        suppliedPrice: price,
        priceOnApplication: vehicle.price_on_application,
        description: vehicle.description.slice(0, DESCRIPTION_LENGTH),
        attentionGrabber: `${vehicle.year} ${vehicle.make}`.slice(0, ATTENTION_GRABBER_LENGTH),
        ...adverts('PUBLISHED'),
      },
    },
    features: vehicle.features.map((name) => ({ name, type: 'Standard' as const })),
    metadata: { externalStockId: vehicle.id, lifecycleState: 'FORECOURT' },
  }
}

/** The free-text specifications that AutoTrader has fields for, if their text can be parsed. */
function fromSpecifications(specifications: Record<string, string>): Record<string, string | number> {
  const read = (name: keyof typeof SPECIFICATION) => readSpecification(specifications, SPECIFICATION[name])
  const whole = (text: string | undefined) => (text && /^\d{1,2}$/.test(text.trim()) ? Number(text) : undefined)
  const litres = /^(\d{1,2}(?:\.\d)?)\s*(?:l|litres?)?$/i.exec(read('engineSize')?.trim() ?? '')?.[1]
  const found = {
    colour: read('colour'),
    bodyType: read('bodyType'),
    doors: whole(read('doors')),
    seats: whole(read('seats')),
    badgeEngineSizeLitres: litres === undefined ? undefined : Number(litres),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as Record<
    string,
    string | number
  >
}

/** Takes a listing down, marking it as sold if the vehicle was sold here and otherwise as deleted. */
export function toWithdrawal(wasSold: boolean, today: string): StockPatch {
  return {
    adverts: { ...(wasSold && { soldDate: today }), retailAdverts: adverts('NOT_PUBLISHED') },
    metadata: { lifecycleState: wasSold ? 'SOLD' : 'DELETED' },
  }
}

/** The fields that differ from the item last sent, or null. Lists are sent in full, as the API requires. */
export function changedFields(sent: StockItem | null, wanted: StockItem): StockPatch | null {
  if (!sent) return wanted
  return (difference(sent, wanted) as StockPatch | undefined) ?? null
}

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Undefined if they are the same. */
function difference(before: unknown, after: unknown): unknown {
  if (!isObject(before) || !isObject(after)) return sameJson(before, after) ? undefined : after
  const changes: Json = {}
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (!(key in after)) changes[key] = null
    else if (!(key in before)) changes[key] = after[key]
    else {
      const change = difference(before[key], after[key])
      if (change !== undefined) changes[key] = change
    }
  }
  return Object.keys(changes).length > 0 ? changes : undefined
}

// Compares by key rather than as text, because Postgres does not preserve the order of keys in jsonb.
function sameJson(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => sameJson(item, b[i]))
  if (isObject(a) && isObject(b)) return difference(a, b) === undefined
  return a === b
}
