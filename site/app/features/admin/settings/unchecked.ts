import { SETTINGS, type Setting, type SettingName, settingsOfTab } from '#supabase/functions/_shared/settings.ts'
import type { PublishedTab, Version } from './published-queries.ts'

/** The promises on a tab that no admin has published so far. Later versions of the software may add some. */
export function uncheckedOf(
  tab: PublishedTab,
  versions: readonly Pick<Version, 'publishedBy' | 'values'>[],
): Set<SettingName> {
  const published = new Set(
    versions.filter(({ publishedBy }) => publishedBy !== null).flatMap(({ values }) => Object.keys(values)),
  )
  const isUnchecked = (name: SettingName) => (SETTINGS[name] as Setting).check === true && !published.has(name)
  return new Set(settingsOfTab(tab).filter(isUnchecked))
}
