// Pictures that nothing shows any more: an upload that was never saved, a vehicle that was deleted, a logo whose last kept version
// is gone. They are marked when first seen so and go to the trash a day later, because a form may still be open and a mistake may be taken back.
// From there they are gone after a month. Whenever the files are not what the database can explain, nothing happens but
// a word to the back office.

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
  names: Pick<ObjectLocks, 'clear'>
  incidents: Pick<Incidents, 'report' | 'clear'>
  /** Called before every step: fails when another process has begun meanwhile. */
  extendLease(): Promise<void>
}

/** How many pictures went where; `removed` ones are gone for good. */
export interface Collected {
  trashed: number
  restored: number
  removed: number
}

const MOVED =
  'The pictures were moved to another place, and this process still runs on the old one. Start it anew with the new settings.'
const NOTHING: Collected = { trashed: 0, restored: 0, removed: 0 }

/** One round, by one process at a time. */
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
  const { db, driver, trash, names, incidents, extendLease } = deps
  const dayAgo = new Date(now.getTime() - COLLECT_AFTER_HOURS * HOUR_MS)
  const strays: Strays = { restored: 0, removed: [], unexplained: [] }
  for (const shown of SHOWN) await findFilesWithoutRow(deps, shown, dayAgo, strays)
  if (strays.unexplained.length > MAX_UNEXPLAINED_FILES) return stop(deps, tooManyUnexplained(strays.unexplained))

  const unshown: string[] = []
  for (const shown of SHOWN) unshown.push(...(await dropUnshown(db, shown, now, dayAgo)))
  let trashed = 0
  for await (const keys of inBatches(toAsync([...unshown, ...strays.removed, ...strays.unexplained]))) {
    await extendLease()
    trashed += await trash.put(keys)
  }
  const { restored, removed } = await goThroughTrash(deps, new Date(now.getTime() - TRASH_DAYS * DAY_MS))
  await driver.sweep(dayAgo)
  await names.clear()
  // A day more than the files: what is told of one must outlive it.
  await db.query('delete from storage.removed_objects where removed_at <= $1', [
    new Date(now.getTime() - (TRASH_DAYS + 1) * DAY_MS).toISOString(),
  ])
  incidents.clear('collector-stopped')
  return { trashed, restored: restored + strays.restored, removed }
}

interface Strays {
  restored: number
  /** Files of rows that were removed, by an admin or by a round that was cut off. */
  removed: string[]
  /** Files that the database has never heard of: what a crash left, or another database's. */
  unexplained: string[]
}

async function findFilesWithoutRow(
  { db, driver, trash, extendLease }: CollectDeps,
  shown: Shown,
  before: Date,
  strays: Strays,
): Promise<void> {
  const { bucket } = shown
  const removed: string[] = []
  for await (const files of inBatches(driver.list(`${bucket}/`))) {
    await extendLease()
    const old = files.filter(({ modifiedAt }) => modifiedAt <= before).map(({ key }) => key.slice(bucket.length + 1))
    for (const { name, why } of await explain(db, shown, await withoutRow(db, bucket, old))) {
      const key = `${bucket}/${name}`
      if (why === 'wanted') strays.restored += Number(await trash.restore(key))
      if (why === 'removed' && removed.length < MAX_COLLECTED_PER_RUN) removed.push(name)
      if (why === 'unexplained') strays.unexplained.push(key)
    }
    if (strays.unexplained.length > MAX_UNEXPLAINED_FILES) break
  }
  // Their month begins when they go to the trash.
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
  why: 'wanted' | 'removed' | 'shown' | 'unexplained'
}

/** A picture that is shown stays, row or not. */
async function explain(db: Database, { bucket, isShown }: Shown, names: readonly string[]): Promise<Explained[]> {
  if (names.length === 0) return []
  const { rows } = await db.query<Explained>(
    `select file.name, case when r.is_wanted then 'wanted' when r.name is not null then 'removed'
       when ${isShown('file.name')} then 'shown' else 'unexplained' end as why
     from unnest($2::text[]) as file (name)
     left join storage.removed_objects r on r.bucket_id = $1 and r.name = file.name`,
    [bucket, names],
  )
  return rows
}

interface Shown {
  bucket: string
  /** In SQL, of the column that holds a name. */
  isShown(name: string): string
  /** Where it is said; what is saved there right now must be seen here, or see what is removed here. */
  tables: string
}

const SHOWN: readonly Shown[] = [
  {
    bucket: VEHICLE_BUCKET,
    isShown: (name) => `exists (select from public.vehicle_images where ${isAddressOf(name)})`,
    tables: 'public.vehicle_images',
  },
  {
    bucket: BRAND_BUCKET,
    isShown: (name) => `(${name} in (select forecourt.brand_files()))`,
    tables: 'public.config, public.setting_versions',
  },
]

/** Marks what nothing shows, and takes the rows of what was marked a day ago. Answers the keys of their files. */
async function dropUnshown(
  db: Database,
  { bucket, isShown, tables }: Shown,
  now: Date,
  marked: Date,
): Promise<string[]> {
  await db.batch([
    {
      text: `delete from storage.unreferenced_objects u using storage.objects o
        where o.id = u.object_id and o.bucket_id = $1 and ${isShown('o.name')}`,
      values: [bucket],
    },
    {
      text: `insert into storage.unreferenced_objects (object_id, since)
        select o.id, $2 from storage.objects o where o.bucket_id = $1 and not ${isShown('o.name')} on conflict do nothing`,
      values: [bucket, now.toISOString()],
    },
  ])
  const due = `select u.object_id from storage.unreferenced_objects u join storage.objects due on due.id = u.object_id
    where due.bucket_id = $3 and u.since <= $1 order by u.since limit $2`
  const values = [marked.toISOString(), MAX_COLLECTED_PER_RUN, bucket]
  if ((await db.query(due, values)).rows.length === 0) return []
  return db.transaction(async (tx) => {
    // Better an hour later than to hold up the back office.
    await tx.query(`set local lock_timeout = '2s'`)
    await tx.query(`lock table ${tables} in share mode`)
    const { rows } = await tx.query<{ name: string }>(
      `delete from storage.objects o where o.id in (${due}) and not ${isShown('o.name')} returning o.name`,
      values,
    )
    return rows.map(({ name }) => `${bucket}/${name}`)
  })
}

async function goThroughTrash({ driver, trash, extendLease }: CollectDeps, before: Date) {
  let restored = 0
  let removed = 0
  for await (const files of inBatches(trash.list())) {
    await extendLease()
    const back = new Set<string>()
    for (const key of await trash.findExpected(files.map((file) => file.key))) {
      // What was uploaded under the name since then is newer.
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
  `More than ${MAX_UNEXPLAINED_FILES} files beside the pictures are unknown to the database (${keys.slice(0, 3).join(', ')} and others), so nothing is cleared away. Was an older copy of the database restored? Bring back the right one, or take these files away.`

async function* toAsync<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}
