// The secrets of a site that runs on several machines. They are in the shared database, encrypted with KEYS_SECRET, which
// is never sent to the database. So a dump of the database does not reveal them.

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { ConfigError } from '../config/config.ts'
import type { Database, Queryable } from '../db/database.ts'
import { type Keys, readKeys } from './keys-file.ts'

const CHANNEL = 'forecourt_keys'
const PURPOSE = 'forecourt keys'
const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16

const WRONG_SECRET = 'KEYS_SECRET: must be the secret that encrypted the keys in this database (docs/keys.md)'
/**
 * A token with an unknown key id causes the keys to be read again, but no more often than this, because anyone can make
 * up such a token.
 */
const MIN_REREAD_MS = 5_000

export async function findSealedKeys(db: Queryable, secret: string): Promise<Keys | null> {
  const sealed = await findSealed(db)
  return sealed === null ? null : openKeys(sealed, secret)
}

export const hasSealedKeys = async (db: Queryable): Promise<boolean> => (await findSealed(db)) !== null

/** If several processes start at once, all of them use the first one's keys. */
export async function createSealedKeys(db: Queryable, secret: string, keys: Keys): Promise<Keys> {
  await db.query('insert into forecourt.sealed_keys (sealed) values ($1) on conflict do nothing', [
    sealKeys(keys, secret),
  ])
  return (await findSealedKeys(db, secret)) ?? keys
}

/** Replaces the keys and notifies every process. `next` is the new KEYS_SECRET, if that changes. */
export async function changeSealedKeys(
  db: Database,
  { secret, next = secret }: { secret: string; next?: string },
  change: (keys: Keys) => Keys,
): Promise<void> {
  await db.transaction(async (tx) => {
    const sealed = await findSealed(tx, 'for update')
    if (sealed === null)
      throw new ConfigError('DATABASE_URL: there are no keys in this database; start the site once to create them')
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
 * Returns the keys. The signing key in them is updated when another process changes it. Tokens signed with the old key
 * stay valid. The other secrets stay as they were at the start.
 */
export async function watchSealedKeys({ db, secret, keys, log }: WatchOptions): Promise<Keys> {
  let readAt = 0
  let reading: Promise<void> | null = null
  const read = async () => {
    readAt = Date.now()
    const stored = await findSealedKeys(db, secret)
    if (stored && stored.signing.kid !== current.signing.kid) Object.assign(current, pickSigning(stored))
  }
  const refresh = () => {
    reading ??= read()
      .catch((err: unknown) => log.error({ event: 'keys_not_read', err }))
      .finally(() => {
        reading = null
      })
    return reading
  }
  const current: Keys = {
    ...keys,
    reload: async () => {
      if (reading || Date.now() - readAt >= MIN_REREAD_MS) await refresh()
    },
  }
  await db.listen(CHANNEL, () => void refresh())
  return current
}

const pickSigning = ({ signing, retired }: Keys) => ({ signing, retired })

async function findSealed(db: Queryable, lock: '' | 'for update' = ''): Promise<string | null> {
  const { rows } = await db.query<{ sealed: string }>(`select sealed from forecourt.sealed_keys ${lock}`)
  return rows[0]?.sealed ?? null
}

const wrappingKey = (secret: string, salt: Buffer) => Buffer.from(hkdfSync('sha256', secret, salt, PURPOSE, 32))

function sealKeys({ reload: _, ...keys }: Keys, secret: string): string {
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
    throw new ConfigError(WRONG_SECRET)
  }
}
