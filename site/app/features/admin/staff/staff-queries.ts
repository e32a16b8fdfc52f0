import { queryOptions } from '@tanstack/react-query'
import { browserRest } from '#app/lib/backend.ts'
import { getFunctions } from '#app/lib/browser-backend.ts'
import { refusalOf } from '#app/lib/function-refusal.ts'
import type { Role, StaffRole } from '#supabase/functions/_shared/roles.ts'

export interface StaffMember {
  id: string
  name: string
  email: string
  role: StaffRole
  disabled: boolean
  /** The expiry time of a pending invitation, which may have passed; null if there is none. */
  invited_until: string | null
  has_second_step: boolean
  last_sign_in_at: string | null
}

export const staffMembers = queryOptions({
  queryKey: ['accounts', 'staff'],
  queryFn: async () => {
    const { data, error } = await browserRest().rpc('staff_members').overrideTypes<StaffMember[], { merge: false }>()
    if (error) throw error
    return data
  },
})

/** Names for filters and choices, which sales staff may read too. */
export const colleagues = queryOptions({
  queryKey: ['accounts', 'colleagues'],
  queryFn: async () => {
    const { data, error } = await browserRest()
      .from('customers')
      .select('id, name, email, role, disabled')
      .neq('role', 'user')
      .order('name')
    if (error) throw error
    return data.map(({ id, name, email, disabled }) => ({
      id: id ?? '',
      name: name || email || '',
      disabled: disabled === true,
    }))
  },
})

/** The account’s next request already has the new rights. */
export async function changeRole(userId: string, role: Role) {
  const { error } = await browserRest().from('user_roles').upsert({ user_id: userId, role })
  if (error) throw error
}

/** The function refused the invitation; the message gives the reason. */
export class InviteRefused extends Error {}

export interface Invitation {
  email: string
  role: StaffRole
}

/** Creates an account without a password and emails the invitation. If it is accepted in time, the account gets the role. */
export async function inviteColleague(invitation: Invitation): Promise<void> {
  const functions = await getFunctions()
  const { error } = await functions.invoke('invite-colleague', { body: invitation })
  if (!error) return
  const refusal = await refusalOf(error)
  throw refusal ? new InviteRefused(refusal) : error
}
