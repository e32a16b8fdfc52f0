// Old backups make room: the newest of each of the last seven days, four weeks and six months that have one stay, and the
// newest always. Only what is whole and of this site is ever removed.

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

/** Those that say of themselves that they are whole, the newest first. */
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
 * Answers the names of what was removed. A site without an id cannot tell which are its own, and removes none. One that is
 * `coming` counts as if it were there.
 */
export async function thinBackups(
  directory: string,
  installation: string | null,
  coming: Date | null = null,
): Promise<string[]> {
  if (installation === null) return []
  const ours = (await findBackups(directory)).filter(({ manifest }) => manifest.installation === installation)
  const times = ours.map(({ time }) => time)
  // The newest that is there stays until another is whole.
  const kept = new Set([...chooseKept(coming ? [coming, ...times] : times), times[0]])
  const removed: string[] = []
  for (const { name, time } of ours) {
    if (kept.has(time)) continue
    // Out of sight first: one that is half removed must not look whole.
    const going = join(directory, `.${name}-${randomBytes(4).toString('hex')}.removed`)
    await rename(join(directory, name), going)
    await rm(going, { recursive: true, force: true })
    removed.push(name)
  }
  return removed
}

/** Of times, the newest first, those to keep. */
export function chooseKept(times: readonly Date[]): Set<Date> {
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
/** By its Monday; the first of January 1970 was a Thursday. */
const weekOf = (time: Date) => String(Math.floor((time.getTime() / DAY_MS + 3) / 7))
