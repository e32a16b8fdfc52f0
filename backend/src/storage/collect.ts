// Pictures that no vehicle shows any more: an upload that was never saved, a vehicle that was deleted. They are marked
// when first seen so and go a day later, because a form may still be open and a mistake may be taken back.

import type { Database } from '../db/database.ts'
import type { StorageDriver } from './driver.ts'

export const COLLECT_AFTER_HOURS = 24

const BUCKET = 'vehicle-images'

export interface CollectDeps {
  db: Database
  driver: StorageDriver
  onChanged(keys: readonly string[]): Promise<void>
}

// Each side on its own, so that Postgres hashes the pictures once. A space is the one character in names that addresses
// are known to write differently.
const REFERRED = `(
  '/storage/v1/object/public/' || o.bucket_id || '/' || o.name in (select image_url from public.vehicle_images)
  or '/storage/v1/object/public/' || o.bucket_id || '/' || replace(o.name, ' ', '%20')
    in (select image_url from public.vehicle_images))`

/** Answers how many pictures it removed. */
export async function collectPictures({ db, driver, onChanged }: CollectDeps, now = new Date()): Promise<number> {
  const names = await db.transaction(async (tx) => {
    await tx.query(`delete from storage.unreferenced_objects u using storage.objects o
      where o.id = u.object_id and ${REFERRED}`)
    await tx.query(
      `insert into storage.unreferenced_objects (object_id, since)
       select o.id, $2 from storage.objects o where o.bucket_id = $1 and not ${REFERRED} on conflict do nothing`,
      [BUCKET, now.toISOString()],
    )
    const { rows } = await tx.query<{ name: string }>(
      `delete from storage.objects o using storage.unreferenced_objects u
       where u.object_id = o.id and u.since <= $1 returning o.name`,
      [hoursBefore(now).toISOString()],
    )
    return rows.map(({ name }) => name)
  })
  const collected = names.map((name) => `${BUCKET}/${name}`)
  const keys = [...new Set([...collected, ...(await filesWithoutRow(db, driver, now))])]
  await driver.remove(keys)
  await onChanged(keys)
  return keys.length
}

/** What a crash between file and row left behind, temporary files among it. */
async function filesWithoutRow(db: Database, driver: StorageDriver, now: Date): Promise<string[]> {
  const limit = hoursBefore(now)
  const old: string[] = []
  for await (const file of driver.list()) if (file.modifiedAt <= limit) old.push(file.key)
  const { rows } = await db.query<{ key: string }>(
    `select key from unnest($1::text[]) as key
     where not exists (select from storage.objects o where o.bucket_id || '/' || o.name = key)`,
    [old],
  )
  return rows.map(({ key }) => key)
}

const hoursBefore = (now: Date) => new Date(now.getTime() - COLLECT_AFTER_HOURS * 3_600_000)
