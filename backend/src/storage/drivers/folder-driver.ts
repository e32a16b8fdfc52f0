import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { makeFolder, syncFolder } from '../../lib/durable-files.ts'
import { StorageError } from '../errors.ts'
import type { StorageDriver, StoredFile } from './driver.ts'
import { walkFolder } from './walk-folder.ts'

const TEMPORARY = /^\.[0-9a-f-]{36}\.tmp$/

/** Stores objects in a folder, under their own names. */
export function createFolderDriver(folder: string): StorageDriver {
  const root = resolve(folder)
  const pathOf = (key: string) => {
    const path = resolve(root, key)
    // Names have already been checked, so this is a second safeguard.
    if (!path.startsWith(root + sep)) throw new StorageError('InvalidKey', `Invalid key: ${key}`)
    return path
  }

  const find = async (key: string): Promise<StoredFile | null> => {
    const info = await stat(pathOf(key)).catch(onlyMissing)
    if (!info?.isFile()) return null
    return { key, size: info.size, modifiedAt: info.mtime, state: info.mtime.getTime().toString(36) }
  }

  return {
    place: 'the pictures folder',
    isRemote: false,
    find,
    write: (key, bytes) => writeAtomically(pathOf(key), bytes),
    read: (key) => readFile(pathOf(key)),
    open: async ({ key }, { range } = {}) =>
      Readable.toWeb(createReadStream(pathOf(key), range)) as ReadableStream<Uint8Array>,
    async remove(keys) {
      for (const key of keys) await rm(pathOf(key)).catch(onlyMissing)
    },
    move: (from, to) => moveFile(pathOf(from), pathOf(to)),
    async *list(prefix) {
      const folder = prefix === '' ? root : pathOf(prefix)
      for await (const path of walkFolder(folder)) {
        // A name with a leading dot is not an object, but a partial file or a file left by the operating system.
        if (`/${toKey(folder, path)}`.includes('/.')) continue
        const file = await find(toKey(root, path))
        if (file) yield file
      }
    },
    async sweep(before) {
      for await (const path of walkFolder(root)) {
        if (!TEMPORARY.test(basename(path))) continue
        const info = await stat(path).catch(onlyMissing)
        if (info && info.mtime <= before) await rm(path, { force: true })
      }
    },
  }
}

const toKey = (folder: string, path: string) => relative(folder, path).split(sep).join('/')

/** The move is not synced to disk. If a power cut undoes it, the next cleanup run repeats it. */
async function moveFile(from: string, to: string): Promise<boolean> {
  const now = new Date()
  if ((await utimes(from, now, now).catch(onlyMissing)) === null) return false
  try {
    await mkdir(dirname(to), { recursive: true })
    return (await rename(from, to).catch(onlyMissing)) !== null
  } catch (error) {
    throw toInvalidKey(error)
  }
}

/** Writes a temporary file beside the target and syncs it before renaming it to the target's name. */
export async function writeAtomically(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = join(dirname(path), `.${randomUUID()}.tmp`)
  try {
    await makeFolder(dirname(path))
    const file = await open(temporary, 'wx')
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw toInvalidKey(error)
  }
}

/** The error if one name needs a file where another needs a folder. */
function toInvalidKey(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  return ['EEXIST', 'ENOTDIR', 'EISDIR', 'ENOTEMPTY'].includes(code) ? new StorageError('InvalidKey') : error
}

function onlyMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}
