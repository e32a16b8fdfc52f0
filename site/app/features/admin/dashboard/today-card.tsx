import { useQuery } from '@tanstack/react-query'
import { AlarmClock, CalendarClock, ImageOff, type LucideIcon, MessageSquare, TimerOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card, CardBody, CardHeader } from '#app/components/ui/card.tsx'
import { PathLink } from '#app/components/ui/link.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { leadPath } from '#app/features/admin/enquiries/inbox-rules.ts'
import { colleagues } from '#app/features/admin/staff/staff-queries.ts'
import { formatDate, formatDateTime, formatLongDate, formatTime, londonDate } from '#app/lib/dates.ts'
import { formatNumber } from '#app/lib/money.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { LEADS, type LeadKind } from '#supabase/functions/_shared/lead-kinds.ts'
import { formatAgo } from './ago.ts'
import type { Today, Work } from './today-queries.ts'

/** What needs attention today: people first, then vehicles. */
export function TodayCard({ today, failed }: { today: Today | undefined; failed: boolean }) {
  return (
    <Card>
      <section aria-label="Today">
        <CardHeader title="Today" description={formatLongDate(londonDate())} />
        <CardBody className="pt-4">
          {today ? <TodayGroups today={today} /> : failed ? <Failed /> : <Skeleton className="h-40" />}
        </CardBody>
      </section>
    </Card>
  )
}

function TodayGroups({ today: { today, leads, testDrives, steps, withoutPicture, expiring } }: { today: Today }) {
  const whose = useWhose()
  const dayOf = (date: string) => (londonDate(date) === today ? 'Today' : 'Tomorrow')
  if (leads.total + testDrives.total + steps.total + withoutPicture.total + expiring.total === 0) return <NothingToDo />
  return (
    <div className="grid gap-x-10 gap-y-6 md:grid-cols-2">
      <Group
        title="Waiting for a reply"
        icon={MessageSquare}
        work={leads}
        all="/admin/enquiries?status=waiting&sort=created_at"
      >
        {(lead) => (
          <Row
            key={lead.id}
            to={leadPath(lead)}
            what={lead.name}
            about={lead.vehicle_title || LEADS[lead.kind as LeadKind].label}
            when={lead.created_at && <Ago time={lead.created_at} />}
          />
        )}
      </Group>
      <Group title="Next steps" icon={AlarmClock} work={steps} all="/admin/enquiries?due=now&sort=due_on">
        {(step) => (
          <Row
            key={step.id}
            to={leadPath(step)}
            what={step.next_step || step.name}
            about={[step.next_step && step.name, whose(step.assignee_id)].filter(Boolean).join(' · ')}
            when={step.due_on === today ? 'Today' : <Overdue since={step.due_on ?? ''} />}
          />
        )}
      </Group>
      <Group title="Test drives" icon={CalendarClock} work={testDrives} all="/admin/enquiries?tab=test-drives">
        {(testDrive) => (
          <Row
            key={testDrive.id}
            to={leadPath(testDrive)}
            what={testDrive.name}
            about={testDrive.vehicle_title}
            when={
              testDrive.preferred_date && `${dayOf(testDrive.preferred_date)} ${formatTime(testDrive.preferred_date)}`
            }
          />
        )}
      </Group>
      <Group title="Hidden: no picture" icon={ImageOff} work={withoutPicture} all="/admin/vehicles">
        {({ id, title }) => <Row key={id} to={`/admin/vehicles/edit/${id}`} what={title} when="Add pictures" />}
      </Group>
      <Group title="Sold and expiring soon" icon={TimerOff} work={expiring} all="/admin/sold-vehicles">
        {({ id, title, sold_expiry_date: until }) => (
          <Row key={id} to={`/admin/vehicles/edit/${id}`} what={title} when={until && `until ${formatDate(until)}`} />
        )}
      </Group>
    </div>
  )
}

/** Says whose task something is. */
function useWhose() {
  const { data: staff } = useQuery(colleagues)
  const ownId = useSession().user?.id
  return (id: string | null) =>
    id === null ? 'Not assigned' : id === ownId ? 'You' : staff?.find((colleague) => colleague.id === id)?.name
}

interface GroupProps<T> {
  title: string
  icon: LucideIcon
  work: Work<T>
  /** The URL of the full list. */
  all: string
  children: (row: T) => ReactNode
}

function Group<T>({ title, icon: Icon, work, all, children }: GroupProps<T>) {
  if (work.total === 0) return null
  return (
    <div className="min-w-0">
      <h3 className="flex min-h-8 items-center gap-2.5 font-medium text-sm">
        <Icon aria-hidden className="size-4 shrink-0 text-brass" strokeWidth={1.5} />
        <PathLink to={all} className="hover:text-brass">
          {title}
        </PathLink>
        <span className="tabular ml-auto text-quiet">{formatNumber(work.total)}</span>
      </h3>
      <ul className="mt-1 divide-y divide-hairline border-hairline border-t">{work.rows.map(children)}</ul>
    </div>
  )
}

interface RowProps {
  to: string
  what: string | null
  about?: string | null
  when: ReactNode
}

function Row({ to, what, about, when }: RowProps) {
  return (
    <li>
      <PathLink to={to} className="group flex min-h-11 items-center gap-4 py-1.5 text-sm">
        <span className="min-w-0 flex-1">
          <span className="block truncate group-hover:text-brass">{what}</span>
          {about && <span className="block truncate text-quiet text-xs">{about}</span>}
        </span>
        <span className="tabular shrink-0 text-quiet text-xs">{when}</span>
      </PathLink>
    </li>
  )
}

const Ago = ({ time }: { time: string }) => (
  <time dateTime={time} title={formatDateTime(time)}>
    {formatAgo(time)}
  </time>
)

const Overdue = ({ since }: { since: string }) => <span className="text-danger">Overdue, {formatDate(since)}</span>

const NothingToDo = () => (
  <p className="text-quiet text-sm">
    No enquiries waiting, and no test drives today or tomorrow. It’s a good time to{' '}
    <PathLink
      to="/admin/vehicles/add"
      className="text-ink underline decoration-brass underline-offset-4 hover:text-brass"
    >
      add a vehicle
    </PathLink>
    .
  </p>
)

const Failed = () => <p className="text-quiet text-sm">We couldn’t load today’s tasks. We’ll try again shortly.</p>
