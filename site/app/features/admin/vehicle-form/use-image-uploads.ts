import { useCallback, useEffect, useRef, useState } from 'react'
import { toast } from '#app/components/ui/toast.tsx'
import { randomId } from '#app/lib/random-id.ts'
import { VEHICLE_PICTURE_TYPES } from '#supabase/functions/_shared/picture-variants.ts'
import { fitImage } from './fit-image.ts'
import { isImage, notAnImage, splitByRoom, TOO_MANY_IMAGES } from './image-checks.ts'
import { uploadImage } from './upload-image.ts'
import { FAILED, type Problem, uploadProblem } from './upload-problem.ts'

export interface Upload {
  id: string
  /** One file, or those of a batch that exceeded the maximum. */
  files: readonly File[]
  /** Null for a file that is not a picture. */
  preview: string | null
  /** 0 to 1. */
  progress: number
  problem: Problem | null
}

interface ImageUploads {
  uploads: Upload[]
  isUploading: boolean
  add(files: readonly File[]): void
  retry(upload: Upload): void
  remove(upload: Upload): void
}

const isUnderWay = ({ problem }: Upload) => problem === null

/** Uploads dropped, pasted or chosen files, and passes on the URLs of each batch in the order of its files. */
export function useImageUploads(imageCount: number, onUploaded: (urls: string[]) => void): ImageUploads {
  const [uploads, setUploads] = useState<Upload[]>([])
  const createPreview = usePreviews()

  const change = useCallback((id: string, changes: Partial<Upload>) => {
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)))
  }, [])
  const remove = useCallback(({ id }: Upload) => setUploads((all) => all.filter((upload) => upload.id !== id)), [])

  const send = useCallback(
    async (batch: { upload: Upload; file: File }[]) => {
      const outcomes = await Promise.all(
        batch.map(async ({ upload, file }) => {
          try {
            return await uploadImage(await fitImage(file, VEHICLE_PICTURE_TYPES), (progress) =>
              change(upload.id, { progress }),
            )
          } catch (error) {
            const problem = uploadProblem(file, error)
            change(upload.id, { problem })
            return problem
          }
        }),
      )
      const urls = outcomes.filter((outcome) => typeof outcome === 'string')
      for (const [index, { upload }] of batch.entries()) if (typeof outcomes[index] === 'string') remove(upload)
      if (urls.length > 0) {
        onUploaded(urls)
        toast.success(`${urls.length} image(s) uploaded successfully`)
      }
      if (outcomes.some((outcome) => typeof outcome !== 'string' && outcome.canRetry)) toast.error(FAILED)
    },
    [change, remove, onUploaded],
  )

  const add = (files: readonly File[]) => {
    if (files.length === 0) return
    const underWay = uploads.filter(isUnderWay).length
    const { fitting, rest } = splitByRoom(files, imageCount + underWay)
    if (rest.length > 0) {
      const problem = { message: TOO_MANY_IMAGES, canRetry: true }
      setUploads((all) => [...all, { id: randomId(), files: rest, preview: null, progress: 0, problem }])
    }
    const batch = fitting.map((file) => ({ file, upload: toUpload(file, createPreview) }))
    setUploads((all) => [...all, ...batch.map(({ upload }) => upload)])
    void send(batch.filter(({ upload }) => isUnderWay(upload)))
  }

  const retry = (upload: Upload) => {
    remove(upload)
    add(upload.files)
  }

  return { uploads, isUploading: uploads.some(isUnderWay), add, retry, remove }
}

function toUpload(file: File, createPreview: (file: File) => string): Upload {
  const fits = isImage(file)
  return {
    id: randomId(),
    files: [file],
    preview: fits ? createPreview(file) : null,
    progress: 0,
    problem: fits ? null : { message: notAnImage(file), canRetry: false },
  }
}

/** Object URLs of local files, revoked when the form is left. */
function usePreviews() {
  const made = useRef(new Set<string>())
  useEffect(() => {
    const previews = made.current
    return () => {
      for (const preview of previews) URL.revokeObjectURL(preview)
    }
  }, [])
  return (file: File) => {
    const preview = URL.createObjectURL(file)
    made.current.add(preview)
    return preview
  }
}
