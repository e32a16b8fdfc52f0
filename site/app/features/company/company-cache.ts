import { COMPANY_DEFAULTS, type CompanySettings } from './company-settings.ts'

export const COMPANY_CACHE_MINUTES = 5

export interface LoadedCompany {
  company: CompanySettings
  /** The read failed: these are the defaults, and the browser says so. */
  companyFailed: boolean
}

/** Keeps a successful read for five minutes. A failed one is never kept: the next page tries again. */
export function createCompanyCache(now: () => number = Date.now) {
  let kept: { company: CompanySettings; until: number } | undefined

  return async function loadCompany(read: () => Promise<CompanySettings>): Promise<LoadedCompany> {
    if (kept && now() < kept.until) return { company: kept.company, companyFailed: false }
    try {
      const company = await read()
      kept = { company, until: now() + COMPANY_CACHE_MINUTES * 60_000 }
      return { company, companyFailed: false }
    } catch {
      return { company: COMPANY_DEFAULTS, companyFailed: true }
    }
  }
}
