import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import type { StorageDriver, StoredFile } from './driver.ts'
import { StorageError } from './errors.ts'

/** Objects in a folder, under their own names. */
export function createFolderDriver(folder: string): StorageDriver {
  const root = resolve(folder)
  const pathOf = (key: string) => {
    const path = resolve(root, key)
    // Names are checked already; this holds even if that check is ever wrong.
    if (!path.startsWith(root + sep)) throw new StorageError('InvalidKey', `Invalid key: ${key}`)
    return path
  }

  const find = async (key: string): Promise<StoredFile | null> => {
    const info = await stat(pathOf(key)).catch(onlyMissing)
    return info?.isFile() ? { key, size: info.size, modifiedAt: info.mtime } : null
  }

  return {
    find,
    write: (key, bytes) => writeAtomically(pathOf(key), bytes),
    read: (key) => readFile(pathOf(key)),
    stream: (key, range) => Readable.toWeb(createReadStream(pathOf(key), range)) as ReadableStream<Uint8Array>,
    async remove(keys) {
      for (const key of keys) await rm(pathOf(key)).catch(onlyMissing)
    },
    async *list() {
      await mkdir(root, { recursive: true })
      for await (const entry of await opendir(root, { recursive: true })) {
        if (!entry.isFile()) continue
        const file = await find(relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
        if (file) yield file
      }
    },
  }
}

/** A temporary file beside the target, on disk before it takes the name. */
export async function writeAtomically(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = join(dirname(path), `.${randomUUID()}.tmp`)
  try {
    await mkdir(dirname(path), { recursive: true })
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
    const code = (error as NodeJS.ErrnoException).code ?? ''
    // One name is a file where another needs a folder.
    if (['EEXIST', 'ENOTDIR', 'EISDIR'].includes(code)) throw new StorageError('InvalidKey')
    throw error
  }
}

/** Without it the rename may be lost with the power. Windows cannot open a folder, and does not need it. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function onlyMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}
