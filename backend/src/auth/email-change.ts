// Another address for an account. Both mailboxes have to agree: the old one, so that whoever finds an open browser cannot take
// the account away; the new one, because what was sent under it will be shown.

import type { Queryable } from '../db/database.ts'
import { AuthError } from './errors.ts'
import { type LinkOptions, mailEmailChange } from './links.ts'
import { dropTokens, type TokenKind, wasUsed } from './one-time-tokens.ts'
import { confirmUnproved, proveEmail } from './proof.ts'
import { isTaken } from './retry.ts'
import type { AuthServices } from './services.ts'
import { getUserById, identityData, insertIdentity, type UserRow } from './users.ts'

export async function beginEmailChange(
  services: AuthServices,
  tx: Queryable,
  user: UserRow,
  newEmail: string,
  options: LinkOptions,
): Promise<void> {
  if (services.settings.mailer.autoconfirm) {
    await moveEmail(tx, user, newEmail)
    return confirmUnproved(tx, user.id)
  }
  await tx.query('update auth.users set email_change = $2, updated_at = now() where id = $1', [user.id, newEmail])
  await mailEmailChange(services, tx, user, newEmail, options)
}

/** One mailbox has agreed. Says whether that was the last one needed. */
export async function agreeToEmailChange(
  services: AuthServices,
  tx: Queryable,
  user: UserRow,
  kind: TokenKind,
): Promise<boolean> {
  const needsBoth = services.settings.mailer.secureEmailChange && user.email !== ''
  const hasOther =
    kind === 'email_change_new'
      ? await wasUsed(tx, user.id, 'email_change_current', user.email)
      : await wasUsed(tx, user.id, 'email_change_new', user.email_change ?? '')
  if (needsBoth && !hasOther) {
    await tx.query('update auth.users set email_change_confirm_status = 1, updated_at = now() where id = $1', [user.id])
    return false
  }
  // Without the old mailbox's word the new one's has to be the last.
  if (!needsBoth && kind !== 'email_change_new') return false
  await moveEmail(tx, user, user.email_change ?? '')
  await proveEmail(tx, await getUserById(tx, user.id))
  return true
}

async function moveEmail(tx: Queryable, user: UserRow, email: string): Promise<void> {
  await tx
    .query(
      `update auth.users set email = $2, email_change = '', email_change_confirm_status = 0, email_confirmed_at = now(),
         is_anonymous = false, updated_at = now()
       where id = $1`,
      [user.id, email],
    )
    .catch(refuseTakenEmail)
  if (user.is_anonymous) await nameAnonymous(tx, user, email)
  else
    await tx.query(
      `update auth.identities
       set identity_data = identity_data || jsonb_build_object('email', $2::text, 'email_verified', true), updated_at = now()
       where user_id = $1 and provider = 'email'`,
      [user.id, email],
    )
  // What was mailed to the old address opens nothing any more, and each agreement was for this change.
  await dropTokens(tx, user.id, ['signup', 'magiclink', 'email_change_current', 'email_change_new', 'reauthentication'])
}

/** Whoever had no name has one now: from here on it is an account like any other. */
async function nameAnonymous(tx: Queryable, user: UserRow, email: string): Promise<void> {
  const metadata = JSON.stringify({ provider: 'email', providers: ['email'] })
  await tx.query(
    `update auth.users set raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || $2::jsonb where id = $1`,
    [user.id, metadata],
  )
  await insertIdentity(tx, user.id, 'email', identityData(user.id, email, true, {}))
}

export function refuseTakenEmail(error: unknown): never {
  if (isTaken(error)) throw new AuthError('email_exists', 'A user with this email address has already been registered')
  throw error
}
