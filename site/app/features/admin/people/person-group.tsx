import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#app/components/ui/card.tsx'
import { TextLink } from '#app/components/ui/link.tsx'
import { formatDate } from '#app/lib/dates.ts'
import { canUndo } from './merge-rules.ts'
import { type ListedPerson, personPath } from './people-queries.ts'
import { personName } from './person.schema.ts'
import { type KnownPerson, type Person, samePhone } from './person-queries.ts'
import { shownPhone } from './phone.ts'

interface AlsoKnownAsProps {
  merged: Person[]
  isBusy: boolean
  onUndo(person: Person): void
}

/** The people merged into this one. */
export function AlsoKnownAs({ merged, isBusy, onUndo }: AlsoKnownAsProps) {
  if (merged.length === 0) return null
  return (
    <Group title="Also known as">
      {merged.map((person) => (
        <Entry
          key={person.id}
          person={person}
          note={person.merged_at ? `Merged on ${formatDate(person.merged_at)}` : 'Recognised by their telephone number'}
          action={
            canUndo(person.merged_at) && (
              <Button
                size="sm"
                variant="hairline"
                disabled={isBusy}
                aria-label={`${undoLabel(person)}: ${personName(person)}`}
                onClick={() => onUndo(person)}
              >
                {undoLabel(person)}
              </Button>
            )
          }
        />
      ))}
    </Group>
  )
}

const undoLabel = ({ merged_at }: Person) => (merged_at ? 'Undo merge' : 'Not the same person')

/** Other people with the same telephone number, which families and companies share. */
export function PerhapsTheSame({ known, onMerge }: { known: KnownPerson; onMerge(other: ListedPerson): void }) {
  const { person, merged } = known
  const { data } = useQuery(
    samePhone(
      person.id,
      [person, ...merged].map(({ phone }) => phone),
    ),
  )
  if (!data?.length) return null
  return (
    <Group title="Possible duplicates" description="They have the same telephone number.">
      {data.map((other) => (
        <Entry
          key={other.id}
          person={other}
          isLinked
          action={
            <Button
              size="sm"
              variant="hairline"
              aria-label={`Merge with ${personName(other)}`}
              onClick={() => onMerge(other)}
            >
              Merge
            </Button>
          }
        />
      ))}
    </Group>
  )
}

function Group({ title, description, children }: { title: string; description?: string; children: ReactNode }) {
  return (
    <Card>
      <section aria-label={title}>
        <CardHeader title={title} description={description} />
        <CardBody className="pt-3">
          <ul className="divide-y divide-hairline">{children}</ul>
        </CardBody>
      </section>
    </Card>
  )
}

interface EntryProps {
  person: ListedPerson
  note?: ReactNode
  isLinked?: boolean
  action: ReactNode
}

function Entry({ person, note, isLinked, action }: EntryProps) {
  const name = personName(person)
  const details = [person.email, shownPhone(person.phone)].filter((text) => text && text !== name)
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 text-sm">
      <div className="wrap-anywhere min-w-0 flex-1 basis-40">
        <p className="font-medium">{isLinked ? <TextLink to={personPath(person.id)}>{name}</TextLink> : name}</p>
        {details.length > 0 && <p className="text-quiet">{details.join(', ')}</p>}
        {note && <p className="tabular text-quiet text-xs">{note}</p>}
      </div>
      {action}
    </li>
  )
}
