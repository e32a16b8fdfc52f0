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
    note: 'What visitors looked for when you had none for sale.',
    noun: { one: 'search', many: 'searches' },
    total: '12 weeks',
  },
  {
    kind: 'alert',
    title: 'Alerts waiting',
    note: 'Saved searches of people who want an email when a match arrives.',
    noun: { one: 'person', many: 'people' },
    total: 'People now',
  },
  {
    kind: 'compare',
    title: 'Cars compared',
    note: 'Cars in your stock that visitors put side by side with others.',
    noun: { one: 'comparison', many: 'comparisons' },
    total: '12 weeks',
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
        note="The last 12 weeks. You see only what was wanted at least three times, and nothing about who wanted it."
      />
      {query.data ? (
        <div className="grid max-w-4xl gap-5">
          {query.data.length === 0 ? (
            <Card>
              <EmptyState
                icon={<Lightbulb aria-hidden />}
                title="Nothing to show yet"
                description="What visitors search for in vain, want alerts about or compare appears here once it was wanted three times."
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
