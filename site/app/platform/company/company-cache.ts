import type { VisitorSettings } from '#supabase/functions/_shared/settings.ts'

export interface KnownCompany {
  company: VisitorSettings
  /** The read failed, so these are the last known settings, and the browser warns that they may be out of date. */
  companyFailed: boolean
}

/**
 * Caches the settings in the process until their version changes; without a change feed (hosted Supabase) they are read
 * for every page. If a read fails, the last known settings are used; if there are none, the error is thrown. The
 * settings are not stored in a file, because our own server does not start without its database, and a file with the
 * settings of a hosted database could be months old.
 */
export function createCompanyCache() {
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
