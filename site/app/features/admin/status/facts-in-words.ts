// What the site stands on, in plain words.
import type { SystemFacts } from '#supabase/functions/_shared/system-facts.ts'
import type { FactState } from './fact.tsx'
import type { QueueStatus } from './status-queries.ts'

const FINE: FactState = { tone: 'success', words: 'Fine' }

const SCARCE = 0.1
const ALMOST_FULL = 0.03

export function diskState({ freeBytes, totalBytes }: SystemFacts['disk']): FactState {
  const share = totalBytes > 0 ? freeBytes / totalBytes : 1
  if (share < ALMOST_FULL) return { tone: 'danger', words: 'Almost full' }
  return share < SCARCE ? { tone: 'warning', words: 'Getting full' } : FINE
}

export function databaseState({ replica }: SystemFacts['database']): FactState {
  if (replica && replica.lagSeconds === null) return { tone: 'warning', words: 'Replica not in use' }
  return FINE
}

/** What happened to them while nobody looked is worth more than that their place is known. */
export function picturesState(incidents: readonly string[]): FactState {
  return incidents.includes('pictures-unreachable') ? { tone: 'danger', words: 'Cannot be reached' } : FINE
}

/** What is sent out: whether it can be, and whether it arrives. */
export function queueState(isSetUp: boolean, queue: QueueStatus | undefined, notSetUp: FactState): FactState {
  if (!isSetUp) return notSetUp
  if (!queue) return { tone: 'quiet', words: 'Not known yet' }
  if (queue.failed > 0) return { tone: 'danger', words: 'Some have failed' }
  return queue.stuck > 0 ? { tone: 'warning', words: 'Some are stuck' } : FINE
}

export const engineInWords = ({ engine, version }: SystemFacts['database']): string =>
  engine === 'embedded' ? `Embedded, PostgreSQL ${version}` : `PostgreSQL ${version}`

export const replicaInWords = ({ lagSeconds }: NonNullable<SystemFacts['database']['replica']>): string =>
  lagSeconds === null ? 'Away or too far behind' : `${lagSeconds.toFixed(1)} s behind`

/** What was not built from a repository has no commit to name. */
export const versionInWords = ({ version, commit }: SystemFacts['product']): string =>
  commit === 'unknown' ? version : `${version} (${commit})`
