import { queryOptions } from '@tanstack/react-query'
import { browserRest } from '#app/lib/backend.ts'

/** As many as a person would read through; the rest is named by its number. */
const MAX_LISTED = 100

/** A demo vehicle that was edited since, or that someone asked about: it goes only when it is ticked. */
export interface UsedVehicle {
  id: string
  title: string
  is_edited: boolean
  leads: number
}

async function fetchDemoStock() {
  const stock = (isUsed: boolean, head: boolean) =>
    browserRest()
      .from('demo_stock')
      .select('id, title, is_edited, leads', { count: 'exact', head })
      .eq('is_used', isUsed)
  const [unused, used] = await Promise.all([
    stock(false, true),
    stock(true, false).order('title').order('id').limit(MAX_LISTED),
  ])
  if (unused.error) throw unused.error
  if (used.error) throw used.error
  const listed = used.data as UsedVehicle[]
  return { unused: unused.count ?? 0, used: listed, unlisted: (used.count ?? 0) - listed.length }
}

export const demoStock = () => queryOptions({ queryKey: ['vehicles', 'demo-stock'], queryFn: fetchDemoStock })

/** Removes all that nobody used, and those that are named; the database does it some at a time. */
export async function removeDemoVehicles(also: string[], onRemoved: (count: number) => void): Promise<number> {
  let removed = 0
  for (;;) {
    const { data, error } = await browserRest().rpc('remove_demo_vehicles', { _also: also })
    if (error) throw error
    if (data === 0) return removed
    removed += data
    onRemoved(removed)
  }
}
