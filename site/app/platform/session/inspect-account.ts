// What the site asks about someone who is signed in. Loaded only then: the client stays out of what visitors load.
import type { User } from '@supabase/auth-js'
import { type AuthClient, checkSession, type Rest, restAs } from '#app/lib/backend.ts'

export interface Profile {
  first_name: string
  last_name: string
  phone: string
}

export interface Account {
  profile: Profile | null
  isAdmin: boolean
  isDisabled: boolean
  needsSecondStep: boolean
  mustEnrol: boolean
}

const TRIES = 3
const PAUSE_MS = 700

/** The service's trouble and not its word. */
const isTrouble = ({ error, status }: { error: unknown; status: number }) =>
  error !== null && (status === 0 || status >= 500)

/** Null when the service does not answer, or the session has ended: then the auth client tells of it. */
export async function inspectAccount(auth: AuthClient, user: User): Promise<Account | null> {
  const { data } = await auth.getSession()
  if (!data.session) return null
  // Not browserRest(), whose calls are held while an ended session is renewed.
  const rest = restAs(data.session.access_token)
  const [profile, isAdmin, levels] = await Promise.all([
    // A read that fails is tried again by the client itself.
    rest.from('profiles').select('first_name,last_name,phone,disabled').eq('id', user.id).maybeSingle(),
    checkAdmin(rest, user),
    auth.mfa.getAuthenticatorAssuranceLevel(),
  ])
  if (profile.status === 401) await checkSession()
  if (profile.status === 401 || isTrouble(profile)) return null
  const needsSecondStep = levels.data?.nextLevel === 'aal2' && levels.data.currentLevel !== 'aal2'
  return {
    profile: profile.data,
    isDisabled: profile.data?.disabled === true,
    isAdmin,
    needsSecondStep,
    mustEnrol: isAdmin && !needsSecondStep && (await lacksSecondStep(rest)),
  }
}

/** An admin who is let in only with a second step, and has none. Without an answer the database decides, as always. */
async function lacksSecondStep(rest: Rest): Promise<boolean> {
  const { data } = await rest.rpc('admin_access')
  return data === 'enrolment'
}

/** A check that fails again and again counts as not admin; the database decides anew on every call. */
async function checkAdmin(rest: Rest, user: User): Promise<boolean> {
  for (let tried = 1; ; tried++) {
    const role = await rest.rpc('has_role', { _user_id: user.id, _role: 'admin' })
    if (tried === TRIES || !isTrouble(role)) return role.data === true
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tried))
  }
}
