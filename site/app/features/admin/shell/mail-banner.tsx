import { useQuery } from '@tanstack/react-query'
import { MailWarning } from 'lucide-react'
import { useLocation } from 'react-router'
import { PathLink } from '#app/components/ui/link.tsx'
import { MAIL_SERVER_PATH } from '#app/features/admin/email/mail-server-queries.ts'
import { CONNECT_EMAIL, siteStatus } from '#app/features/admin/site-status.ts'

/** Without a mail server, customers get no replies. Every screen shows one line about it, with a link to connect one. */
export function MailBanner() {
  const { data } = useQuery(siteStatus)
  const { pathname } = useLocation()
  if (data?.mailConfigured !== false) return null
  return (
    <div role="status" className="flex items-start gap-2.5 border-hairline border-b bg-raised py-2 text-xs">
      <MailWarning aria-hidden className="mt-px size-4 shrink-0 text-warning" strokeWidth={1.5} />
      <p>
        <strong className="font-semibold">Email isn’t set up.</strong>{' '}
        {pathname === MAIL_SERVER_PATH ? (
          CONNECT_EMAIL
        ) : (
          <PathLink to={MAIL_SERVER_PATH} className="underline underline-offset-4 hover:text-brass">
            Connect your email
          </PathLink>
        )}
      </p>
    </div>
  )
}
