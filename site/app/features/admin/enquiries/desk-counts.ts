import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { browserRest } from '#app/lib/backend.ts'

export interface DeskCounts {
  /** Leads that no one has opened. */
  unread: number
  /** Open leads whose next step should have been taken before today. */
  overdue: number
}

/** Read with GET, so that the browser can send the ETag of the last response. Only a visible tab asks. */
const deskCounts = queryOptions({
  queryKey: ['inbox', 'counts'],
  queryFn: async () => {
    const { data, error } = await browserRest().rpc('desk_counts', undefined, { get: true })
    if (error) throw error
    return data as unknown as DeskCounts
  },
  refetchInterval: 30_000,
})

export const useDeskCounts = () => useQuery(deskCounts).data ?? { unread: 0, overdue: 0 }

/** The tab's title with the number of leads that need attention: "(3) Enquiries | Back office". */
export const countedTitle = (title: string, { unread, overdue }: DeskCounts) => {
  const plain = title.replace(/^\(\d+\) /, '')
  return unread + overdue > 0 ? `(${unread + overdue}) ${plain}` : plain
}

export function useCountedTitle(counts: DeskCounts): void {
  const { pathname } = useLocation()
  const { unread, overdue } = counts
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page sets another title
  useEffect(() => {
    document.title = countedTitle(document.title, { unread, overdue })
  }, [unread, overdue, pathname])
}
