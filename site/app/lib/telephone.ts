// Telephone numbers: the link that rings one, and what each form takes for one. Every footer has such a link, so there is
// no schema library in here.

/** In '+44 (0)1733' the bracket is what to dial without the code before it; with the code it leads nowhere. */
const TRUNK_PREFIX = /(\d[\s.-]*)\(0\)/
/** '+44 01733': the same nought without its bracket. No other country's numbers are read that closely here. */
const UK_TRUNK_PREFIX = /^(\+|00)440/
/** 'ext. 12' is for whoever answers. */
const EXTENSION = /(?:extension|ext\.?|x)\s*\d{1,6}$/i

/** What to press: people write spaces, brackets, dots and hyphens. */
const dialled = (phone: string): string =>
  phone
    .trim()
    .replace(EXTENSION, '')
    .replace(TRUNK_PREFIX, '$1')
    .replace(/[\s().\-‐‑–/]/g, '')
    .replace(UK_TRUNK_PREFIX, '$144')

/** tel: wants digits; what else stands in an old number is left out. */
export const telHref = (phone: string): string => `tel:${dialled(phone).replace(/[^\d+]/g, '')}`

/** WhatsApp knows numbers by their country; one that begins with a single nought is British. */
export function whatsAppHref(phone: string, text?: string): string {
  const digits = dialled(phone)
    .replace(/^(?:\+|00)/, '')
    .replace(/^0/, '44')
    .replace(/\D/g, '')
  return `https://wa.me/${digits}${text ? `?text=${encodeURIComponent(text)}` : ''}`
}

export interface TelephoneRule {
  accepts(phone: string): boolean
  message: string
}

/** The contact form: 07123 or +44 7123 and six more digits, however they are grouped. */
export const UK_MOBILE: TelephoneRule = {
  accepts: (phone) => /^(?:(?:\+|00)44|0)7\d{9}$/.test(dialled(phone)),
  message: 'Please enter a valid UK mobile number (e.g., 07123 456789 or +44 7123 456789)',
}

/** The enquiry, the test drive and the account: whatever the visitor can be rung on, at home or abroad. */
export const ANY_TELEPHONE: TelephoneRule = {
  accepts: (phone) => /^\+?\d{7,15}$/.test(dialled(phone)),
  message: 'Please enter a phone number that we can ring (e.g., 07123 456789 or 01733 555123)',
}

/** The dealer's own in the settings: empty, or written as the site should show it. */
export const DEALER_TELEPHONE = { pattern: /^[+\d\s()-]*$/, message: 'Enter a valid phone number' }
