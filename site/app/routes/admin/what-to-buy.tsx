import { useQuery } from '@tanstack/react-query'
import { Lightbulb } from 'lucide-react'
import { Button } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { ScreenHeader } from '#app/features/admin/screen-header.tsx'
import { useErrorToast } from '#app/features/admin/use-error-toast.ts'
import { WantedCard } from '#app/features/admin/wanted/wanted-card.tsx'
import { whatToBuy } from '#app/features/admin/wanted/wanted-queries.ts'
import { lastMondays } from '#app/features/admin/wanted/wanted-weeks.ts'
import { londonDate } from '#app/lib/dates.ts'

export const meta = () => [{ title: 'What to buy | Back office' }]

const KINDS = [
  {
    kind: 'search',
    title: 'Searches that found nothing',
    note: 'What visitors searched for in the last 12 weeks without finding a match.',
    noun: { one: 'search', many: 'searches' },
    total: 'Searches',
  },
  {
    kind: 'alert',
    title: 'Email alerts',
    note: 'What people have asked us to email them about.',
    noun: { one: 'person', many: 'people' },
    total: 'People',
  },
  {
    kind: 'compare',
    title: 'Cars compared',
    note: 'Cars in your stock that visitors compared with others in the last 12 weeks.',
    noun: { one: 'comparison', many: 'comparisons' },
    total: 'Comparisons',
  },
] as const

/** What visitors want, so that the dealer knows what to buy next. */
export default function WhatToBuyPage() {
  const query = useQuery(whatToBuy)
  useErrorToast(query.isError, 'Failed to load what visitors want')
  const mondays = lastMondays(londonDate())
  return (
    <>
      <ScreenHeader
        title="What to buy"
        note="What visitors are looking for. To protect their privacy, you only see what was wanted at least three times."
      />
      {query.data ? (
        <div className="grid max-w-4xl gap-5">
          {query.data.length === 0 ? (
            <Card>
              <EmptyState
                icon={<Lightbulb aria-hidden />}
                title="Nothing to show yet"
                description="When visitors search for a car you don’t have, ask for an alert or compare cars, you’ll see it here after the third time."
              />
            </Card>
          ) : (
            KINDS.map(({ kind, ...words }) => (
              <WantedCard
                key={kind}
                {...words}
                rows={query.data.filter((row) => row.kind === kind)}
                mondays={mondays}
              />
            ))
          )}
        </div>
      ) : query.isError ? (
        <Card className="max-w-4xl">
          <EmptyState
            title="We couldn’t load what visitors want"
            description="Check your connection and try again."
            action={
              <Button variant="hairline" onClick={() => void query.refetch()}>
                Try again
              </Button>
            }
          />
        </Card>
      ) : (
        <Card className="grid max-w-4xl gap-4 p-5" aria-busy>
          <Skeleton className="h-8 w-60" />
          <Skeleton className="h-4" />
          <Skeleton className="h-4" />
          <Skeleton className="h-4" />
        </Card>
      )}
    </>
  )
}
