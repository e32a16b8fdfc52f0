export type SyncAction = 'create' | 'update' | 'delete'

/** What decides about a listing, besides whether the vehicle exists. */
export interface Availability {
  sold: boolean
}

/**
 * How to update the listing after a vehicle changed from `before` to `after` (null: no such vehicle). A vehicle that was sold
 * already needs no update.
 */
export function nextSyncAction(before: Availability | null, after: Availability | null): SyncAction | null {
  if (!after) return before ? 'delete' : null
  if (!before) return 'create'
  if (after.sold) return before.sold ? null : 'delete'
  return before.sold ? 'create' : 'update'
}
