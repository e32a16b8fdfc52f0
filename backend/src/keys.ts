// The secrets of one installation, made once and kept in the data folder: the key that signs access tokens, the two
// keys that clients send as `apikey`, and one for everything that needs an HMAC.
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, type JWK } from 'jose'

export interface Keys {
  signing: { kid: string; privateJwk: JWK; publicJwk: JWK }
  /** Public keys of retired signing keys: tokens they signed stay valid until they expire. */
  retired: JWK[]
  publishableKey: string
  secretKey: string
  hmacSecret: string
}

interface Overrides {
  publishableKey: string | null
  secretKey: string | null
}

export async function loadKeys(dataDir: string, overrides: Overrides): Promise<Keys> {
  const file = join(dataDir, 'keys.json')
  const stored = (await readKeys(file)) ?? (await writeKeys(dataDir, file))
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

async function readKeys(file: string): Promise<Keys | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Keys
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Another process may start at the same moment: whoever creates the file first decides. */
async function writeKeys(dataDir: string, file: string): Promise<Keys> {
  await mkdir(dataDir, { recursive: true })
  const keys = await makeKeys()
  try {
    const handle = await open(file, 'wx', 0o600)
    await handle.writeFile(`${JSON.stringify(keys, null, 2)}\n`)
    await handle.sync()
    await handle.close()
    return keys
  } catch (error) {
    const stored = (error as NodeJS.ErrnoException).code === 'EEXIST' ? await readKeys(file) : null
    if (stored) return stored
    throw error
  }
}
