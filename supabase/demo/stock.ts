// The demo stock: twenty vehicles of an invented dealership, with the names of their pictures in ./pictures. Plain
// data without file access, so that the first start, the back office's Seed data screen and tests share it.

import type { Database } from '../types.ts'
import vehicles from './vehicles.json' with { type: 'json' }

type Columns = Database['public']['Tables']['vehicles']['Insert']
type KeptColumn = 'id' | 'created_at' | 'updated_at' | 'autotrader_id'

/** As the table takes it; when it arrived and how long a sold one is listed depend on the day of the filling. */
export interface DemoRow extends Omit<Columns, KeptColumn | 'sold_expiry_date'> {
  description: string
  featured: boolean
  sold: boolean
}

export interface DemoVehicle extends DemoRow {
  /** 1 to 20; also the first part of the picture names. */
  number: number
  features: string[]
  /** In the order in which a vehicle page lists them. */
  specifications: { spec_key: string; spec_value: string }[]
  /** File names in ./pictures, the first is the primary one. */
  pictures: string[]
}

/** How long the two sold vehicles stay listed. */
export const SOLD_LISTED_DAYS = 30

export const DEMO_STOCK: readonly DemoVehicle[] = vehicles.map(({ n, interior, specifications, ...vehicle }) => ({
  ...vehicle,
  number: n,
  specifications: Object.entries(specifications).map(([spec_key, spec_value]) => ({ spec_key, spec_value })),
  pictures: picturesOf(n, interior),
}))

/** The vehicle's own columns, without its parts. */
export function rowOf({ number: _, pictures, features, specifications, ...row }: DemoVehicle): DemoRow {
  return row
}

/** What the stock says of every vehicle; the columns that it leaves out keep their defaults. */
export const DEMO_COLUMNS = Object.keys(DEMO_STOCK.map(rowOf)[0] ?? {}) as (keyof DemoRow)[]

function picturesOf(n: number, interior: number): string[] {
  const prefix = String(n).padStart(2, '0')
  return [
    `${prefix}-front.webp`,
    `${prefix}-side.webp`,
    `${prefix}-rear.webp`,
    `interior-${interior}.webp`,
    `${prefix}-wheel.webp`,
  ]
}

/** The makes a UK dealer is asked for; the stock's own are among them. */
export const POPULAR_MAKES: readonly string[] = [
  'Abarth',
  'Alfa Romeo',
  'Aston Martin',
  'Audi',
  'Bentley',
  'BMW',
  'BYD',
  'Citroën',
  'Cupra',
  'Dacia',
  'DS',
  'Ferrari',
  'Fiat',
  'Ford',
  'Genesis',
  'Honda',
  'Hyundai',
  'Jaguar',
  'Jeep',
  'Kia',
  'Lamborghini',
  'Land Rover',
  'Lexus',
  'Lotus',
  'Maserati',
  'Mazda',
  'McLaren',
  'Mercedes-Benz',
  'MG',
  'MINI',
  'Nissan',
  'Peugeot',
  'Polestar',
  'Porsche',
  'Renault',
  'Rolls-Royce',
  'SEAT',
  'Skoda',
  'Smart',
  'Subaru',
  'Suzuki',
  'Tesla',
  'Toyota',
  'Vauxhall',
  'Volkswagen',
  'Volvo',
]
