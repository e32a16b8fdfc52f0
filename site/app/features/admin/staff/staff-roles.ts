import type { StaffRole } from '#supabase/functions/_shared/roles.ts'

/** What each role is called, and what it may do. */
export const STAFF_ROLE_WORDS: Record<StaffRole, { label: string; means: string }> = {
  admin: {
    label: 'Admin',
    means: 'Full access: vehicles, enquiries, customers, staff, settings and backups.',
  },
  sales: {
    label: 'Sales',
    means:
      'Adds and edits vehicles and people, and works with enquiries. Can’t delete anything, see what a vehicle cost, or open settings and accounts.',
  },
}

export const STAFF_ROLE_OPTIONS = Object.entries(STAFF_ROLE_WORDS).map(([value, { label }]) => ({ value, label }))
