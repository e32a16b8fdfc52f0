import type { AppLoadContext } from 'react-router'
import { restFor } from '#app/lib/backend.ts'
import { londonDate } from '#app/lib/dates.ts'
import { type FilterOptions, findFilterOptions } from './vehicle-queries.ts'

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
