export const MAX_IMAGES = 10
export const TOO_MANY_IMAGES = `Maximum ${MAX_IMAGES} images allowed`
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024
export const UPLOAD_CACHE_SECONDS = '86400'

interface FileFacts {
  name: string
  type: string
  size: number
}

/** What the storage service keeps; everything else that a browser can show is made a JPEG. */
const KEPT_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']

export const hasRoom = (imagesAlready: number, more: number) => imagesAlready + more <= MAX_IMAGES

export const notAnImage = ({ name }: FileFacts) => `File ${name} is not a valid image format`
export const tooLarge = ({ name }: FileFacts) => `File ${name} is too large. Maximum size is 5MB.`

// Where the system does not know HEIC, its files come without a type.
export const isHeic = ({ name, type }: FileFacts) => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)

export const isImage = (file: FileFacts) => file.type.startsWith('image/') || isHeic(file)

/** It can be sent as it is. */
export const isSendable = ({ type, size }: FileFacts) => KEPT_TYPES.includes(type) && size <= MAX_IMAGE_BYTES

/** vehicles/{timestamp}-{random}.{ext}; the extension comes from the type when the name has none. */
export function uploadPath(file: FileFacts, now = Date.now(), random = crypto.randomUUID()): string {
  const fromName = /\.([a-z0-9]{2,5})$/i.exec(file.name)?.[1]
  const fromType = file.type.split('/')[1]?.replace(/[^a-z0-9].*$/, '')
  const extension = (fromName ?? fromType ?? 'img').toLowerCase()
  return `vehicles/${now}-${random.replaceAll('-', '').slice(0, 12)}.${extension}`
}
