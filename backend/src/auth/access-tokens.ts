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
/** Machines' clocks differ a little; GoTrue allows as much. */
const CLOCK_TOLERANCE_SECONDS = 5

export interface AccessClaims extends JWTPayload {
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

export type NewAccessClaims = Omit<AccessClaims, 'iss' | 'aud' | 'exp' | 'iat'>

export interface AccessTokens {
  issue(claims: NewAccessClaims): Promise<{ token: string; expiresAt: number }>
  /** Rejects with an error for anything but a live token that this service, or a holder of the shared secret, signed. */
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

  /** Its holder says who somebody is, the service included: the legacy keys of hosted projects are such tokens. */
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
      if (kid && !current().kids.has(kid)) await keys.lookAgain?.()
      // The algorithm is ours to say, never the token's: `none` and HS256 with a public key as secret end here.
      const { payload } = await jwtVerify<AccessClaims>(token, current().keySet, {
        algorithms: [ALGORITHM],
        issuer,
        audience: AUDIENCE,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        requiredClaims: ['sub', 'exp', 'session_id', 'role'],
      })
      // Those are for people. What else a role could open is never theirs.
      if (payload.role !== AUDIENCE) throw new Error('the role is not a person’s')
      return payload
    },
  }
}

/** What is made of the keys once, until another process changes them. */
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
