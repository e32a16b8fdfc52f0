// A vehicle's unsaved form is kept in local storage, so that a crash, a reload or a closed tab does not lose it.

import type { VehicleFormValues } from './vehicle-form.schema.ts'

export interface Draft {
  values: VehicleFormValues
  savedAt: string
  /** The edited vehicle's `updated_at`, so that a save after restoring still detects a conflict. */
  baseUpdatedAt: string | null
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const draftKey = (vehicleId: string | null) => `forecourt-draft-vehicle-${vehicleId ?? 'new'}`

export function keepDraft(store: Store, vehicleId: string | null, draft: Draft): void {
  // If local storage is full or blocked, only the draft is lost, not the form on screen.
  try {
    store.setItem(draftKey(vehicleId), JSON.stringify(draft))
  } catch {}
}

export function findDraft(store: Store, vehicleId: string | null): Draft | null {
  try {
    const draft = JSON.parse(store.getItem(draftKey(vehicleId)) ?? 'null') as Draft | null
    return draft && typeof draft.values?.title === 'string' && Array.isArray(draft.values.images) ? draft : null
  } catch {
    return null
  }
}

/** A field that was added to the form after the draft was written keeps its value on screen. */
export const restoredValues = (onScreen: VehicleFormValues, draft: Draft): VehicleFormValues => ({
  ...onScreen,
  ...draft.values,
})

export function dropDraft(store: Store, vehicleId: string | null): void {
  try {
    store.removeItem(draftKey(vehicleId))
  } catch {}
}
