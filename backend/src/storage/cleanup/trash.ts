// Where removed files lie for a while. Their keys are outside of every bucket, so no address leads there. A vehicle that is
// saved with one of them (removed_objects.is_wanted), or a row that names it because an older database was restored, brings
// it back: when it is next asked for, and with the next round at the latest.

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
/** No name has it, so `a` and `a/b` can both lie there: one is a file, the other in a folder beside it. */
const ENDING = '~'

interface TrashDeps {
  db: Database
  driver: StorageDriver
  names: ObjectLocks
  /** Called with the keys of files that are out of sight, so that nothing made from them stays. */
  onChanged(keys: readonly string[]): Promise<void>
}

export type Trash = ReturnType<typeof createTrash>

export function createTrash({ db, driver, names, onChanged }: TrashDeps) {
  /** Answers how many there were. What somebody writes to meanwhile, or wants again, stays. */
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
    names.withFree(keys.map(toName), async (held) => {
      const free = held.map(toKey)
      const expected = new Set(await findExpected(free))
      let moved = 0
      const unexpected = free.filter((key) => !expected.has(key))
      await eachAtOnce(unexpected, MAX_S3_FILES_AT_ONCE, async (key) => {
        if (await driver.move(key, trashKey(key))) moved++
      })
      return moved
    })

  /** Brings a file back that somebody should see; answers whether it is there now. */
  async function restore(key: string): Promise<boolean> {
    const isTrashed = (await driver.find(trashKey(key))) !== null
    if (!isTrashed && !(await driver.find(key))) return false
    if ((await findExpected([key])).length === 0) return false
    await names.withAll([toName(key)], async () => {
      if (isTrashed && !(await driver.find(key))) await driver.move(trashKey(key), key).catch(unlessNameIsTaken)
      await restoreRow(db, ...splitKey(key))
    })
    return (await driver.find(key)) !== null
  }

  /** Of these keys, the ones that should not be in the trash. */
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

  /** All of it, by the keys that the files had. */
  async function* list(): AsyncGenerator<StoredFile> {
    for await (const file of driver.list(FOLDER)) {
      if (file.key.endsWith(ENDING)) yield { ...file, key: file.key.slice(FOLDER.length, -ENDING.length) }
    }
  }

  /** For good. */
  const empty = (keys: readonly string[]) => driver.remove(keys.map(trashKey))

  return { put, restore, findExpected, list, empty }
}

/** Where a file lies whose key was this. */
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

/** The row as it was, and with it the stand-in that the vehicle shows while the picture loads. */
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
  // Its trigger looks the stand-in up.
  await db.query(`update public.vehicle_images set image_url = image_url where ${isAddressOf('$1::text')}`, [name])
}

/** A file lies where this one's folder was, or the other way round. It stays in the trash until its time is over. */
function unlessNameIsTaken(error: unknown): void {
  if (!(error instanceof StorageError) || error.code !== 'InvalidKey') throw error
}
