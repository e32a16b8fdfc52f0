import { queryOptions } from '@tanstack/react-query'
import { browserRest } from '#app/lib/backend.ts'
import { keysOf, type SettingTab, settingsOfTab, type TabSettings } from '#supabase/functions/_shared/settings.ts'
import { type Stored, toSave, toStored } from './stored-settings.ts'

/** The stored settings of a tab that is saved directly rather than published. */
export const settings = <Tab extends SettingTab>(tab: Tab, known: TabSettings<Tab>) =>
  queryOptions({
    queryKey: ['settings', tab],
    queryFn: () => readSettings(tab, known),
    // The form is filled from this query, so a refetch must not change it while the user is typing.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: 0,
    gcTime: 0,
  })

async function readSettings<Tab extends SettingTab>(tab: Tab, known: TabSettings<Tab>): Promise<Stored<Tab>> {
  const { data, error } = await browserRest()
    .from('config')
    .select('key, value')
    .in('key', keysOf(settingsOfTab(tab)))
  if (error) throw error
  return toStored(tab, data, known)
}

/** Saves the changes, unless another admin has changed the same settings since, and returns the stored values. */
async function saveSettings<Tab extends SettingTab>(
  tab: Tab,
  values: TabSettings<Tab>,
  filled: Stored<Tab>,
): Promise<Stored<Tab>> {
  const { data, error } = await browserRest().rpc('save_settings', toSave(values, filled))
  if (error) throw error
  return toStored(tab, data, values)
}

export const SAVED_DIRECTLY = {
  save: saveSettings,
  read: readSettings,
  done: 'Settings saved successfully',
  failed: 'Failed to save settings',
}
