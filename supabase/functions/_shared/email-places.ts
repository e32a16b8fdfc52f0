// Where the site shows the dealer's email addresses. The settings hold the places where an address is not shown, so that
// without them it is shown everywhere.

const ON_PAGES = {
  header: 'Top of the page and menu',
  footer: 'Footer',
  contact: 'Contact page and forms',
  legal: 'Legal pages',
} as const

export const EMAIL_PLACES = {
  ...ON_PAGES,
  print: 'Printed vehicle pages',
  search: 'Search engines',
  emails: 'Emails to customers',
} as const

/** The second address is shown in fewer places. */
export const SECOND_EMAIL_PLACES = ON_PAGES

export type EmailPlace = keyof typeof EMAIL_PLACES

export const hiddenPlaces = (setting: string): string[] => setting.split(',').filter(Boolean)

const isShown = (place: EmailPlace, hiddenOn: string) => !hiddenPlaces(hiddenOn).includes(place)

interface First {
  companyEmail: string
  emailHiddenOn: string
}
interface Both extends First {
  companyEmail2: string
  email2HiddenOn: string
}

/** The first address, or empty if it is not shown in this place. */
export const firstEmailAt = (place: EmailPlace, { companyEmail, emailHiddenOn }: First): string =>
  isShown(place, emailHiddenOn) ? companyEmail : ''

/** The addresses to show in a place: none, one or two. */
export function emailsAt(place: keyof typeof SECOND_EMAIL_PLACES, company: Both): string[] {
  const second = isShown(place, company.email2HiddenOn) ? company.companyEmail2 : ''
  return [...new Set([firstEmailAt(place, company), second])].filter(Boolean)
}
