// Identifies the caller. The API key distinguishes visitors from the service, and a user's access token takes precedence
// over it.
import { ANONYMOUS, type Caller, SERVICE } from '../../db/database.ts'
import { bearerToken, equalsSecret } from './credentials.ts'
import { EMPTY_TOKEN, faultOfClaims, faultOfToken, type TokenFault, UNUSABLE_CLAIMS } from './token-faults.ts'

export type Identify = (request: Request) => Promise<Caller>

interface IdentifyDeps {
  publishableKey: string
  secretKey: string
  /** Rejects with any error if the token was not issued here or is no longer valid. */
  verifyAccessToken(token: string): Promise<Record<string, unknown>>
}

const MESSAGES = {
  'unknown-key': 'Invalid API key',
  'invalid-token': 'Invalid JWT signature',
  'expired-token': 'JWT expired',
} as const

/** A key or token that is present but wrong. Each protocol has its own wording for the response. */
export class InvalidCredentialError extends Error {
  override name = 'InvalidCredentialError'
  readonly fault: TokenFault | null
  constructor(
    readonly reason: keyof typeof MESSAGES,
    { fault = null, ...options }: ErrorOptions & { fault?: TokenFault | null } = {},
  ) {
    super(MESSAGES[reason], options)
    this.fault = fault
  }
}

export function createIdentify({ publishableKey, secretKey, verifyAccessToken }: IdentifyDeps): Identify {
  return async (request) => {
    const apikey = request.headers.get('apikey') ?? ''
    const bearer = bearerToken(request)
    if (apikey && apikey !== bearer && !equalsSecret(apikey, publishableKey) && !equalsSecret(apikey, secretKey)) {
      throw new InvalidCredentialError('unknown-key')
    }
    if (bearer === null && /^bearer\s*$/i.test(request.headers.get('authorization') ?? '')) {
      throw new InvalidCredentialError('invalid-token', { fault: EMPTY_TOKEN })
    }
    if (!bearer || equalsSecret(bearer, publishableKey)) return equalsSecret(apikey, secretKey) ? SERVICE : ANONYMOUS
    if (equalsSecret(bearer, secretKey)) return SERVICE
    const claims = await claimsOf(bearer, verifyAccessToken)
    const fault = faultOfClaims(claims)
    if (fault) throw new InvalidCredentialError('invalid-token', { fault })
    // Tokens issued here always belong to a user. Other roles need the shared secret, GOTRUE_JWT_SECRET.
    if (claims.role === 'service_role') return SERVICE
    if (claims.role === 'anon') return ANONYMOUS
    if (claims.role !== 'authenticated') throw new InvalidCredentialError('invalid-token', { fault: UNUSABLE_CLAIMS })
    return { role: 'authenticated', claims }
  }
}

async function claimsOf(token: string, verify: IdentifyDeps['verifyAccessToken']) {
  try {
    return await verify(token)
  } catch (cause) {
    const expired = (cause as { code?: string }).code === 'ERR_JWT_EXPIRED'
    throw new InvalidCredentialError(expired ? 'expired-token' : 'invalid-token', {
      cause,
      fault: faultOfToken(token, cause),
    })
  }
}
