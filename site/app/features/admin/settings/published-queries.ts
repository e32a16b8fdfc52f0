import { queryOptions } from '@tanstack/react-query'
import { browserRest } from '#app/lib/backend.ts'
import { fetchAsCaller } from '#app/lib/browser-backend.ts'
import {
  type ConfigRow,
  keysOf,
  SETTING_TABS,
  type SettingTab,
  settingsOfTab,
  type TabSettings,
  toConfigRows,
  toSettings,
} from '#supabase/functions/_shared/settings.ts'

type Tabs = typeof SETTING_TABS
export type PublishedTab = { [Tab in SettingTab]: Tabs[Tab]['isPublished'] extends true ? Tab : never }[SettingTab]

export const isPublishedTab = (tab: string): tab is PublishedTab =>
  Object.hasOwn(SETTING_TABS, tab) && SETTING_TABS[tab as SettingTab].isPublished

export interface Version {
  id: number
  publishedAt: string
  /** Nobody: what the site had before anything was published. */
  publishedBy: string | null
  values: TabSettings<PublishedTab>
}

const toRows = (content: object): ConfigRow[] =>
  Object.entries(content).map(([key, value]) => ({ key, value: String(value) }))

/** What is published, and the versions before it, the newest first. */
export const published = (tab: PublishedTab) =>
  queryOptions({
    queryKey: ['settings', tab],
    queryFn: async () => {
      const rest = browserRest()
      const names = settingsOfTab(tab)
      const [stored, kept] = await Promise.all([
        rest.from('config').select('key, value').in('key', keysOf(names)),
        rest
          .from('setting_versions')
          .select('id, content, published_at, published_by, profiles(first_name, last_name, email)')
          .eq('tab', tab)
          .order('id', { ascending: false }),
      ])
      if (stored.error) throw stored.error
      if (kept.error) throw kept.error
      const versions = kept.data.map(
        ({ id, content, published_at, profiles }): Version => ({
          id,
          publishedAt: published_at,
          publishedBy:
            profiles && ([profiles.first_name, profiles.last_name].filter(Boolean).join(' ') || profiles.email),
          values: toSettings(names, toRows(content as object)),
        }),
      )
      return { values: toSettings(names, stored.data), versions, newest: versions[0]?.id ?? null }
    },
    // A form is filled from it: it must not change under the hands.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: 0,
    gcTime: 0,
  })

export async function publish(tab: PublishedTab, values: object, seen: number | null): Promise<void> {
  const changes = Object.fromEntries(toConfigRows(values).map(({ key, value }) => [key, value]))
  // The type of an argument that may be null is not told by the database.
  const { error } = await browserRest().rpc('publish_settings', { tab, changes, seen: seen as number })
  if (error) throw error
}

/** The page as it would be, made by the server. */
export async function fetchPreview(page: string, values: object): Promise<string> {
  const response = await fetchAsCaller('/admin/preview', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ page, rows: toConfigRows(values) }),
  })
  if (!response.ok) throw new Error(`The preview was answered with ${response.status}`)
  return response.text()
}
