// The secrets of one installation, made once and kept in the data folder or, for several machines, in the database: the key that signs access tokens, the two
// keys that clients send as `apikey`, and one for everything that needs an HMAC.
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import { ConfigError } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { createSealedKeys, findSealedKeys, hasSealedKeys } from './keys-database.ts'
import { createKeys, findKeys, type Keys, keysFile, removeDrafts } from './keys-file.ts'

export type { Keys }

interface KeysConfig {
  dataDir: string
  publishableKey: string | null
  secretKey: string | null
  keysSecret: string | null
}

/**
 * From the database where KEYS_SECRET opens it, else from the data folder. `db` has been migrated. `onOtherKeys` hears that
 * somebody else serves the same database with a file of their own.
 */
export async function loadKeys(
  config: KeysConfig,
  db: Database | null = null,
  onOtherKeys?: () => void,
): Promise<Keys> {
  const stored = config.keysSecret && db ? await loadSealed(config, db, config.keysSecret) : await loadFile(config, db)
  if (db?.engine === 'postgres' && !config.keysSecret && (await meetOtherKeys(db, stored))) onOtherKeys?.()
  return {
    ...stored,
    publishableKey: config.publishableKey ?? stored.publishableKey,
    secretKey: config.secretKey ?? stored.secretKey,
  }
}

async function loadFile({ dataDir }: KeysConfig, db: Database | null): Promise<Keys> {
  // Two sets of keys for one site: people would be signed in on one machine and strangers to the next.
  if (db?.engine === 'postgres' && (await hasSealedKeys(db))) {
    throw new ConfigError('KEYS_SECRET: must be set, because this database holds the keys of the site (docs/keys.md)')
  }
  const file = keysFile(dataDir)
  const stored = (await findKeys(file)) ?? (await createKeys(file, await makeKeys()))
  await removeDrafts(file)
  return stored
}

const OTHER_KEYS_SECONDS = 24 * 60 * 60

/** Leaves a mark that tells nothing of the keys; answers whether others have left theirs of late. */
async function meetOtherKeys(db: Database, { hmacSecret }: Keys): Promise<boolean> {
  const mark = `keys:${createHmac('sha256', hmacSecret).update('mark of these keys').digest('base64url').slice(0, 16)}`
  await db.query(`insert into forecourt.markers (name) values ($1) on conflict (name) do update set done_at = now()`, [
    mark,
  ])
  const { rows } = await db.query(
    `select from forecourt.markers
     where name like 'keys:%' and name <> $1 and done_at > now() - make_interval(secs => $2) limit 1`,
    [mark, OTHER_KEYS_SECONDS],
  )
  return rows.length > 0
}

/** Those of the folder move there once, so that a site that grows keeps its keys. */
async function loadSealed({ dataDir }: KeysConfig, db: Database, secret: string): Promise<Keys> {
  const stored = await findSealedKeys(db, secret)
  if (stored) return stored
  return createSealedKeys(db, secret, (await findKeys(keysFile(dataDir))) ?? (await makeKeys()))
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
