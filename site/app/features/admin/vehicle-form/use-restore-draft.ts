import { useState } from 'react'
import { toast } from '#app/components/ui/toast.tsx'
import { keepDraftPictures } from './draft-pictures.ts'
import type { VehicleFormApi } from './use-vehicle-form.ts'
import { restoredValues, type VehicleDraft } from './vehicle-draft.ts'

/** Restores a draft to the form, with the pictures that are still stored. */
export function useRestoreDraft(form: VehicleFormApi, onRestored: (draft: VehicleDraft) => void) {
  const [isRestoring, setRestoring] = useState(false)

  const restore = async (draft: VehicleDraft) => {
    setRestoring(true)
    const values = restoredValues(form.getValues(), draft)
    const { kept, lost } = await keepDraftPictures(values.images)
    setRestoring(false)
    form.reset({ ...values, images: kept }, { keepDefaultValues: true })
    if (lost > 0) toast.info(lostPictures(lost))
    onRestored(draft)
  }

  return { restore, isRestoring }
}

const lostPictures = (lost: number) =>
  lost === 1
    ? 'One of this draft’s pictures is no longer available. Please upload it again.'
    : `${lost} of this draft’s pictures are no longer available. Please upload them again.`
