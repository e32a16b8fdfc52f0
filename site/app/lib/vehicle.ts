// The vehicle as the screens use it, and how it is converted from database rows.

import type { Database } from '#supabase/types.ts'

/** The columns for the vehicle page. Adding a column here causes a type error in `toVehicle` until it is mapped there. */
export const VEHICLE_COLUMNS =
  'id,title,make,model,year,price,mileage,fuel_type,transmission,description,featured,sold,sold_expiry_date'

/** The columns for a list; `card` holds the details that a card shows but no filter uses. */
export const LISTED_COLUMNS = 'id,make,model,year,price,mileage,fuel_type,transmission,featured,sold,card'

type Tables = Database['public']['Tables']
type Names<List extends string> = List extends `${infer First},${infer Rest}` ? First | Names<Rest> : List
type Columns = Pick<Tables['vehicles']['Row'], Names<typeof VEHICLE_COLUMNS>>
export type ListedRow = Pick<Tables['listed_vehicles']['Row'], Names<typeof LISTED_COLUMNS>>
type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

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
}

export interface ListedVehicle extends Facts<Omit<ListedRow, 'card'>>, Facts<Card> {}

export interface Vehicle extends Facts<Columns>, Pick<Card, 'image' | 'placeholder'> {
  images: string[]
  features: string[]
  specifications: Record<string, string>
  /** Only a vehicle from the demo stock is described with example features and specifications. */
  isDemo?: true
}

export interface VehicleRow extends Columns {
  vehicle_images: { image_url: string; is_primary: boolean; display_order: number; placeholder?: string | null }[]
  vehicle_features: { feature: string }[]
  vehicle_specifications: { spec_key: string; spec_value: string }[]
  demo_vehicles: { vehicle_id: string } | null
}

export function toListed(row: ListedRow): ListedVehicle {
  const card = row.card as unknown as Card
  return {
    id: row.id,
    title: card.title,
    price: row.price,
    image: card.image,
    placeholder: card.placeholder,
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
  }
}

export function toVehicle(row: VehicleRow): Vehicle {
  const images = row.vehicle_images.toSorted((a, b) => a.display_order - b.display_order)
  const primary = images.find((image) => image.is_primary) ?? images[0]
  return {
    id: row.id,
    title: row.title,
    price: row.price,
    image: primary?.image_url ?? '',
    placeholder: primary?.placeholder ?? null,
    images: images.map((image) => image.image_url),
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
  }
}
