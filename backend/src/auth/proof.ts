// Tracks whether the owner of an account has proved that they can read emails sent to its address. Only then does the
// account show enquiries sent from that address: see forecourt.own_email.

import { LEAD_KINDS, LEADS } from '../../../supabase/functions/_shared/lead-kinds.ts'
import type { Queryable } from '../db/database.ts'
import { dropTokens } from './one-time-tokens.ts'
import { endSessions } from './sessions.ts'
import { confirmEmail, identityData, insertIdentity, savePassword, type UserRow } from './users.ts'

/** Confirms the address without proof, for autoconfirm. */
export async function confirmUnproved(tx: Queryable, id: string): Promise<void> {
  // Mark the address as unproved first: on confirmation, a trigger gives invited users the admin role if their address
  // is proved.
  await tx.query('insert into forecourt.unproved_emails (user_id) values ($1) on conflict do nothing', [id])
  await confirmEmail(tx, id)
}

export async function isProved(tx: Queryable, id: string): Promise<boolean> {
  const { rows } = await tx.query('select from forecourt.unproved_emails where user_id = $1', [id])
  return rows.length === 0
}

/** For an admin who vouches that the address belongs to the user. */
export async function vouchForEmail(tx: Queryable, id: string): Promise<void> {
  await tx.query('delete from forecourt.unproved_emails where user_id = $1', [id])
  await confirmEmail(tx, id)
}

/** Call only after the user has proved that they can read the mailbox. */
export async function proveEmail(tx: Queryable, user: UserRow): Promise<void> {
  await revokeUnproved(tx, user)
  await confirmEmail(tx, user.id)
  await dropTokens(tx, user.id, ['signup'])
}

/**
 * If the address was unproved until now, someone else may have registered the account, so its password, sessions, factors
 * and other ways in are removed.
 */
export async function revokeUnproved(tx: Queryable, user: UserRow): Promise<void> {
  // Read as text, because a Date would lose the microseconds.
  const { rows } = await tx.query<{ since: string }>(
    'delete from forecourt.unproved_emails where user_id = $1 returning since::text as since',
    [user.id],
  )
  if (!rows[0]) return
  await removeUnprovedAccess(tx, user, 'email')
  // Leads stored while the address was unproved may also have been sent by someone else. Leads from the proved address
  // are still found by email address.
  for (const table of [...LEAD_KINDS.map((kind) => LEADS[kind].table), 'email_outbox']) {
    await tx.query(`update public.${table} set user_id = null where user_id = $1 and created_at > $2`, [
      user.id,
      rows[0].since,
    ])
  }
  if (!user.identities.some(({ provider }) => provider === 'email'))
    await insertIdentity(tx, user.id, 'email', identityData(user.id, user.email, true, {}))
}

/** Removes all ways in except the one that was just proved. */
export async function removeUnprovedAccess(tx: Queryable, user: UserRow, proved: 'email' | 'phone'): Promise<void> {
  if (user.encrypted_password) await savePassword(tx, user.id, null, 'void')
  await endSessions(tx, user.id)
  await tx.query('delete from auth.mfa_factors where user_id = $1', [user.id])
  await tx.query('delete from auth.identities where user_id = $1 and provider <> $2', [user.id, proved])
  // The number could be used to sign in, and a pending email change could be used to take over the account.
  if (proved === 'email')
    await tx.query(
      `update auth.users set phone = null, phone_confirmed_at = null, phone_change = '', email_change = '' where id = $1`,
      [user.id],
    )
}
