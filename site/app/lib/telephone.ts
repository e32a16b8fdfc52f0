// Telephone numbers: the link that rings one, and what each form takes for one. Every footer has such a link, so there is
// no schema library in here.

/** In '+44 (0)1733' the bracket is what to dial without the code before it; with the code it leads nowhere. */
const TRUNK_PREFIX = /(\d[\s.-]*)\(0\)/

/** tel: wants digits; people write spaces, brackets and hyphens. */
export const telHref = (phone: string): string => `tel:${phone.replace(TRUNK_PREFIX, '$1').replace(/[^\d+]/g, '')}`

export interface TelephoneRule {
  pattern: RegExp
  message: string
}

/** The contact form: +44 7123 or 07123, perhaps in brackets, then twice three digits, perhaps after a space. */
export const UK_MOBILE: TelephoneRule = {
  pattern: /^(\+44\s?7\d{3}|\(?07\d{3}\)?)\s?\d{3}\s?\d{3}$/,
  message: 'Please enter a valid UK mobile number (e.g., 07123 456789 or +44 7123 456789)',
}

/** The enquiry and the test drive: whatever the visitor can be reached by. */
export const ANY_TELEPHONE: TelephoneRule = { pattern: /\S/, message: 'Please enter your phone number' }

/** The dealer's own in the settings: empty, or written as the site should show it. */
export const DEALER_TELEPHONE: TelephoneRule = { pattern: /^[+\d\s()-]*$/, message: 'Enter a valid phone number' }
