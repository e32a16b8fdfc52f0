// A list's search, view and page are kept in the URL, so that reloading, bookmarks and the back button preserve them.

const PAGE_SIZE = 25

export interface ListParams<View extends string> {
  q: string
  view: View
  page: number
}

export function readListParams<View extends string>(
  params: URLSearchParams,
  views: readonly View[],
  viewKey = 'view',
): ListParams<View> {
  const [fallback] = views
  if (!fallback) throw new Error('A list needs at least one view')
  const requested = params.get(viewKey)
  const page = Number(params.get('page'))
  return {
    q: params.get('q') ?? '',
    view: views.find((view) => view === requested) ?? fallback,
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

/** Sets values, or removes them if they are empty. Changing anything other than the page number goes back to page 1. */
export function changeParams(params: URLSearchParams, changes: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(params)
  if (!('page' in changes)) next.delete('page')
  for (const [key, value] of Object.entries(changes)) {
    if (value) next.set(key, value)
    else next.delete(key)
  }
  return next
}

/** The first and last row of a page, counted from 0 as in PostgREST ranges. */
export function pageRange(page: number, size = PAGE_SIZE): [from: number, to: number] {
  return [(page - 1) * size, page * size - 1]
}

export const pageCount = (total: number, size = PAGE_SIZE) => Math.max(1, Math.ceil(total / size))
