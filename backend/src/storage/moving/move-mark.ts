// A mark in the folder or bucket records that its files are being moved, or have been moved, to the other location.
// While the mark exists, no files are added or removed. It is stored with the files, so that every process that uses
// the files sees it, no matter which database the process uses.

import type { StorageDriver } from '../drivers/driver.ts'
import { StorageError } from '../errors.ts'

/** This key is outside every bucket and is not listed. */
const MARK = '.moving'

export type Place = 'folder' | 's3'

export interface Move {
  to: Place
  mover: string
  /** While the move is under way, the time after which the mover is presumed dead. Null once the files have been moved. */
  until: string | null
}

export async function findMove(driver: Pick<StorageDriver, 'find' | 'read'>): Promise<Move | null> {
  if (!(await driver.find(MARK))) return null
  const { to, mover, until } = JSON.parse((await driver.read(MARK)).toString('utf8')) as Move
  return until === null || Date.parse(until) > Date.now() ? { to, mover, until } : null
}

export const markMove = (driver: Pick<StorageDriver, 'write'>, move: Move) =>
  driver.write(MARK, Buffer.from(`${JSON.stringify(move)}\n`))

export const unmarkMove = (driver: Pick<StorageDriver, 'remove'>) => driver.remove([MARK])

/** Refuses a change to files that are being moved or have been moved. */
export async function requireSettled(driver: Pick<StorageDriver, 'find' | 'read'>): Promise<void> {
  const move = await findMove(driver)
  if (!move) return
  throw new StorageError(
    'Moving',
    move.until === null
      ? `The files are ${inWords(move.to)} now, so the site must be restarted with its new settings`
      : undefined,
  )
}

const inWords = (place: Place) => (place === 's3' ? 'on S3' : 'in the data folder')

/** The reason, in one line, why the site must not start with these files, or null. */
export async function explainMoved(driver: Pick<StorageDriver, 'find' | 'read'>): Promise<string | null> {
  const move = await findMove(driver)
  if (move?.until !== null) return null
  return move.to === 's3'
    ? 'S3_ENDPOINT: must be set with the other S3_ variables, because the pictures are on S3. To move them back, run npm run pictures:move -- --to folder'
    : 'S3_ENDPOINT: must not be set, because the pictures are in the data folder. To move them to S3, run npm run pictures:move -- --to s3'
}
