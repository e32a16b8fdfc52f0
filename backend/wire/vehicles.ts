import { randomUUID } from 'node:crypto'
import type { PostgrestClient } from '@supabase/postgrest-js'

export function newVehicle(more: Record<string, unknown> = {}) {
  return {
    id: randomUUID(),
    title: 'Range Rover Autobiography',
    make: 'Land Rover',
    model: 'Range Rover',
    year: 2021,
    price: 41995,
    mileage: 24600,
    fuel_type: 'Diesel',
    transmission: 'Automatic',
    description: '',
    featured: false,
    sold: false,
    sold_expiry_date: null,
    ...more,
  }
}

/** A vehicle with two images, a feature and two specifications, as the service would import it. */
export async function addVehicle(service: PostgrestClient, more: Record<string, unknown> = {}) {
  const vehicle = newVehicle(more)
  const { id } = vehicle
  await service.from('vehicles').insert(vehicle).throwOnError()
  await service
    .from('vehicle_images')
    .insert([
      { vehicle_id: id, image_url: '/b.avif', is_primary: false, display_order: 1 },
      { vehicle_id: id, image_url: '/a.avif', is_primary: true, display_order: 0 },
    ])
    .throwOnError()
  await service
    .from('vehicle_features')
    .insert([{ vehicle_id: id, feature: 'Heated seats' }])
    .throwOnError()
  await service
    .from('vehicle_specifications')
    .insert([
      { vehicle_id: id, spec_key: 'Doors', spec_value: '5' },
      { vehicle_id: id, spec_key: 'Color', spec_value: 'Green' },
    ])
    .throwOnError()
  return vehicle
}

/** A unique name, because tests share a target and must find only their own vehicles, makes and accounts. */
export const ownName = (word: string) => `${word} ${randomUUID().slice(0, 8)}`

export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
