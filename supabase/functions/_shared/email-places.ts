// Where the site shows the dealer's email addresses. The settings hold the places where an address is not shown, so that
// without them it is shown everywhere.

/** The second address is shown on pages only. */
export type PageEmailPlace = 'header' | 'footer' | 'contact' | 'legal'
export type EmailPlace = PageEmailPlace | 'print' | 'search' | 'emails'

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
export function emailsAt(place: PageEmailPlace, company: Both): string[] {
  const second = isShown(place, company.email2HiddenOn) ? company.companyEmail2 : ''
  return [...new Set([firstEmailAt(place, company), second])].filter(Boolean)
}
