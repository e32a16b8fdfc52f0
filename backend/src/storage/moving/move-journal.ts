// Records each file that a move has copied and verified, one line per file, so that an interrupted move can continue.

import { appendFile, readFile, rm } from 'node:fs/promises'
import type { StoredFile } from '../drivers/driver.ts'

export interface MoveJournal {
  /** Whether the file has been copied in its current state. */
  has(file: StoredFile): boolean
  add(file: StoredFile): Promise<void>
  forget(key: string): Promise<void>
  keys(): IterableIterator<string>
  /** Called when the move is complete. */
  remove(): Promise<void>
}

type Line = [key: string, state: string | null, size?: number]

export async function openMoveJournal(path: string): Promise<MoveJournal> {
  const done = new Map<string, string>()
  const stateOf = ({ state, size }: Pick<StoredFile, 'state' | 'size'>) => `${size} ${state}`
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  for (const line of text.split('\n')) {
    const [key, state, size] = parse(line)
    if (typeof state === 'string' && size !== undefined) done.set(key, stateOf({ state, size }))
    else done.delete(key)
  }
  // A crash may have left half a line, so end it.
  if (text !== '' && !text.endsWith('\n')) await appendFile(path, '\n')
  const write = (line: Line) => appendFile(path, `${JSON.stringify(line)}\n`)

  return {
    has: (file) => done.get(file.key) === stateOf(file),
    async add(file) {
      done.set(file.key, stateOf(file))
      await write([file.key, file.state, file.size])
    },
    async forget(key) {
      done.delete(key)
      await write([key, null])
    },
    keys: () => done.keys(),
    remove: () => rm(path, { force: true }),
  }
}

function parse(line: string): Line {
  try {
    const value: unknown = JSON.parse(line)
    if (Array.isArray(value) && typeof value[0] === 'string') return value as Line
  } catch {
    // The line is incomplete.
  }
  return ['', null]
}
