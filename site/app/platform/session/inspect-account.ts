// Loads a signed-in user's profile and role. It is imported on demand, so that visitors do not load the REST client.
import type { User } from '@supabase/auth-js'
import { type Rest, restAs } from '#app/lib/backend.ts'
import { type AuthClient, checkSession } from '#app/lib/browser-backend.ts'

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

/** Whether the service failed, as opposed to refusing the request. */
const isServiceFailure = ({ error, status }: { error: unknown; status: number }) =>
  error !== null && (status === 0 || status >= 500)

/** Null if the service does not respond, or if the session has ended, which the auth client reports. */
export async function inspectAccount(auth: AuthClient, user: User): Promise<Account | null> {
  const { data } = await auth.getSession()
  if (!data.session) return null
  // Doesn't use browserRest(), whose calls are held back until an ended session is renewed.
  const rest = restAs(data.session.access_token)
  const [profile, isAdmin, levels] = await Promise.all([
    // The client retries failed reads itself.
    rest.from('profiles').select('first_name,last_name,phone,disabled').eq('id', user.id).maybeSingle(),
    checkAdmin(rest, user),
    auth.mfa.getAuthenticatorAssuranceLevel(),
  ])
  if (profile.status === 401) await checkSession()
  if (profile.status === 401 || isServiceFailure(profile)) return null
  const needsSecondStep = levels.data?.nextLevel === 'aal2' && levels.data.currentLevel !== 'aal2'
  return {
    profile: profile.data,
    isDisabled: profile.data?.disabled === true,
    isAdmin,
    needsSecondStep,
    mustEnrol: isAdmin && !needsSecondStep && (await lacksSecondStep(rest)),
  }
}

/** Whether the admin must set up two-step verification first. If the call fails, the database still enforces it. */
async function lacksSecondStep(rest: Rest): Promise<boolean> {
  const { data } = await rest.rpc('admin_access')
  return data === 'enrolment'
}

/** If the check keeps failing, the user is not treated as an admin; the database checks every call anyway. */
async function checkAdmin(rest: Rest, user: User): Promise<boolean> {
  for (let tried = 1; ; tried++) {
    const role = await rest.rpc('has_role', { _user_id: user.id, _role: 'admin' })
    if (tried === TRIES || !isServiceFailure(role)) return role.data === true
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tried))
  }
}
