import { useCallback, useEffect, useRef, useState } from 'react'
import { type Draft, dropDraft, findDraft, keepDraft } from './draft.ts'

const PAUSE_MS = 400

interface DraftedForm<Values> {
  watch(callback: () => void): { unsubscribe(): void }
  getValues(): Values
  formState: { isDirty: boolean; defaultValues?: unknown }
}

/** What distinguishes one kind of form's drafts from another's. */
export interface DraftKind<Found extends Draft<unknown>, Values> {
  name: string
  isUsable(draft: Partial<Found>): boolean
  /** What the draft is based on, so that a save after restoring still detects a conflict. */
  base: Omit<Found, keyof Draft<unknown>>
  /** The part of the values that may be kept in local storage; null if there is nothing to keep. By default all of them. */
  toKept?(values: Values, opened: Values): Found['values'] | null
}

export interface DraftState<Found> {
  /** A draft from an earlier visit, until it is restored or discarded. */
  found: Found | null
  dismiss(): void
  drop(): void
}

/** Saves a draft of the form as the admin types, and finds a draft from an earlier visit. */
export function useDraft<Found extends Draft<unknown>, Values = Found['values']>(
  form: DraftedForm<Values>,
  { name, isUsable, base, toKept }: DraftKind<Found, Values>,
): DraftState<Found> {
  const [found, setFound] = useState<Found | null>(() => findDraft<Found>(localStorage, name, isUsable))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latestBase = useRef(base)
  latestBase.current = base
  const latestToKept = useRef(toKept)
  latestToKept.current = toKept

  const keptAs = useRef(name)

  useEffect(() => {
    const keep = () => {
      timer.current = undefined
      if (!form.formState.isDirty) return
      const all = form.getValues()
      const values = latestToKept.current ? latestToKept.current(all, form.formState.defaultValues as Values) : all
      if (values === null) return dropDraft(localStorage, name)
      const draft = { ...latestBase.current, values, savedAt: new Date().toISOString() }
      keepDraft(localStorage, name, draft)
    }
    // The form belongs to another record now, for example because a new one was saved.
    if (keptAs.current !== name) {
      dropDraft(localStorage, keptAs.current)
      keptAs.current = name
      keep()
    }
    const subscription = form.watch(() => {
      clearTimeout(timer.current)
      timer.current = setTimeout(keep, PAUSE_MS)
    })
    const keepPending = () => {
      if (timer.current === undefined) return
      clearTimeout(timer.current)
      keep()
    }
    // The page may be closed or loaded again within the pause.
    window.addEventListener('pagehide', keepPending)
    return () => {
      subscription.unsubscribe()
      window.removeEventListener('pagehide', keepPending)
      keepPending()
    }
  }, [form, name])

  const dismiss = useCallback(() => setFound(null), [])
  const drop = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    dropDraft(localStorage, name)
    setFound(null)
  }, [name])
  useDropWhenClean(form.formState.isDirty, name)

  return { found, dismiss, drop }
}

/** Once the edits are saved or undone, there is nothing left to restore. */
function useDropWhenClean(isDirty: boolean, name: string) {
  const wasDirty = useRef(false)
  useEffect(() => {
    if (wasDirty.current && !isDirty) dropDraft(localStorage, name)
    wasDirty.current = isDirty
  }, [isDirty, name])
}
