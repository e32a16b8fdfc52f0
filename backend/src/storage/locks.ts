// Locks on object names, shared by all processes. A lock is a row that expires rather than an open transaction, because
// the work under the lock may wait for S3.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { StorageError } from './errors.ts'
import { LOCK_SECONDS, LOCK_WAIT_MS } from './limits.ts'
import type { ObjectName } from './objects.ts'

const RETRY_MS = 50

export type ObjectLocks = ReturnType<typeof createObjectLocks>

export function createObjectLocks(db: Database) {
  /** Returns the names that were free. */
  async function acquire(names: readonly ObjectName[], holder: string): Promise<ObjectName[]> {
    const { rows } = await db.query<ObjectName>(
      `insert into storage.held_names as held (bucket_id, name, holder, until)
       select distinct bucket, name, $3::uuid, now() + make_interval(secs => $4)
       from unnest($1::text[], $2::text[]) as wanted (bucket, name) order by bucket, name
       on conflict (bucket_id, name) do update set holder = excluded.holder, until = excluded.until
         where held.until < now()
       returning bucket_id as bucket, name`,
      [names.map(({ bucket }) => bucket), names.map(({ name }) => name), holder, LOCK_SECONDS],
    )
    return rows
  }

  /** A lock that cannot be released now will expire. */
  const release = (holder: string) =>
    db.query('delete from storage.held_names where holder = $1', [holder]).catch(() => {})

  /** Locks whichever names are free and runs the work with them. */
  async function withFree<T>(names: readonly ObjectName[], work: (held: ObjectName[]) => Promise<T>): Promise<T> {
    const holder = randomUUID()
    try {
      return await work(await acquire(names, holder))
    } finally {
      await release(holder)
    }
  }

  /** Runs the work once all the names are locked, or fails if another caller holds one for too long. */
  async function withAll<T>(names: readonly ObjectName[], work: () => Promise<T>): Promise<T> {
    for (const deadline = Date.now() + LOCK_WAIT_MS; ; await sleep(RETRY_MS)) {
      const done = await withFree(names, async (held) => held.length === names.length && { result: await work() })
      if (done) return done.result
      if (Date.now() >= deadline) throw new StorageError('SlowDown', 'Another file with this name is being uploaded')
    }
  }

  /** Removes locks left by crashed processes. */
  const clear = () => db.query('delete from storage.held_names where until < now()')

  return { withFree, withAll, clear }
}
