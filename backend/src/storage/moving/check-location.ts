import type { Database } from '../../db/database.ts'
import type { StorageDriver } from '../drivers/driver.ts'
import { S3Refusal } from '../drivers/s3-failure.ts'
import { StorageError } from '../errors.ts'
import { idsMatch } from '../installation.ts'
import { explainMoved } from './move-mark.ts'

interface LocationDeps {
  db: Database
  driver: StorageDriver
  /** The data folder, where the files may have been before S3 was configured. */
  folder: StorageDriver
}

/**
 * The reason, in one line, why the site must not start with its configured file storage, or null. An S3 outage is not
 * such a reason.
 */
export async function checkLocation({ db, driver, folder }: LocationDeps): Promise<string | null> {
  try {
    if (driver.isRemote) await probe(driver)
    const moved = await explainMoved(driver)
    if (moved || !driver.isRemote) return moved
    const isLeftBehind = !(await idsMatch(db, driver)) && (await idsMatch(db, folder)) && !(await explainMoved(folder))
    return isLeftBehind
      ? 'S3_BUCKET: does not contain any of the pictures in the data folder; to move them there, run npm run pictures:move -- --to s3'
      : null
  } catch (error) {
    if (error instanceof S3Refusal) {
      return `S3_BUCKET: S3 is refusing requests (${error.word}); check the bucket, its region and the keys`
    }
    if (error instanceof StorageError && error.code === 'Unavailable') return null
    throw error
  }
}

/** Checks the location by listing files, because S3 gives a reason when it refuses a listing. */
async function probe(driver: StorageDriver): Promise<void> {
  for await (const _file of driver.list('')) return
}
