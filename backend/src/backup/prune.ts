// Removes old backups. For each of the last seven days, four weeks and six months that have a backup, the newest one is
// kept, and the newest of all is always kept. Only complete backups of this site are ever removed.

import { randomBytes } from 'node:crypto'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Manifest, timeOfFolder } from './format.ts'
import { BACKUP_RETENTION } from './limits.ts'
import { readManifest } from './verify.ts'

export interface FoundBackup {
  name: string
  time: Date
  manifest: Manifest
}

/** The backups with a valid manifest, newest first. */
export async function findBackups(directory: string): Promise<FoundBackup[]> {
  const found: FoundBackup[] = []
  for (const name of await readdir(directory).catch(() => [])) {
    const time = timeOfFolder(name)
    const manifest = time && (await readManifest(join(directory, name)).catch(() => null))
    if (time && manifest) found.push({ name, time, manifest })
  }
  return found.sort((one, other) => other.time.getTime() - one.time.getTime())
}

/**
 * Returns the names of the removed backups. A site without an installation id cannot tell which backups are its own, so
 * none are removed. `upcoming` is the time of a backup that is yet to be made, which counts as if it existed.
 */
export async function pruneBackups(
  directory: string,
  installation: string | null,
  upcoming: Date | null = null,
): Promise<string[]> {
  if (installation === null) return []
  const ours = (await findBackups(directory)).filter(({ manifest }) => manifest.installation === installation)
  const times = ours.map(({ time }) => time)
  // The newest existing backup is kept until another is complete.
  const kept = new Set([...chooseRetained(upcoming ? [upcoming, ...times] : times), times[0]])
  const removed: string[] = []
  for (const { name, time } of ours) {
    if (kept.has(time)) continue
    // The backup is renamed first, so that a half-removed one does not look complete.
    const discarded = join(directory, `.${name}-${randomBytes(4).toString('hex')}.removed`)
    await rename(join(directory, name), discarded)
    await rm(discarded, { recursive: true, force: true })
    removed.push(name)
  }
  return removed
}

/** Chooses which backups to keep. Their times must be given newest first. */
export function chooseRetained(times: readonly Date[]): Set<Date> {
  const kept = new Set<Date>(times.slice(0, 1))
  for (const [periodOf, count] of [
    [dayOf, BACKUP_RETENTION.days],
    [weekOf, BACKUP_RETENTION.weeks],
    [monthOf, BACKUP_RETENTION.months],
  ] as const) {
    const seen = new Set<string>()
    for (const time of times) {
      const period = periodOf(time)
      if (seen.has(period)) continue
      if (seen.size === count) break
      seen.add(period)
      kept.add(time)
    }
  }
  return kept
}

const DAY_MS = 86_400_000
const dayOf = (time: Date) => time.toISOString().slice(0, 10)
const monthOf = (time: Date) => time.toISOString().slice(0, 7)
/** Weeks start on Monday. 1 January 1970 was a Thursday. */
const weekOf = (time: Date) => String(Math.floor((time.getTime() / DAY_MS + 3) / 7))
