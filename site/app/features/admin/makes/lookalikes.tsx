import { useQuery } from '@tanstack/react-query'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { pluralise } from '#app/lib/pluralise.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { canMerge, lookalikes, type Name, nameOf } from './make-queries.ts'

interface LookalikesProps {
  /** The make whose models are listed; null for the list of makes. */
  make: string | null
  onMerge(name: Name): void
}

/** Offers to merge names that differ only in case, accents, hyphens or spaces. Buyers would find only one of them. */
export function Lookalikes({ make, onMerge }: LookalikesProps) {
  const { isAdmin } = useSession()
  const { data = [] } = useQuery(lookalikes(make))
  const names = data.filter((name) => canMerge(name, isAdmin))
  if (names.length === 0) return null
  const inFull = (name: Name) => (make === null && name.model !== null ? `${name.make} ${name.model}` : nameOf(name))
  return (
    <Alert title="Some names are written in different ways" className="mb-4">
      <p>If they mean the same, merge them. Buyers who filter by one of them don’t see the vehicles of the other.</p>
      <ul className="mt-3 grid gap-2">
        {names.map((name) => (
          <li key={`${name.make} ${name.model}`} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="text-ink">
              {inFull(name)} ({pluralise(name.vehicles, 'vehicle', 'vehicles')}) and {name.sameAs}
            </span>
            <Button
              size="sm"
              variant="hairline"
              aria-label={`Merge ${inFull(name)} into ${name.sameAs}`}
              onClick={() => onMerge(name)}
            >
              Merge
            </Button>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
