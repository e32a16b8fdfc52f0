import { useState } from 'react'
import { toast } from '#app/components/ui/toast.tsx'
import { type Draft, restoredValues } from './draft.ts'
import { keepDraftPictures } from './draft-pictures.ts'
import type { VehicleFormApi } from './use-vehicle-form.ts'

/** Restores a draft to the form, with the pictures that are still stored. */
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
    ? 'One of this draft’s pictures is no longer available. Please upload it again.'
    : `${lost} of this draft’s pictures are no longer available. Please upload them again.`
