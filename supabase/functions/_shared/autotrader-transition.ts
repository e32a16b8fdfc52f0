export type SyncAction = 'create' | 'update' | 'delete'

/** All that decides about a listing: whether the vehicle exists, and whether it is sold. */
export interface Availability {
  sold: boolean
}

/**
 * What the external listing needs after a vehicle went from `before` to `after`; null where there was or is none.
 * Nothing to do for a vehicle that stays sold.
 */
export function nextSyncAction(before: Availability | null, after: Availability | null): SyncAction | null {
  if (!after) return before ? 'delete' : null
  if (!before) return 'create'
  if (after.sold) return before.sold ? null : 'delete'
  return before.sold ? 'create' : 'update'
}
