import { useCallback } from 'react'
import { insertChosen } from './list-rules.ts'
import { useImageUploads } from './use-image-uploads.ts'
import type { VehicleFormApi } from './use-vehicle-form.ts'
import type { Picture } from './vehicle-form.schema.ts'

/** The pictures in the form, and those that are being uploaded. */
export function useVehicleImages(form: VehicleFormApi, maxImages: number | undefined) {
  const images = form.watch('images')
  const setImages = useCallback(
    (next: Picture[]) => form.setValue('images', next, { shouldDirty: true, shouldValidate: true }),
    [form],
  )
  const add = useCallback(
    (image_url: string, places: ReadonlyMap<string, number>) =>
      setImages(insertChosen(form.getValues('images'), { image_url, caption: '' }, places)),
    [form, setImages],
  )
  const uploading = useImageUploads({ imageCount: images.length, maxImages, onUploaded: add })
  return { images, setImages, uploading }
}
