// Stores removed files for a while. Their keys are outside every bucket, so no URL leads to them. A file is restored if
// a vehicle that uses it is saved (removed_objects.is_wanted) or if a restored older database has its row. This happens
// when the file is next requested, or in the next cleanup run.

import { VEHICLE_BUCKET } from '../../../../supabase/functions/_shared/picture-variants.ts'
import type { Database } from '../../db/database.ts'
import type { StorageDriver, StoredFile } from '../drivers/driver.ts'
import { MAX_S3_FILES_AT_ONCE } from '../drivers/limits.ts'
import { StorageError } from '../errors.ts'
import type { ObjectLocks } from '../locks.ts'
import type { ObjectName } from '../objects.ts'
import { isAddressOf } from '../pictures/picture-references.ts'
import { eachAtOnce } from './in-batches.ts'
import { MAX_FILES_TRASHED_AT_ONCE } from './limits.ts'

const FOLDER = '.trash/'
/**
 * This character is not allowed in names, so `a` and `a/b` can both be in the trash, as the file `a~` and as `b~` in the
 * folder `a`.
 */
const ENDING = '~'

interface TrashDeps {
  db: Database
  driver: StorageDriver
  locks: ObjectLocks
  /** Called with the keys of removed files, so that the variants made from them are removed too. */
  onChanged(keys: readonly string[]): Promise<void>
}

export type Trash = ReturnType<typeof createTrash>

export function createTrash({ db, driver, locks, onChanged }: TrashDeps) {
  /**
   * Returns how many files were moved. Files that are locked, or that should not be in the trash, stay where they are.
   */
  async function put(keys: readonly string[]): Promise<number> {
    let moved = 0
    try {
      for (let at = 0; at < keys.length; at += MAX_FILES_TRASHED_AT_ONCE) {
        moved += await putSome(keys.slice(at, at + MAX_FILES_TRASHED_AT_ONCE))
      }
    } finally {
      await onChanged(keys)
    }
    return moved
  }

  const putSome = (keys: readonly string[]) =>
    locks.withFree(keys.map(toName), async (held) => {
      const free = held.map(toKey)
      const expected = new Set(await findExpected(free))
      let moved = 0
      const unexpected = free.filter((key) => !expected.has(key))
      await eachAtOnce(unexpected, MAX_S3_FILES_AT_ONCE, async (key) => {
        if (await driver.move(key, trashKey(key))) moved++
      })
      return moved
    })

  /** Restores a file that should not be in the trash. Returns whether it is now available. */
  async function restore(key: string): Promise<boolean> {
    const isTrashed = (await driver.find(trashKey(key))) !== null
    if (!isTrashed && !(await driver.find(key))) return false
    if ((await findExpected([key])).length === 0) return false
    await locks.withAll([toName(key)], async () => {
      if (isTrashed && !(await driver.find(key))) await driver.move(trashKey(key), key).catch(ignoreNameTaken)
      await restoreRow(db, ...splitKey(key))
    })
    return (await driver.find(key)) !== null
  }

  /** Of the given keys, returns those whose files should not be in the trash. */
  async function findExpected(keys: readonly string[]): Promise<string[]> {
    const { rows } = await db.query<{ key: string }>(
      `select f.bucket || '/' || f.name as key from unnest($1::text[], $2::text[]) as f (bucket, name)
       where exists (select from storage.objects o where o.bucket_id = f.bucket and o.name = f.name)
         or exists (
           select from storage.removed_objects r where r.bucket_id = f.bucket and r.name = f.name and r.is_wanted)`,
      [keys.map((key) => splitKey(key)[0]), keys.map((key) => splitKey(key)[1])],
    )
    return rows.map(({ key }) => key)
  }

  /** All files in the trash, by their original keys. */
  async function* list(): AsyncGenerator<StoredFile> {
    for await (const file of driver.list(FOLDER)) {
      if (file.key.endsWith(ENDING)) yield { ...file, key: file.key.slice(FOLDER.length, -ENDING.length) }
    }
  }

  /** Deletes the files permanently. */
  const empty = (keys: readonly string[]) => driver.remove(keys.map(trashKey))

  return { put, restore, findExpected, list, empty }
}

/** Turns a file's original key into its key in the trash. */
export const trashKey = (key: string) => `${FOLDER}${key}${ENDING}`

function toName(key: string): ObjectName {
  const [bucket, name] = splitKey(key)
  return { bucket, name }
}

const toKey = ({ bucket, name }: ObjectName) => `${bucket}/${name}`

function splitKey(key: string): [bucket: string, name: string] {
  const slash = key.indexOf('/')
  return [key.slice(0, slash), key.slice(slash + 1)]
}

/** Restores the original row, including the placeholder shown for the vehicle while the picture loads. */
async function restoreRow(db: Database, bucket: string, name: string): Promise<void> {
  const columns = `id, bucket_id, name, owner, created_at, updated_at, last_accessed_at, metadata, version, owner_id,
    user_metadata`
  const { rows } = await db.query(
    `insert into storage.objects (${columns})
     select o.* from storage.removed_objects r, lateral (
       select ${columns} from jsonb_populate_record(null::storage.objects, r.object)
     ) o where r.bucket_id = $1 and r.name = $2 on conflict do nothing returning id`,
    [bucket, name],
  )
  if (rows.length === 0 || bucket !== VEHICLE_BUCKET) return
  // The table's trigger looks up the placeholder.
  await db.query(`update public.vehicle_images set image_url = image_url where ${isAddressOf('$1::text')}`, [name])
}

/**
 * Another file now has the path of this file's folder, or a folder now has this file's path. This file stays in the
 * trash until it expires.
 */
function ignoreNameTaken(error: unknown): void {
  if (!(error instanceof StorageError) || error.code !== 'InvalidKey') throw error
}
