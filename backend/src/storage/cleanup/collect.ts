// Removes pictures that nothing refers to any more, such as an upload that was never saved, a deleted vehicle's pictures,
// or a logo whose last stored version is gone. They are marked first and moved to the trash a day later, because a form
// may still be open and a mistake may be undone. After a month in the trash they are deleted. If the database cannot
// account for the files, nothing is removed and the problem is reported to the back office.

import { BRAND_BUCKET, VEHICLE_BUCKET } from '../../../../supabase/functions/_shared/picture-variants.ts'
import type { Database } from '../../db/database.ts'
import type { Incidents } from '../../status/incidents.ts'
import type { StorageDriver } from '../drivers/driver.ts'
import { findMismatch } from '../installation.ts'
import type { ObjectLocks } from '../locks.ts'
import { findMove } from '../moving/move-mark.ts'
import { isAddressOf } from '../pictures/picture-references.ts'
import { inBatches } from './in-batches.ts'
import { COLLECT_AFTER_HOURS, MAX_COLLECTED_PER_RUN, MAX_UNEXPLAINED_FILES, TRASH_DAYS } from './limits.ts'
import type { Trash } from './trash.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export interface CollectDeps {
  db: Database
  driver: StorageDriver
  trash: Trash
  locks: Pick<ObjectLocks, 'clear'>
  incidents: Pick<Incidents, 'report' | 'clear'>
  /** Called before every step. Fails if another process has taken over the job. */
  extendLease(): Promise<void>
}

/** The numbers of pictures moved to the trash, restored, and permanently deleted (`removed`). */
export interface Collected {
  trashed: number
  restored: number
  removed: number
}

const MOVED =
  'The pictures have been moved, but the site still uses the old location. Restart the site with the new settings.'
const NOTHING: Collected = { trashed: 0, restored: 0, removed: 0 }

/** Runs the job once. Only one process may run it at a time. */
export async function collectPictures(deps: CollectDeps, now = new Date()): Promise<Collected> {
  const move = await findMove(deps.driver)
  if (move?.until) return NOTHING
  const problem = move ? MOVED : await findMismatch(deps)
  return problem ? stop(deps, problem) : collect(deps, now)
}

function stop({ incidents }: CollectDeps, problem: string): Collected {
  incidents.report('collector-stopped', problem)
  return NOTHING
}

async function collect(deps: CollectDeps, now: Date): Promise<Collected> {
  const { db, driver, trash, locks, incidents, extendLease } = deps
  const dayAgo = new Date(now.getTime() - COLLECT_AFTER_HOURS * HOUR_MS)
  const strays: Strays = { restored: 0, removed: [], unexplained: [] }
  for (const references of REFERENCES) await findFilesWithoutRow(deps, references, dayAgo, strays)
  if (strays.unexplained.length > MAX_UNEXPLAINED_FILES) return stop(deps, tooManyUnexplained(strays.unexplained))

  const unreferenced: string[] = []
  for (const references of REFERENCES) unreferenced.push(...(await dropUnreferenced(db, references, now, dayAgo)))
  let trashed = 0
  for await (const keys of inBatches(toAsync([...unreferenced, ...strays.removed, ...strays.unexplained]))) {
    await extendLease()
    trashed += await trash.put(keys)
  }
  const { restored, removed } = await processTrash(deps, new Date(now.getTime() - TRASH_DAYS * DAY_MS))
  await driver.sweep(dayAgo)
  await locks.clear()
  // Delete records a day later than the files, because the record of a file must outlive it.
  await db.query('delete from storage.removed_objects where removed_at <= $1', [
    new Date(now.getTime() - (TRASH_DAYS + 1) * DAY_MS).toISOString(),
  ])
  incidents.clear('collector-stopped')
  return { trashed, restored: restored + strays.restored, removed }
}

interface Strays {
  restored: number
  /** Files whose rows were removed by an admin or by an interrupted run. */
  removed: string[]
  /** Files that are unknown to the database, because a crash left them or they belong to another database. */
  unexplained: string[]
}

async function findFilesWithoutRow(
  { db, driver, trash, extendLease }: CollectDeps,
  references: References,
  before: Date,
  strays: Strays,
): Promise<void> {
  const { bucket } = references
  const removed: string[] = []
  for await (const files of inBatches(driver.list(`${bucket}/`))) {
    await extendLease()
    const old = files.filter(({ modifiedAt }) => modifiedAt <= before).map(({ key }) => key.slice(bucket.length + 1))
    for (const { name, why } of await explain(db, references, await withoutRow(db, bucket, old))) {
      const key = `${bucket}/${name}`
      if (why === 'wanted') strays.restored += Number(await trash.restore(key))
      if (why === 'removed' && removed.length < MAX_COLLECTED_PER_RUN) removed.push(name)
      if (why === 'unexplained') strays.unexplained.push(key)
    }
    if (strays.unexplained.length > MAX_UNEXPLAINED_FILES) break
  }
  // The month starts when the files are moved to the trash.
  await db.query(
    'update storage.removed_objects set removed_at = now() where bucket_id = $1 and name = any($2::text[])',
    [bucket, removed],
  )
  strays.removed.push(...removed.map((name) => `${bucket}/${name}`))
}

async function withoutRow(db: Database, bucket: string, names: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select name from unnest($2::text[]) as name
     where not exists (select from storage.objects o where o.bucket_id = $1 and o.name = name.name)`,
    [bucket, names],
  )
  return rows.map(({ name }) => name)
}

interface Explained {
  name: string
  why: 'wanted' | 'removed' | 'referenced' | 'unexplained'
}

/** A picture that is referenced is kept, even without a row. */
async function explain(
  db: Database,
  { bucket, isReferenced }: References,
  names: readonly string[],
): Promise<Explained[]> {
  if (names.length === 0) return []
  const { rows } = await db.query<Explained>(
    `select file.name, case when r.is_wanted then 'wanted' when r.name is not null then 'removed'
       when ${isReferenced('file.name')} then 'referenced' else 'unexplained' end as why
     from unnest($2::text[]) as file (name)
     left join storage.removed_objects r on r.bucket_id = $1 and r.name = file.name`,
    [bucket, names],
  )
  return rows
}

interface References {
  bucket: string
  /** SQL that tests whether the name in a column is referenced. */
  isReferenced(name: string): string
  /** The tables that contain the references. They are locked so that a reference that is being saved is not missed. */
  tables: string
}

const REFERENCES: readonly References[] = [
  {
    bucket: VEHICLE_BUCKET,
    isReferenced: (name) => `exists (select from public.vehicle_images where ${isAddressOf(name)})`,
    tables: 'public.vehicle_images',
  },
  {
    bucket: BRAND_BUCKET,
    isReferenced: (name) => `(${name} in (select forecourt.brand_files()))`,
    tables: 'public.config, public.setting_versions',
  },
]

/**
 * Marks unreferenced objects, and deletes the rows of objects marked at least a day ago. Returns the keys of the
 * deleted rows' files.
 */
async function dropUnreferenced(
  db: Database,
  { bucket, isReferenced, tables }: References,
  now: Date,
  marked: Date,
): Promise<string[]> {
  await db.batch([
    {
      text: `delete from storage.unreferenced_objects u using storage.objects o
        where o.id = u.object_id and o.bucket_id = $1 and ${isReferenced('o.name')}`,
      values: [bucket],
    },
    {
      text: `insert into storage.unreferenced_objects (object_id, since)
        select o.id, $2 from storage.objects o where o.bucket_id = $1 and not ${isReferenced('o.name')} on conflict do nothing`,
      values: [bucket, now.toISOString()],
    },
  ])
  const due = `select u.object_id from storage.unreferenced_objects u join storage.objects due on due.id = u.object_id
    where due.bucket_id = $3 and u.since <= $1 order by u.since limit $2`
  const values = [marked.toISOString(), MAX_COLLECTED_PER_RUN, bucket]
  if ((await db.query(due, values)).rows.length === 0) return []
  return db.transaction(async (tx) => {
    // Leave the work to the next run rather than delay the back office.
    await tx.query(`set local lock_timeout = '2s'`)
    await tx.query(`lock table ${tables} in share mode`)
    const { rows } = await tx.query<{ name: string }>(
      `delete from storage.objects o where o.id in (${due}) and not ${isReferenced('o.name')} returning o.name`,
      values,
    )
    return rows.map(({ name }) => `${bucket}/${name}`)
  })
}

async function processTrash({ driver, trash, extendLease }: CollectDeps, before: Date) {
  let restored = 0
  let removed = 0
  for await (const files of inBatches(trash.list())) {
    await extendLease()
    const back = new Set<string>()
    for (const key of await trash.findExpected(files.map((file) => file.key))) {
      // A newer file may have been uploaded under the same name since the removal.
      if (!(await driver.find(key)) && (await trash.restore(key))) back.add(key)
    }
    const expired = files.filter(({ key, modifiedAt }) => !back.has(key) && modifiedAt <= before)
    await trash.empty(expired.map(({ key }) => key))
    restored += back.size
    removed += expired.length
  }
  return { restored, removed }
}

const tooManyUnexplained = (keys: readonly string[]) =>
  `More than ${MAX_UNEXPLAINED_FILES} of the stored files are unknown to the database (${keys.slice(0, 3).join(', ')} and others), so nothing is being deleted. If an older copy of the database was restored, restore the right copy. Otherwise, remove these files.`

async function* toAsync<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}
