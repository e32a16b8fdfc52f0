// Links and validation for telephone numbers. Every page's footer has such a link, so this file does not import the
// schema library.

/** In '+44 (0)1733' the bracketed 0 is dialled only without the country code. */
const TRUNK_PREFIX = /(\d[\s.-]*)\(0\)/
/** In '+44 01733' the same 0 has no brackets. Only British numbers are corrected in this way. */
const UK_TRUNK_PREFIX = /^(\+|00)440/
/** An extension such as 'ext. 12' cannot be dialled. */
const EXTENSION = /(?:extension|ext\.?|x)\s*\d{1,6}$/i

/** The digits to dial, without spaces, brackets, dots or hyphens. */
const dialled = (phone: string): string =>
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

export interface TelephoneRule {
  accepts(phone: string): boolean
  message: string
}

/** For the contact form: 07123 or +44 7123 and six more digits, in any grouping. */
export const UK_MOBILE: TelephoneRule = {
  accepts: (phone) => /^(?:(?:\+|00)44|0)7\d{9}$/.test(dialled(phone)),
  message: 'Please enter a valid UK mobile number (e.g., 07123 456789 or +44 7123 456789)',
}

/** For enquiries, test drives and accounts: any number that can be called, in the UK or abroad. */
export const ANY_TELEPHONE: TelephoneRule = {
  accepts: (phone) => /^\+?\d{7,15}$/.test(dialled(phone)),
  message: 'Please enter a phone number we can call you on (e.g., 07123 456789 or 01733 555123)',
}

/** For the dealer's own number in the settings: empty, or written as the site should show it. */
export const DEALER_TELEPHONE = { pattern: /^[+\d\s()-]*$/, message: 'Enter a valid phone number' }
