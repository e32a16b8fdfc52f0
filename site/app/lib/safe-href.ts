import { parseUrl } from '#supabase/functions/_shared/parse-url.ts'
import { telHref } from './telephone.ts'

const MAX_LENGTH = 500
const SCHEME = /^(?:https?:\/\/|mailto:)/i
// Browsers drop some of these inside an address, and read a backslash as a slash.
const ODD = /[\s\\<>"`\p{Cc}\p{Cf}]/u
// Only to see where a path leads.
const HERE = 'https://here.invalid'

/** The address that a dealer wrote, if a visitor's browser may be led there: a path of the site, the web, a mail, a call. */
export function safeHref(written: string): string | null {
  if (written.length > MAX_LENGTH) return null
  const number = /^tel:(.*)$/is.exec(written)?.[1]
  if (number !== undefined) return /\d/.test(number) ? telHref(number) : null
  const address = written.trim()
  if (address === '' || ODD.test(address)) return null
  const url = parseUrl(address, HERE)
  if (!url || url.username || url.password) return null
  if (address.startsWith('/')) return url.origin === HERE ? url.pathname + url.search + url.hash : null
  return SCHEME.test(address) ? url.href : null
}

export const isOutside = (href: string): boolean => /^https?:/i.test(href)
