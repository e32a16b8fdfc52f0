import { timingSafeEqual } from 'node:crypto'
import { bearerToken } from '../http/caller/credentials.ts'
import { AuthError } from './errors.ts'
import { hashToken } from './refresh-tokens.ts'
import type { AuthServices } from './services.ts'

const SERVICE_ROLES = ['service_role', 'supabase_admin']

/** Accepts the secret key, or a token that is signed with the shared secret and has a service role. */
export async function requireService(services: AuthServices, request: Request): Promise<void> {
  const { keys, limits, tokens, clientAddress } = services
  const presented = bearerToken(request) ?? request.headers.get('apikey')
  if (!presented) throw new AuthError('no_authorization', 'This endpoint requires a valid Bearer token')
  if (timingSafeEqual(Buffer.from(hashToken(presented)), Buffer.from(hashToken(keys.secretKey)))) return
  const claims = await tokens.verify(presented).catch(() => null)
  if (claims && SERVICE_ROLES.includes(claims.role)) return
  await limits.take('adminAddress', clientAddress(request))
  throw new AuthError('not_admin', 'User not allowed')
}
