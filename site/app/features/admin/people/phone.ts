// Telephone numbers of people are stored as digits only, British ones from their 0 (forecourt.phone_digits).

/** The shortest number with a country code. */
const FOREIGN_DIGITS = 11

/** A stored number as it is dialled and shown: 07700 900123, 020 7946 0000, +4930123456. */
export function shownPhone(digits: string): string {
  if (!digits.startsWith('0') && digits.length >= FOREIGN_DIGITS) return `+${digits}`
  if (!/^0\d{10}$/.test(digits)) return digits
  const groups = digits.startsWith('02') ? [3, 7] : /^01(?:1|\d1)/.test(digits) ? [4, 7] : [5]
  return [0, ...groups].map((start, index) => digits.slice(start, groups[index])).join(' ')
}
