import type { CompanySettings } from './company-settings.ts'

export interface LoadedCompany {
  company: CompanySettings
  /** The read failed: these are the last known ones, and the browser says so. */
  companyFailed: boolean
}

/**
 * Every page reads the settings anew, so that a change shows at once. When they cannot be read the last known ones stand
 * in; when none are known the read's error rises. They are remembered by the process alone: our own server does not
 * start without its database, and what a file kept of a hosted one could be months old.
 */
export function createCompanyMemory() {
  let known: CompanySettings | undefined

  return async function loadCompany(read: () => Promise<CompanySettings>): Promise<LoadedCompany> {
    try {
      known = await read()
      return { company: known, companyFailed: false }
    } catch (error) {
      if (!known) throw error
      return { company: known, companyFailed: true }
    }
  }
}
