// Who may touch the file of a name: one at a time, of all processes. Held by a row that is good for a while and not by an
// open transaction, because what is done meanwhile may wait for S3.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { StorageError } from './errors.ts'
import { LOCK_SECONDS, LOCK_WAIT_MS } from './limits.ts'
import type { ObjectName } from './objects.ts'

const LOOK_AGAIN_MS = 50

export type ObjectLocks = ReturnType<typeof createObjectLocks>

export function createObjectLocks(db: Database) {
  /** Those of them that were free. */
  async function take(names: readonly ObjectName[], holder: string): Promise<ObjectName[]> {
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

  /** What cannot be let go of now is let go of by time. */
  const letGo = (holder: string) =>
    db.query('delete from storage.held_names where holder = $1', [holder]).catch(() => {})

  /** Does the work with those names that nobody else holds. */
  async function withFree<T>(names: readonly ObjectName[], work: (held: ObjectName[]) => Promise<T>): Promise<T> {
    const holder = randomUUID()
    try {
      return await work(await take(names, holder))
    } finally {
      await letGo(holder)
    }
  }

  /** Does the work with all of them, when whoever holds one lets go of it in time. */
  async function withAll<T>(names: readonly ObjectName[], work: () => Promise<T>): Promise<T> {
    for (const deadline = Date.now() + LOCK_WAIT_MS; ; await sleep(LOOK_AGAIN_MS)) {
      const done = await withFree(names, async (held) => held.length === names.length && { result: await work() })
      if (done) return done.result
      if (Date.now() >= deadline) throw new StorageError('SlowDown', 'Another upload to this name is under way')
    }
  }

  /** What processes that died have left. */
  const clear = () => db.query('delete from storage.held_names where until < now()')

  return { withFree, withAll, clear }
}
