// URLs that let anyone who has them use one object for a while. The token contains the object, the scope and the expiry,
// and is signed with a key derived from the site's own.

import { createHmac } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { equalsSecret } from '../../http/caller/credentials.ts'
import { StorageError } from '../errors.ts'

interface Permit {
  /** `bucket/name`. */
  key: string
  scope: 'download' | 'upload'
  /** The query that selects a picture's variant. */
  transformations?: string
  owner?: string
  /**
   * The session of the user who signed the URL. The URL is valid only while that session lasts. The service has no
   * session.
   */
  session?: string
  upsert?: boolean
}

export interface SignedUrls {
  sign(permit: Permit, seconds: number): Promise<string>
  verify(token: string | undefined, wanted: Pick<Permit, 'key' | 'scope'>): Promise<Permit & { expiresAt: number }>
}

const PURPOSE = 'storage signed urls'

export function createSignedUrls(secret: string): SignedUrls {
  const key = createHmac('sha256', secret).update(PURPOSE).digest()
  return {
    sign: ({ key: url, ...permit }, seconds) => {
      const now = Math.floor(Date.now() / 1000)
      return new SignJWT({ url, ...permit })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuedAt(now)
        .setExpirationTime(now + seconds)
        .sign(key)
    },
    async verify(token, wanted) {
      if (!token) throw new StorageError('InvalidRequest', "querystring must have required property 'token'")
      const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], requiredClaims: ['exp'] }).catch(
        (error: Error) => {
          throw new StorageError('InvalidJWT', error.message)
        },
      )
      const {
        url,
        scope,
        transformations,
        owner,
        session,
        upsert,
        exp = 0,
      } = payload as Record<string, unknown> & { exp?: number }
      if (typeof url !== 'string' || !equalsSecret(url, wanted.key) || scope !== wanted.scope) {
        throw new StorageError('InvalidSignature')
      }
      return {
        ...wanted,
        expiresAt: exp,
        ...(typeof transformations === 'string' && { transformations }),
        ...(typeof owner === 'string' && { owner }),
        ...(typeof session === 'string' && { session }),
        upsert: upsert === true,
      }
    },
  }
}
