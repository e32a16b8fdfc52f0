import { queryOptions } from '@tanstack/react-query'
import { browserRest } from '#app/lib/backend.ts'
import { byName } from '#app/lib/by-name.ts'
import type { changedParts } from './record.schema.ts'
import { type ParsedVehicle, toSaveArguments } from './vehicle-form.schema.ts'

const PARTS =
  `*, asking_price, vehicle_state, vehicle_images(image_url, caption, display_order), vehicle_features(id, feature),
  vehicle_specifications(id, spec_key, spec_value), vehicle_identity(registration, vin, show_registration),
  vehicle_stock(since),
  vehicle_ledger(bought_from, bought_on, bought_for_pence, target_price_pence),
  vehicle_costs(id, what, amount_pence, spent_on),
  vehicle_sales(price_pence, sold_on, channel, people(id, name, email, phone))` as const

export type LoadedVehicle = NonNullable<Awaited<ReturnType<typeof findVehicle>>>

/** There is no such vehicle, or the id is malformed. */
const NOT_FOUND = new Set(['PGRST116', '22P02'])

async function findVehicle(id: string) {
  const { data, error } = await browserRest()
    .from('vehicles')
    .select(PARTS)
    .eq('id', id)
    .order('display_order', { referencedTable: 'vehicle_images' })
    .order('id', { referencedTable: 'vehicle_features' })
    .order('id', { referencedTable: 'vehicle_specifications' })
    .order('id', { referencedTable: 'vehicle_costs' })
    .single()
  if (error && NOT_FOUND.has(error.code)) return null
  if (error) throw error
  return data
}

/** Fetched whenever the form opens, because a save is checked against `updated_at`. */
export const vehicleToEdit = (id: string) =>
  queryOptions({
    queryKey: ['vehicle', id],
    queryFn: () => findVehicle(id),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export interface VehicleSave {
  parsed: ParsedVehicle
  /** Null for a new vehicle. */
  editing: { id: string; updatedAt: string; sold: boolean } | null
  record: ReturnType<typeof changedParts>
}

export class EditConflict extends Error {}

const CHANGED_BY_SOMEONE_ELSE = 'PT409'

export const isVehicleGone = (error: unknown) => (error as { code?: string } | null)?.code === 'PT404'

/**
 * Saves the vehicle with all its parts, and what has changed in its record, in one transaction. Throws EditConflict if it
 * was changed in the meantime.
 */
export async function saveVehicle({ parsed, editing, record }: VehicleSave) {
  const given = {
    ...toSaveArguments(parsed, editing?.id),
    ...(editing ? { _expected_updated_at: editing.updatedAt } : {}),
  }
  const { data, error } = record
    ? await browserRest().rpc('save_vehicle_record', { ...given, _record: record })
    : await browserRest().rpc('save_vehicle', given)
  if (error?.code === CHANGED_BY_SOMEONE_ELSE) throw new EditConflict(error.message)
  if (error) throw error
  const [saved] = data
  if (!saved) throw new Error('The vehicle was not saved')
  return saved
}

/** How many images a vehicle may have, according to the dealer's settings. */
export const maxVehicleImages = queryOptions({
  queryKey: ['max-vehicle-images'],
  queryFn: async () => {
    const { data, error } = await browserRest().rpc('max_vehicle_images', undefined, { get: true })
    if (error) throw error
    return data
  },
})

export const carMakes = queryOptions({
  queryKey: ['car-makes'],
  queryFn: async () => {
    const { data, error } = await browserRest().from('car_makes').select('name').order('name')
    if (error) throw error
    return data.map(({ name }) => name).sort(byName)
  },
})

export async function addCarMake(name: string) {
  const { error } = await browserRest().from('car_makes').insert({ name })
  if (error) throw error
}

/** A make that was chosen from the popular ones becomes one of the dealer's own. */
export async function keepCarMake(name: string) {
  const { error } = await browserRest()
    .from('car_makes')
    .upsert({ name }, { onConflict: 'name', ignoreDuplicates: true })
  if (error) throw error
}
