// Single-use codes that replace a lost phone. Each has 50 random bits, so a keyed hash is enough to protect it.

import { createHmac, randomInt } from 'node:crypto'
import type { Queryable } from '../db/database.ts'
import { RECOVERY_CODES } from './limits.ts'

/** Base32 (RFC 4648), in which no digit looks like a letter. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const GROUP_LENGTH = RECOVERY_CODES.length / 2
/** Digits that people type in place of letters when they read a code from paper. */
const MISREAD: Record<string, string> = { '0': 'O', '1': 'I', '8': 'B' }

const makeCode = () =>
  Array.from({ length: RECOVERY_CODES.length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** Accepts any case and any separators. Returns null if the text cannot be a code. */
function readCode(typed: string): string | null {
  if (typed.length > RECOVERY_CODES.maxTyped) return null
  const plain = typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const code = plain.replace(/[018]/g, (digit) => MISREAD[digit] as string)
  return code.length === RECOVERY_CODES.length && [...code].every((letter) => ALPHABET.includes(letter)) ? code : null
}

const hashOf = (secret: string, userId: string, code: string) =>
  createHmac('sha256', secret).update(`recovery-code\0${userId}\0${code}`).digest('base64url')

/** Replaces an account's codes. The caller must hold the lock on the account's row. */
export async function replaceCodes(tx: Queryable, secret: string, userId: string): Promise<string[]> {
  const codes = new Set<string>()
  while (codes.size < RECOVERY_CODES.count) codes.add(makeCode())
  await tx.query('delete from auth.mfa_recovery_codes where user_id = $1', [userId])
  await tx.query(`insert into auth.mfa_recovery_codes (user_id, code_hash) select $1, unnest($2::text[])`, [
    userId,
    [...codes].map((code) => hashOf(secret, userId, code)),
  ])
  return [...codes].map((code) => `${code.slice(0, GROUP_LENGTH)}-${code.slice(GROUP_LENGTH)}`)
}

/**
 * Deletes the code and returns whether it was one of the account's. Malformed codes are looked up too, so that they
 * take just as long to reject.
 */
export async function consumeCode(tx: Queryable, secret: string, userId: string, typed: string): Promise<boolean> {
  const { rows } = await tx.query(
    'delete from auth.mfa_recovery_codes where user_id = $1 and code_hash = $2 returning user_id',
    [userId, hashOf(secret, userId, readCode(typed) ?? '')],
  )
  return rows.length > 0
}

export async function countCodes(db: Queryable, userId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::int as count from auth.mfa_recovery_codes where user_id = $1',
    [userId],
  )
  return rows[0]?.count ?? 0
}
