// Database and pictures carry one id. A new database that meets an old folder knows none of its files, and would clear away
// the whole stock; so nothing is collected unless the two ids are the same.

import { randomUUID } from 'node:crypto'
import { VEHICLE_BUCKET } from '../../../supabase/functions/_shared/picture-variants.ts'
import type { Database } from '../db/database.ts'
import { inBatches } from './cleanup/in-batches.ts'
import type { StorageDriver } from './drivers/driver.ts'

interface InstallationDeps {
  db: Database
  driver: StorageDriver
}

/** Not hidden: whoever copies the folder's content takes it along. */
export const INSTALLATION_KEY = 'installation-id'

/** Answers why database and pictures may not belong together, in words for the back office, or nothing. */
export async function findMismatch({ db, driver }: InstallationDeps): Promise<string | null> {
  await meetFolder({ db, driver })
  const [ours, theirs] = await Promise.all([readDatabaseId(db), readFolderId(driver)])
  if (ours !== null && ours === theirs) return null
  if (ours !== null && theirs !== null) return explain(driver.place, ours, theirs)
  const { named, present, isEmpty } = await countPictures({ db, driver })
  if (ours !== null) {
    if (named > 0 || !isEmpty) return explain(driver.place, ours, theirs)
    await writeFolderId(driver, ours)
    return null
  }
  // A database older than these ids.
  if (present * 2 > named) {
    await adopt({ db, driver }, theirs ?? randomUUID())
    return null
  }
  return `Of the ${named} pictures that the database names, only ${present} are in ${driver.place}. ${KEPT} Is it the right one?`
}

/** A new database takes its id before its first picture is written: as long as it can tell whether the folder is new too. */
export async function meetFolder({ db, driver }: InstallationDeps): Promise<void> {
  const { rows } = await db.query<{ isNew: boolean }>(
    `select id is null and not exists (select from storage.objects where bucket_id = $1) as "isNew"
     from storage.installation`,
    [VEHICLE_BUCKET],
  )
  if (!rows[0]?.isNew) return
  for await (const _file of driver.list(`${VEHICLE_BUCKET}/`)) {
    // Somebody else's. An id of its own, which these pictures do not carry, keeps it from ever taking them for its own.
    await giveDatabaseId(db, randomUUID())
    return
  }
  await adopt({ db, driver }, (await readFolderId(driver)) ?? randomUUID())
}

/** The file first: an empty database that finds it takes it over. Of two processes at once, the database's choice holds. */
async function adopt({ db, driver }: InstallationDeps, id: string): Promise<void> {
  await writeFolderId(driver, id)
  const held = await giveDatabaseId(db, id)
  if (held !== id) await writeFolderId(driver, held)
}

/** Whether these are the files of this database, as far as both are marked. */
export async function hasIdOf(db: Database, driver: StorageDriver): Promise<boolean> {
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

const KEPT = 'Nothing is cleared away meanwhile.'

function explain(place: string, ours: string, theirs: string | null): string {
  const what = theirs
    ? `What is in ${place} belongs to another database than this one.`
    : `There is no mark in ${place} that it belongs to this database.`
  return `${what} ${KEPT} Bring back the one that belongs here, or, if they do belong together, write ${ours} into the file ${INSTALLATION_KEY} in ${place}.`
}

async function readDatabaseId(db: Database): Promise<string | null> {
  return (await db.query<{ id: string | null }>('select id from storage.installation')).rows[0]?.id ?? null
}

async function giveDatabaseId(db: Database, id: string): Promise<string> {
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

/** For pictures that are put back beside the database that they belong to. */
export const markFolder = writeFolderId
