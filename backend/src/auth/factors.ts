import { createHmac } from 'node:crypto'
import type { Queryable } from '../db/database.ts'
import type { SignedIn } from './services.ts'

export interface FactorRow {
  id: string
  user_id: string
  status: 'verified' | 'unverified'
  factor_type: 'totp' | 'phone'
  friendly_name: string | null
  secret: string | null
  phone: string | null
}

/** Locks the factor until the transaction ends, so that two codes for the same factor are checked one after the other. */
export async function lockFactor(tx: Queryable, userId: string, id: string): Promise<FactorRow | undefined> {
  const { rows } = await tx.query<FactorRow>(
    `select id, user_id, status::text as status, factor_type::text as factor_type, friendly_name, secret, phone
     from auth.mfa_factors where id = $1 and user_id = $2 and factor_type in ('totp', 'phone') for update`,
    [id, userId],
  )
  return rows[0]
}

export const hasSecondStep = ({ user }: Pick<SignedIn, 'user'>) =>
  user.factors.some(({ status }) => status === 'verified')

/** The `amr` methods that count as a second step. forecourt.has_just_proved_identity has the same list. */
export const SECOND_STEP_METHODS = ['totp', 'mfa/phone', 'recovery_code'] as const
export type SecondStepMethod = (typeof SECOND_STEP_METHODS)[number]
export const isSecondStepMethod = (method: string) => SECOND_STEP_METHODS.some((known) => known === method)

/** Sessions raised to aal2 by this factor drop back to aal1. */
export async function removeFactor(tx: Queryable, id: string): Promise<void> {
  await tx.query(
    `delete from auth.mfa_amr_claims where authentication_method = any($2::text[])
       and session_id in (select s.id from auth.sessions s where s.factor_id = $1)`,
    [id, SECOND_STEP_METHODS],
  )
  await tx.query(`update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now() where factor_id = $1`, [
    id,
  ])
  await tx.query('delete from auth.mfa_factors where id = $1', [id])
}

/** The hash is keyed, because a plain hash of six digits could be reversed by trying them all. */
export const factorCodeHash = (secret: string, factorId: string, code: string) =>
  createHmac('sha256', secret).update(`factor-code\0${factorId}\0${code}`).digest('base64url')
