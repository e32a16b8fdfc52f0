// Moves all files between the data folder and S3. The site may be running while they are copied. After that, changes
// are blocked while files added in the meantime are copied and the source is marked as moved. Each copy is read back
// and compared. Nothing at the source is deleted until `deleteSource` is called later.

import { createHash } from 'node:crypto'
import { eachAtOnce } from '../cleanup/in-batches.ts'
import type { StorageDriver, StoredFile } from '../drivers/driver.ts'
import { INSTALLATION_KEY } from '../installation.ts'
import { MAX_DOCUMENT_BYTES } from '../limits.ts'
import { MOVE_FILES_AT_ONCE, MOVE_MARK_SECONDS } from './limits.ts'
import type { MoveJournal } from './move-journal.ts'
import { findMove, markMove, type Place, unmarkMove } from './move-mark.ts'

export interface MoveDeps {
  from: StorageDriver
  to: StorageDriver
  toPlace: Place
  /** An id that stays the same when an interrupted move is continued. */
  mover: string
  journal: MoveJournal
  onProgress?(done: number, of: number): void
}

export interface MoveCount {
  files: number
  bytes: number
  copied: number
  /** Files that were already at the target, with the same bytes. */
  present: number
  /** Files that were removed at the source after they were copied, and were therefore removed at the target too. */
  removed: number
}

/** The message is meant for the person who runs the command. */
export class MoveFailed extends Error {
  override name = 'MoveFailed'
}

export async function hasMoved({ from, toPlace }: Pick<MoveDeps, 'from' | 'toPlace'>): Promise<boolean> {
  const move = await findMove(from)
  return move?.until === null && move.to === toPlace
}

/** Counts what a move would do, without changing anything. */
export async function planMove(deps: MoveDeps): Promise<MoveCount> {
  const files = await listAll(deps.from)
  const count = countOf(files)
  await eachAtOnce(files, MOVE_FILES_AT_ONCE, async (file) => {
    const isThere = deps.journal.has(file) || (await deps.to.find(file.key))?.size === file.size
    count[isThere ? 'present' : 'copied']++
  })
  return count
}

export async function moveFiles(deps: MoveDeps): Promise<MoveCount> {
  const { from, to, toPlace, mover, journal } = deps
  if (await hasMoved(deps)) throw new MoveFailed('The files have already been moved.')
  await prepareTarget(deps)
  const first = await copyAll(deps)
  const mark = () => markMove(from, { to: toPlace, mover, until: inSeconds(MOVE_MARK_SECONDS) })
  const earlier = await findMove(from)
  if (earlier && earlier.mover !== mover) throw new MoveFailed('Another machine is already moving the files.')
  await mark()
  const renewal = setInterval(() => void mark().catch(() => {}), (MOVE_MARK_SECONDS * 1000) / 5)
  try {
    const second = await copyAll(deps)
    const removed = await removeDeleted(deps)
    await verifyTarget(deps)
    clearInterval(renewal)
    if ((await findMove(from))?.mover !== mover)
      throw new MoveFailed('Another move was started in the meantime. Please try again.')
    await unmarkMove(to)
    await markMove(from, { to: toPlace, mover, until: null })
    await journal.remove()
    const { files, bytes } = second
    const copied = first.copied + second.copied
    return { files, bytes, copied, present: Math.max(0, files - copied), removed }
  } catch (error) {
    clearInterval(renewal)
    await unmarkMove(from).catch(() => {})
    throw error
  }
}

/** Deletes files permanently, but only those that are proven to be at the target. */
export async function deleteSource(deps: Omit<MoveDeps, 'journal'>): Promise<{ deleted: number; kept: string[] }> {
  const { from, to, onProgress } = deps
  if (!(await hasMoved(deps))) {
    throw new MoveFailed('Nothing can be deleted until the files have been moved and the site uses the new location.')
  }
  const files = await listAll(from)
  const kept: string[] = []
  let done = 0
  await eachAtOnce(files, MOVE_FILES_AT_ONCE, async ({ key }) => {
    const bytes = await from.read(key)
    // The site may have put the file in the trash after the move.
    const copies = await Promise.all([key, `.trash/${key}~`].map((name) => readIfThere(to, name)))
    if (copies.some((copy) => copy && digest(copy) === digest(bytes))) await from.remove([key])
    else kept.push(key)
    onProgress?.(++done, files.length)
  })
  return { deleted: files.length - kept.length, kept }
}

const readIfThere = async (driver: StorageDriver, key: string) => ((await driver.find(key)) ? driver.read(key) : null)

/**
 * Refuses a target that contains another site's files. Otherwise marks the target, so that no site starts with
 * incomplete files.
 */
async function prepareTarget({ from, to, toPlace, journal }: MoveDeps): Promise<void> {
  const [ours, theirs] = await Promise.all([readId(from), readId(to)])
  if (theirs !== null && theirs !== ours) {
    throw new MoveFailed(`The files in ${to.place} belong to another site. Please choose an empty bucket or folder.`)
  }
  const isContinued = theirs !== null || !journal.keys().next().done
  if (!isContinued && (await isEmpty(to)) === false) {
    throw new MoveFailed(
      `Some files in ${to.place} do not belong to this site. Please choose an empty bucket or folder.`,
    )
  }
  await markMove(to, { to: toPlace === 's3' ? 'folder' : 's3', mover: 'none', until: null })
  if (ours !== null && theirs === null) await to.write(INSTALLATION_KEY, Buffer.from(ours))
}

async function isEmpty(driver: StorageDriver): Promise<boolean> {
  for await (const _file of driver.list('')) return false
  return true
}

const readId = async (driver: StorageDriver) =>
  (await driver.find(INSTALLATION_KEY)) ? (await driver.read(INSTALLATION_KEY)).toString('utf8') : null

async function listAll(driver: StorageDriver): Promise<StoredFile[]> {
  const files: StoredFile[] = []
  for (const prefix of ['', '.trash/']) for await (const file of driver.list(prefix)) files.push(file)
  return files
}

function countOf(files: readonly StoredFile[]): MoveCount {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  return { files: files.length, bytes, copied: 0, present: 0, removed: 0 }
}

async function copyAll(deps: MoveDeps): Promise<MoveCount> {
  const files = await listAll(deps.from)
  const count = countOf(files)
  let done = 0
  await eachAtOnce(files, MOVE_FILES_AT_ONCE, async (file) => {
    const what = deps.journal.has(file) ? 'present' : await copyOne(deps, file)
    if (what) count[what]++
    deps.onProgress?.(++done, files.length)
  })
  return count
}

async function copyOne({ from, to, journal }: MoveDeps, file: StoredFile): Promise<'copied' | 'present' | null> {
  if (file.size > MAX_DOCUMENT_BYTES) {
    throw new MoveFailed(
      `${file.key} in ${from.place} is larger than the site allows, so it cannot be one of the site's files. Please remove it.`,
    )
  }
  const bytes = await from.read(file.key).catch(async (error: unknown) => {
    // The file was removed after it was listed.
    if (!(await from.find(file.key))) return null
    throw error
  })
  if (!bytes) return null
  const isSame = async () => digest(await to.read(file.key)) === digest(bytes)
  const isThere = (await to.find(file.key))?.size === bytes.length && (await isSame())
  if (!isThere) {
    await to.write(file.key, bytes)
    if (!(await isSame())) throw new MoveFailed(`The copy of ${file.key} in ${to.place} differs from the original.`)
  }
  await journal.add(file)
  return isThere ? 'present' : 'copied'
}

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Files removed at the source after they were copied must not reappear. */
async function removeDeleted({ from, to, journal }: MoveDeps): Promise<number> {
  const there = new Set((await listAll(from)).map(({ key }) => key))
  const gone = [...journal.keys()].filter((key) => !there.has(key))
  await eachAtOnce(gone, MOVE_FILES_AT_ONCE, async (key) => {
    await to.remove([key])
    await journal.forget(key)
  })
  return gone.length
}

/** Checks all files one last time, because the journal may describe an older state of the target. */
async function verifyTarget({ from, to, journal }: MoveDeps): Promise<void> {
  const there = new Map((await listAll(to)).map(({ key, size }) => [key, size]))
  for (const { key, size } of await listAll(from)) {
    if (there.get(key) === size) continue
    await journal.forget(key)
    throw new MoveFailed(`${key} is missing or incomplete in ${to.place}. Please run the command again.`)
  }
}

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
