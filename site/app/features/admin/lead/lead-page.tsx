import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Card } from '#app/components/ui/card.tsx'
import { PathLink } from '#app/components/ui/link.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import type { InboxItem, LeadReference } from '#app/features/admin/enquiries/inbox-queries.ts'
import { canBeEmailed } from '#app/features/admin/enquiries/inbox-rules.ts'
import { useLead } from '#app/features/admin/enquiries/use-lead.ts'
import { ScreenHeader } from '#app/features/admin/screen-header.tsx'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import { whatsAppHref } from '#app/lib/telephone.ts'
import { whatsAppNumber } from '#app/lib/telephone-office.ts'
import { useCompany } from '#app/platform/company/company.tsx'
import { useSession } from '#app/platform/session/session.tsx'
import { LEADS } from '#supabase/functions/_shared/lead-kinds.ts'
import { Composer, type ComposerMode } from './composer.tsx'
import { LeadBar } from './lead-bar.tsx'
import { LeadCard } from './lead-card.tsx'
import { type Desk, deskKey, deskQuery, leadVehicle, POLL_SECONDS } from './lead-queries.ts'
import { LeadUnavailable } from './lead-unavailable.tsx'
import { OtherLeads } from './other-leads.tsx'
import { replyRefusal, resendReply } from './reply-queries.ts'
import { openingWords } from './reply-values.ts'
import { timelineOf } from './timeline.ts'
import { TimelineList } from './timeline-list.tsx'
import { useOwnName } from './use-reply-values.ts'
import { WorkCard } from './work-card.tsx'

interface LeadPageProps {
  reference: LeadReference
  /** The query of the list that the page was opened from. */
  search: string
}

/** Everything about one lead, and everything that staff do with it. */
export function LeadPage({ reference, search }: LeadPageProps) {
  const actions = useLead(reference, () => {}, POLL_SECONDS * 1000)
  const { data: desk, isError: isDeskLost, refetch: refetchDesk } = useQuery(deskQuery(reference))
  const { data: lead, isError: isLeadLost, refetch: refetchLead } = actions.query
  if (lead === null || desk === null) return <LeadUnavailable kind={reference.kind} />
  if (lead && desk) return <Lead {...{ reference, search, lead, desk, actions }} />
  if (isDeskLost || isLeadLost) {
    const retry = () => void Promise.all([refetchDesk(), refetchLead()])
    return <LeadUnavailable kind={reference.kind} onRetry={retry} />
  }
  return (
    <div aria-busy className="grid gap-5 pt-16 lg:grid-cols-[7fr_5fr]">
      <Skeleton className="h-80" />
      <Skeleton className="h-80" />
    </div>
  )
}

interface LeadProps extends LeadPageProps {
  lead: InboxItem
  desk: Desk
  actions: ReturnType<typeof useLead>
}

function Lead({ reference, search, lead, desk, actions }: LeadProps) {
  const { data: vehicle } = useQuery({ ...leadVehicle(lead.vehicle_id ?? ''), enabled: lead.vehicle_id !== null })
  const { user } = useSession()
  const [mode, setMode] = useState<ComposerMode>('note')
  const composer = useRef<HTMLDivElement>(null)
  const whatsApp = useWhatsApp(lead)
  const personId = desk.person?.root_id ?? null
  const { resending, resend } = useResend(reference)

  const compose = (wanted: ComposerMode) => {
    flushSync(() => setMode(wanted))
    composer.current?.scrollIntoView({ block: 'start' })
    // A reply starts with the choice of a template, so it does not open a phone’s keyboard yet.
    const target = wanted === 'reply' ? '[role=tabpanel][data-state=active]' : 'textarea'
    composer.current?.querySelector<HTMLElement>(target)?.focus({ preventScroll: true })
  }
  // After a call, its outcome can be noted straight away.
  const call = () => setMode('call')

  return (
    <>
      <PathLink
        to={`/admin/enquiries${search}`}
        className="mb-2 inline-flex min-h-11 items-center gap-2 text-quiet text-sm hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-4" strokeWidth={1.5} />
        Enquiries
      </PathLink>
      <ScreenHeader
        title={lead.name}
        note={`${LEADS[lead.kind].label}, ${formatDate(lead.created_at)} at ${formatTime(lead.created_at)}${lead.is_demo ? ' · Demo' : ''}`}
      />
      <div className="grid items-start gap-5 lg:grid-cols-[7fr_5fr] lg:grid-rows-[auto_1fr]">
        <LeadCard {...{ lead, vehicle, personId, whatsApp }} onCall={call} />
        <div className="grid gap-5 lg:row-span-2">
          <WorkCard reference={reference} lead={lead} desk={desk} actions={actions} />
          {personId && <OtherLeads reference={reference} personId={personId} />}
        </div>
        <div className="grid min-w-0 gap-5">
          {user && <Composer ref={composer} userId={user.id} {...{ lead, vehicle, mode }} onMode={setMode} />}
          <Card className="px-5 pt-5 pb-2 sm:px-6">
            <h2 className="display mb-1 text-xl">Timeline</h2>
            <TimelineList entries={timelineOf(lead, desk)} resending={resending} onResend={resend} />
          </Card>
        </div>
      </div>
      <LeadBar phone={lead.phone} whatsApp={whatsApp} canReply={canBeEmailed(lead)} onCompose={compose} onCall={call} />
    </>
  )
}

function useWhatsApp(lead: InboxItem): string | null {
  const staff = useOwnName()
  const company = useCompany()
  const number = whatsAppNumber(lead.phone)
  return number && whatsAppHref(lead.phone, openingWords({ lead, staff, company }))
}

function useResend(reference: LeadReference) {
  const client = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: resendReply,
    onSuccess: () => client.invalidateQueries({ queryKey: deskKey(reference) }),
    onError: (error) => toast.error(replyRefusal(error) ?? 'Failed to send the reply'),
  })
  return { resending: isPending ? variables : null, resend: mutate }
}
