import type { VisitorSettings } from '#supabase/functions/_shared/settings.ts'

export interface KnownCompany {
  company: VisitorSettings
  /** The read failed: these are the last known ones, and the browser says so. */
  companyFailed: boolean
}

/**
 * The settings are read again as soon as they changed, on every process; where nobody tells of changes (hosted Supabase),
 * for every page. When they cannot be read the last known ones stand in; when none are known the read's error rises. They
 * are remembered by the process alone: our own server does not start without its database, and what a file kept of a
 * hosted one could be months old.
 */
export function createCompanyMemory() {
  let known: { company: VisitorSettings; version: number | null } | undefined

  return async function loadCompany(
    read: () => Promise<VisitorSettings>,
    version: number | null,
  ): Promise<KnownCompany> {
    try {
      if (!known || version === null || known.version !== version) known = { company: await read(), version }
      return { company: known.company, companyFailed: false }
    } catch (error) {
      if (!known) throw error
      return { company: known.company, companyFailed: true }
    }
  }
}
