// What the site asks about someone who is signed in. Loaded only then: the client stays out of what visitors load.
import type { User } from '@supabase/auth-js'
import { browserRest } from '#app/lib/backend.ts'

export interface Profile {
  first_name: string
  last_name: string
  phone: string
}

export interface Account {
  profile: Profile | null
  isAdmin: boolean
  isDisabled: boolean
}

const TRIES = 3
const PAUSE_MS = 700

/** The service's trouble and not its word. */
const isTrouble = ({ error, status }: { error: unknown; status: number }) =>
  error !== null && (status === 0 || status >= 500)

/** Null when the service does not answer: nobody is shown out for that. */
export async function inspectAccount(user: User): Promise<Account | null> {
  const [profile, isAdmin] = await Promise.all([
    // A read that fails is tried again by the client itself.
    browserRest().from('profiles').select('first_name,last_name,phone,disabled').eq('id', user.id).maybeSingle(),
    checkAdmin(user),
  ])
  if (isTrouble(profile)) return null
  return { profile: profile.data, isDisabled: profile.data?.disabled === true, isAdmin }
}

/** A check that fails again and again counts as not admin; the database decides anew on every call. */
async function checkAdmin(user: User): Promise<boolean> {
  for (let tried = 1; ; tried++) {
    const role = await browserRest().rpc('has_role', { _user_id: user.id, _role: 'admin' })
    if (tried === TRIES || !isTrouble(role)) return role.data === true
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tried))
  }
}
