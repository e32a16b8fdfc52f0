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

export async function inspectAccount(user: User): Promise<Account> {
  const rest = browserRest()
  const [profile, role] = await Promise.all([
    rest.from('profiles').select('first_name,last_name,phone,disabled').eq('id', user.id).maybeSingle(),
    rest.rpc('has_role', { _user_id: user.id, _role: 'admin' }),
  ])
  return {
    profile: profile.data,
    isDisabled: profile.data?.disabled === true,
    // A failed check counts as not admin; the database decides again on every call.
    isAdmin: role.data === true,
  }
}
