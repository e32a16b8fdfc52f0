import { useQuery } from '@tanstack/react-query'
import { Mail, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card, CardBody } from '#app/components/ui/card.tsx'
import { TextLink } from '#app/components/ui/link.tsx'
import { EmailText } from '#app/features/admin/list/email-text.tsx'
import { formatDate } from '#app/lib/dates.ts'
import { telHref } from '#app/lib/telephone.ts'
import { consentInWords } from './person.schema.ts'
import { type KnownPerson, type Person, personAccounts } from './person-queries.ts'
import { shownPhone } from './phone.ts'

const ICON = { 'aria-hidden': true, className: 'mt-1 size-3.5 shrink-0 self-start', strokeWidth: 1.5 }

interface PersonCardProps {
  known: KnownPerson
  isAdmin: boolean
}

/** Contact details, notes and consent. */
export function PersonCard({ known, isAdmin }: PersonCardProps) {
  const { person, merged } = known
  const accounts = [person, ...merged].flatMap(({ user_id }) => user_id ?? [])
  return (
    <Card>
      <section aria-label="Details">
        <CardBody>
          <dl className="-my-3 divide-y divide-hairline text-sm">
            <Entry label="Email">
              {person.email && (
                <TextLink href={`mailto:${person.email}`} className="wrap-anywhere">
                  <Mail {...ICON} />
                  <span>
                    <EmailText>{person.email}</EmailText>
                  </span>
                </TextLink>
              )}
            </Entry>
            <Entry label="Telephone">
              {person.phone && (
                <TextLink href={telHref(shownPhone(person.phone))} className="tabular">
                  <Phone {...ICON} />
                  {shownPhone(person.phone)}
                </TextLink>
              )}
            </Entry>
            <Entry label="Address">{person.address && <Text>{person.address}</Text>}</Entry>
            <Entry label="Notes">{person.notes && <Text>{person.notes}</Text>}</Entry>
            <Entry label="Marketing">
              <Consent person={person} />
            </Entry>
            <Entry label="Account">
              {accounts.length > 0 ? <Account ids={accounts} isAdmin={isAdmin} /> : 'No account'}
            </Entry>
            <Entry label="Known since">
              <span className="tabular">{formatDate(person.created_at)}</span>
            </Entry>
          </dl>
        </CardBody>
      </section>
    </Card>
  )
}

function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-1 py-3 sm:grid-cols-[7rem_1fr]">
      <dt className="text-quiet">{label}</dt>
      <dd className="min-w-0">{children || <span className="text-quiet">–</span>}</dd>
    </div>
  )
}

const Text = ({ children }: { children: string }) => <p className="wrap-anywhere whitespace-pre-wrap">{children}</p>

function Consent({ person }: { person: Person }) {
  const { marketing_consent, marketing_consent_at, marketing_consent_source } = person
  return (
    <>
      {consentInWords(marketing_consent)}
      {marketing_consent !== null && marketing_consent_at && (
        <span className="wrap-anywhere block text-quiet">
          Recorded on <span className="tabular">{formatDate(marketing_consent_at)}</span>: {marketing_consent_source}
        </span>
      )}
    </>
  )
}

/** Sales staff cannot read accounts, so they learn only that there is one. */
function Account({ ids, isAdmin }: { ids: string[]; isAdmin: boolean }) {
  const { data } = useQuery({ ...personAccounts(ids), enabled: isAdmin })
  if (!isAdmin || !data?.length) return 'Has an account'
  return data.map(({ id, email }) => (
    <TextLink key={id} to={`/admin/customers?q=${encodeURIComponent(email ?? '')}`} className="wrap-anywhere">
      {email}
    </TextLink>
  ))
}
