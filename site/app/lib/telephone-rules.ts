// Which telephone numbers the forms accept.

import { dialled } from './telephone.ts'

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
