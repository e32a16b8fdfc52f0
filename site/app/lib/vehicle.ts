// The vehicle as every screen sees it, and how it is made from the rows of the database.

export interface Vehicle {
  id: string
  title: string
  price: number
  /** Primary image, else the first, else none: the picture component then draws the placeholder. */
  image: string
  /** The tiny blurred picture that stands in for `image` while it loads; copies saved long ago have none. */
  placeholder?: string | null
  images: string[]
  year: number
  mileage: number
  fuelType: string
  transmission: string
  make: string
  model: string
  description: string
  features: string[]
  specifications: Record<string, string>
  featured: boolean
  sold: boolean
  soldExpiryDate: string | null
}

export interface VehicleRow {
  id: string
  title: string
  price: number
  year: number
  mileage: number
  fuel_type: string
  transmission: string
  make: string
  model: string
  description: string | null
  featured: boolean
  sold: boolean
  sold_expiry_date: string | null
  vehicle_images: { image_url: string; is_primary: boolean; display_order: number; placeholder?: string | null }[]
  vehicle_features: { feature: string }[]
  vehicle_specifications: { spec_key: string; spec_value: string }[]
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
    description: row.description ?? '',
    features: row.vehicle_features.map(({ feature }) => feature),
    specifications: Object.fromEntries(row.vehicle_specifications.map((spec) => [spec.spec_key, spec.spec_value])),
    featured: row.featured,
    sold: row.sold,
    soldExpiryDate: row.sold_expiry_date,
  }
}
