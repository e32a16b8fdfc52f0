// The secret in an e-mailed link. It is random, the database keeps its hash only, and it works once: a used one stays
// as a mark, so that its reader can be told. A user has at most one of each kind: a new link ends the one before it.

import { randomBytes } from 'node:crypto'
import type { Queryable } from '../db/database.ts'
import { hashToken } from './refresh-tokens.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

const LINK_TYPES = {
  signup: { tokenType: 'confirmation_token', lifetimeSeconds: 24 * HOUR },
  recovery: { tokenType: 'recovery_token', lifetimeSeconds: HOUR },
} as const

export type LinkType = keyof typeof LINK_TYPES

export const isLinkType = (text: string): text is LinkType => Object.hasOwn(LINK_TYPES, text)

export async function issueLinkToken(tx: Queryable, userId: string, email: string, type: LinkType): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const { tokenType } = LINK_TYPES[type]
  await tx.query('delete from auth.one_time_tokens where user_id = $1 and token_type::text = $2', [userId, tokenType])
  await tx.query(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
     values (gen_random_uuid(), $1, $2, $3, $4)`,
    [userId, tokenType, hashToken(token), email],
  )
  return token
}

const usedHash = (token: string) => `used:${hashToken(token)}`

/** Uses the token up and says whose it was; nothing when it is unknown, used or too old. */
export async function redeemLinkToken(tx: Queryable, token: string, type: LinkType) {
  const { tokenType, lifetimeSeconds } = LINK_TYPES[type]
  const { rows } = await tx.query<{ user_id: string; relates_to: string }>(
    `update auth.one_time_tokens set token_hash = $4, updated_at = now()
     where token_hash = $1 and token_type::text = $2 and created_at > (now() - make_interval(secs => $3))::timestamp
     returning user_id, relates_to`,
    [hashToken(token), tokenType, lifetimeSeconds, usedHash(token)],
  )
  const row = rows[0]
  return row && { userId: row.user_id, email: row.relates_to }
}

/** Whether this is the secret of a link that did its work before. Only who has read the mail can ask. */
export async function isUsedLinkToken(tx: Queryable, token: string): Promise<boolean> {
  const { rows } = await tx.query('select from auth.one_time_tokens where token_hash = $1', [usedHash(token)])
  return rows.length > 0
}

/** Ends links that nobody has used yet. */
export async function dropLinkTokens(tx: Queryable, userId: string, type: LinkType): Promise<void> {
  await tx.query(
    `delete from auth.one_time_tokens where user_id = $1 and token_type::text = $2 and token_hash not like 'used:%'`,
    [userId, LINK_TYPES[type].tokenType],
  )
}
