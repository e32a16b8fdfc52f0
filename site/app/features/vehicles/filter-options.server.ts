import type { AppLoadContext } from 'react-router'
import { restFor } from '#app/lib/backend.ts'
import { londonDate } from '#app/lib/dates.ts'
import { UNKNOWN } from './option-counts.ts'
import { filterKey, type VehicleFilters } from './vehicle-filters.ts'
import { type FilterOptions, findFilterOptions } from './vehicle-queries.ts'

/**
 * The filter options for a list. Under other filters than the make and the model, the numbers of the stock would be wrong,
 * and /vehicles/options has the right ones.
 */
export async function loadListOptions(context: AppLoadContext, filters: VehicleFilters): Promise<FilterOptions> {
  const options = await loadFilterOptions(context)
  if (filterKey({ ...filters, makes: [], model: '' }) === '') return options
  const hide = (vehicles: number) => (vehicles > 0 ? UNKNOWN : 0)
  return {
    makes: options.makes.map(({ name, vehicles }) => ({ name, vehicles: hide(vehicles) })),
    models: { ...options.models, vehicles: options.models.vehicles.map(hide) },
  }
}

const known = new WeakMap<object, { version: string; options: FilterOptions }>()

/**
 * Every list has the same filter options, whatever its filters. They are read once per change and day, or for every
 * page if there is no change feed.
 */
export async function loadFilterOptions(context: AppLoadContext): Promise<FilterOptions> {
  const { changes } = context
  const versions = ['listed_vehicles', 'car_makes'].map((table) => changes?.version(table) ?? null)
  if (!changes || versions.includes(null)) return findFilterOptions(restFor(context))
  const version = [...versions, londonDate()].join()
  const last = known.get(changes)
  if (last?.version === version) return last.options
  const options = await findFilterOptions(restFor(context))
  known.set(changes, { version, options })
  return options
}
