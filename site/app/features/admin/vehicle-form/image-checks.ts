export const MAX_IMAGES = 10
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024
export const UPLOAD_CACHE_SECONDS = '86400'

interface FileFacts {
  name: string
  type: string
  size: number
}

/** Which of the dropped, pasted or chosen files may be uploaded, and what to say about the others. */
export function checkImages<File extends FileFacts>(files: readonly File[], imagesAlready: number) {
  if (imagesAlready + files.length > MAX_IMAGES) return { accepted: [], errors: ['Maximum 10 images allowed'] }
  const accepted: File[] = []
  const errors: string[] = []
  for (const file of files) {
    if (!file.type.startsWith('image/')) errors.push(`File ${file.name} is not a valid image format`)
    else if (file.size > MAX_IMAGE_BYTES) errors.push(`File ${file.name} is too large. Maximum size is 5MB.`)
    else accepted.push(file)
  }
  return { accepted, errors }
}

/** vehicles/{timestamp}-{random}.{ext}; the extension comes from the type when the name has none. */
export function uploadPath(file: FileFacts, now = Date.now(), random = crypto.randomUUID()): string {
  const fromName = /\.([a-z0-9]{2,5})$/i.exec(file.name)?.[1]
  const fromType = file.type.split('/')[1]?.replace(/[^a-z0-9].*$/, '')
  const extension = (fromName ?? fromType ?? 'img').toLowerCase()
  return `vehicles/${now}-${random.replaceAll('-', '').slice(0, 12)}.${extension}`
}
