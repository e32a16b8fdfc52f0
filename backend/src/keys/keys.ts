// The secrets of an installation: the key that signs access tokens, the two keys that clients send as `apikey`, and a secret
// for HMACs. They are generated once and stored in the data folder or, for several machines, in the database.
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
 * Loads the keys from the database if KEYS_SECRET is set, otherwise from the data folder. `db` must have been migrated.
 * `onOtherKeys` is called if another machine serves the same database with its own keys file.
 */
export async function loadKeys(
  config: KeysConfig,
  db: Database | null = null,
  onOtherKeys?: () => void,
): Promise<Keys> {
  const stored = config.keysSecret && db ? await loadSealed(config, db, config.keysSecret) : await loadFile(config, db)
  if (db?.engine === 'postgres' && !config.keysSecret && (await findOtherKeys(db, stored))) onOtherKeys?.()
  return {
    ...stored,
    publishableKey: config.publishableKey ?? stored.publishableKey,
    secretKey: config.secretKey ?? stored.secretKey,
  }
}

async function loadFile({ dataDir }: KeysConfig, db: Database | null): Promise<Keys> {
  // With two sets of keys, users signed in on one machine would be signed out on another.
  if (db?.engine === 'postgres' && (await hasSealedKeys(db))) {
    throw new ConfigError("KEYS_SECRET: must be set, because this site's keys are in its database (docs/keys.md)")
  }
  const file = keysFile(dataDir)
  const stored = (await findKeys(file)) ?? (await createKeys(file, await makeKeys()))
  await removeDrafts(file)
  return stored
}

const OTHER_KEYS_SECONDS = 24 * 60 * 60

/**
 * Stores a marker that reveals nothing about the keys, and returns whether there is a recent marker for a different set
 * of keys.
 */
async function findOtherKeys(db: Database, { hmacSecret }: Keys): Promise<boolean> {
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

/** Keys in the data folder are moved to the database once, so that a site that moves to several machines keeps its keys. */
async function loadSealed({ dataDir }: KeysConfig, db: Database, secret: string): Promise<Keys> {
  const stored = await findSealedKeys(db, secret)
  if (stored) return stored
  return createSealedKeys(db, secret, (await findKeys(keysFile(dataDir))) ?? (await makeKeys()))
}

export async function makeKeys(): Promise<Keys> {
  const pair = await generateKeyPair('ES256', { extractable: true })
  const kid = randomUUID()
  const properties = { kid, alg: 'ES256', use: 'sig' }
  return {
    signing: {
      kid,
      privateJwk: { ...(await exportJWK(pair.privateKey)), ...properties },
      publicJwk: { ...(await exportJWK(pair.publicKey)), ...properties },
    },
    retired: [],
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(32).toString('base64url')}`,
    hmacSecret: randomBytes(32).toString('base64url'),
  }
}
