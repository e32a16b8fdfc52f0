import { Fragment } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { telHref } from '#app/lib/telephone.ts'
import { useCompany } from './company.tsx'
import { emailsOf, phonesOf } from './contact-lines.tsx'

interface WithoutScriptProps {
  /** What it is that does not work: 'This form'. */
  what: string
  className?: string
}

/** For browsers without JavaScript: why nothing happens here, and how to reach the dealer all the same. */
export function WithoutScript({ what, className }: WithoutScriptProps) {
  const company = useCompany()
  const phones = phonesOf(company)
  const emails = emailsOf(company)
  return (
    <noscript>
      <Alert tone="warning" title={`${what} needs JavaScript`} className={className}>
        Your browser has it switched off, so nothing can be sent from here. Please{' '}
        {phones.length > 0 && (
          <>
            ring us on <Either items={phones} toHref={telHref} />
            {emails.length > 0 && ' or '}
          </>
        )}
        {emails.length > 0 && (
          <>
            write to <Either items={emails} toHref={(email) => `mailto:${email}`} />
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
