import type { UseQueryResult } from '@tanstack/react-query'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { Pagination } from '#app/components/ui/pagination.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { formatNumber } from '#app/lib/money.ts'
import type { Page } from './fetch-page.ts'
import { changeParams, pageCount, pageRange } from './list-params.ts'
import { useListPlace } from './list-place.ts'

/** The noun for the rows, such as 'vehicle' and 'vehicles'. */
interface Noun {
  one: string
  many: string
}

interface ListBodyProps<Row> {
  query: UseQueryResult<Page<Row>>
  noun: Noun
  empty: ReactNode
  children(rows: Row[]): ReactNode
}

/** The four states of a list: loading, failed, empty, and rows with pagination. */
export function ListBody<Row>({ query, noun, empty, children }: ListBodyProps<Row>) {
  const { data, isPlaceholderData } = query
  useListPlace(data !== undefined && !isPlaceholderData)
  if (!data) return <NoRows query={query} noun={noun.many} />
  if (data.rows.length === 0) return <Card>{empty}</Card>
  return (
    <div aria-busy={isPlaceholderData} className={clsx('transition-opacity', isPlaceholderData && 'opacity-60')}>
      <Card className="px-3 sm:px-4">{children(data.rows)}</Card>
      <Pager page={data.page} total={data.total} noun={noun} />
    </div>
  )
}

interface ListStateProps<Row> {
  query: UseQueryResult<Row[]>
  noun: string
  children(rows: Row[]): ReactNode
}

/** The states of a short list without pages, which always has a row. */
export function ListState<Row>({ query, noun, children }: ListStateProps<Row>) {
  if (!query.data) return <NoRows query={query} noun={noun} />
  return <Card className="px-3 sm:px-4">{children(query.data)}</Card>
}

function NoRows({ query, noun }: { query: Pick<UseQueryResult, 'isError' | 'refetch'>; noun: string }) {
  return query.isError ? <Failed noun={noun} onRetry={() => void query.refetch()} /> : <SkeletonRows />
}

function Pager({ page, total, noun }: { page: number; total: number; noun: Noun }) {
  const [params] = useSearchParams()
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-4">
      <p className="tabular text-quiet text-sm">
        {total === 1 ? `Showing 1 ${noun.one}` : shownRange(page, total, noun)}
      </p>
      <Pagination
        page={page}
        totalPages={pageCount(total)}
        hrefFor={(target) => `?${changeParams(params, { page: String(target) })}`}
      />
    </div>
  )
}

function shownRange(page: number, total: number, noun: Noun): string {
  const [from, to] = pageRange(page)
  return `Showing ${formatNumber(from + 1)} to ${formatNumber(Math.min(to + 1, total))} of ${formatNumber(total)} ${noun.many}`
}

function Failed({ noun, onRetry }: { noun: string; onRetry(): void }) {
  return (
    <Card>
      <EmptyState
        title={`We couldn’t load the ${noun}`}
        description="Check your connection and try again."
        action={
          <Button variant="hairline" onClick={onRetry}>
            Try again
          </Button>
        }
      />
    </Card>
  )
}

const SKELETON_ROWS = Array.from({ length: 10 }, (_, index) => index)

function SkeletonRows() {
  return (
    <Card className="divide-y divide-hairline px-3 sm:px-4" aria-busy>
      {SKELETON_ROWS.map((row) => (
        <div key={row} className="flex h-[53px] items-center gap-4">
          <Skeleton className="h-9 w-14 shrink-0" />
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="hidden h-4 w-24 sm:block" />
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </Card>
  )
}
