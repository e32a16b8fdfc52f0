import { useState } from 'react'
import { toast } from '#app/components/ui/toast.tsx'
import { type Draft, restoredValues } from './draft.ts'
import { keepDraftPictures } from './draft-pictures.ts'
import type { VehicleFormApi } from './use-vehicle-form.ts'

/** Puts a draft back into the form, with those of its pictures that are still stored. */
export function useRestoreDraft(form: VehicleFormApi, onRestored: (draft: Draft) => void) {
  const [isRestoring, setRestoring] = useState(false)

  const restore = async (draft: Draft) => {
    setRestoring(true)
    const { kept, lost } = await keepDraftPictures(draft.values.images)
    setRestoring(false)
    form.reset({ ...restoredValues(form.getValues(), draft), images: kept }, { keepDefaultValues: true })
    if (lost > 0) toast.info(lostPictures(lost))
    onRestored(draft)
  }

  return { restore, isRestoring }
}

const lostPictures = (lost: number) =>
  lost === 1
    ? 'A picture of this draft is no longer stored. Please upload it again.'
    : `${lost} pictures of this draft are no longer stored. Please upload them again.`
