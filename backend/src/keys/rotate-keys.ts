import type { Database } from '../db/database.ts'
import { makeKeys } from './keys.ts'
import { changeSealedKeys } from './keys-database.ts'
import { changeKeys, type Keys, keysFile } from './keys-file.ts'

/** Tokens are valid for an hour. After more than two rotations in an hour, the oldest tokens are refused. */
const MAX_RETIRED = 2

/** Returns the id of the new key. The file is replaced atomically, so a crash leaves either the old file or the new one. */
export async function rotateSigningKey(dataDir: string): Promise<string> {
  const { signing } = await makeKeys()
  await changeKeys(keysFile(dataDir), (keys) => withSigning(keys, signing))
  return signing.kid
}

/** Does the same for keys in the database, and notifies every process. */
export async function rotateSealedSigningKey(db: Database, secret: string): Promise<string> {
  const { signing } = await makeKeys()
  await changeSealedKeys(db, { secret }, (keys) => withSigning(keys, signing))
  return signing.kid
}

const withSigning = (keys: Keys, signing: Keys['signing']): Keys => ({
  ...keys,
  signing,
  retired: [keys.signing.publicJwk, ...keys.retired].slice(0, MAX_RETIRED),
})
