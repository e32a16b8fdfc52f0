import { linksFor } from '#app/features/admin/shell/admin-links.ts'
import { searchWords } from '#app/lib/search-filter.ts'
import { SETTING_TABS } from '#supabase/functions/_shared/settings.ts'

export interface Destination {
  to: string
  label: string
  /** A second line, for example a customer's email address. */
  detail?: string | undefined
}

const SETTING_SCREENS: readonly Destination[] = Object.entries(SETTING_TABS)
  .filter(([tab]) => tab !== 'company')
  .map(([tab, { title }]) => ({ to: `/admin/settings/${tab}`, label: `Settings: ${title}` }))

/** Every screen of the back office that the user may open. */
export const screensFor = (isAdmin: boolean): Destination[] => [
  ...linksFor(isAdmin).map(({ to, label }) => ({ to, label })),
  { to: '/admin/activity', label: 'Activity' },
  { to: '/admin/vehicles/add', label: 'Add New Vehicle' },
  { to: '/admin/makes', label: 'Makes and models' },
  ...(isAdmin ? [...SETTING_SCREENS, { to: '/admin/settings/guides', label: 'Settings: Guides' }] : []),
  { to: '/admin/account', label: 'My account' },
  { to: '/admin/help', label: 'Help' },
  { to: '/', label: 'Home' },
]

/** The screens whose names contain every word of the search. */
export function findScreens(q: string, isAdmin: boolean): Destination[] {
  const words = searchWords(q)
  return screensFor(isAdmin).filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
}
