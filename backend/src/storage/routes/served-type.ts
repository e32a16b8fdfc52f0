// The content type with which a stored file is served. A document keeps the type that its uploader declared, and pages
// may run scripts from the site's own origin. So nothing is ever served with a type that lets a browser run or parse it.

/** Types that are shown in the browser. */
const INLINE = /^(?:image\/(?:png|jpeg|webp|avif|gif|bmp)|audio\/[\w.+-]+|video\/[\w.+-]+|text\/plain)$/
/** Types that are downloaded, with their content type unchanged. */
const SAVED =
  /^(?:image\/(?:heic|heif|tiff)|text\/(?:csv|markdown|calendar)|application\/(?:pdf|json|zip|gzip|rtf|msword|octet-stream|vnd\.[\w.-]+))$/

export interface ServedType {
  contentType: string
  isInline: boolean
}

/** `isRewritten` means that the bucket's SVGs were rewritten when uploaded, so they cannot run scripts. */
export function servedType(mimetype: string | undefined, isRewritten = false): ServedType {
  const [plain = '', ...parameters] = (mimetype ?? '').toLowerCase().split(';')
  const type = plain.trim()
  if (isRewritten && type === 'image/svg+xml') return { contentType: type, isInline: true }
  const charset = parameters.map((one) => one.trim()).find((one) => /^charset=[\w-]+$/.test(one))
  if (INLINE.test(type)) return { contentType: charset ? `${type};${charset}` : type, isInline: true }
  return { contentType: SAVED.test(type) ? type : 'application/octet-stream', isInline: false }
}
