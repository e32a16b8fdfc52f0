// The secrets of one installation, made once and kept in the data folder: the key that signs access tokens, the two
// keys that clients send as `apikey`, and one for everything that needs an HMAC.
import { randomBytes, randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import { createKeys, findKeys, type Keys, keysFile, removeDrafts } from './keys-file.ts'

export type { Keys }

interface Overrides {
  publishableKey: string | null
  secretKey: string | null
}

export async function loadKeys(dataDir: string, overrides: Overrides): Promise<Keys> {
  const file = keysFile(dataDir)
  const stored = (await findKeys(file)) ?? (await createKeys(file, await makeKeys()))
  await removeDrafts(file)
  return {
    ...stored,
    publishableKey: overrides.publishableKey ?? stored.publishableKey,
    secretKey: overrides.secretKey ?? stored.secretKey,
  }
}

export async function makeKeys(): Promise<Keys> {
  const pair = await generateKeyPair('ES256', { extractable: true })
  const kid = randomUUID()
  const marks = { kid, alg: 'ES256', use: 'sig' }
  return {
    signing: {
      kid,
      privateJwk: { ...(await exportJWK(pair.privateKey)), ...marks },
      publicJwk: { ...(await exportJWK(pair.publicKey)), ...marks },
    },
    retired: [],
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(32).toString('base64url')}`,
    hmacSecret: randomBytes(32).toString('base64url'),
  }
}
