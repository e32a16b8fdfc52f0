// Whether somebody has read a mail at the address that an account has. See forecourt.own_email: only then is what was sent
// under the address shown.

import { LEAD_KINDS, LEADS } from '../../../supabase/functions/_shared/lead-kinds.ts'
import type { Queryable } from '../db/database.ts'
import { dropTokens } from './one-time-tokens.ts'
import { endSessions } from './sessions.ts'
import { confirmEmail, identityData, insertIdentity, savePassword, type UserRow } from './users.ts'

/** Confirmed without proof: by autoconfirm. */
export async function confirmUnproved(tx: Queryable, id: string): Promise<void> {
  // The mark first: confirmation is when the database makes an admin of whoever was invited.
  await tx.query('insert into forecourt.unproved_emails (user_id) values ($1) on conflict do nothing', [id])
  await confirmEmail(tx, id)
}

export async function isProved(tx: Queryable, id: string): Promise<boolean> {
  const { rows } = await tx.query('select from forecourt.unproved_emails where user_id = $1', [id])
  return rows.length === 0
}

/** The dealer says whose address it is. */
export async function vouchForEmail(tx: Queryable, id: string): Promise<void> {
  await tx.query('delete from forecourt.unproved_emails where user_id = $1', [id])
  await confirmEmail(tx, id)
}

/** Whoever calls this for someone has seen that they read the mailbox. */
export async function proveEmail(tx: Queryable, user: UserRow): Promise<void> {
  await endUnproved(tx, user)
  await confirmEmail(tx, user.id)
  await dropTokens(tx, user.id, ['signup'])
}

/**
 * Were the account open before without a proof, a stranger may have opened it: password, sessions, factors and other ways in
 * are theirs, and end.
 */
export async function endUnproved(tx: Queryable, user: UserRow): Promise<void> {
  // As text: a Date has milliseconds only.
  const { rows } = await tx.query<{ since: string }>(
    'delete from forecourt.unproved_emails where user_id = $1 returning since::text as since',
    [user.id],
  )
  if (!rows[0]) return
  await endWhatStrangersMade(tx, user, 'email')
  // A stranger may also have sent its leads since then. Those under the proved address are still found by email.
  for (const table of [...LEAD_KINDS.map((kind) => LEADS[kind].table), 'email_outbox']) {
    await tx.query(`update public.${table} set user_id = null where user_id = $1 and created_at > $2`, [
      user.id,
      rows[0].since,
    ])
  }
  if (!user.identities.some(({ provider }) => provider === 'email'))
    await insertIdentity(tx, user.id, 'email', identityData(user.id, user.email, true, {}))
}

/** All ways in but the one that was just proved. */
export async function endWhatStrangersMade(tx: Queryable, user: UserRow, proved: 'email' | 'phone'): Promise<void> {
  if (user.encrypted_password) await savePassword(tx, user.id, null, 'void')
  await endSessions(tx, user.id)
  await tx.query('delete from auth.mfa_factors where user_id = $1', [user.id])
  await tx.query('delete from auth.identities where user_id = $1 and provider <> $2', [user.id, proved])
  // A number signs in, and an address that was asked for would be the account's.
  if (proved === 'email')
    await tx.query(
      `update auth.users set phone = null, phone_confirmed_at = null, phone_change = '', email_change = '' where id = $1`,
      [user.id],
    )
}
