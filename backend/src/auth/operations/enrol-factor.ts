import { randomUUID } from 'node:crypto'
import { renderSVG } from 'uqr'
import { z } from 'zod'
import type { Queryable } from '../../db/database.ts'
import { readSettings } from '../../db/read-settings.ts'
import { readBody, requirePhone } from '../body.ts'
import { AuthError } from '../errors.ts'
import { hasSecondStep } from '../factors.ts'
import { FACTOR_RULES } from '../limits.ts'
import { pairOf } from '../rate-limits.ts'
import { isUniqueViolation } from '../retry.ts'
import { type AuthServices, type Operation, requireUser, type SignedIn } from '../services.ts'
import { encryptSecret, generateSecret, otpauthUri } from '../totp.ts'
import { lockUserById } from '../users.ts'

const Body = z.object({
  factor_type: z.string().nullish(),
  friendly_name: z.string().nullish(),
  issuer: z.string().nullish(),
  phone: z.string().nullish(),
})

/** Readers need a light border of this many modules. */
const QUIET_ZONE = 4

/** Adds a second factor. It is required at sign-in once its first code has been verified. */
export const enrolFactor: Operation = (services) => async (c) => {
  const caller = await requireUser(services, c.req.raw)
  await services.limits.take('challengePair', pairOf(caller.user.id, services.clientAddress(c.req.raw)))
  const body = await readBody(c.req.raw, Body)
  const type = requireType(services, body.factor_type)
  const phone = type === 'phone' ? requirePhone(body.phone) : null
  if (caller.user.is_anonymous)
    throw new AuthError('no_authorization', 'Anonymous user not allowed to perform these actions', { status: 403 })
  if (hasSecondStep(caller) && caller.session.aal !== 'aal2')
    throw new AuthError('insufficient_aal', 'AAL2 required to enroll a new factor', { status: 403 })
  const name = truncate(body.friendly_name ?? '')
  const id = randomUUID()
  if (phone) {
    const factor = { id, name, type, encrypted: null, phone }
    await services.db.transaction((tx) => insertFactor(services, tx, caller, factor)).catch(refuseTakenName)
    return c.json({ id, type, friendly_name: name, phone })
  }
  const issuer = truncate(body.issuer || (await companyName(services)))
  const secret = generateSecret()
  const factor = { id, name, type, encrypted: encryptSecret(secret, id, services.keys.hmacSecret), phone }
  await services.db.transaction((tx) => insertFactor(services, tx, caller, factor)).catch(refuseTakenName)
  const uri = uriThatFits(services, secret, issuer, caller.user.email || caller.user.phone || caller.user.id)
  return c.json({
    id,
    type,
    friendly_name: name,
    totp: { qr_code: renderSVG(uri, { border: QUIET_ZONE, pixelSize: 1 }), secret, uri },
  })
}

function requireType({ settings }: AuthServices, type: string | null | undefined): 'totp' | 'phone' {
  if (type === 'phone' && !settings.mfa.phone)
    throw new AuthError('mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
  if (type === 'webauthn') throw new AuthError('mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn')
  if (type !== 'totp' && type !== 'phone')
    throw new AuthError('validation_failed', 'factor_type needs to be totp, phone, or webauthn')
  if (type === 'totp' && !settings.mfa.totp)
    throw new AuthError('mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP')
  return type
}

/** Counts characters rather than UTF-16 units, because half a surrogate pair cannot be encoded in a URI. */
const truncate = (text: string, length: number = FACTOR_RULES.nameLength) => [...text.trim()].slice(0, length).join('')

/** A long name in a non-Latin script makes the QR code too dense, but the host name never does. */
function uriThatFits({ siteUrl }: AuthServices, secret: string, issuer: string, account: string): string {
  const full = otpauthUri(secret, issuer, account)
  if (full.length <= FACTOR_RULES.uriLength) return full
  return otpauthUri(secret, new URL(siteUrl).hostname, truncate(account, 64))
}

async function companyName({ db, siteUrl }: AuthServices): Promise<string> {
  const { companyName: name } = await readSettings(db, ['companyName'])
  return name || new URL(siteUrl).hostname
}

interface NewFactor {
  id: string
  name: string
  type: 'totp' | 'phone'
  encrypted: string | null
  phone: string | null
}

async function insertFactor(
  { settings }: AuthServices,
  tx: Queryable,
  { user }: SignedIn,
  { id, name, type, encrypted, phone }: NewFactor,
) {
  const { factors } = await lockUserById(tx, user.id)
  if (phone && factors.some((own) => own.phone === phone && own.status === 'verified'))
    throw new AuthError('mfa_verified_factor_exists', 'A verified phone factor already exists, unenroll it to continue')
  // Otherwise abandoned attempts would count towards the maximum.
  await tx.query(
    `delete from auth.mfa_factors where user_id = $1 and status = 'unverified'
       and created_at < now() - make_interval(secs => $2)`,
    [user.id, FACTOR_RULES.challengeSeconds],
  )
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::int as count from auth.mfa_factors where user_id = $1',
    [user.id],
  )
  if ((rows[0]?.count ?? 0) >= settings.mfa.maxFactors)
    throw new AuthError(
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    )
  await tx.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, phone)
     values ($1, $2, $3, $4, 'unverified', $5, $6)`,
    [id, user.id, name || null, type, encrypted, phone],
  )
}

function refuseTakenName(error: unknown): never {
  if (isUniqueViolation(error))
    throw new AuthError('mfa_factor_name_conflict', 'A factor with the friendly name for this user already exists')
  throw error
}
