// keys.json on the disk is either complete or absent, even after a power cut, and is never overwritten by a second
// process that starts at the same time.

import { randomUUID } from 'node:crypto'
import { link, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { JWK } from 'jose'
import { z } from 'zod'
import { ConfigError } from '../config/config.ts'
import { makeFolder, syncFolder } from '../lib/durable-files.ts'

const Jwk = z.custom<JWK>(
  (value) => z.looseObject({ kty: z.string(), x: z.string(), y: z.string() }).safeParse(value).success,
)

const Keys = z.object({
  signing: z.object({
    kid: z.string().min(1),
    privateJwk: Jwk.refine((jwk) => typeof jwk.d === 'string'),
    publicJwk: Jwk,
  }),
  /** The public halves of retired signing keys. Tokens signed with these keys stay valid until they expire. */
  retired: z.array(Jwk),
  publishableKey: z.string().min(1),
  secretKey: z.string().min(1),
  hmacSecret: z.string().min(1),
})
export type Keys = z.infer<typeof Keys> & {
  /** Reads the keys again if a token names an unknown signing key, because another process may have changed them. */
  reload?(): Promise<void>
}

export const keysFile = (dataDir: string) => join(dataDir, 'keys.json')

export async function findKeys(file: string): Promise<Keys | null> {
  const text = await findText(file)
  return text === null ? null : parseKeys(text, file)
}

/** If several processes start at once, all of them use the first one's file. */
export async function createKeys(file: string, keys: Keys): Promise<Keys> {
  await makeFolder(dirname(file))
  const draft = `${file}.${randomUUID()}.tmp`
  try {
    await writeSynced(draft, textOf(keys))
    await link(draft, file)
    await syncFolder(dirname(file))
    return keys
  } catch (error) {
    // ENOENT means that another process found the keys and removed this draft.
    const stored = ['EEXIST', 'ENOENT'].includes(codeOf(error)) ? await findKeys(file) : null
    if (stored) return stored
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/** Removes drafts left by interrupted starts, because they contain secrets. Called once the keys exist. */
export async function removeDrafts(file: string): Promise<void> {
  const names = await readdir(dirname(file))
  const drafts = names.filter((name) => name.startsWith(`${basename(file)}.`) && name.endsWith('.tmp'))
  await Promise.all(drafts.map((name) => rm(join(dirname(file), name), { force: true })))
}

/**
 * Replaces the keys. The draft has a fixed name and must not exist yet; otherwise one of two simultaneous changes would
 * be lost. A file that has changed in the meantime, for example because it was restored from a backup, is not
 * overwritten either.
 */
export async function changeKeys(file: string, change: (keys: Keys) => Keys): Promise<void> {
  const draft = `${file}.new`
  const before = await findText(file)
  if (before === null) throw new ConfigError(`DATA_DIR: must contain ${file}; start the site once to create it`)
  const keys = change(parseKeys(before, file))
  try {
    await writeSynced(draft, textOf(keys))
    if ((await findText(file)) !== before)
      throw new ConfigError(`DATA_DIR: ${file} was changed by another process; please try again`)
    await rename(draft, file)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') {
      throw new ConfigError(
        `DATA_DIR: ${draft} exists, so another change to the keys is in progress or was interrupted. If no change is in progress, delete that file and try again`,
      )
    }
    await rm(draft, { force: true })
    throw error
  }
  await syncFolder(dirname(file))
}

/** Throws if the text does not contain valid keys. */
export function readKeys(text: string): Keys {
  const keys = JSON.parse(text) as Keys
  Keys.parse(keys)
  return keys
}

function parseKeys(text: string, file: string): Keys {
  try {
    return readKeys(text)
  } catch {
    throw new ConfigError(
      `DATA_DIR: ${file} is ${text.trim() ? 'damaged' : 'empty'}. Restore it from a backup. If you have no backup, move the file away; the next start will create new keys, and programs that use the secret key will need the new one`,
    )
  }
}

const textOf = (keys: Keys) => `${JSON.stringify(keys, null, 2)}\n`

async function findText(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT') return null
    throw new ConfigError(`DATA_DIR: ${file} cannot be read (${code})`)
  }
}

async function writeSynced(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? ''
