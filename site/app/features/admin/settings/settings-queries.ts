import { queryOptions } from '@tanstack/react-query'
import { browserRest } from '#app/lib/backend.ts'
import { keysOf, type SettingTab, settingsOfTab, type TabSettings } from '#supabase/functions/_shared/settings.ts'
import { type Stored, toSave, toStored } from './stored-settings.ts'

/** What a tab that is saved as it stands has in its form. */
export const settings = <Tab extends SettingTab>(tab: Tab, known: TabSettings<Tab>) =>
  queryOptions({
    queryKey: ['settings', tab],
    queryFn: () => readSettings(tab, known),
    // A form is filled from it: it must not change under the hands.
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

/** Saves what was changed, unless somebody else has changed the same since, and tells what is stored then. */
async function saveSettings<Tab extends SettingTab>(
  tab: Tab,
  values: TabSettings<Tab>,
  filled: Stored<Tab>,
): Promise<Stored<Tab>> {
  const { data, error } = await browserRest().rpc('save_settings', toSave(values, filled))
  if (error) throw error
  return toStored(tab, data, values)
}

export const SAVED_AS_IT_STANDS = {
  save: saveSettings,
  read: readSettings,
  done: 'Settings saved successfully',
  failed: 'Failed to save settings',
}
