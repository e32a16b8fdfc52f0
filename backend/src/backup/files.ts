// Writes and reads the files in a backup. They can be read only by their owner, are synced to the disk, and are never
// opened through a link.

import { createHash, type Hash } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BackupError } from './format.ts'

export const OWNER_FOLDER = 0o700
const OWNER_FILE = 0o600

interface Written {
  bytes: number
  sha256: string
}

type Chunks = AsyncIterable<Uint8Array | string>

/** Resolves when the file is on the disk. Never overwrites an existing file. */
export async function writeSafely(
  root: string,
  name: string,
  chunks: Chunks,
  through: NodeJS.ReadWriteStream[] = [],
): Promise<Written> {
  const path = join(root, name)
  await mkdir(dirname(path), { recursive: true, mode: OWNER_FOLDER })
  const meter = createMeter()
  const file = createWriteStream(path, { flags: 'wx', mode: OWNER_FILE, flush: true })
  await pipeline([Readable.from(chunks), ...through, meter.stream, file])
  return meter.read()
}

function createMeter() {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { stream, read: (): Written => ({ bytes, sha256: hash.digest('hex') }) }
}

/** Refuses anything but a regular file, because a link could lead to any file on the machine. */
async function openRegular(root: string, name: string): Promise<FileHandle> {
  const handle = await open(join(root, name), constants.O_RDONLY | constants.O_NOFOLLOW).catch((error: unknown) => {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new BackupError(`The backup is incomplete: ${name} is missing`)
    if (code === 'ELOOP') throw new BackupError(`The backup is invalid: ${name} is a link`)
    throw new BackupError(`${name} in the backup cannot be read (${code})`)
  })
  if ((await handle.stat()).isFile()) return handle
  await handle.close()
  throw new BackupError(`The backup is invalid: ${name} is not a file`)
}

export async function readSmallFile(root: string, name: string, maxBytes: number): Promise<Buffer> {
  const handle = await openRegular(root, name)
  try {
    if ((await handle.stat()).size > maxBytes) throw new BackupError(`The backup is invalid: ${name} is too large`)
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}

/** Reads a file in chunks, and adds the chunks to `hash` if it is given. */
export async function* readChunks(root: string, name: string, hash?: Hash): AsyncGenerator<Buffer> {
  const handle = await openRegular(root, name)
  for await (const chunk of handle.createReadStream()) {
    hash?.update(chunk as Buffer)
    yield chunk as Buffer
  }
}

export async function checkFile(root: string, name: string, expected: Written): Promise<void> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of readChunks(root, name, hash)) bytes += chunk.length
  if (bytes !== expected.bytes) {
    throw new BackupError(`The backup is damaged: ${name} has ${bytes} bytes instead of ${expected.bytes}`)
  }
  if (hash.digest('hex') !== expected.sha256) throw new BackupError(`The backup is damaged: ${name} has changed`)
}

/** Makes the names of new files durable. Windows cannot open a folder, but does not need this. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Longer than any row within the product's limits. */
const MAX_LINE_CHARACTERS = 64 * 1024 * 1024

export async function* splitLines(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  try {
    for await (const chunk of chunks) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > MAX_LINE_CHARACTERS)
        throw new BackupError(`The backup is invalid: a line in ${name} is too long`)
      yield* lines
    }
    rest += decoder.decode()
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw new BackupError(`The backup is damaged: ${name} cannot be read (${(error as Error).message})`)
  }
  if (rest !== '') throw new BackupError(`The backup is damaged: ${name} ends in the middle of a line`)
}
