// What only the back office does with telephone numbers. It is apart from telephone.ts, which every page loads.

import { dialled, whatsAppHref } from './telephone.ts'

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

/** In Britain, mobiles start with 07, except 070 (personal numbers) and 076 (pagers, apart from the Isle of Man's 07624). */
const BRITISH_MOBILE = /^447(?:[1-57-9]\d{8}|624\d{6})$/

/** A customer's number in international form; null if it cannot be on WhatsApp, like a British landline. */
export function whatsAppNumber(phone: string): string | null {
  const isInternational = /^(?:\+|00?)[1-9]/.test(dialled(phone))
  const digits = new URL(whatsAppHref(phone)).pathname.slice(1)
  if (!isInternational || digits.length < 8 || digits.length > 15) return null
  return digits.startsWith('44') && !BRITISH_MOBILE.test(digits) ? null : digits
}
