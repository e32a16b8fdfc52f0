import { useQuery } from '@tanstack/react-query'
import { Status } from '#app/components/ui/badge.tsx'
import { PathLink } from '#app/components/ui/link.tsx'
import { siteStatus } from '#app/features/admin/site-status.ts'
import { queueState } from './facts-in-words.ts'
import { systemStatus } from './status-queries.ts'
import { mailsInWords } from './status-words.ts'

/** The state of the email queue in one line. The status screen has the details. */
export function MailState() {
  const { data: site } = useQuery(siteStatus)
  const { data: queues } = useQuery(systemStatus)
  if (!site) return null
  const state = queueState(site.mailConfigured, queues?.mails, { tone: 'warning', label: 'Not set up' })
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm">
      <Status tone={state.tone}>{state.label}</Status>
      {queues && <span>{mailsInWords(queues.mails)}</span>}
      <PathLink to="/admin/status" className="underline underline-offset-4 hover:text-brass">
        System Status
      </PathLink>
    </p>
  )
}
