import type { Queryable } from '../db/database.ts'
import type { SignedIn } from './services.ts'

export interface FactorRow {
  id: string
  user_id: string
  status: 'verified' | 'unverified'
  friendly_name: string | null
  secret: string | null
}

/** Held until the transaction ends: two codes for one factor are looked at one after another. */
export async function lockFactor(tx: Queryable, userId: string, id: string): Promise<FactorRow | undefined> {
  const { rows } = await tx.query<FactorRow>(
    `select id, user_id, status::text as status, friendly_name, secret from auth.mfa_factors
     where id = $1 and user_id = $2 and factor_type = 'totp' for update`,
    [id, userId],
  )
  return rows[0]
}

export const hasSecondStep = ({ user }: Pick<SignedIn, 'user'>) =>
  user.factors.some(({ status }) => status === 'verified')

/** What the factor raised falls back. */
export async function removeFactor(tx: Queryable, id: string): Promise<void> {
  await tx.query(
    `delete from auth.mfa_amr_claims where authentication_method = 'totp'
       and session_id in (select s.id from auth.sessions s where s.factor_id = $1)`,
    [id],
  )
  await tx.query(`update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now() where factor_id = $1`, [
    id,
  ])
  await tx.query('delete from auth.mfa_factors where id = $1', [id])
}
