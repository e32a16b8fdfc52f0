import type { Database } from '../db/database.ts'
import { makeKeys } from './keys.ts'
import { changeSealedKeys } from './keys-database.ts'
import { changeKeys, type Keys, keysFile } from './keys-file.ts'

/** More than one change within the hour that tokens live is rare; more than two is not meant to work. */
const MAX_RETIRED = 2

/** Returns the name of the new key. The file is replaced whole: a crash leaves the old one or the new one. */
export async function rotateSigningKey(dataDir: string): Promise<string> {
  const { signing } = await makeKeys()
  await changeKeys(keysFile(dataDir), (keys) => withSigning(keys, signing))
  return signing.kid
}

/** The same for keys in the database, where every process hears of it. */
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
