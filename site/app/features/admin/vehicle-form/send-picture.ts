import { VEHICLE_PICTURE_TYPES } from '#supabase/functions/_shared/picture-uploads.ts'
import { VEHICLE_BUCKET } from '#supabase/functions/_shared/picture-variants.ts'
import { fitImage } from './fit-image.ts'
import { uploadPath } from './image-checks.ts'
import { limitConcurrency } from './limit-concurrency.ts'
import { retryUpload } from './retry-upload.ts'
import { addressOf, uploadImage } from './upload-image.ts'
import { isStoredAlready } from './upload-problem.ts'

/** One at a time, because a decoded photo of 48 megapixels takes 200 MB of memory. */
const prepare = limitConcurrency(1)
interface Watcher {
  /** From 0 to 1. */
  onProgress(share: number): void
  /** The connection is lost, and the upload is repeated once it is back. */
  onPause(isPaused: boolean): void
}

/** Makes a file small enough, uploads it for a vehicle and returns its public path. */
export async function sendPicture(file: File, { onProgress, onPause }: Watcher): Promise<string> {
  const fitting = await prepare(() => fitImage(file, VEHICLE_PICTURE_TYPES))
  const place = { bucket: VEHICLE_BUCKET, path: uploadPath(fitting) }
  return retryUpload(async (isRetry) => {
    try {
      return await uploadImage(fitting, onProgress, place)
    } catch (error) {
      if (isRetry && isStoredAlready(error)) return addressOf(place)
      throw error
    }
  }, onPause)
}
