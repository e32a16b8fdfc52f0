// Two baselines replaced the first 140 migrations. A database or backup with all 140 is equivalent to one made with the
// baselines. An older one must first be upgraded with the last commit that still had the files.

import { createHash } from 'node:crypto'

export interface AppliedMigration {
  name: string
  checksum: string
}

const BASELINES = ['local/20261117203000_baseline.sql', '20261117203000_baseline.sql']

const LAST_COMMIT_BEFORE = 'd968e29'

/** The hash of the names and checksums of the 140 files. */
const FINGERPRINT_BEFORE = 'b8020f538a1f9a03ae77104337d380cfd0f17f22eb2b5fb1c82a676e62cc77a5'

export class BeforeBaseline extends Error {
  override name = 'BeforeBaseline'
}

/**
 * The history with the replaced files swapped for the baselines. Throws if some of those files are missing.
 * @param known the migrations of this version, including the baselines with their checksums
 */
export function replaceByBaselines(applied: AppliedMigration[], known: AppliedMigration[]): AppliedMigration[] {
  if (applied.length === 0 || applied.some(({ name }) => BASELINES.includes(name))) return applied
  if (fingerprint(applied) !== FINGERPRINT_BEFORE) {
    throw new BeforeBaseline(
      `it is too old for this version of Forecourt. Start it once with commit ${LAST_COMMIT_BEFORE}, then start this version`,
    )
  }
  return known.filter(({ name }) => BASELINES.includes(name)).map(({ name, checksum }) => ({ name, checksum }))
}

function fingerprint(applied: AppliedMigration[]): string {
  const lines = applied.map(({ name, checksum }) => `${name} ${checksum}\n`).sort()
  return createHash('sha256').update(lines.join('')).digest('hex')
}
