import type { Database } from '../../db/database.ts'
import type { StorageDriver } from '../drivers/driver.ts'
import { S3Refusal } from '../drivers/s3-failure.ts'
import { StorageError } from '../errors.ts'
import { hasIdOf } from '../installation.ts'
import { explainMoved } from './move-mark.ts'

interface PlaceDeps {
  db: Database
  driver: StorageDriver
  /** Where the files were before there was S3. */
  folder: StorageDriver
}

/** Why the site should not start where it is told to find its files, in one line, or nothing. An S3 that is away is no reason. */
export async function checkLocation({ db, driver, folder }: PlaceDeps): Promise<string | null> {
  try {
    if (driver.isRemote) await ask(driver)
    const moved = await explainMoved(driver)
    if (moved || !driver.isRemote) return moved
    const isLeftBehind = !(await hasIdOf(db, driver)) && (await hasIdOf(db, folder)) && !(await explainMoved(folder))
    return isLeftBehind
      ? 'S3_BUCKET: has none of the pictures in the data folder; npm run pictures:move -- --to s3 takes them there'
      : null
  } catch (error) {
    if (error instanceof S3Refusal) {
      return `S3_BUCKET: S3 refuses what we ask of it (${error.word}); check the bucket, its region and the keys`
    }
    if (error instanceof StorageError && error.code === 'Unavailable') return null
    throw error
  }
}

/** A listing, because its refusal has a reason. */
async function ask(driver: StorageDriver): Promise<void> {
  for await (const _file of driver.list('')) return
}
