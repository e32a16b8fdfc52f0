// Changes the email address of an account. Both mailboxes must confirm the change. The old mailbox must confirm so that
// someone at an unlocked browser cannot take over the account, and the new one must confirm because the account will
// then show the enquiries sent from that address.

import { SETTINGS } from '../../../supabase/functions/_shared/settings.ts'
import type { Queryable } from '../db/database.ts'
import { AuthError } from './errors.ts'
import { type LinkOptions, mailEmailChange } from './links.ts'
import { dropTokens, type TokenKind, wasUsed } from './one-time-tokens.ts'
import { confirmUnproved, proveEmail } from './proof.ts'
import { isUniqueViolation } from './retry.ts'
import type { AuthServices } from './services.ts'
import { getUserById, identityData, insertIdentity, MAY_REPLACE_EMAIL, type UserRow } from './users.ts'

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

/** Records the confirmation from one mailbox and returns whether it was the last one needed. */
export async function confirmEmailChange(
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
  // If only one confirmation is needed, it must come from the new mailbox.
  if (!needsBoth && kind !== 'email_change_new') return false
  await moveEmail(tx, user, user.email_change ?? '')
  await proveEmail(tx, await getUserById(tx, user.id))
  return true
}

/**
 * Gives the first admin their own address. The change needs no confirmation, as the password that was printed on the
 * server vouches for the admin. Notifications that went to the old address go to the new one.
 */
export async function replaceFirstEmail(tx: Queryable, user: UserRow, email: string): Promise<void> {
  await moveEmail(tx, user, email)
  await tx.query('update auth.users set raw_app_meta_data = raw_app_meta_data - $2 where id = $1', [
    user.id,
    MAY_REPLACE_EMAIL,
  ])
  await tx.query('update public.config set value = $3 where key = $1 and lower(value) = lower($2)', [
    SETTINGS.adminEmail.key,
    user.email,
    email,
  ])
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
  if (user.is_anonymous) await addEmailIdentity(tx, user, email)
  else
    await tx.query(
      `update auth.identities
       set identity_data = identity_data || jsonb_build_object('email', $2::text, 'email_verified', true), updated_at = now()
       where user_id = $1 and provider = 'email'`,
      [user.id, email],
    )
  // Links sent to the old address must stop working, and confirmations must not count towards a later change.
  await dropTokens(tx, user.id, ['signup', 'magiclink', 'email_change_current', 'email_change_new', 'reauthentication'])
}

/** Turns an anonymous user into an ordinary account with an email address. */
async function addEmailIdentity(tx: Queryable, user: UserRow, email: string): Promise<void> {
  const metadata = JSON.stringify({ provider: 'email', providers: ['email'] })
  await tx.query(
    `update auth.users set raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || $2::jsonb where id = $1`,
    [user.id, metadata],
  )
  await insertIdentity(tx, user.id, 'email', identityData(user.id, email, true, {}))
}

export function refuseTakenEmail(error: unknown): never {
  if (isUniqueViolation(error))
    throw new AuthError('email_exists', 'A user with this email address has already been registered')
  throw error
}
