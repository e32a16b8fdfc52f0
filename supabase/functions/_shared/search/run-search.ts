// Searches as a buyer would: first for what was typed, then with its spelling corrected, then for what comes closest.
import type { Conditions, SearchQuery } from './conditions.ts'
import { nearestQueries } from './nearest.ts'
import { type Chip, type Understood, understand } from './understand.ts'
import type { Vocabulary } from './vocabulary.ts'

/** What search_vehicles in supabase/schemas/search.sql returns. */
export interface FoundPage<Row> {
  vehicles: Row[]
  /** Up to MAX_EXACT_TOTAL, or one more if there are more. */
  total: number
  /** How many of them match what the search means; the others only contain its words. */
  matches: number
}

export { MAX_EXACT_TOTAL } from './limits.ts'

const MAX_NEAREST = 6

export interface SearchResult<Row> extends FoundPage<Row> {
  chips: Chip[]
  /** What was searched for instead, because nothing matched the words as typed. */
  corrected?: string
  /** If nothing matches. */
  nearest: Row[]
  /** What was looked for in vain. */
  missed?: SearchQuery
}

interface Search<Row> {
  vocabulary: Vocabulary
  filters: Conditions
  thisYear: number
  find(query: SearchQuery): Promise<FoundPage<Row>>
  /** The first few vehicles of a search, with the best match first. */
  findFew(query: SearchQuery, limit: number): Promise<FoundPage<Row>>
}

export async function runSearch<Row>(term: string, search: Search<Row>): Promise<SearchResult<Row>> {
  const { vocabulary, filters, thisYear, find } = search
  const literal = understand(term, vocabulary, { filters, thisYear })
  const found = await find(literal.query)
  if (found.total > 0) return { ...found, chips: literal.chips, nearest: [] }
  const corrected = understand(term, vocabulary, { filters, thisYear, correct: true })
  if (corrected.corrected === undefined) return nothing(literal, search)
  const second = await find(corrected.query)
  if (second.total === 0) return nothing(corrected, search)
  return { ...second, chips: corrected.chips, corrected: corrected.corrected, nearest: [] }
}

async function nothing<Row>(understood: Understood, { findFew }: Search<Row>): Promise<SearchResult<Row>> {
  const { query, chips, corrected } = understood
  const none = {
    vehicles: [],
    total: 0,
    matches: 0,
    chips,
    missed: query,
    ...(corrected !== undefined && { corrected }),
  }
  for (const near of nearestQueries(query)) {
    const { vehicles } = await findFew(near, MAX_NEAREST)
    if (vehicles.length > 0) return { ...none, nearest: vehicles }
  }
  return { ...none, nearest: [] }
}
