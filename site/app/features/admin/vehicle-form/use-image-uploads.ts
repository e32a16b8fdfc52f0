import { useCallback, useRef, useState } from 'react'
import { toast } from '#app/components/ui/toast.tsx'
import { randomId } from '#app/lib/random-id.ts'
import { isImage, notAnImage, splitByRoom, tooManyImages } from './image-checks.ts'
import { limitConcurrency } from './limit-concurrency.ts'
import { sendPicture } from './send-picture.ts'
import { FAILED, type Problem, uploadProblem } from './upload-problem.ts'

export interface Upload {
  id: string
  /** The file's place among all files chosen so far. */
  place: number
  /** One file, or those of a batch that exceeded the maximum. */
  files: readonly File[]
  /** While the file is being uploaded, unless it is not a picture: a phone’s memory doesn’t hold many photos at once. */
  preview: string | null
  /** 0 to 1. */
  progress: number
  /** The connection is lost, and the upload continues once it is back. */
  isPaused: boolean
  problem: Problem | null
}

interface ImageUploads {
  uploads: Upload[]
  isUploading: boolean
  add(files: readonly File[]): void
  retry(upload: Upload): void
  remove(upload: Upload): void
}

interface ImageUploadsOptions {
  imageCount: number
  /** Undefined until it is known; then only the database limits the images. */
  maxImages: number | undefined
  /** Called for each picture as soon as it is stored, so that a draft has it. */
  onUploaded(url: string, places: ReadonlyMap<string, number>): void
}

/** More would not be faster, and a lost connection would interrupt all of them. */
const run = limitConcurrency(3)

const isUnderWay = ({ problem }: Upload) => problem === null

/** Uploads dropped, pasted or chosen files, a few at a time. */
export function useImageUploads({ imageCount, maxImages, onUploaded }: ImageUploadsOptions): ImageUploads {
  const [uploads, setUploads] = useState<Upload[]>([])
  const chosen = useRef(0)
  const places = useRef(new Map<string, number>())

  const change = useCallback((id: string, changes: Partial<Upload>) => {
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)))
  }, [])
  const remove = useCallback(({ id }: Upload) => setUploads((all) => all.filter((upload) => upload.id !== id)), [])

  const sendOne = useCallback(
    async (upload: Upload, file: File): Promise<Problem | null> => {
      const { id, place } = upload
      const preview = URL.createObjectURL(file)
      change(id, { preview })
      try {
        const url = await sendPicture(file, {
          onProgress: (progress) => change(id, { progress }),
          onPause: (isPaused) => change(id, { isPaused, progress: 0 }),
        })
        places.current.set(url, place)
        remove(upload)
        onUploaded(url, places.current)
        return null
      } catch (error) {
        const problem = uploadProblem(file, error)
        change(id, { problem, preview: null })
        return problem
      } finally {
        URL.revokeObjectURL(preview)
      }
    },
    [change, remove, onUploaded],
  )

  const send = useCallback(
    async (batch: readonly Upload[]) => {
      const all = batch.flatMap((upload) => upload.files.map((file) => run(() => sendOne(upload, file))))
      const problems = (await Promise.all(all)).filter((problem) => problem !== null)
      const stored = all.length - problems.length
      if (stored > 0) toast.success(`${stored} image(s) uploaded successfully`)
      if (problems.some(({ canRetry }) => canRetry)) toast.error(FAILED)
    },
    [sendOne],
  )

  const toUpload = (files: readonly File[], problem: Problem | null = null): Upload => ({
    id: randomId(),
    place: chosen.current++,
    files,
    preview: null,
    progress: 0,
    isPaused: false,
    problem,
  })

  const add = (files: readonly File[]) => {
    if (files.length === 0) return
    const room = (maxImages ?? Number.POSITIVE_INFINITY) - imageCount - uploads.filter(isUnderWay).length
    const { fitting, rest } = splitByRoom(files, room)
    const refused = rest.length > 0 ? [toUpload(rest, { message: tooManyImages(maxImages ?? 0), canRetry: true })] : []
    const batch = fitting.map((file) =>
      toUpload([file], isImage(file) ? null : { message: notAnImage(file), canRetry: false }),
    )
    setUploads((all) => [...all, ...refused, ...batch])
    void send(batch.filter(isUnderWay))
  }

  const retry = (upload: Upload) => {
    const [file, ...others] = upload.files
    const isFull = maxImages !== undefined && imageCount + uploads.filter(isUnderWay).length >= maxImages
    if (!file || others.length > 0 || isFull) {
      remove(upload)
      add(upload.files)
      return
    }
    // Keeps its place among the files that were chosen.
    const again = { ...upload, progress: 0, isPaused: false, problem: null }
    change(upload.id, again)
    void send([again])
  }

  return { uploads, isUploading: uploads.some(isUnderWay), add, retry, remove }
}
