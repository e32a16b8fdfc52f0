import { ADMIN_LINKS } from '#app/features/admin/shell/admin-links.ts'
import { searchWords } from '#app/lib/search-filter.ts'
import { SETTING_TABS } from '#supabase/functions/_shared/settings.ts'

export interface Destination {
  to: string
  label: string
  /** A second line, for example a customer's email address. */
  detail?: string | undefined
}

/** Every screen of the back office. */
export const SCREENS: readonly Destination[] = [
  ...ADMIN_LINKS.map(({ to, label }) => ({ to, label })),
  { to: '/admin/vehicles/add', label: 'Add New Vehicle' },
  ...Object.entries(SETTING_TABS)
    .filter(([tab]) => tab !== 'company')
    .map(([tab, { title }]) => ({ to: `/admin/settings/${tab}`, label: `Settings: ${title}` })),
  { to: '/admin/account', label: 'My account' },
  { to: '/admin/help', label: 'Help' },
  { to: '/', label: 'Home' },
]

/** The screens whose names contain every word of the search. */
export function findScreens(q: string): Destination[] {
  const words = searchWords(q)
  return SCREENS.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
}
