// keys.json on the disk: whole or not there, also after a power cut, and never written over by a second process that
// starts at the same moment.

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
  /** Public keys of retired signing keys: tokens they signed stay valid until they expire. */
  retired: z.array(Jwk),
  publishableKey: z.string().min(1),
  secretKey: z.string().min(1),
  hmacSecret: z.string().min(1),
})
export type Keys = z.infer<typeof Keys> & {
  /** Reads them again where another process may have changed them: a token names a signing key that is not known here. */
  lookAgain?(): Promise<void>
}

export const keysFile = (dataDir: string) => join(dataDir, 'keys.json')

export async function findKeys(file: string): Promise<Keys | null> {
  const text = await findText(file)
  return text === null ? null : parseKeys(text, file)
}

/** Whoever gives the file its name first decides; everyone else takes what stands there. */
export async function createKeys(file: string, keys: Keys): Promise<Keys> {
  await makeFolder(dirname(file))
  const draft = `${file}.${randomUUID()}.tmp`
  try {
    await writeSynced(draft, textOf(keys))
    await link(draft, file)
    await syncFolder(dirname(file))
    return keys
  } catch (error) {
    // Missing: a process that found the keys there has tidied our draft away.
    const stored = ['EEXIST', 'ENOENT'].includes(codeOf(error)) ? await findKeys(file) : null
    if (stored) return stored
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/** What starts that were cut off have left: secrets, or copies of them. Called when the keys are there. */
export async function removeDrafts(file: string): Promise<void> {
  const names = await readdir(dirname(file))
  const drafts = names.filter((name) => name.startsWith(`${basename(file)}.`) && name.endsWith('.tmp'))
  await Promise.all(drafts.map((name) => rm(join(dirname(file), name), { force: true })))
}

/**
 * Replaces the keys on purpose. The draft has one name and is made only if it does not exist: two changes at once would
 * lose one of them. What a person put there in the meantime, such as a backup, is not written over either.
 */
export async function changeKeys(file: string, change: (keys: Keys) => Keys): Promise<void> {
  const draft = `${file}.new`
  const before = await findText(file)
  if (before === null) throw new ConfigError(`DATA_DIR: there is no ${file}; the first start of the site makes it`)
  const keys = change(parseKeys(before, file))
  try {
    await writeSynced(draft, textOf(keys))
    if ((await findText(file)) !== before) throw new ConfigError(`DATA_DIR: ${file} was changed by another; try again`)
    await rename(draft, file)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') {
      throw new ConfigError(
        `DATA_DIR: ${draft} exists: another change of the keys is under way or was cut off. If none is running, delete that file and try again`,
      )
    }
    await rm(draft, { force: true })
    throw error
  }
  await syncFolder(dirname(file))
}

/** Throws for anything else. */
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
      `DATA_DIR: ${file} is ${text.trim() ? 'damaged' : 'empty'}. Restore it from a backup; without one, move it away: the next start makes new keys, and programs that use the secret key need the new one`,
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
