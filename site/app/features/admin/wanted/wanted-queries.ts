import { queryOptions } from '@tanstack/react-query'
import { browserRest } from '#app/lib/backend.ts'
import type { Conditions } from '#supabase/functions/_shared/search/conditions.ts'

/** What a search wants, as the database stores it. */
export interface WantedCar extends Conditions {
  /** Words that the search does not know. */
  words?: string[]
}

export interface WantedRow {
  kind: 'search' | 'alert' | 'compare'
  wanted: WantedCar
  times: number
  /** By the week's Monday. Weeks with fewer than three are left out. */
  weeks: Record<string, number>
}

export const whatToBuy = queryOptions({
  queryKey: ['wanted'],
  queryFn: async () => {
    const { data, error } = await browserRest().rpc('what_to_buy').overrideTypes<WantedRow[], { merge: false }>()
    if (error) throw error
    return data
  },
})
