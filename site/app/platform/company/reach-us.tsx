import { Fragment } from 'react'
import { telHref } from '#app/lib/telephone.ts'
import { emailsAt } from '#supabase/functions/_shared/email-places.ts'
import { useCompany } from './company.tsx'
import { phonesOf } from './contact-lines.tsx'

/** "call us on 01632 960142, or email sales@dealer.example", after `before`. Nothing if the dealer has given neither. */
export function ReachUs({ before }: { before: string }) {
  const company = useCompany()
  const phones = phonesOf(company)
  const emails = emailsAt('contact', company)
  if (phones.length + emails.length === 0) return null
  return (
    <>
      {before}
      {phones.length > 0 && (
        <>
          call us on <Either items={phones} toHref={telHref} />
        </>
      )}
      {phones.length > 0 && emails.length > 0 && ', or '}
      {emails.length > 0 && (
        <>
          email <Either items={emails} toHref={(email) => `mailto:${email}`} />
        </>
      )}
    </>
  )
}

function Either({ items, toHref }: { items: string[]; toHref: (item: string) => string }) {
  return items.map((item, index) => (
    <Fragment key={item}>
      {index > 0 && ' or '}
      <a className="inline-block text-ink underline underline-offset-4" href={toHref(item)}>
        {item}
      </a>
    </Fragment>
  ))
}
