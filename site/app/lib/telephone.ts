// Links for telephone numbers. Every page's footer has such a link, so the rules for forms are in telephone-rules.ts.

/** In '+44 (0)1733' the bracketed 0 is dialled only without the country code. */
const TRUNK_PREFIX = /(\d[\s.-]*)\(0\)/
/** In '+44 01733' the same 0 has no brackets. Only British numbers are corrected in this way. */
const UK_TRUNK_PREFIX = /^(\+|00)440/
/** An extension such as 'ext. 12' cannot be dialled. */
const EXTENSION = /(?:extension|ext\.?|x)\s*\d{1,6}$/i

/** The digits to dial, without spaces, brackets, dots or hyphens. */
export const dialled = (phone: string): string =>
  phone
    .trim()
    .replace(EXTENSION, '')
    .replace(TRUNK_PREFIX, '$1')
    .replace(/[\s().\-‐‑–/]/g, '')
    .replace(UK_TRUNK_PREFIX, '$144')

/** tel: links need digits, so anything else in an older stored number is dropped. */
export const telHref = (phone: string): string => `tel:${dialled(phone).replace(/[^\d+]/g, '')}`

/** WhatsApp needs the country code; a number that starts with a single 0 is British. */
export function whatsAppHref(phone: string, text?: string): string {
  const digits = dialled(phone)
    .replace(/^(?:\+|00)/, '')
    .replace(/^0/, '44')
    .replace(/\D/g, '')
  return `https://wa.me/${digits}${text ? `?text=${encodeURIComponent(text)}` : ''}`
}
