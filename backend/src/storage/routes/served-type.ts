// As what a stored file is sent. A document is kept as whoever uploaded it called it, and our own pages run scripts from
// our own origin: so nothing that a browser could run, style or parse is ever sent under a name that lets it.

/** Shown where they are asked for. */
const INLINE = /^(?:image\/(?:png|jpeg|webp|avif|gif|bmp)|audio\/[\w.+-]+|video\/[\w.+-]+|text\/plain)$/
/** Saved, under their own type. */
const SAVED =
  /^(?:image\/(?:heic|heif|tiff)|text\/(?:csv|markdown|calendar)|application\/(?:pdf|json|zip|gzip|rtf|msword|octet-stream|vnd\.[\w.-]+))$/

export interface ServedType {
  contentType: string
  isInline: boolean
}

/** `isProven`: what the bucket takes is written anew by us, and a drawing in it cannot run. */
export function servedType(mimetype: string | undefined, isProven = false): ServedType {
  const [plain = '', ...parameters] = (mimetype ?? '').toLowerCase().split(';')
  const type = plain.trim()
  if (isProven && type === 'image/svg+xml') return { contentType: type, isInline: true }
  const charset = parameters.map((one) => one.trim()).find((one) => /^charset=[\w-]+$/.test(one))
  if (INLINE.test(type)) return { contentType: charset ? `${type};${charset}` : type, isInline: true }
  return { contentType: SAVED.test(type) ? type : 'application/octet-stream', isInline: false }
}
