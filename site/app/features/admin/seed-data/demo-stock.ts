import { queryOptions } from '@tanstack/react-query'
import { browserRest } from '#app/lib/backend.ts'

/** More than this would be too many to read, so the rest are only counted. */
const MAX_LISTED = 100

export interface DemoVehicle {
  id: string
  title: string
  is_edited: boolean
  leads: number
}

export interface Listed {
  listed: DemoVehicle[]
  total: number
}

export interface DemoStock {
  unused: Listed
  /** Vehicles that were edited or enquired about. They are removed only if ticked. */
  used: Listed
}

async function fetchListed(isUsed: boolean): Promise<Listed> {
  const { data, count, error } = await browserRest()
    .from('demo_stock')
    .select('id, title, is_edited, leads', { count: 'exact' })
    .eq('is_used', isUsed)
    .order('title')
    .order('id')
    .limit(MAX_LISTED)
  if (error) throw error
  return { listed: data as DemoVehicle[], total: count ?? 0 }
}

async function fetchDemoStock(): Promise<DemoStock> {
  const [unused, used] = await Promise.all([fetchListed(false), fetchListed(true)])
  return { unused, used }
}

export const demoStock = () => queryOptions({ queryKey: ['vehicles', 'demo-stock'], queryFn: fetchDemoStock })

/** The removal that the database has recorded. Only the vehicles in it will be removed. */
export interface Choice {
  removal: string
  vehicles: number
  pictures: number
  /** The demo's invented leads, which are removed with any of its vehicles. */
  leads: number
  also: string[]
}

/** Records the removal of all demo vehicles that nobody has edited or enquired about, and of those listed in `also`. */
export async function chooseDemoVehicles(also: string[]): Promise<Choice> {
  const { data, error } = await browserRest().rpc('choose_demo_vehicles', { _also: also })
  if (error) throw error
  return { ...(data as unknown as Omit<Choice, 'also'>), also }
}

/** The database removes vehicles in batches. After an interruption, the same removal continues where it stopped. */
export async function removeDemoVehicles({ removal, also }: Choice, onRemoved: (count: number) => void): Promise<void> {
  for (;;) {
    const { data, error } = await browserRest().rpc('remove_demo_vehicles', { _removal: removal, _also: also })
    if (error) throw error
    if (data === 0) return
    onRemoved(data)
  }
}
