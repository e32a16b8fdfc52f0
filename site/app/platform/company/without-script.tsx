import { Fragment } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { telHref } from '#app/lib/telephone.ts'
import { useCompany } from './company.tsx'
import { emailsOf, phonesOf } from './contact-lines.tsx'

interface WithoutScriptProps {
  /** What does not work, such as 'This form'. */
  what: string
  className?: string
}

/** For browsers without JavaScript: explains why nothing happens, and how else to contact the dealer. */
export function WithoutScript({ what, className }: WithoutScriptProps) {
  const company = useCompany()
  const phones = phonesOf(company)
  const emails = emailsOf(company)
  return (
    <noscript>
      <Alert tone="warning" title={`${what} needs JavaScript`} className={className}>
        JavaScript is switched off in your browser. Please switch it on
        {phones.length > 0 && (
          <>
            , or call us on <Either items={phones} toHref={telHref} />
          </>
        )}
        {emails.length > 0 && (
          <>
            , or email <Either items={emails} toHref={(email) => `mailto:${email}`} />
          </>
        )}
        .
      </Alert>
    </noscript>
  )
}

function Either({ items, toHref }: { items: string[]; toHref: (item: string) => string }) {
  return items.map((item, index) => (
    <Fragment key={item}>
      {index > 0 && ' or '}
      <a className="text-ink underline underline-offset-4" href={toHref(item)}>
        {item}
      </a>
    </Fragment>
  ))
}
