// The counts beside Enquiries are read every 30 seconds by every open tab of the back office. Their ETag changes with the
// tables they are counted from, so that REST can answer a repeated read without the database (decision 38).
import { randomUUID } from 'node:crypto'
import { LEAD_KINDS, LEADS } from '../../supabase/functions/_shared/lead-kinds.ts'
import type { Changes } from './db/change-feed.ts'
import { createLondonDay } from './lib/london-day.ts'
import type { RestDeps } from './rest/rest.ts'

/** The last two decide whether the caller may read the counts. */
const TABLES = [...LEAD_KINDS.map((kind) => LEADS[kind].table), 'lead_desk', 'profiles', 'user_roles']

export function tagDeskCounts(changes: Pick<Changes, 'version'>, today = createLondonDay()): RestDeps['stateOf'] {
  // Another process, or this one after a restart, counts its versions from another start.
  const process = randomUUID()
  return ({ kind, relation }, { role, claims }) => {
    if (kind !== 'routine' || relation !== 'desk_counts' || role !== 'authenticated') return null
    const versions = TABLES.map((table) => changes.version(table))
    if (versions.includes(null)) return null
    return JSON.stringify([process, versions, today(), claims?.sub, claims?.session_id, claims?.aal])
  }
}
