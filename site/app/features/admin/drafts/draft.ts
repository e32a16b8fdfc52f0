// An unsaved form is kept in local storage, so that a crash, a reload or a closed tab does not lose it.

export interface Draft<Values> {
  values: Values
  savedAt: string
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const draftKey = (name: string) => `forecourt-draft-${name}`

export function keepDraft(store: Store, name: string, draft: Draft<unknown>): void {
  // If local storage is full or blocked, only the draft is lost, not the form on screen.
  try {
    store.setItem(draftKey(name), JSON.stringify(draft))
  } catch {}
}

/** Null if there is none, or if `isUsable` rejects it because it is corrupt. */
export function findDraft<Found extends Draft<unknown>>(
  store: Store,
  name: string,
  isUsable: (draft: Partial<Found>) => boolean,
): Found | null {
  try {
    const draft = JSON.parse(store.getItem(draftKey(name)) ?? 'null') as Found | null
    return draft && isUsable(draft) ? draft : null
  } catch {
    return null
  }
}

export function dropDraft(store: Store, name: string): void {
  try {
    store.removeItem(draftKey(name))
  } catch {}
}
