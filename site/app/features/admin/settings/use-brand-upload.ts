import { useRef, useState } from 'react'
import { fitImage } from '#app/features/admin/vehicle-form/fit-image.ts'
import { uploadImage } from '#app/features/admin/vehicle-form/upload-image.ts'
import { UnfitFile, uploadProblem } from '#app/features/admin/vehicle-form/upload-problem.ts'
import { randomId } from '#app/lib/random-id.ts'
import { BRAND_PICTURE_EXTENSIONS, brandPictureName } from '#supabase/functions/_shared/brand-picture.ts'
import { BRAND_BUCKET } from '#supabase/functions/_shared/picture-variants.ts'

const SVG = 'image/svg+xml'
/** An SVG may declare any size; only its proportions matter. */
const MAX_DECLARED_SIZE = 9999
const UNREADABLE = 'We couldn’t read this picture. Please use a PNG, WebP, JPEG or SVG file.'

/** Uploads a brand picture and passes on its URL. The last picture chosen wins. */
export function useBrandUpload(onUploaded: (address: string) => void) {
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState<string>()
  const latest = useRef<File>(undefined)

  async function upload(file: File): Promise<boolean> {
    latest.current = file
    setProblem(undefined)
    setProgress(0)
    try {
      const sent = file.type === SVG ? file : await fitImage(file, Object.keys(BRAND_PICTURE_EXTENSIONS))
      const place = { bucket: BRAND_BUCKET, path: brandPictureName(randomId(), sent.type, await sizeOf(sent)) }
      const address = await uploadImage(sent, setProgress, place)
      if (latest.current !== file) return false
      onUploaded(address)
      return true
    } catch (error) {
      if (latest.current === file) setProblem(uploadProblem(file, error).message)
      return false
    } finally {
      if (latest.current === file) setProgress(null)
    }
  }

  function forget() {
    latest.current = undefined
    setProblem(undefined)
    setProgress(null)
  }

  return { progress, problem, upload, forget }
}

/**
 * The picture's size as displayed, with its orientation applied. The server shrinks larger pictures, keeping the
 * proportions.
 */
async function sizeOf(file: File): Promise<{ width: number; height: number }> {
  const address = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const { naturalWidth: width, naturalHeight: height } = image
    const scale = Math.min(1, MAX_DECLARED_SIZE / Math.max(width, height))
    if (width > 0 && height > 0) return { width: Math.ceil(width * scale), height: Math.ceil(height * scale) }
  } catch {
    // Thrown below.
  } finally {
    URL.revokeObjectURL(address)
  }
  throw new UnfitFile(UNREADABLE)
}
