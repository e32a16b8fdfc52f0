import type { Queryable } from '../db/database.ts'

export interface Company {
  name: string
  email: string
  phone: string
  address: string
  openingHours: string
  adminEmail: string
}

const KEYS: Record<string, keyof Company> = {
  COMPANY_NAME: 'name',
  COMPANY_EMAIL: 'email',
  COMPANY_PHONE: 'phone',
  COMPANY_ADDRESS: 'address',
  COMPANY_OPENING_HOURS: 'openingHours',
  ADMIN_EMAIL: 'adminEmail',
}

/** The company settings, as they are now: a mail is rare enough to ask every time. */
export async function readCompany(db: Queryable): Promise<Company> {
  const { rows } = await db.query<{ key: string; value: string | null }>(
    'select key, value from public.config where key = any($1)',
    [Object.keys(KEYS)],
  )
  const company: Company = { name: '', email: '', phone: '', address: '', openingHours: '', adminEmail: '' }
  for (const { key, value } of rows) {
    const field = KEYS[key]
    if (field && value) company[field] = value.trim()
  }
  return company
}
