import type { Queryable } from '../db/database.ts'
import type { TextMessage } from './deps.ts'
import { AuthError } from './errors.ts'
import { dropTokens } from './one-time-tokens.ts'
import { removeUnprovedAccess } from './proof.ts'
import { updateProviders } from './provider-accounts.ts'
import { isUniqueViolation } from './retry.ts'
import type { AuthServices } from './services.ts'
import { type Channel, issueTextCode } from './text-codes.ts'
import { findUserByPhone, insertIdentity, type UserRow } from './users.ts'

/**
 * Returns the message for the new number, or null if none is sent. The caller must not learn that another account has the
 * number.
 */
export async function beginPhoneChange(
  services: AuthServices,
  tx: Queryable,
  user: UserRow,
  to: { phone: string; channel: Channel },
): Promise<TextMessage | null> {
  if (services.settings.sms.autoconfirm) {
    await movePhone(tx, user, to.phone)
    await tx.query('insert into forecourt.unproved_phones (user_id) values ($1) on conflict do nothing', [user.id])
    return null
  }
  await tx.query('update auth.users set phone_change = $2, phone_change_sent_at = now() where id = $1', [
    user.id,
    to.phone,
  ])
  await dropTokens(tx, user.id, ['phone_change'])
  if (await findUserByPhone(tx, to.phone)) return null
  return issueTextCode(services, tx, 'phone_change', user, to)
}

export async function movePhone(tx: Queryable, user: UserRow, phone: string): Promise<void> {
  await tx
    .query(
      `update auth.users set phone = $2, phone_change = '', phone_confirmed_at = now(), is_anonymous = false, updated_at = now()
       where id = $1`,
      [user.id, phone],
    )
    .catch(refuseTakenPhone)
  await vouchForPhone(tx, user.id)
  await upsertPhoneIdentity(tx, user, phone)
  await dropTokens(tx, user.id, ['phone_change'])
}

/** Clears the flag that marks the number as unproved. */
export async function vouchForPhone(tx: Queryable, id: string): Promise<void> {
  await tx.query('delete from forecourt.unproved_phones where user_id = $1', [id])
}

/** Call after a code sent to the account's number has been entered. */
export async function provePhone(tx: Queryable, user: UserRow): Promise<void> {
  const { rows } = await tx.query('delete from forecourt.unproved_phones where user_id = $1 returning user_id', [
    user.id,
  ])
  if (rows.length > 0) await removeUnprovedAccess(tx, user, 'phone')
  await tx.query(
    'update auth.users set phone_confirmed_at = coalesce(phone_confirmed_at, now()), updated_at = now() where id = $1',
    [user.id],
  )
  await upsertPhoneIdentity(tx, user, user.phone ?? '')
}

async function upsertPhoneIdentity(tx: Queryable, user: UserRow, phone: string): Promise<void> {
  const facts = { sub: user.id, phone, phone_verified: true }
  const { rows } = await tx.query(
    `update auth.identities set identity_data = identity_data || $2::jsonb, updated_at = now()
     where user_id = $1 and provider = 'phone' returning id`,
    [user.id, JSON.stringify(facts)],
  )
  if (rows.length > 0) return
  await insertIdentity(tx, user.id, 'phone', { ...facts, email_verified: false })
  if (!user.raw_app_meta_data?.provider)
    await tx.query(
      `update auth.users set raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || '{"provider": "phone"}' where id = $1`,
      [user.id],
    )
  await updateProviders(tx, user.id)
}

export function refuseTakenPhone(error: unknown): never {
  if (isUniqueViolation(error))
    throw new AuthError('phone_exists', 'A user with this phone number has already been registered')
  throw error
}
