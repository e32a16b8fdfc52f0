// Loads a signed-in user's profile and role. It is imported on demand, so that visitors do not load the REST client.
import type { User } from '@supabase/auth-js'
import { type Rest, restAs } from '#app/lib/backend.ts'
import { type AuthClient, checkSession } from '#app/lib/browser-backend.ts'
import type { StaffRole } from '#supabase/functions/_shared/roles.ts'

export interface Profile {
  first_name: string
  last_name: string
  phone: string
}

export interface Account {
  profile: Profile | null
  isAdmin: boolean
  /** Works in the back office: an admin or sales staff. */
  isStaff: boolean
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
  const [profile, isAdmin, isSales, levels] = await Promise.all([
    // The client retries failed reads itself.
    rest.from('profiles').select('first_name,last_name,phone,disabled').eq('id', user.id).maybeSingle(),
    checkRole(rest, user, 'admin'),
    checkRole(rest, user, 'sales'),
    auth.mfa.getAuthenticatorAssuranceLevel(),
  ])
  if (profile.status === 401) await checkSession()
  if (profile.status === 401 || isServiceFailure(profile)) return null
  const needsSecondStep = levels.data?.nextLevel === 'aal2' && levels.data.currentLevel !== 'aal2'
  const isStaff = isAdmin || isSales
  return {
    profile: profile.data,
    isDisabled: profile.data?.disabled === true,
    isAdmin,
    isStaff,
    needsSecondStep,
    mustEnrol: isStaff && !needsSecondStep && (await lacksSecondStep(rest)),
  }
}

/** Whether the user must set up two-step verification first. If the call fails, the database still enforces it. */
async function lacksSecondStep(rest: Rest): Promise<boolean> {
  const { data } = await rest.rpc('staff_access')
  return data === 'enrolment'
}

/** If the check keeps failing, the user counts as not having the role; the database checks every call anyway. */
async function checkRole(rest: Rest, user: User, role: StaffRole): Promise<boolean> {
  for (let tried = 1; ; tried++) {
    const answer = await rest.rpc('has_role', { _user_id: user.id, _role: role })
    if (tried === TRIES || !isServiceFailure(answer)) return answer.data === true
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tried))
  }
}
