import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { type Keys, makeKeys } from './keys.ts'

/** More than one change within the hour that tokens live is rare; more than two is not meant to work. */
const MAX_RETIRED = 2

/** Returns the name of the new key. The file is replaced whole: a crash leaves the old one or the new one. */
export async function rotateSigningKey(dataDir: string): Promise<string> {
  const file = join(dataDir, 'keys.json')
  const keys = JSON.parse(await readFile(file, 'utf8')) as Keys
  const { signing } = await makeKeys()
  const retired = [keys.signing.publicJwk, ...keys.retired].slice(0, MAX_RETIRED)

  const draft = `${file}.new`
  const handle = await open(draft, 'w', 0o600)
  await handle.writeFile(`${JSON.stringify({ ...keys, signing, retired }, null, 2)}\n`)
  await handle.sync()
  await handle.close()
  await rename(draft, file)
  return signing.kid
}
