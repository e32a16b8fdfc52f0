export type SyncAction = 'create' | 'update' | 'delete'

/** The facts that determine a listing's state, apart from whether the vehicle exists. */
export interface Availability {
  sold: boolean
}

/**
 * How to update the listing after a vehicle changed from `before` to `after` (null: no such vehicle). A vehicle that
 * was already sold needs no update.
 */
export function nextSyncAction(before: Availability | null, after: Availability | null): SyncAction | null {
  if (!after) return before ? 'delete' : null
  if (!before) return 'create'
  if (after.sold) return before.sold ? null : 'delete'
  return before.sold ? 'create' : 'update'
}
