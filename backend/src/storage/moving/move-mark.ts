// Where the files are, as far as it is not where they lie: a mark in a folder or bucket says that they are at the other
// place, or are on their way there. Nothing is added or removed under a mark. It lies beside the files, so every process on
// them sees it, whatever database it has.

import type { StorageDriver } from '../drivers/driver.ts'
import { StorageError } from '../errors.ts'

/** Outside of every bucket, and in no listing. */
const MARK = '.moving'

export type Place = 'folder' | 's3'

export interface Move {
  to: Place
  mover: string
  /** On their way: then the mover is taken for dead. Null: they are there, and not here. */
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

/** Refuses a change of files that are moving, or that are not used any more. */
export async function requireSettled(driver: Pick<StorageDriver, 'find' | 'read'>): Promise<void> {
  const move = await findMove(driver)
  if (!move) return
  throw new StorageError(
    'Moving',
    move.until === null
      ? `The files are ${inWords(move.to)} now: the site has to be started anew with its new settings`
      : undefined,
  )
}

const inWords = (place: Place) => (place === 's3' ? 'on S3' : 'in the data folder')

/** Why the site may not start on these files, in one line, or nothing. */
export async function explainMoved(driver: Pick<StorageDriver, 'find' | 'read'>): Promise<string | null> {
  const move = await findMove(driver)
  if (move?.until !== null) return null
  return move.to === 's3'
    ? 'S3_ENDPOINT: must be set with the other S3_ variables, because the pictures are on S3; npm run pictures:move -- --to folder brings them back'
    : 'S3_ENDPOINT: must not be set, because the pictures are in the data folder; npm run pictures:move -- --to s3 takes them there'
}
