import {
  createLocalJWKSet,
  decodeProtectedHeader,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose'
import type { AuthKeys } from './deps.ts'

export const ACCESS_TOKEN_SECONDS = 3600
const AUDIENCE = 'authenticated'
const ALGORITHM = 'ES256'
const SHARED_ALGORITHM = 'HS256'
/** Allows for clock differences between machines. GoTrue allows the same number of seconds. */
const CLOCK_TOLERANCE_SECONDS = 5

interface AccessClaims extends JWTPayload {
  sub: string
  email: string
  phone: string
  role: string
  aal: string
  amr: { method: string; timestamp: number }[]
  session_id: string
  is_anonymous: boolean
  app_metadata: Record<string, unknown>
  user_metadata: Record<string, unknown>
}

type NewAccessClaims = Omit<AccessClaims, 'iss' | 'aud' | 'exp' | 'iat'>

export interface AccessTokens {
  issue(claims: NewAccessClaims): Promise<{ token: string; expiresAt: number }>
  /** Rejects unless the token is unexpired and signed by this service or with the shared secret. */
  verify(token: string): Promise<AccessClaims>
  publicKeys(): JWK[]
}

export function createAccessTokens(keys: AuthKeys, issuer: string, sharedSecret: string | null = null): AccessTokens {
  let inUse = toKeysInUse(keys)
  const current = () => {
    if (inUse.signing !== keys.signing) inUse = toKeysInUse(keys)
    return inUse
  }
  const sharedKey = sharedSecret === null ? null : new TextEncoder().encode(sharedSecret)

  /** A token signed with the shared secret may have any role, including service_role, like a hosted project's legacy keys. */
  async function verifyShared(token: string, key: Uint8Array): Promise<AccessClaims> {
    const { payload } = await jwtVerify<AccessClaims>(token, key, {
      algorithms: [SHARED_ALGORITHM],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ['role'],
    })
    return payload
  }

  return {
    publicKeys: () => current().publicKeys,

    async issue(claims) {
      const { kid, privateKey } = current()
      const issuedAt = Math.floor(Date.now() / 1000)
      const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS
      const token = await new SignJWT({ ...claims })
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(await privateKey)
      return { token, expiresAt }
    },

    async verify(token) {
      if (sharedKey && decodeProtectedHeader(token).alg === SHARED_ALGORITHM) return verifyShared(token, sharedKey)
      const { kid } = decodeProtectedHeader(token)
      if (kid && !current().kids.has(kid)) await keys.reload?.()
      // Never take the algorithm from the token, because `none`, and HS256 with a public key as the secret, must fail.
      const { payload } = await jwtVerify<AccessClaims>(token, current().keySet, {
        algorithms: [ALGORITHM],
        issuer,
        audience: AUDIENCE,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        requiredClaims: ['sub', 'exp', 'session_id', 'role'],
      })
      // A user's role is always `authenticated`. Any other role could grant more.
      if (payload.role !== AUDIENCE) throw new Error('the role is not a user’s')
      return payload
    },
  }
}

/** The imported keys, cached until another process changes the signing key. */
function toKeysInUse({ signing, retired }: AuthKeys) {
  const { kid, privateJwk, publicJwk } = signing
  const signingJwk: JWK = { ...publicJwk, kid, alg: ALGORITHM, use: 'sig', key_ops: ['verify'] }
  const publicKeys = [signingJwk, ...retired]
  return {
    signing,
    kid,
    privateKey: importJWK(privateJwk, ALGORITHM),
    publicKeys,
    kids: new Set(publicKeys.map((key) => key.kid)),
    keySet: createLocalJWKSet({ keys: publicKeys }),
  }
}
