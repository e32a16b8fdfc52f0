import { queryOptions } from '@tanstack/react-query'
import { type PublishedVersion, publisherName } from '#app/features/admin/published-version.ts'
import { browserRest } from '#app/lib/backend.ts'
import { fetchAsCaller } from '#app/lib/browser-backend.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { PageContent } from './page.schema.ts'

export interface WrittenPage extends PageContent {
  id: string
  version: number
  published_version: number | null
  /** Where visitors find it, which may differ from the path of the draft; null if it is not published. */
  published_path: string | null
  updated_at: string
  updated_by: string | null
}

const COLUMNS =
  'id, path, title, summary, body, version, published_version, updated_at, updated_by, published_pages(path)' as const
const LISTED = 'id, path, title, version, published_version, updated_at' as const
/** A dealer writes a few dozen. */
const MAX_LISTED = 500

export type ListedPage = Omit<WrittenPage, 'summary' | 'body' | 'published_path' | 'updated_by'>

export const writtenPages = queryOptions({
  queryKey: ['pages', 'list'],
  queryFn: async (): Promise<ListedPage[]> => {
    const { data, error } = await browserRest().from('pages').select(LISTED).order('title').limit(MAX_LISTED)
    if (error) throw error
    return data
  },
})

/** Null if there is no such page. */
async function fetchPage(id: string): Promise<WrittenPage | null> {
  if (!isUuid(id)) return null
  const { data, error } = await browserRest().from('pages').select(COLUMNS).eq('id', id).maybeSingle()
  if (error) throw error
  if (!data) return null
  const { published_pages, ...page } = data
  return { ...page, published_path: published_pages?.path ?? null }
}

export const writtenPage = (id: string) =>
  queryOptions({
    queryKey: ['pages', 'page', id],
    queryFn: () => fetchPage(id),
    // The form is filled from this query, so a refetch must not change it while the user is typing.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: 0,
    gcTime: 0,
  })

export interface PageVersion extends PublishedVersion {
  content: PageContent
}

/** The published versions that are kept, newest first. */
export const pageVersions = (id: string) =>
  queryOptions({
    queryKey: ['pages', 'versions', id],
    queryFn: async () => {
      const { data, error } = await browserRest()
        .from('page_versions')
        .select('version, path, title, summary, body, published_at, profiles(first_name, last_name, email)')
        .eq('page_id', id)
        .order('version', { ascending: false })
      if (error) throw error
      return data.map(
        ({ version, published_at, profiles, ...content }): PageVersion => ({
          id: version,
          publishedAt: published_at,
          publishedBy: publisherName(profiles),
          content,
        }),
      )
    },
  })

export type PageState = 'Draft' | 'Published' | 'Unpublished changes'

export function stateOf({ version, published_version }: Pick<WrittenPage, 'version' | 'published_version'>): PageState {
  if (published_version === null) return 'Draft'
  return published_version === version ? 'Published' : 'Unpublished changes'
}

/** The page was saved, deleted or published by someone else, or its address is taken. */
export class PageRefused extends Error {
  constructor(readonly reason: 'changed' | 'deleted' | 'taken') {
    super(reason)
  }
}

const REFUSALS: Record<string, PageRefused['reason']> = { PT409: 'changed', PT404: 'deleted', '23505': 'taken' }

interface Save {
  id: string
  content: PageContent
  /** The version that the form shows; null for a new page. */
  seen: WrittenPage | null
  publish: boolean
}

export async function savePage({ id, content, seen, publish }: Save): Promise<WrittenPage> {
  const { data, error } = await browserRest().rpc('save_page', {
    _id: id,
    _page: { ...content },
    _seen: seen?.version,
    _publish: publish,
  })
  const reason = error && REFUSALS[error.code]
  if (reason) throw new PageRefused(reason)
  if (error) throw error
  const [saved] = data
  if (!saved) throw new Error('The saved page was not returned')
  return { ...saved, published_path: publish ? saved.path : (seen?.published_path ?? null) }
}

export async function unpublishPage(id: string): Promise<WrittenPage> {
  const { data, error } = await browserRest().rpc('unpublish_page', { _id: id })
  if (error) throw error
  const [page] = data
  if (!page) throw new PageRefused('deleted')
  return { ...page, published_path: null }
}

export async function deletePage(id: string): Promise<void> {
  const { error } = await browserRest().from('pages').delete().eq('id', id)
  if (error) throw error
}

/** The page as the server would render it. */
export async function fetchPagePreview(content: PageContent): Promise<string> {
  const response = await fetchAsCaller('/admin/preview', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ page: content.path, rows: [], draft: content }),
  })
  if (!response.ok) throw new Error(`The preview responded with status ${response.status}`)
  return response.text()
}
