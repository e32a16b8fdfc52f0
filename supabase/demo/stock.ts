// The demo stock: twenty vehicles at a fictitious dealership, with the names of their pictures in ./pictures. It is
// plain data without file access, because the browser also uses it, on the Seed Data screen.

import type { Database } from '../types.ts'
import vehicles from './vehicles.json' with { type: 'json' }

type Columns = Database['public']['Tables']['vehicles']['Insert']
type KeptColumn = 'id' | 'created_at' | 'updated_at' | 'autotrader_id'

/** A row in the table. Its dates are set when the demo stock is added. */
export interface DemoRow extends Omit<Columns, KeptColumn | 'sold_expiry_date'> {
  description: string
  featured: boolean
  sold: boolean
}

export interface DemoVehicle extends DemoRow {
  /** 1 to 20, which is also the first part of the picture names. */
  number: number
  features: string[]
  /** In the order shown on the vehicle's page. */
  specifications: { spec_key: string; spec_value: string }[]
  /** File names in ./pictures; the first is the primary picture. */
  pictures: string[]
}

/** How long the two sold vehicles stay listed. */
export const SOLD_LISTED_DAYS = 30

export const DEMO_STOCK: readonly DemoVehicle[] = vehicles.map(
  ({ n, interior, specifications, facts, ...vehicle }) => ({
    ...vehicle,
    ...facts,
    number: n,
    specifications: Object.entries(specifications).map(([spec_key, spec_value]) => ({ spec_key, spec_value })),
    pictures: picturesOf(n, interior),
  }),
)

/** The columns in the vehicle's own row. */
export function rowOf({ number: _, pictures, features, specifications, ...row }: DemoVehicle): DemoRow {
  return row
}

/** The columns that the demo stock sets. All others keep their defaults. */
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
