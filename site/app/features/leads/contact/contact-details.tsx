import { Clock, Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { TextLink } from '#app/components/ui/link.tsx'
import { telHref } from '#app/lib/telephone.ts'
import { useCompany } from '#app/platform/company/company.tsx'
import { linesOf, phonesOf } from '#app/platform/company/contact-lines.tsx'
import { emailsAt } from '#supabase/functions/_shared/email-places.ts'

export function ContactDetails() {
  const company = useCompany()
  const emails = emailsAt('contact', company)
  const phones = phonesOf(company)
  const hours = linesOf(company.openingHours)
  const address = linesOf(company.companyAddress)
  if (emails.length + phones.length + hours.length + address.length === 0) return null
  return (
    <dl className="grid content-start border-t border-hairline">
      {emails.length > 0 && (
        <Detail icon={<Mail />} name="Email">
          {emails.map((email) => (
            <TextLink key={email} href={`mailto:${email}`} className="break-all">
              {email}
            </TextLink>
          ))}
        </Detail>
      )}
      {phones.length > 0 && (
        <Detail icon={<Phone />} name="Phone">
          {phones.map((phone) => (
            <TextLink key={phone} href={telHref(phone)} className="tabular">
              {phone}
            </TextLink>
          ))}
        </Detail>
      )}
      {hours.length > 0 && (
        <Detail icon={<Clock />} name="Opening hours">
          {hours.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </Detail>
      )}
      {address.length > 0 && (
        <Detail icon={<MapPin />} name="Address">
          <address className="grid not-italic">
            {address.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
        </Detail>
      )}
    </dl>
  )
}

function Detail({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3 border-b border-hairline py-5">
      <dt className="contents">
        <span aria-hidden className="pt-0.5 text-brass [&_svg]:size-4.5 [&_svg]:stroke-[1.5]">
          {icon}
        </span>
        <span className="overline-text self-center">{name}</span>
      </dt>
      <dd className="col-start-2 mt-1.5 grid justify-items-start gap-1">{children}</dd>
    </div>
  )
}
