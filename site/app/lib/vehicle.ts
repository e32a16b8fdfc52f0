// The vehicle as the screens use it, and how it is converted from database rows.

import type { Database } from '#supabase/types.ts'
import { londonDate } from './dates.ts'

/** The columns for the vehicle page. Adding a column here causes a type error in `toVehicle` until it is mapped there. */
export const VEHICLE_COLUMNS =
  'id,title,make,model,year,price,mileage,fuel_type,transmission,description,featured,sold,sold_expiry_date,price_on_application,reserved_until'

/** The columns for a list; `card` holds the details that a card shows but no filter uses. */
export const LISTED_COLUMNS =
  'id,make,model,year,price,mileage,fuel_type,transmission,featured,sold,card,was_price,was_until,reserved_until'

type Tables = Database['public']['Tables']
type Names<List extends string> = List extends `${infer First},${infer Rest}` ? First | Names<Rest> : List
type Columns = Pick<Tables['vehicles']['Row'], Names<typeof VEHICLE_COLUMNS>>
export type ListedRow = Pick<Tables['listed_vehicles']['Row'], Names<typeof LISTED_COLUMNS>>
type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

/** Dates that the screens need only as a yes or no, and what they learn from `price` being null. */
type Judged = 'price_on_application' | 'reserved_until'

type Facts<Row> = { [Name in keyof Row as CamelCase<Name & string>]: Row[Name] }

/** The `card` column, which the database prepares for lists (migration create_listed_vehicles). */
interface Card {
  title: string
  /** The start of the description. */
  description: string
  sold_expiry_date: string | null
  /** The primary image, else the first one, else empty, in which case the image component shows the placeholder. */
  image: string
  /** The blurred placeholder shown while `image` loads; copies saved by older versions have none. */
  placeholder?: string | null
  /** What the picture shows, if the dealer has entered it. */
  caption?: string
}

/** Computed by the database from the price history. */
type Was = Pick<ListedRow, 'was_price' | 'was_until'>

interface Offer {
  /** Null if buyers have to ask for the price. */
  price: number | null
  /** The price before a cut, if the site may still show it today. */
  wasPrice?: number
  /** Whether the vehicle is reserved for a buyer today. */
  isReserved?: true
}

export interface ListedVehicle extends Facts<Omit<ListedRow, 'card' | Judged | keyof Was>>, Facts<Card>, Offer {}

export interface Vehicle extends Facts<Omit<Columns, 'price' | Judged>>, Pick<Card, 'image' | 'placeholder'>, Offer {
  images: string[]
  /** The captions of those images that have one, by address. */
  captions?: Record<string, string>
  features: string[]
  specifications: Record<string, string>
  /** Only a vehicle from the demo stock is described with example features and specifications. */
  isDemo?: true
}

export interface VehicleRow extends Columns {
  vehicle_images: {
    image_url: string
    is_primary: boolean
    display_order: number
    placeholder?: string | null
    caption?: string | null
  }[]
  vehicle_features: { feature: string }[]
  vehicle_specifications: { spec_key: string; spec_value: string }[]
  demo_vehicles: { vehicle_id: string } | null
  /** Null for a vehicle without pictures. */
  listed_vehicles: Was | null
}

const isCurrent = (lastDay: string | null | undefined) => !!lastDay && lastDay >= londonDate()

const offerOf = (price: number | null, was: Was | null, reservedUntil: string | null): Offer => ({
  price,
  ...(was?.was_price && isCurrent(was.was_until) && { wasPrice: was.was_price }),
  ...(isCurrent(reservedUntil) && { isReserved: true }),
})

export function toListed(row: ListedRow): ListedVehicle {
  const card = row.card as unknown as Card
  return {
    id: row.id,
    title: card.title,
    image: card.image,
    placeholder: card.placeholder,
    ...(card.caption && { caption: card.caption }),
    year: row.year,
    mileage: row.mileage,
    fuelType: row.fuel_type,
    transmission: row.transmission,
    make: row.make,
    model: row.model,
    description: card.description,
    featured: row.featured,
    sold: row.sold,
    soldExpiryDate: card.sold_expiry_date,
    ...offerOf(row.price, row, row.reserved_until),
  }
}

export function toVehicle(row: VehicleRow): Vehicle {
  const images = row.vehicle_images.toSorted((a, b) => a.display_order - b.display_order)
  const primary = images.find((image) => image.is_primary) ?? images[0]
  const captions = images.flatMap(({ image_url, caption }) => (caption ? [[image_url, caption]] : []))
  return {
    id: row.id,
    title: row.title,
    image: primary?.image_url ?? '',
    placeholder: primary?.placeholder ?? null,
    images: images.map((image) => image.image_url),
    ...(captions.length > 0 && { captions: Object.fromEntries(captions) }),
    year: row.year,
    mileage: row.mileage,
    fuelType: row.fuel_type,
    transmission: row.transmission,
    make: row.make,
    model: row.model,
    description: row.description,
    features: row.vehicle_features.map(({ feature }) => feature),
    specifications: Object.fromEntries(row.vehicle_specifications.map((spec) => [spec.spec_key, spec.spec_value])),
    featured: row.featured,
    sold: row.sold,
    soldExpiryDate: row.sold_expiry_date,
    ...(row.demo_vehicles && { isDemo: true }),
    ...offerOf(row.price_on_application ? null : row.price, row.listed_vehicles, row.reserved_until),
  }
}
