import { PathLink } from '#app/components/ui/link.tsx'
import { Table, TableBody, TableCell, TableHead, TableRow } from '#app/components/ui/table.tsx'
import { DENSE } from '#app/features/admin/list/dense.ts'
import { EmailText } from '#app/features/admin/list/email-text.tsx'
import { useListState } from '#app/features/admin/list/list-place.ts'
import { SortHeader, type Sorting } from '#app/features/admin/list/sort-header.tsx'
import { formatDate } from '#app/lib/dates.ts'
import { telHref } from '#app/lib/telephone.ts'
import { type ListedPerson, personPath } from './people-queries.ts'
import { personName } from './person.schema.ts'
import { shownPhone } from './phone.ts'

const WIDE = 'hidden md:table-cell'

export function PeopleTable({ people, sorting }: { people: ListedPerson[]; sorting: Sorting }) {
  const state = useListState()
  return (
    <Table label="People" className={DENSE}>
      <TableHead>
        <TableRow>
          <SortHeader column="name" {...sorting}>
            Name
          </SortHeader>
          <SortHeader column="email" className={WIDE} {...sorting}>
            Email
          </SortHeader>
          <SortHeader column="phone" className={WIDE} {...sorting}>
            Telephone
          </SortHeader>
          <SortHeader column="last_contact_at" className={WIDE} {...sorting}>
            Last contact
          </SortHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {people.map((person) => (
          <PersonRow key={person.id} person={person} state={state} />
        ))}
      </TableBody>
    </Table>
  )
}

function PersonRow({ person, state }: { person: ListedPerson; state: object }) {
  const { email, phone } = person
  return (
    <TableRow>
      <TableCell className="wrap-anywhere">
        <PathLink
          to={personPath(person.id)}
          state={state}
          className="flex min-h-9 items-center font-medium underline-offset-4 hover:underline max-md:min-h-11"
        >
          {personName(person)}
          {person.is_demo && <span className="ml-2 font-normal text-quiet text-xs">Demo</span>}
        </PathLink>
        <span className="-mt-1 mb-1.5 grid gap-0.5 text-quiet text-xs md:hidden">
          {email && person.name && <EmailText>{email}</EmailText>}
          {phone && <span className="tabular">{shownPhone(phone)}</span>}
          <span className="tabular">Last contact {formatDate(person.last_contact_at)}</span>
        </span>
      </TableCell>
      <TableCell className={`wrap-anywhere ${WIDE}`}>{email ? <EmailText>{email}</EmailText> : <None />}</TableCell>
      <TableCell className={`tabular whitespace-nowrap ${WIDE}`}>
        {phone ? <a href={telHref(shownPhone(phone))}>{shownPhone(phone)}</a> : <None />}
      </TableCell>
      <TableCell className={`tabular whitespace-nowrap ${WIDE}`}>{formatDate(person.last_contact_at)}</TableCell>
    </TableRow>
  )
}

const None = () => <span className="text-quiet">–</span>
