import { useEffect } from 'react'
import { useRouteLoaderData } from 'react-router'
import { toast } from '#app/components/ui/toast.tsx'
import type { LoadedCompany } from './company-cache.ts'
import { COMPANY_DEFAULTS, type CompanySettings } from './company-settings.ts'

/** The dealer's settings, loaded by the root route; the defaults where even that failed. */
export function useCompany(): CompanySettings {
  return useRouteLoaderData<LoadedCompany>('root')?.company ?? COMPANY_DEFAULTS
}

/** Says once per load that the settings on the page are the defaults. */
export function CompanyFailureToast() {
  const loaded = useRouteLoaderData<LoadedCompany>('root')
  useEffect(() => {
    if (loaded?.companyFailed) toast.error('Failed to load company settings')
  }, [loaded])
  return null
}
