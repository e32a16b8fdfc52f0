import { useEffect } from 'react'
import { useRouteLoaderData } from 'react-router'
import { toast } from '#app/components/ui/toast.tsx'
import type { LoadedCompany } from './company-loader.server.ts'
import type { CompanySettings } from './company-settings.ts'

/** What the root route has loaded. If loading failed, only pages that do not need it are shown. */
export function useLoadedCompany(): LoadedCompany {
  const loaded = useRouteLoaderData<LoadedCompany>('root')
  if (!loaded) throw new Error('The company settings are not loaded')
  return loaded
}

/** The dealer's settings. */
export const useCompany = (): CompanySettings => useLoadedCompany().company

/** Reports once per load that the settings on the page may be out of date. */
export function CompanyFailureToast() {
  const loaded = useRouteLoaderData<LoadedCompany>('root')
  useEffect(() => {
    if (loaded?.companyFailed) toast.error('Failed to load company settings')
  }, [loaded])
  return null
}
