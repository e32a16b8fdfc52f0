import { queryOptions } from '@tanstack/react-query'
import { vehicleSearch } from '#app/features/admin/vehicle-search.ts'
import { browserRest } from '#app/lib/backend.ts'
import { type BulkChange, MAX_CHANGED, type PlannedChange, type Refused } from './bulk-change.ts'
import { findVehicleIds, type VehicleListQuery } from './vehicle-queries.ts'

/** The first vehicles of a list, as many as one change may have. */
export async function firstVehicleIds(list: VehicleListQuery): Promise<string[]> {
  const { data, error } = await findVehicleIds(list, await vehicleSearch(list.q)).range(0, MAX_CHANGED - 1)
  if (error) throw error
  return data.map(({ id }) => id)
}

/** What a change would do to each vehicle. */
export const bulkPreview = (ids: readonly string[], change: BulkChange | null) =>
  queryOptions({
    queryKey: ['vehicle-changes', 'preview', ids, change],
    enabled: change !== null,
    queryFn: async () => {
      const { data, error } = await browserRest()
        .rpc('preview_vehicle_changes', { _ids: [...ids], _change: { ...change } })
        .overrideTypes<PlannedChange[], { merge: false }>()
      if (error) throw error
      return data
    },
    // A change is checked against its preview, which therefore is never an old one.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

interface ChangeResult {
  /** For undoing it; null if nothing was changed. */
  id: string | null
  summary: string | null
  changed: number
  refused: Refused[]
}

/** Makes the change that the preview showed. Vehicles that were changed since are refused. */
export async function changeVehicles(planned: readonly PlannedChange[], change: BulkChange): Promise<ChangeResult> {
  const { data, error } = await browserRest().rpc('change_vehicles', {
    _vehicles: Object.fromEntries(planned.map(({ id, updated_at }) => [id, updated_at])),
    _change: { ...change },
  })
  if (error) throw error
  return data as unknown as ChangeResult
}

const UNDOABLE_SHOWN = 3
const CHECK_SECONDS = 20

/** The user's own changes. Checked again while there are any, because they expire by the database's clock. */
export const undoableChanges = queryOptions({
  queryKey: ['vehicle-changes', 'undoable'],
  queryFn: async () => {
    const { data, error } = await browserRest()
      .from('vehicle_changes')
      .select('id, summary, expires_at')
      .gt('expires_at', 'now')
      .order('created_at', { ascending: false })
      .limit(UNDOABLE_SHOWN)
    if (error) throw error
    return data
  },
  refetchInterval: ({ state }) => (state.data && state.data.length > 0 ? CHECK_SECONDS * 1000 : false),
})

export async function undoChange(id: string) {
  const { data, error } = await browserRest().rpc('undo_vehicle_changes', { _id: id })
  if (error) throw error
  return data as unknown as Pick<ChangeResult, 'summary' | 'refused'>
}
