import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { Button, ButtonLink } from '#app/components/ui/button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { personPath } from '#app/features/admin/people/people-queries.ts'
import { PersonPage } from '#app/features/admin/people/person-page.tsx'
import { personQuery } from '#app/features/admin/people/person-queries.ts'
import { useSession } from '#app/platform/session/session.tsx'
import type { Route } from './+types/person'

export const meta = () => [{ title: 'Person | Back office' }]

export default function AdminPersonPage({ params }: Route.ComponentProps) {
  const { data, isError, refetch } = useQuery(personQuery(params.id))
  const { isAdmin } = useSession()
  if (data && 'root' in data) return <Navigate to={personPath(data.root)} replace />
  if (data) return <PersonPage key={data.person.id} known={data} isAdmin={isAdmin} />
  if (data === null) {
    return (
      <EmptyState
        as="h1"
        title="Person not found"
        description="They may have been erased in the meantime."
        action={<ButtonLink to="/admin/people">Back to People</ButtonLink>}
      />
    )
  }
  if (isError) {
    return (
      <EmptyState
        as="h1"
        title="We couldn’t load the person"
        description="Check your connection and try again."
        action={
          <Button variant="hairline" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      />
    )
  }
  return (
    <div aria-busy className="grid items-start gap-5 pt-28 xl:grid-cols-[5fr_7fr]">
      <Skeleton className="h-96" />
      <Skeleton className="h-72" />
    </div>
  )
}
