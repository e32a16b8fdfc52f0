import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { CustomerValues } from '#app/lib/customer.schema.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { NAME_LENGTH } from '#supabase/functions/_shared/lengths.ts'

export interface KnownCustomer {
  isSignedIn: boolean
  /** Fields that are known from the account, and locked. */
  lockedName: boolean
  lockedEmail: boolean
}

/** Fills in who is signed in. A name only if there is one: nobody can send a form with an empty locked field. */
export function useCustomer<T extends CustomerValues>(form: UseFormReturn<T>): KnownCustomer {
  const { status, user, profile } = useSession()
  // Also who still owes the second step: the form goes out under their name.
  const isSignedIn = user !== null && status !== 'loading'
  const email = isSignedIn ? (user?.email ?? '') : ''
  const name = isSignedIn ? fullName(profile ?? user?.user_metadata) : ''
  const phone = isSignedIn ? (profile?.phone ?? '') : ''

  useEffect(() => {
    // The fields every such form has; the type of the form it belongs to does not matter here.
    const fields = form as unknown as UseFormReturn<CustomerValues>
    if (email) fields.setValue('email', email, { shouldValidate: fields.formState.isSubmitted })
    if (name) fields.setValue('name', name, { shouldValidate: fields.formState.isSubmitted })
    if (phone && !fields.getValues('phone')) fields.setValue('phone', phone)
  }, [email, name, phone, form])

  return { isSignedIn, lockedName: name !== '', lockedEmail: email !== '' }
}

function fullName(person: { first_name?: unknown; last_name?: unknown } | undefined): string {
  const parts = [person?.first_name, person?.last_name]
  const name = parts.filter((part) => typeof part === 'string' && part.trim()).join(' ')
  return name.slice(0, NAME_LENGTH)
}
