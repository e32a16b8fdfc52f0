import { isIP } from 'node:net'
import type { Context } from 'hono'
import { z } from 'zod'
import type { AuthSettings } from '../config/auth-settings.ts'
import { bearerToken } from '../http/caller/credentials.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { AuthDeps } from './deps.ts'
import { AuthError } from './errors.ts'
import type { OpenIdProvider } from './openid.ts'
import type { Passwords } from './passwords.ts'
import type { Limits } from './rate-limits.ts'
import { findSession, type SessionRow } from './sessions.ts'
import { findUserById, type UserRow } from './users.ts'

const UUID = z.guid()

export interface AuthServices extends AuthDeps {
  settings: AuthSettings
  tokens: AccessTokens
  passwords: Passwords
  limits: Limits
  /** The configured providers by name. */
  providers: ReadonlyMap<string, OpenIdProvider>
}

export type Operation = (services: AuthServices) => (c: Context) => Promise<Response> | Response

export interface SignedIn {
  user: UserRow
  session: SessionRow
}

/** The caller's account and session, looked up in the database by the bearer token. */
export async function requireUser({ db, tokens }: AuthServices, request: Request): Promise<SignedIn> {
  const token = bearerToken(request)
  if (!token) throw new AuthError('no_authorization', 'This endpoint requires a valid Bearer token')
  const claims = await tokens.verify(token).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : 'it cannot be read'
    throw new AuthError('bad_jwt', `invalid JWT: unable to parse or verify signature, ${reason}`)
  })
  if (!UUID.safeParse(claims.sub).success)
    throw new AuthError('bad_jwt', 'invalid claim: sub claim must be a UUID', { status: claims.sub ? 400 : 403 })
  const [user, session] = await Promise.all([
    findUserById(db, claims.sub),
    findSession(db, UUID.safeParse(claims.session_id).success ? claims.session_id : null),
  ])
  if (!user) throw new AuthError('user_not_found', 'User from sub claim in JWT does not exist')
  if (session?.user_id !== user.id)
    throw new AuthError('session_not_found', 'Session from session_id claim in JWT does not exist')
  if (isBanned(user)) throw new AuthError('user_banned', 'User is banned')
  return { user, session }
}

export const isBanned = (user: UserRow) => user.banned_until !== null && Date.parse(user.banned_until) > Date.now()

/** Stored with the session. A proxy may send something that is not an IP address, which the database would reject. */
export function clientOf({ clientAddress }: AuthServices, request: Request) {
  const address = clientAddress(request)
  return { address: address && isIP(address) ? address : null, userAgent: request.headers.get('user-agent') }
}

export interface CaptchaBody {
  gotrue_meta_security?: { captcha_token?: string | null } | null
}

export async function requireHuman(services: AuthServices, request: Request, action: string, body: CaptchaBody) {
  const token = body.gotrue_meta_security?.captcha_token || undefined
  const isHuman = await services.captcha.verify(token, { action, address: services.clientAddress(request) })
  if (!isHuman)
    throw new AuthError('captcha_failed', 'captcha protection: request disallowed (the challenge was not passed)')
}

const DEFAULT_FIXED_RESPONSE_MS = 300

/**
 * Returns or throws after a fixed time or a whole multiple of it, so that the response time does not reveal whether an
 * address is registered. If the database is slow, both cases are delayed in the same fixed steps.
 */
export async function inFixedTime<T>(
  services: Pick<AuthServices, 'fixedResponseMs'>,
  work: () => Promise<T>,
): Promise<T> {
  const stepMs = services.fixedResponseMs ?? DEFAULT_FIXED_RESPONSE_MS
  const startedAt = performance.now()
  try {
    return await work()
  } finally {
    const steps = Math.max(1, Math.ceil((performance.now() - startedAt) / Math.max(1, stepMs)))
    const restMs = steps * stepMs - (performance.now() - startedAt)
    if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs))
  }
}
