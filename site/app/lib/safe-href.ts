import { parseUrl } from '#supabase/functions/_shared/parse-url.ts'
import { telHref } from './telephone.ts'

const MAX_LENGTH = 500
const SCHEME = /^(?:https?:\/\/|mailto:)/i
// Browsers drop some of these characters inside a URL and read a backslash as a slash.
const ODD = /[\s\\<>"`\p{Cc}\p{Cf}]/u
// A base to resolve relative paths against.
const BASE = 'https://base.invalid'

/** The dealer's link if it is safe: a path on this site, http(s), mailto or tel. */
export function safeHref(written: string): string | null {
  if (written.length > MAX_LENGTH) return null
  const number = /^tel:(.*)$/is.exec(written)?.[1]
  if (number !== undefined) return /\d/.test(number) ? telHref(number) : null
  const address = written.trim()
  if (address === '' || ODD.test(address)) return null
  const url = parseUrl(address, BASE)
  if (!url || url.username || url.password) return null
  if (address.startsWith('/')) return url.origin === BASE ? url.pathname + url.search + url.hash : null
  return SCHEME.test(address) ? url.href : null
}
