import { queryOptions } from '@tanstack/react-query'
import { browserRest } from '#app/lib/backend.ts'
import {
  keysOf,
  type Settings,
  type SettingTab,
  settingsOfTab,
  type TabSettings,
  toConfigRows,
} from '#supabase/functions/_shared/settings.ts'
import { storedSettings } from './settings.schema.ts'

/** What a tab that is saved as it stands has in its form. */
export const settings = <Tab extends SettingTab>(tab: Tab, known: TabSettings<Tab>) =>
  queryOptions({
    queryKey: ['settings', tab],
    queryFn: async () => {
      const { data, error } = await browserRest()
        .from('config')
        .select('key, value')
        .in('key', keysOf(settingsOfTab(tab)))
      if (error) throw error
      return storedSettings(tab, data, known)
    },
    // A form is filled from it: it must not change under the hands.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: 0,
    gcTime: 0,
  })

export async function saveSettings(values: Partial<Settings>) {
  const { error } = await browserRest().from('config').upsert(toConfigRows(values), { onConflict: 'key' })
  if (error) throw error
}
