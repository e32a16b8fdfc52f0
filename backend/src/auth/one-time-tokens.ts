// The secrets in an email: a random token in the link, and six digits to type where the link cannot be opened. The
// database stores only hashes. The hash of the digits is keyed, because a plain hash of six digits could be reversed by
// trying them all. Using either secret uses up both. A used token stays marked as used, so that the site can tell the
// user why it no longer works. A new email invalidates the previous one of the same kind.

import { createHmac, randomBytes, randomInt } from 'node:crypto'
import type { Queryable } from '../db/database.ts'
import { equalsSecret } from '../http/caller/credentials.ts'
import { ONE_TIME_CODE_SECONDS } from './limits.ts'
import { type Challenge, startMailFlow } from './pkce.ts'
import { hashToken } from './refresh-tokens.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** `tokenType` is GoTrue's name for the token, and the column of auth.users that stores the hash of the digits. */
const KINDS = {
  signup: { tokenType: 'confirmation_token', lifetimeSeconds: 24 * HOUR },
  // Must match forecourt.invitation_lifetime().
  invite: { tokenType: 'confirmation_token', lifetimeSeconds: 24 * HOUR },
  magiclink: { tokenType: 'recovery_token', lifetimeSeconds: HOUR },
  recovery: { tokenType: 'recovery_token', lifetimeSeconds: HOUR },
  email_change_current: { tokenType: 'email_change_token_current', lifetimeSeconds: 24 * HOUR },
  email_change_new: { tokenType: 'email_change_token_new', lifetimeSeconds: 24 * HOUR },
  sms: { tokenType: 'confirmation_token', lifetimeSeconds: 10 * MINUTE },
  phone_change: { tokenType: 'phone_change_token', lifetimeSeconds: 10 * MINUTE },
  reauthentication: { tokenType: 'reauthentication_token', lifetimeSeconds: 15 * MINUTE },
} as const

export type TokenKind = keyof typeof KINDS

/** Whether a link of this kind, sent at this time, is still valid. */
export const isFresh = (kind: TokenKind, sentAt: string | null) =>
  sentAt !== null && Date.now() - Date.parse(sentAt) < KINDS[kind].lifetimeSeconds * 1000

export interface NewToken {
  userId: string
  kind: TokenKind
  /** The recipient. The token is valid only while this is the account's current or pending address or number. */
  relatesTo: string
  pkce?: Challenge | null
}

export interface IssuedToken {
  token: string
  code: string
  lifetimeSeconds: number
}

export const makeCode = () => String(randomInt(1_000_000)).padStart(6, '0')

const codeHash = (secret: string, userId: string, tokenType: string, code: string) =>
  createHmac('sha256', secret).update(`one-time-code\0${userId}\0${tokenType}\0${code}`).digest('base64url')

export async function issueToken(tx: Queryable, secret: string, wanted: NewToken): Promise<IssuedToken> {
  const { userId, kind, relatesTo, pkce } = wanted
  const { tokenType, lifetimeSeconds } = KINDS[kind]
  const token = `${pkce ? 'pkce_' : ''}${randomBytes(32).toString('base64url')}`
  const code = makeCode()
  await tx.query('delete from auth.one_time_tokens where user_id = $1 and token_type::text = $2', [userId, tokenType])
  await tx.query(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
     values (gen_random_uuid(), $1, $2, $3, $4)`,
    [userId, tokenType, hashToken(token), relatesTo],
  )
  await tx.query(`update auth.users set ${tokenType} = $2 where id = $1`, [
    userId,
    codeHash(secret, userId, tokenType, code),
  ])
  if (pkce) await startMailFlow(tx, userId, 'otp', token, pkce)
  return { token, code, lifetimeSeconds }
}

export interface Redeemed {
  userId: string
  relatesTo: string
  kind: TokenKind
}

const usedHash = (token: string) => `used:${hashToken(token)}`

/** Uses up a link's token and returns its user, or undefined if the token is unknown, used or expired. */
export async function redeemToken(tx: Queryable, token: string, kinds: readonly TokenKind[]) {
  for (const kind of kinds) {
    const { tokenType, lifetimeSeconds } = KINDS[kind]
    const { rows } = await tx.query<{ user_id: string; relates_to: string }>(
      `update auth.one_time_tokens set token_hash = $4, updated_at = now()
       where token_hash = $1 and token_type::text = $2 and created_at > (now() - make_interval(secs => $3))::timestamp
       returning user_id, relates_to`,
      [hashToken(token), tokenType, lifetimeSeconds, usedHash(token)],
    )
    const row = rows[0]
    if (row) return { userId: row.user_id, relatesTo: row.relates_to, kind } satisfies Redeemed
  }
  return undefined
}

/** The id that is looked up for an unknown address, so that the lookup takes as long as for a known one. */
export const NO_USER = '00000000-0000-0000-0000-000000000000'

/** Uses up the six digits for the given account. They expire sooner than the link in the same email. */
export async function redeemDigits(
  tx: Queryable,
  secret: string,
  userId: string,
  code: string,
  kinds: readonly TokenKind[],
): Promise<Redeemed | undefined> {
  for (const kind of kinds) {
    const { tokenType, lifetimeSeconds } = KINDS[kind]
    const { rows } = await tx.query<{ id: string; relates_to: string; code_hash: string | null }>(
      `select t.id, t.relates_to, u.${tokenType} as code_hash
       from auth.one_time_tokens t join auth.users u on u.id = t.user_id
       where t.user_id = $1 and t.token_type::text = $2 and t.token_hash not like 'used:%'
         and t.created_at > (now() - make_interval(secs => $3))::timestamp
       for update of t`,
      [userId, tokenType, Math.min(lifetimeSeconds, ONE_TIME_CODE_SECONDS)],
    )
    const row = rows[0]
    if (!row?.code_hash || !equalsSecret(codeHash(secret, userId, tokenType, code), row.code_hash)) continue
    await tx.query(
      `update auth.one_time_tokens set token_hash = 'used:' || token_hash, updated_at = now() where id = $1`,
      [row.id],
    )
    return { userId, relatesTo: row.relates_to, kind }
  }
  return undefined
}

/** Whether this token has been used. Only a reader of the email knows the token. */
export async function isUsedToken(tx: Queryable, token: string): Promise<boolean> {
  const { rows } = await tx.query('select from auth.one_time_tokens where token_hash = $1', [usedHash(token)])
  return rows.length > 0
}

/** Whether the token in the latest email of this kind to this address has been used. */
export async function wasUsed(tx: Queryable, userId: string, kind: TokenKind, relatesTo: string): Promise<boolean> {
  const { tokenType, lifetimeSeconds } = KINDS[kind]
  const { rows } = await tx.query(
    `select from auth.one_time_tokens
     where user_id = $1 and token_type::text = $2 and relates_to = $3 and token_hash like 'used:%'
       and updated_at > (now() - make_interval(secs => $4))::timestamp`,
    [userId, tokenType, relatesTo, lifetimeSeconds],
  )
  return rows.length > 0
}

/** Invalidates unused tokens. */
export async function dropTokens(tx: Queryable, userId: string, kinds: readonly TokenKind[]): Promise<void> {
  await tx.query(
    `delete from auth.one_time_tokens
     where user_id = $1 and token_type::text = any($2::text[]) and token_hash not like 'used:%'`,
    [userId, kinds.map((kind) => KINDS[kind].tokenType)],
  )
}
