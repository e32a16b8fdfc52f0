import type { Database } from '../db/database.ts'
import { COLLECT_LEASE_MINUTES } from '../limits.ts'

export interface Lease {
  /** Fails when it took so long that another process may have begun. */
  renew(): Promise<void>
  release(): Promise<void>
}

const UNTIL = `now() + interval '${COLLECT_LEASE_MINUTES} minutes'`

/** One process at a time, as long as it goes on renewing; none when another has it. A crash gives it back by itself. */
export async function takeLease(db: Database): Promise<Lease | null> {
  const move = async (condition: string, values: string[] = []) => {
    const { rows } = await db.query<{ until: string }>(
      `update storage.installation set collecting_until = ${UNTIL} where ${condition}
       returning collecting_until::text as until`,
      values,
    )
    return rows[0]?.until ?? null
  }
  let until = await move('collecting_until < now()')
  if (until === null) return null
  return {
    async renew() {
      const next = await move('collecting_until = $1::timestamptz', [until ?? ''])
      if (next === null) throw new Error('another process clears the pictures away')
      until = next
    },
    async release() {
      await db.query(
        `update storage.installation set collecting_until = '-infinity' where collecting_until = $1::timestamptz`,
        [until],
      )
    },
  }
}
