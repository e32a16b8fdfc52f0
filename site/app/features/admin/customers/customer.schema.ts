import { z } from '#app/lib/zod.ts'
import { ACCOUNT_EMAIL_LENGTH, ACCOUNT_NAME_LENGTH, PHONE_LENGTH } from '#supabase/functions/_shared/lengths.ts'
import type { Role } from '#supabase/functions/_shared/roles.ts'

const text = (label: string, max: number) => z.string().trim().max(max, `${label} can be at most ${max} characters`)

export const customerSchema = z.object({
  first_name: text('First name', ACCOUNT_NAME_LENGTH).min(1, 'First name is required'),
  last_name: text('Last name', ACCOUNT_NAME_LENGTH),
  email: text('Email', ACCOUNT_EMAIL_LENGTH)
    .toLowerCase()
    .min(1, 'Email is required')
    .pipe(z.email('Enter a valid email address')),
  phone: text('Phone', PHONE_LENGTH),
  role: z.enum(['user', 'sales', 'admin']),
})

export type CustomerValues = z.infer<typeof customerSchema>

export const ROLE_LABELS: Record<Role, string> = { user: 'User', sales: 'Sales', admin: 'Admin' }

/** Customers without a name are shown by their email address. */
export const nameOf = ({ name, email }: { name: string; email: string }) => name.trim() || email
