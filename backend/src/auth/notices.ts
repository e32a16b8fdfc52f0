// Emails that tell account owners about changes to how they sign in. Each email is queued together with the change
// itself.

import type { Queryable } from '../db/database.ts'
import type { AuthDeps } from './deps.ts'
import { nameOf } from './links.ts'
import type { UserRow } from './users.ts'

type Notice =
  | { template: 'password-changed' }
  | { template: 'two-steps-changed'; change: 'on' | 'off' | 'reset' | 'codes' }
  | { template: 'recovery-code-used'; remaining: string }

export async function mailNotice(
  { queueMail }: Pick<AuthDeps, 'queueMail'>,
  tx: Queryable,
  user: Pick<UserRow, 'email' | 'raw_user_meta_data'>,
  { template, ...data }: Notice,
): Promise<void> {
  if (!user.email) return
  const at = new Date().toISOString()
  await queueMail(tx, { template, recipient: user.email, data: { name: nameOf(user), at, ...data } })
}

/** Sends nothing when an account gets its first password. */
export async function mailPasswordChange(
  deps: Pick<AuthDeps, 'queueMail'>,
  tx: Queryable,
  user: UserRow,
): Promise<void> {
  if (user.encrypted_password) await mailNotice(deps, tx, user, { template: 'password-changed' })
}
