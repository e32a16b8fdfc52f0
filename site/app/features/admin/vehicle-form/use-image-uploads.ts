import { useCallback, useEffect, useRef, useState } from 'react'
import { toast } from '#app/components/ui/toast.tsx'
import { checkImages } from './image-checks.ts'
import { uploadImage } from './upload-image.ts'

export interface Upload {
  id: string
  file: File
  preview: string
  /** 0 to 1. */
  progress: number
  failed: boolean
}

interface ImageUploads {
  uploads: Upload[]
  isUploading: boolean
  add(files: readonly File[]): void
  retry(upload: Upload): void
  remove(upload: Upload): void
}

/** Uploads what is dropped, pasted or chosen; hands over the addresses of each batch in the order of its files. */
export function useImageUploads(imageCount: number, onUploaded: (urls: string[]) => void): ImageUploads {
  const [uploads, setUploads] = useState<Upload[]>([])
  const previews = useRef(new Set<string>())

  useEffect(() => {
    const made = previews.current
    return () => {
      for (const preview of made) URL.revokeObjectURL(preview)
    }
  }, [])

  const change = useCallback((id: string, changes: Partial<Upload>) => {
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)))
  }, [])

  const send = useCallback(
    async (batch: Upload[]) => {
      const results = await Promise.allSettled(
        batch.map((upload) => uploadImage(upload.file, (progress) => change(upload.id, { progress }))),
      )
      const urls = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
      const done = new Set(batch.filter((_, index) => results[index]?.status === 'fulfilled').map(({ id }) => id))
      setUploads((all) =>
        all.filter(({ id }) => !done.has(id)).map((one) => (batch.some(({ id }) => id === one.id) ? fail(one) : one)),
      )
      if (urls.length > 0) {
        onUploaded(urls)
        toast.success(`${urls.length} image(s) uploaded successfully`)
      }
      if (urls.length < batch.length) toast.error('Failed to upload images. Please try again.')
    },
    [change, onUploaded],
  )

  const add = (files: readonly File[]) => {
    const { accepted, errors } = checkImages(files, imageCount + uploads.length)
    for (const error of errors) toast.error(error)
    if (accepted.length === 0) return
    const batch = accepted.map((file) => ({
      id: crypto.randomUUID(),
      file,
      preview: URL.createObjectURL(file),
      progress: 0,
      failed: false,
    }))
    for (const { preview } of batch) previews.current.add(preview)
    setUploads((all) => [...all, ...batch])
    void send(batch)
  }

  const retry = (upload: Upload) => {
    change(upload.id, { failed: false, progress: 0 })
    void send([upload])
  }

  const remove = (upload: Upload) => setUploads((all) => all.filter(({ id }) => id !== upload.id))

  return { uploads, isUploading: uploads.some(({ failed }) => !failed), add, retry, remove }
}

const fail = (upload: Upload): Upload => ({ ...upload, failed: true })
