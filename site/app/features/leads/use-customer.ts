import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { CustomerValues } from '#app/lib/customer.schema.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { NAME_LENGTH } from '#supabase/functions/_shared/lengths.ts'

export interface KnownCustomer {
  isSignedIn: boolean
  /** Whether the field is filled in from the account and locked. */
  lockedName: boolean
  lockedEmail: boolean
}

/**
 * Fills in the customer's details. The name is locked only if there is one, because an empty locked field could not be
 * sent.
 */
export function useCustomer<T extends CustomerValues>(form: UseFormReturn<T>): KnownCustomer {
  const { status, user, profile } = useSession()
  // Users who have not passed the second step yet count as signed in, because the form is sent under their name.
  const isSignedIn = user !== null && status !== 'loading'
  const email = isSignedIn ? (user?.email ?? '') : ''
  const name = isSignedIn ? fullName(profile ?? user?.user_metadata) : ''
  const phone = isSignedIn ? (profile?.phone ?? '') : ''

  useEffect(() => {
    // Every lead form has these fields; its full type does not matter here.
    const fields = form as unknown as UseFormReturn<CustomerValues>
    // The visitor may have pressed a button before the account was known.
    const fill = (field: 'email' | 'name', value: string) =>
      fields.setValue(field, value, { shouldValidate: fields.getFieldState(field).invalid })
    if (email) fill('email', email)
    if (name) fill('name', name)
    if (phone && !fields.getValues('phone')) fields.setValue('phone', phone)
  }, [email, name, phone, form])

  return { isSignedIn, lockedName: name !== '', lockedEmail: email !== '' }
}

function fullName(person: { first_name?: unknown; last_name?: unknown } | undefined): string {
  const parts = [person?.first_name, person?.last_name]
  const name = parts.filter((part) => typeof part === 'string' && part.trim()).join(' ')
  return name.slice(0, NAME_LENGTH)
}
