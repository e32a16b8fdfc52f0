// Recovery codes for two-step verification. GoTrue does not have recovery codes, so these endpoints are our own.

import { z } from 'zod'
import { readBody } from '../body.ts'
import { AuthError } from '../errors.ts'
import { hasSecondStep, isSecondStepMethod } from '../factors.ts'
import { FACTOR_RULES, RECOVERY_CODES } from '../limits.ts'
import { mailNotice } from '../notices.ts'
import { pairOf } from '../rate-limits.ts'
import { consumeCode, countCodes, replaceCodes } from '../recovery-codes.ts'
import { type AuthServices, type Operation, requireUser, type SignedIn } from '../services.ts'
import { raiseSession } from '../sessions.ts'
import { lockUserById, type UserRow } from '../users.ts'

const Body = z.object({ code: z.string().nullish() })

const none = () => new AuthError('mfa_factor_not_found', 'Two-step verification is not set up for this account')

export const showRecoveryCodes: Operation = (services) => async (c) => {
  const { user } = await requireUser(services, c.req.raw)
  return c.json({ remaining: await countCodes(services.db, user.id), total: RECOVERY_CODES.count })
}

/** Creates new codes and returns them. They cannot be read again. */
export const makeRecoveryCodes: Operation = (services) => async (c) => {
  const caller = await requireUser(services, c.req.raw)
  const { user } = caller
  await services.limits.take('challengePair', pairOf(user.id, services.clientAddress(c.req.raw)))
  requireRecentSecondStep(caller)
  const codes = await services.db.transaction(async (tx) => {
    // The lock ensures that two parallel calls leave only one set of codes.
    const owner = await lockUserById(tx, user.id)
    if (!hasSecondStep({ user: owner })) throw none()
    // The first codes are part of the set-up, for which we send a separate email.
    if (!isBeingSetUp(owner) || (await countCodes(tx, user.id)) > 0)
      await mailNotice(services, tx, owner, { template: 'two-steps-changed', change: 'codes' })
    return replaceCodes(tx, services.keys.hmacSecret, user.id)
  })
  return c.json({ codes })
}

const isRecent = (seconds: number) => Date.now() / 1000 - seconds <= FACTOR_RULES.recentSeconds

const isBeingSetUp = ({ factors }: UserRow) =>
  factors.some(({ status, created_at }) => status === 'verified' && isRecent(Date.parse(created_at) / 1000))

/** A recovery code can replace the second step, so creating one requires a recent second step. */
function requireRecentSecondStep(caller: SignedIn): void {
  if (!hasSecondStep(caller)) throw none()
  if (caller.session.aal !== 'aal2')
    throw new AuthError('insufficient_aal', 'AAL2 required to create recovery codes', { status: 403 })
  const passedAt = Math.max(
    0,
    ...caller.session.amr.filter(({ method }) => isSecondStepMethod(method)).map(({ timestamp }) => timestamp),
  )
  if (!isRecent(passedAt)) throw new AuthError('reauthentication_needed', 'Recovery codes require a recent second step')
}

export const verifyRecoveryCode: Operation = (services) => async (c) => {
  const { limits, clientAddress } = services
  const caller = await requireUser(services, c.req.raw)
  const { code } = await readBody(c.req.raw, Body)
  if (!code) throw new AuthError('validation_failed', 'Code needs to be non-empty')
  await limits.take('verifyAddress', clientAddress(c.req.raw))
  // Count before checking, together with app codes, so that parallel attempts cannot all pass.
  const pair = pairOf(caller.user.id, clientAddress(c.req.raw))
  await limits.take('factorPair', pair)
  await limits.take('factorAccount', caller.user.id)
  const session = await redeem(services, caller, code)
  await limits.refund('factorPair', pair)
  await limits.refund('factorAccount', caller.user.id)
  return c.json(session)
}

function redeem({ db, keys, tokens, ...services }: AuthServices, caller: SignedIn, code: string) {
  return db.transaction(async (tx) => {
    const user = await lockUserById(tx, caller.user.id)
    const factor = user.factors.find(({ status }) => status === 'verified')
    if (!(await consumeCode(tx, keys.hmacSecret, user.id, code)) || !factor)
      throw new AuthError('mfa_verification_failed', 'Invalid recovery code entered')
    const remaining = String(await countCodes(tx, user.id))
    await mailNotice(services, tx, user, { template: 'recovery-code-used', remaining })
    // The session is tied to the factor that the code replaces, so removing the factor drops the session back to aal1.
    return raiseSession(tx, tokens, caller.session, factor.id, 'recovery_code')
  })
}
