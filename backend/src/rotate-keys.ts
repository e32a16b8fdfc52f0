import { makeKeys } from './keys.ts'
import { changeKeys, keysFile } from './keys-file.ts'

/** More than one change within the hour that tokens live is rare; more than two is not meant to work. */
const MAX_RETIRED = 2

/** Returns the name of the new key. The file is replaced whole: a crash leaves the old one or the new one. */
export async function rotateSigningKey(dataDir: string): Promise<string> {
  const { signing } = await makeKeys()
  await changeKeys(keysFile(dataDir), (keys) => ({
    ...keys,
    signing,
    retired: [keys.signing.publicJwk, ...keys.retired].slice(0, MAX_RETIRED),
  }))
  return signing.kid
}
