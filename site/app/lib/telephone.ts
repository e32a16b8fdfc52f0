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

/** The digits with the country code; a number that starts with a single 0 is British. */
const internationalDigits = (phone: string): string =>
  dialled(phone)
    .replace(/^(?:\+|00)/, '')
    .replace(/^0/, '44')
    .replace(/\D/g, '')

export const whatsAppHref = (phone: string, text?: string): string =>
  `https://wa.me/${internationalDigits(phone)}${text ? `?text=${encodeURIComponent(text)}` : ''}`

/** In Britain, mobiles start with 07, except 070 (personal numbers) and 076 (pagers, apart from the Isle of Man's 07624). */
const BRITISH_MOBILE = /^447(?:[1-57-9]\d{8}|624\d{6})$/

/** A customer's number in international form; null if it cannot be on WhatsApp, like a British landline. */
export function whatsAppNumber(phone: string): string | null {
  const isInternational = /^(?:\+|00?)[1-9]/.test(dialled(phone))
  const digits = internationalDigits(phone)
  if (!isInternational || digits.length < 8 || digits.length > 15) return null
  return digits.startsWith('44') && !BRITISH_MOBILE.test(digits) ? null : digits
}

const TELEPHONE = /^[\d\s+().\-‐‑–/]*$/
/** A shorter number is more often a model, such as 911, than part of a telephone number. */
const SEARCHED_DIGITS = 5

/** The digits of a search for a telephone number, as in forecourt.phone_digits; null if the search is for words. */
export function phoneDigits(text: string): string | null {
  const digits = text.replace(/\D/g, '')
  if (digits.length < SEARCHED_DIGITS || !TELEPHONE.test(text)) return null
  const isBritish = text.trim().startsWith('+44') || /^(?:0044|44\d{9})/.test(digits)
  return isBritish ? digits.replace(/^(?:00)?440?/, '0') : digits
}
