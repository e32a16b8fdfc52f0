import { useCallback, useEffect, useRef, useState } from 'react'
import { type Draft, dropDraft, findDraft, keepDraft } from './draft.ts'
import type { VehicleFormApi } from './use-vehicle-form.ts'

const PAUSE_MS = 400

interface DraftState {
  /** A draft from an earlier visit, until it is restored or discarded. */
  found: Draft | null
  dismiss(): void
  drop(): void
}

/** Saves a draft of the form as the admin types, and finds a draft from an earlier visit. */
export function useDraft(form: VehicleFormApi, vehicleId: string | null, baseUpdatedAt: string | null): DraftState {
  const [found, setFound] = useState<Draft | null>(() => findDraft(localStorage, vehicleId))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const keep = () => {
      if (!form.formState.isDirty) return
      keepDraft(localStorage, vehicleId, {
        values: form.getValues(),
        savedAt: new Date().toISOString(),
        baseUpdatedAt,
      })
    }
    const subscription = form.watch(() => {
      clearTimeout(timer.current)
      timer.current = setTimeout(keep, PAUSE_MS)
    })
    return () => subscription.unsubscribe()
  }, [form, vehicleId, baseUpdatedAt])

  const dismiss = useCallback(() => setFound(null), [])
  const drop = useCallback(() => {
    clearTimeout(timer.current)
    dropDraft(localStorage, vehicleId)
    setFound(null)
  }, [vehicleId])

  return { found, dismiss, drop }
}
