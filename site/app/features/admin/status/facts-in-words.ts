// The system facts as text.
import type { SystemFacts } from '#supabase/functions/_shared/system-facts.ts'
import type { FactState } from './fact.tsx'
import type { QueueStatus } from './status-queries.ts'

const OK: FactState = { tone: 'success', label: 'OK' }

const SCARCE = 0.1
const ALMOST_FULL = 0.03

export function diskState({ freeBytes, totalBytes }: SystemFacts['disk']): FactState {
  const share = totalBytes > 0 ? freeBytes / totalBytes : 1
  if (share < ALMOST_FULL) return { tone: 'danger', label: 'Almost full' }
  return share < SCARCE ? { tone: 'warning', label: 'Getting full' } : OK
}

export function databaseState({ replica }: SystemFacts['database']): FactState {
  if (replica && replica.lagSeconds === null) return { tone: 'warning', label: 'Replica not in use' }
  return OK
}

/** The state depends on incidents, not on where the pictures are stored. */
export function picturesState(incidents: readonly string[]): FactState {
  return incidents.includes('pictures-unreachable') ? { tone: 'danger', label: 'Unavailable' } : OK
}

/** An outgoing queue: whether it is set up, and whether its items are delivered. */
export function queueState(isSetUp: boolean, queue: QueueStatus | undefined, notSetUp: FactState): FactState {
  if (!isSetUp) return notSetUp
  if (!queue) return { tone: 'quiet', label: 'Checking…' }
  if (queue.failed > 0) return { tone: 'danger', label: 'Some failed' }
  return queue.stuck > 0 ? { tone: 'warning', label: 'Some are delayed' } : OK
}

export const engineInWords = ({ engine, version }: SystemFacts['database']): string =>
  engine === 'embedded' ? `Embedded PostgreSQL ${version}` : `PostgreSQL ${version}`

export const replicaInWords = ({ lagSeconds }: NonNullable<SystemFacts['database']['replica']>): string =>
  lagSeconds === null ? 'Unavailable or too far behind' : `${lagSeconds.toFixed(1)} s behind`

/** A build made outside a git repository has no commit. */
export const versionInWords = ({ version, commit }: SystemFacts['product']): string =>
  commit === 'unknown' ? version : `${version} (${commit})`
