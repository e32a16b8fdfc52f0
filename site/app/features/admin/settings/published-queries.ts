import { queryOptions } from '@tanstack/react-query'
import { type PublishedVersion, publisherName } from '#app/features/admin/published-version.ts'
import { browserRest } from '#app/lib/backend.ts'
import { fetchAsCaller } from '#app/lib/browser-backend.ts'
import {
  type ConfigRow,
  keysOf,
  SETTING_TABS,
  SETTINGS,
  type SettingTab,
  settingsOfTab,
  type TabSettings,
  toConfigRows,
  toSettings,
} from '#supabase/functions/_shared/settings.ts'
import { type Stored, toSave } from './stored-settings.ts'

type Tabs = typeof SETTING_TABS
export type PublishedTab = { [Tab in SettingTab]: Tabs[Tab]['isPublished'] extends true ? Tab : never }[SettingTab]

export const isPublishedTab = (tab: string): tab is PublishedTab =>
  Object.hasOwn(SETTING_TABS, tab) && SETTING_TABS[tab as SettingTab].isPublished

export interface Version extends PublishedVersion {
  publisherId: string | null
  /** Without the settings that were added to the software later. */
  values: Partial<TabSettings<PublishedTab>>
}

const toRows = (content: object): ConfigRow[] =>
  Object.entries(content).map(([key, value]) => ({ key, value: String(value) }))

/** The published settings and all versions, newest first. */
export interface Published extends Stored<PublishedTab> {
  seen: number | null
  versions: Version[]
}

export const published = (tab: PublishedTab) =>
  queryOptions({
    queryKey: ['settings', tab],
    queryFn: () => readPublished(tab),
    // The form is filled from this query, so a refetch must not change it while the user is typing.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: 0,
    gcTime: 0,
  })

async function readPublished(tab: PublishedTab): Promise<Published> {
  const rest = browserRest()
  const names = settingsOfTab(tab)
  const [stored, history] = await Promise.all([
    rest.from('config').select('key, value').in('key', keysOf(names)),
    rest
      .from('setting_versions')
      .select('id, content, published_at, published_by, profiles(first_name, last_name, email)')
      .eq('tab', tab)
      .order('id', { ascending: false }),
  ])
  if (stored.error) throw stored.error
  if (history.error) throw history.error
  const versions = history.data.map(
    ({ id, content, published_at, published_by, profiles }): Version => ({
      id,
      publishedAt: published_at,
      publisherId: published_by,
      publishedBy: publisherName(profiles),
      isOriginal: published_by === null,
      values: toVersion(names, toRows(content as object)),
    }),
  )
  return { rows: stored.data, values: toSettings(names, stored.data), seen: versions[0]?.id ?? null, versions }
}

const toVersion = (names: (keyof TabSettings<PublishedTab>)[], rows: ConfigRow[]) => {
  const keys = new Set(rows.map(({ key }) => key))
  return toSettings(
    names.filter((name) => keys.has(SETTINGS[name].key)),
    rows,
  )
}

/** Publishes the changes, unless another version was published in the meantime. */
async function publish(tab: PublishedTab, values: TabSettings<PublishedTab>, against: Published): Promise<Published> {
  const { changes } = toSave(values, against)
  // The generated type does not allow null for this argument, but the function does.
  const { data: id, error } = await browserRest().rpc('publish_settings', {
    tab,
    changes,
    seen: against.seen as number,
  })
  if (error) throw error
  // The settings are published even if reading them back fails.
  return readPublished(tab).catch(() => {
    const version = { id, publishedAt: new Date().toISOString(), publisherId: null, publishedBy: 'You', values }
    return { rows: toConfigRows(values), values, seen: id, versions: [version, ...against.versions] }
  })
}

export const PUBLISHED = { save: publish, read: readPublished, done: 'Published', failed: 'Failed to publish' }

/** The page as the server would render it with these settings. */
export async function fetchPreview(page: string, values: object): Promise<string> {
  const response = await fetchAsCaller('/admin/preview', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ page, rows: toConfigRows(values) }),
  })
  if (!response.ok) throw new Error(`The preview responded with status ${response.status}`)
  return response.text()
}
