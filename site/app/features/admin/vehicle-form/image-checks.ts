import { randomId } from '#app/lib/random-id.ts'
import { MAX_UPLOAD_BYTES } from '#supabase/functions/_shared/picture-uploads.ts'

export const tooManyImages = (limit: number) => `Maximum ${limit} images allowed`
export const LARGEST_IMAGE = `${MAX_UPLOAD_BYTES / 1024 / 1024}MB`
export const UPLOAD_CACHE_SECONDS = '86400'

interface FileFacts {
  name: string
  type: string
  size: number
}

/** The files for which there is still room, and the pictures that are too many. */
export function splitByRoom<File extends FileFacts>(files: readonly File[], room: number) {
  // A file that is not a picture takes no room; its own tile says why it is refused.
  const rest = files.filter(isImage).slice(Math.max(0, room))
  return { fitting: files.filter((file) => !rest.includes(file)), rest }
}

export const notAnImage = ({ name }: FileFacts) => `File ${name} is not a valid image format`
export const tooLarge = ({ name }: Pick<FileFacts, 'name'>) =>
  `File ${name} is too large. Maximum size is ${LARGEST_IMAGE}.`

// On systems that don't support HEIC, HEIC files have no type.
export const isHeic = ({ name, type }: FileFacts) => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)

export const isImage = (file: FileFacts) => file.type.startsWith('image/') || isHeic(file)

/** Whether a bucket that accepts `types` takes the file unchanged. */
export const isSendable = ({ type, size }: FileFacts, types: readonly string[]) =>
  types.includes(type) && size <= MAX_UPLOAD_BYTES

/** vehicles/{timestamp}-{random}.{ext}. If the name has no extension, it is derived from the type. */
export function uploadPath(file: FileFacts, now = Date.now(), random = randomId()): string {
  const fromName = /\.([a-z0-9]{2,5})$/i.exec(file.name)?.[1]
  const fromType = file.type.split('/')[1]?.split(/[^a-z0-9]/, 1)[0]
  const extension = (fromName ?? fromType ?? 'img').toLowerCase()
  return `vehicles/${now}-${random.replaceAll('-', '').slice(0, 12)}.${extension}`
}
