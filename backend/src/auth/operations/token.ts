import { AuthError } from '../errors.ts'
import type { Operation } from '../services.ts'
import { idTokenGrant } from './id-token-grant.ts'
import { passwordGrant } from './password-grant.ts'
import { pkceGrant } from './pkce-grant.ts'
import { refreshTokenGrant } from './refresh-token-grant.ts'

/** Unsupported grants get the response that GoTrue gives when they are disabled. */
const disabledGrants: Record<string, () => AuthError> = {
  web3: () => new AuthError('provider_disabled', 'Web3 provider is disabled', { status: 422 }),
}

export const token: Operation = (services) => {
  const grants: Record<string, ReturnType<Operation>> = {
    password: passwordGrant(services),
    refresh_token: refreshTokenGrant(services),
    pkce: pkceGrant(services),
    id_token: idTokenGrant(services),
  }
  return (c) => {
    const name = c.req.query('grant_type') ?? ''
    const grant = Object.hasOwn(grants, name) ? grants[name] : undefined
    if (grant) return grant(c)
    if (Object.hasOwn(disabledGrants, name)) throw disabledGrants[name]?.()
    throw new AuthError('invalid_credentials', 'unsupported_grant_type')
  }
}
