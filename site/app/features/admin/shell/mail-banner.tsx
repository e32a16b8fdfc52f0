import { useQuery } from '@tanstack/react-query'
import { MailWarning } from 'lucide-react'
import { siteStatus } from '#app/features/admin/site-status.ts'

/** Loud on purpose: without a mail server customers wait for answers that never leave. */
export function MailBanner() {
  const { data } = useQuery(siteStatus)
  if (data?.mailConfigured !== false) return null
  return (
    <div role="status" className="flex items-start gap-3 border-warning border-b-2 bg-raised px-5 py-3 text-sm lg:px-8">
      <MailWarning aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
      <p>
        <strong className="font-semibold">E-mail is not set up.</strong> Mails to customers and to you are kept, not
        sent. They go out as soon as SMTP_URL is configured.
      </p>
    </div>
  )
}
