import { queryOptions } from '@tanstack/react-query'
import { browserRest } from '#app/lib/backend.ts'
import { ADMIN_SETTINGS, type AdminSettings, keysOf, toConfigRows } from '#supabase/functions/_shared/settings.ts'
import { storedSettings } from './settings.schema.ts'

export const settings = (known: AdminSettings) =>
  queryOptions({
    queryKey: ['settings'],
    queryFn: async () => {
      const { data, error } = await browserRest().from('config').select('key, value').in('key', keysOf(ADMIN_SETTINGS))
      if (error) throw error
      return storedSettings(data, known)
    },
    // A form is filled from it: it must not change under the hands.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: 0,
    gcTime: 0,
  })

export async function saveSettings(values: AdminSettings) {
  const { error } = await browserRest().from('config').upsert(toConfigRows(values), { onConflict: 'key' })
  if (error) throw error
}
