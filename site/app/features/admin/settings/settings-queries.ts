import { queryOptions } from '@tanstack/react-query'
import { browserRest } from '#app/lib/backend.ts'
import { keysOf, settingsOfTab, type TabSettings, toConfigRows } from '#supabase/functions/_shared/settings.ts'
import { storedSettings } from './settings.schema.ts'

type CompanyTab = TabSettings<'company'>

export const settings = (known: CompanyTab) =>
  queryOptions({
    queryKey: ['settings'],
    queryFn: async () => {
      const { data, error } = await browserRest()
        .from('config')
        .select('key, value')
        .in('key', keysOf(settingsOfTab('company')))
      if (error) throw error
      return storedSettings('company', data, known)
    },
    // A form is filled from it: it must not change under the hands.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: 0,
    gcTime: 0,
  })

export async function saveSettings(values: CompanyTab) {
  const { error } = await browserRest().from('config').upsert(toConfigRows(values), { onConflict: 'key' })
  if (error) throw error
}
