import { queryOptions } from '@tanstack/react-query'
import { browserRest } from '#app/lib/backend.ts'
import { ALL_SETTING_KEYS, type SettingsValues, toConfigRows, toSettings } from './settings.schema.ts'

export const settings = (defaults: SettingsValues) =>
  queryOptions({
    queryKey: ['settings'],
    queryFn: async () => {
      const { data, error } = await browserRest().from('config').select('key, value').in('key', ALL_SETTING_KEYS)
      if (error) throw error
      return toSettings(data, defaults)
    },
    // A form is filled from it: it must not change under the hands.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: 0,
    gcTime: 0,
  })

export async function saveSettings(values: SettingsValues) {
  const { error } = await browserRest().from('config').upsert(toConfigRows(values), { onConflict: 'key' })
  if (error) throw error
}
