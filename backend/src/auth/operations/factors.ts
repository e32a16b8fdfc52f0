// Challenges, verifies and removes second factors.

import type { Context } from 'hono'
import { z } from 'zod'
import type { Queryable } from '../../db/database.ts'
import { equalsSecret } from '../../http/caller/credentials.ts'
import { readBody } from '../body.ts'
import { AuthError } from '../errors.ts'
import { type FactorRow, factorCodeHash, hasSecondStep, lockFactor, removeFactor } from '../factors.ts'
import { FACTOR_RULES } from '../limits.ts'
import { mailNotice } from '../notices.ts'
import { makeCode } from '../one-time-tokens.ts'
import { pairOf, takeText } from '../rate-limits.ts'
import { type AuthServices, clientOf, type Operation, requireUser, type SignedIn } from '../services.ts'
import { endSessions, raiseSession } from '../sessions.ts'
import { channelFrom, sendAndWait } from '../text-codes.ts'
import { decryptSecret, stepOfCode } from '../totp.ts'
import { getUserById, lockUserById, toUser } from '../users.ts'
import { requireTarget } from './admin-users.ts'

const UUID = z.guid()
const Challenge = z.object({ channel: z.string().nullish() })
const Verification = z.object({ challenge_id: z.string().nullish(), code: z.string().nullish() })

const factorNotFound = (status?: number) =>
  new AuthError('mfa_factor_not_found', 'MFA factor with the provided factor ID not found', { status })

function factorId(c: Context, name = 'id'): string {
  const id = c.req.param(name) ?? ''
  if (!UUID.safeParse(id).success)
    throw new AuthError('validation_failed', 'factor_id must be an UUID', { status: 404 })
  return id
}

export const challengeFactor: Operation = (services) => async (c) => {
  const { user } = await requireUser(services, c.req.raw)
  const id = factorId(c)
  const channel = channelFrom((await readBody(c.req.raw, Challenge)).channel)
  await services.limits.take('challengePair', pairOf(user.id, services.clientAddress(c.req.raw)))
  const { address } = clientOf(services, c.req.raw)
  const phone = user.factors.find((factor) => factor.id === id)?.phone
  if (phone) await takeText(services.limits, services.clientAddress(c.req.raw), 'factor', phone)
  const code = phone ? makeCode() : null
  const challenge = await services.db.transaction(async (tx) => {
    if (!(await lockFactor(tx, user.id, id))) throw factorNotFound()
    // Verified challenges are kept longer, because they record which codes have been used.
    await tx.query(
      `delete from auth.mfa_challenges where factor_id = $1 and created_at < now() - make_interval(secs => $2)`,
      [id, 2 * FACTOR_RULES.challengeSeconds],
    )
    const { rows } = await tx.query<{ id: string; expires_at: number }>(
      `insert into auth.mfa_challenges (id, factor_id, ip_address, otp_code) values (gen_random_uuid(), $1, $2::inet, $4)
       returning id, extract(epoch from created_at + make_interval(secs => $3))::bigint::int as expires_at`,
      [id, address, FACTOR_RULES.challengeSeconds, code && factorCodeHash(services.keys.hmacSecret, id, code)],
    )
    await tx.query('update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $1', [id])
    return rows[0] as { id: string; expires_at: number }
  })
  if (phone && code) await sendAndWait(services, { phone, code, channel })
  return c.json({ id: challenge.id, type: phone ? 'phone' : 'totp', expires_at: challenge.expires_at })
}

export const verifyFactor: Operation = (services) => async (c) => {
  const { db, limits, clientAddress } = services
  const caller = await requireUser(services, c.req.raw)
  const id = factorId(c)
  const { challenge_id: challengeId, code } = await readBody(c.req.raw, Verification)
  if (!code) throw new AuthError('validation_failed', 'Code needs to be non-empty')
  if (!challengeId || !UUID.safeParse(challengeId).success) throw factorNotFound(422)
  await limits.take('verifyAddress', clientAddress(c.req.raw))
  // Count before checking, so that parallel attempts cannot all pass.
  const pair = pairOf(caller.user.id, clientAddress(c.req.raw))
  await limits.take('factorPair', pair)
  await limits.take('factorAccount', caller.user.id)
  const session = await db.transaction((tx) => verifyCode(services, tx, caller, { id, challengeId, code }))
  await limits.refund('factorPair', pair)
  await limits.refund('factorAccount', caller.user.id)
  return c.json(session)
}

interface GivenCode {
  id: string
  challengeId: string
  code: string
}

async function verifyCode(
  services: AuthServices,
  tx: Queryable,
  caller: SignedIn,
  { id, challengeId, code }: GivenCode,
) {
  // Every operation locks the account before its factor, so that two operations cannot deadlock.
  const isOn = hasSecondStep({ user: await lockUserById(tx, caller.user.id) })
  const factor = await lockFactor(tx, caller.user.id, id)
  if (!factor) throw factorNotFound()
  // Someone with only the password may have started to add this factor. It must not become a way around the existing one.
  if (factor.status === 'unverified' && hasSecondStep(caller) && caller.session.aal !== 'aal2')
    throw new AuthError('insufficient_aal', 'AAL2 required to verify a new factor', { status: 403 })
  const { rows } = await tx.query<{ expired: boolean; otp_code: string | null }>(
    `select created_at < now() - make_interval(secs => $3) as expired, otp_code from auth.mfa_challenges
     where id = $1 and factor_id = $2 and verified_at is null`,
    [challengeId, id, FACTOR_RULES.challengeSeconds],
  )
  if (!rows[0]) throw factorNotFound(422)
  if (rows[0].expired)
    throw new AuthError(
      'mfa_challenge_expired',
      `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`,
    )
  const spent = await (factor.factor_type === 'phone'
    ? sentCode(services, factor, code, rows[0].otp_code)
    : unusedStep(services, tx, factor, code))
  if (spent === null)
    throw new AuthError(
      'mfa_verification_failed',
      factor.factor_type === 'phone' ? 'Invalid MFA Phone code entered' : 'Invalid TOTP code entered',
    )
  await tx.query('update auth.mfa_challenges set verified_at = now(), otp_code = $2 where id = $1', [
    challengeId,
    String(spent),
  ])
  await tx.query(`update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1`, [id])
  await tx.query(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`, [caller.user.id])
  if (!isOn) await mailNotice(services, tx, caller.user, { template: 'two-steps-changed', change: 'on' })
  const method = factor.factor_type === 'totp' ? 'totp' : 'mfa/phone'
  return raiseSession(tx, services.tokens, caller.session, factor.id, method)
}

/**
 * Checks the code that was sent for this challenge. It cannot be used again, because a challenge can be verified only
 * once.
 */
function sentCode({ keys }: AuthServices, factor: FactorRow, code: string, hash: string | null): string | null {
  return hash && equalsSecret(factorCodeHash(keys.hmacSecret, factor.id, code), hash) ? 'sent' : null
}

/** A code can be used only once, in case someone saw it being typed. Using it also invalidates earlier codes. */
async function unusedStep(
  { keys }: AuthServices,
  tx: Queryable,
  factor: FactorRow,
  code: string,
): Promise<number | null> {
  const secret = decryptSecret(factor.secret ?? '', factor.id, keys.hmacSecret)
  const step = secret === null ? null : stepOfCode(secret, code)
  if (step === null) return null
  const { rows } = await tx.query(
    `select from auth.mfa_challenges
     where factor_id = $1 and verified_at is not null and otp_code is not null and otp_code::bigint >= $2`,
    [factor.id, step],
  )
  return rows.length > 0 ? null : step
}

export const unenrolFactor: Operation = (services) => async (c) => {
  const { user, session } = await requireUser(services, c.req.raw)
  const id = factorId(c)
  await services.db.transaction(async (tx) => {
    await lockUserById(tx, user.id)
    const factor = await lockFactor(tx, user.id, id)
    if (!factor) throw factorNotFound()
    if (factor.status === 'verified' && session.aal !== 'aal2')
      throw new AuthError('insufficient_aal', 'AAL2 required to unenroll verified factor', { status: 422 })
    await removeFactor(tx, id)
    if (factor.status === 'verified') await mailSwitchedOff(services, tx, user.id, 'off')
  })
  return c.json({ id })
}

/** If no factor is left, emails the owner and returns true. */
async function mailSwitchedOff(services: AuthServices, tx: Queryable, userId: string, change: 'off' | 'reset') {
  const user = await getUserById(tx, userId)
  if (hasSecondStep({ user })) return false
  await mailNotice(services, tx, user, { template: 'two-steps-changed', change })
  return true
}

export const adminListFactors: Operation = (services) => async (c) =>
  c.json(toUser(await requireTarget(services, c)).factors ?? [])

/** For a user who has lost their phone. Requires the secret key. */
export const adminDeleteFactor: Operation = (services) => async (c) => {
  const target = await requireTarget(services, c)
  const id = factorId(c, 'factorId')
  await services.db.transaction(async (tx) => {
    await lockUserById(tx, target.id)
    const factor = await lockFactor(tx, target.id, id)
    if (!factor) throw factorNotFound()
    await removeFactor(tx, id)
    if (factor.status === 'verified') {
      await tx.query('select forecourt.record_second_steps_reset($1)', [target.id])
      if (await mailSwitchedOff(services, tx, target.id, 'reset')) await endSessions(tx, target.id)
    }
  })
  return c.json({ id })
}
