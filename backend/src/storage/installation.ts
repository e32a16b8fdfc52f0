// The database and the picture store share an id. A new database that uses an old folder has no record of the files in
// it and would remove every picture, so nothing is removed unless the ids match.

import { randomUUID } from 'node:crypto'
import { VEHICLE_BUCKET } from '../../../supabase/functions/_shared/picture-variants.ts'
import type { Database } from '../db/database.ts'
import { inBatches } from './cleanup/in-batches.ts'
import type { StorageDriver } from './drivers/driver.ts'

interface InstallationDeps {
  db: Database
  driver: StorageDriver
}

/** Not a hidden file, so that it is copied together with the folder's contents. */
export const INSTALLATION_KEY = 'installation-id'

/** A message for the back office if the database and the pictures might not belong together, or null. */
export async function findMismatch({ db, driver }: InstallationDeps): Promise<string | null> {
  await assignInstallationId({ db, driver })
  const [ours, theirs] = await Promise.all([readDatabaseId(db), readFolderId(driver)])
  if (ours !== null && ours === theirs) return null
  if (ours !== null && theirs !== null) return describeMismatch(driver.place, ours, theirs)
  const { named, present, isEmpty } = await countPictures({ db, driver })
  if (ours !== null) {
    if (named > 0 || !isEmpty) return describeMismatch(driver.place, ours, theirs)
    await writeFolderId(driver, ours)
    return null
  }
  // The database was created before these ids were introduced.
  if (present * 2 > named) {
    await adopt({ db, driver }, theirs ?? randomUUID())
    return null
  }
  return `Only ${present} of the ${named} pictures listed in the database are in ${driver.place}. ${NOT_DELETED} Please check that this is the right location.`
}

/** Gives a new database its id before its first picture is written, while we can still tell whether the folder is new too. */
export async function assignInstallationId({ db, driver }: InstallationDeps): Promise<void> {
  const { rows } = await db.query<{ isNew: boolean }>(
    `select id is null and not exists (select from storage.objects where bucket_id = $1) as "isNew"
     from storage.installation`,
    [VEHICLE_BUCKET],
  )
  if (!rows[0]?.isNew) return
  for await (const _file of driver.list(`${VEHICLE_BUCKET}/`)) {
    // The pictures belong to another site. A new id, which cannot match theirs, makes sure that this database never
    // claims them.
    await writeDatabaseId(db, randomUUID())
    return
  }
  await adopt({ db, driver }, (await readFolderId(driver)) ?? randomUUID())
}

/**
 * Writes the file first, because an empty database that finds the file adopts its id. If two processes do this at once,
 * the id in the database takes precedence.
 */
async function adopt({ db, driver }: InstallationDeps, id: string): Promise<void> {
  await writeFolderId(driver, id)
  const held = await writeDatabaseId(db, id)
  if (held !== id) await writeFolderId(driver, held)
}

/** Whether the database and the picture store both have an id, and the ids match. */
export async function idsMatch(db: Database, driver: StorageDriver): Promise<boolean> {
  const [ours, theirs] = await Promise.all([readDatabaseId(db), readFolderId(driver)])
  return ours !== null && ours === theirs
}

async function countPictures({ db, driver }: InstallationDeps) {
  const { rows } = await db.query<{ named: number }>(
    'select count(*)::int as named from storage.objects where bucket_id = $1',
    [VEHICLE_BUCKET],
  )
  let present = 0
  let isEmpty = true
  for await (const files of inBatches(driver.list(`${VEHICLE_BUCKET}/`))) {
    const known = await db.query<{ count: number }>(
      'select count(*)::int as count from storage.objects where bucket_id = $1 and name = any($2::text[])',
      [VEHICLE_BUCKET, files.map(({ key }) => key.slice(VEHICLE_BUCKET.length + 1))],
    )
    present += known.rows[0]?.count ?? 0
    isEmpty = false
  }
  return { named: rows[0]?.named ?? 0, present, isEmpty }
}

const NOT_DELETED = 'No pictures will be deleted until this is fixed.'

function describeMismatch(place: string, ours: string, theirs: string | null): string {
  const problem = theirs
    ? `The contents of ${place} belong to another database.`
    : `There is nothing in ${place} to show that it belongs to this database.`
  return `${problem} ${NOT_DELETED} Restore the copy that belongs to this database. If the two do belong together, write ${ours} to the file ${INSTALLATION_KEY} in ${place}.`
}

async function readDatabaseId(db: Database): Promise<string | null> {
  return (await db.query<{ id: string | null }>('select id from storage.installation')).rows[0]?.id ?? null
}

async function writeDatabaseId(db: Database, id: string): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    'update storage.installation set id = coalesce(id, $1) returning id',
    [id],
  )
  return rows[0]?.id ?? id
}

async function readFolderId(driver: StorageDriver): Promise<string | null> {
  if (!(await driver.find(INSTALLATION_KEY))) return null
  return (await driver.read(INSTALLATION_KEY)).toString('utf8').trim()
}

const writeFolderId = (driver: Pick<StorageDriver, 'write'>, id: string) =>
  driver.write(INSTALLATION_KEY, Buffer.from(`${id}\n`))

/** Used when pictures are restored together with their database. */
export const markFolder = writeFolderId
