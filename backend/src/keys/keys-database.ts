// The secrets of a site that runs on several machines: in the database, which all of them have, sealed under KEYS_SECRET,
// which the database never sees. A dump of it opens nothing.

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { ConfigError } from '../config/config.ts'
import type { Database, Queryable } from '../db/database.ts'
import { type Keys, readKeys } from './keys-file.ts'

const CHANNEL = 'forecourt_keys'
const PURPOSE = 'forecourt keys'
const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16

const DOES_NOT_OPEN =
  'KEYS_SECRET: does not open the keys of this database; set the one under which they were sealed (docs/keys.md)'
/** A token that names an unknown key makes us look again, but no more often than this: anyone can make one up. */
const LOOK_AGAIN_AFTER_MS = 5_000

export async function findSealedKeys(db: Queryable, secret: string): Promise<Keys | null> {
  const sealed = await findSealed(db)
  return sealed === null ? null : openKeys(sealed, secret)
}

export const hasSealedKeys = async (db: Queryable): Promise<boolean> => (await findSealed(db)) !== null

/** Of several that start at once, the first decides; everyone else takes what stands there. */
export async function createSealedKeys(db: Queryable, secret: string, keys: Keys): Promise<Keys> {
  await db.query('insert into forecourt.sealed_keys (sealed) values ($1) on conflict do nothing', [
    sealKeys(keys, secret),
  ])
  return (await findSealedKeys(db, secret)) ?? keys
}

/** Replaces the keys on purpose; every process hears of it. `next` is the secret from now on, where that changes. */
export async function changeSealedKeys(
  db: Database,
  { secret, next = secret }: { secret: string; next?: string },
  change: (keys: Keys) => Keys,
): Promise<void> {
  await db.transaction(async (tx) => {
    const sealed = await findSealed(tx, 'for update')
    if (sealed === null)
      throw new ConfigError('DATABASE_URL: holds no keys yet; the first start of the site makes them')
    const keys = change(openKeys(sealed, secret))
    await tx.query('update forecourt.sealed_keys set sealed = $1, changed_at = now()', [sealKeys(keys, next)])
    await tx.query('select pg_notify($1, $2)', [CHANNEL, ''])
  })
}

interface WatchOptions {
  db: Database
  secret: string
  keys: Keys
  log: { error(details: object): void }
}

/**
 * The same keys, whose signing key changes when another process changes it: what it signed before stays good. The other
 * secrets are what the process started with.
 */
export async function watchSealedKeys({ db, secret, keys, log }: WatchOptions): Promise<Keys> {
  let lookedAt = 0
  let looking: Promise<void> | null = null
  const read = async () => {
    lookedAt = Date.now()
    const stored = await findSealedKeys(db, secret)
    if (stored && stored.signing.kid !== held.signing.kid) Object.assign(held, pickSigning(stored))
  }
  const look = () => {
    looking ??= read()
      .catch((err: unknown) => log.error({ event: 'keys_not_read', err }))
      .finally(() => {
        looking = null
      })
    return looking
  }
  const held: Keys = {
    ...keys,
    lookAgain: async () => {
      if (looking || Date.now() - lookedAt >= LOOK_AGAIN_AFTER_MS) await look()
    },
  }
  await db.listen(CHANNEL, () => void look())
  return held
}

const pickSigning = ({ signing, retired }: Keys) => ({ signing, retired })

async function findSealed(db: Queryable, lock: '' | 'for update' = ''): Promise<string | null> {
  const { rows } = await db.query<{ sealed: string }>(`select sealed from forecourt.sealed_keys ${lock}`)
  return rows[0]?.sealed ?? null
}

const wrappingKey = (secret: string, salt: Buffer) => Buffer.from(hkdfSync('sha256', secret, salt, PURPOSE, 32))

function sealKeys({ lookAgain: _, ...keys }: Keys, secret: string): string {
  const salt = randomBytes(SALT_BYTES)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', wrappingKey(secret, salt), nonce)
  const sealed = [cipher.update(JSON.stringify(keys), 'utf8'), cipher.final()]
  return Buffer.concat([salt, nonce, ...sealed, cipher.getAuthTag()]).toString('base64')
}

function openKeys(sealed: string, secret: string): Keys {
  const bytes = Buffer.from(sealed, 'base64')
  const salt = bytes.subarray(0, SALT_BYTES)
  const nonce = bytes.subarray(SALT_BYTES, SALT_BYTES + NONCE_BYTES)
  try {
    const options = { authTagLength: TAG_BYTES }
    const decipher = createDecipheriv('aes-256-gcm', wrappingKey(secret, salt), nonce, options)
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    const inside = bytes.subarray(SALT_BYTES + NONCE_BYTES, -TAG_BYTES)
    return readKeys(decipher.update(inside, undefined, 'utf8') + decipher.final('utf8'))
  } catch {
    throw new ConfigError(DOES_NOT_OPEN)
  }
}
