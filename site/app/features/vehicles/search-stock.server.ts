// What the search knows about the stock. It is read once per change, not for every search.
import type { AppLoadContext } from 'react-router'
import { restFor } from '#app/lib/backend.ts'
import { londonDate } from '#app/lib/dates.ts'
import { createVocabulary, type Vocabulary } from '#supabase/functions/_shared/search/vocabulary.ts'
import { loadFilterOptions } from './filter-options.server.ts'
import { createSuggest, type StockedVehicle, type Suggest } from './suggest.ts'

export interface SearchStock {
  vocabulary: Vocabulary
  suggest: Suggest
}

/** Without a change feed, as on a hosted project, the stock is read again after this time. */
const LIFETIME_MS = 60_000

let known: { version: string; readAt: number; stock: Promise<SearchStock> } | undefined

export function loadSearchStock(context: AppLoadContext): Promise<SearchStock> {
  const versions = ['listed_vehicles', 'car_makes'].map((table) => context.changes?.version(table) ?? null)
  const hasFeed = !versions.includes(null)
  const version = [...versions, londonDate()].join()
  if (known?.version === version && (hasFeed || Date.now() - known.readAt < LIFETIME_MS)) return known.stock
  const entry = { version, readAt: Date.now(), stock: readStock(context) }
  known = entry
  entry.stock.catch(() => {
    if (known === entry) known = undefined
  })
  return entry.stock
}

async function readStock(context: AppLoadContext): Promise<SearchStock> {
  const [{ makes, models }, found] = await Promise.all([
    loadFilterOptions(context),
    restFor(context).rpc('find_search_vehicles', undefined, { get: true }),
  ])
  if (found.error) throw found.error
  const vehicles = found.data as unknown as StockedVehicle[]
  const vocabulary = createVocabulary({
    makes,
    models: models.model.map((model, at) => ({
      make: models.make[at] ?? '',
      model,
      vehicles: models.vehicles[at] ?? 0,
    })),
    titles: [...new Set(vehicles.map(({ title }) => title))],
  })
  return { vocabulary, suggest: createSuggest(vocabulary, { makes, models }, vehicles) }
}
