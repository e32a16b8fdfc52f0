import { useQuery } from '@tanstack/react-query'
import {
  BadgeCheck,
  CalendarClock,
  Car,
  CircleCheck,
  type LucideIcon,
  Mail,
  MessageSquare,
  MessageSquareReply,
  Phone,
  Settings,
  StickyNote,
  Trash2,
  UserRound,
  UserRoundCheck,
} from 'lucide-react'
import { useState } from 'react'
import { PathLink } from '#app/components/ui/link.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import { type Activity, pathOf, staffName } from './activity.ts'
import { activityParts } from './activity-queries.ts'

/** An icon is chosen by the words in an activity's kind, so that a kind added later still gets a suitable icon. */
const ICONS: [RegExp, LucideIcon][] = [
  [/deleted/, Trash2],
  [/sold/, BadgeCheck],
  [/_reply/, MessageSquareReply],
  [/_note/, StickyNote],
  [/_call|^desk$/, Phone],
  [/_assigned/, UserRoundCheck],
  [/_closed|_reopened/, CircleCheck],
  [/test.?drive/, CalendarClock],
  [/enquiry/, MessageSquare],
  [/message|contact/, Mail],
  [/customer|person|people|merge|account|registered|invited|role|steps/, UserRound],
  [/setting|config|released/, Settings],
]

const iconFor = (kind: string) => ICONS.find(([pattern]) => pattern.test(kind))?.[1] ?? Car

export function ActivityList({ activities, failed }: { activities: Activity[] | undefined; failed: boolean }) {
  if (!activities) return failed ? <Note>We couldn’t load the recent activity.</Note> : <ActivitySkeleton />
  if (activities.length === 0) return <Note>No activity yet. New enquiries and changes will appear here.</Note>
  return <ActivityRows activities={activities} />
}

export const ActivityRows = ({ activities }: { activities: Activity[] }) => (
  <ol className="divide-y divide-hairline">
    {activities.map((activity) => (
      <ActivityItem key={activity.id} activity={activity} />
    ))}
  </ol>
)

/** Sums up a change of several vehicles. */
const BULK_CHANGE = 'vehicle_bulk_change'

function ActivityItem({ activity }: { activity: Activity }) {
  const [isOpen, setIsOpen] = useState(false)
  const Icon = iconFor(activity.kind)
  const path = pathOf(activity)
  const actor = staffName(activity)
  return (
    <li className="grid min-h-11 grid-cols-[auto_1fr] items-center gap-x-3 py-2 text-sm sm:flex sm:flex-wrap">
      <Icon aria-hidden className="size-4 shrink-0 text-brass" strokeWidth={1.5} />
      <p className="min-w-0 flex-1 max-sm:wrap-anywhere sm:truncate">
        {path ? (
          <PathLink to={path} className="py-0.5 hover:text-brass">
            {activity.summary}
          </PathLink>
        ) : (
          activity.summary
        )}
        {actor && <span className="text-quiet"> by {actor}</span>}
      </p>
      {activity.kind === BULK_CHANGE && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="min-h-6 cursor-pointer justify-self-start text-quiet text-xs underline underline-offset-2 hover:text-ink max-sm:col-start-2"
        >
          {isOpen ? 'Hide vehicles' : 'Show vehicles'}
        </button>
      )}
      <time dateTime={activity.created_at} className="tabular col-start-2 shrink-0 text-quiet text-xs sm:text-sm">
        {formatDate(activity.created_at)} {formatTime(activity.created_at)}
      </time>
      {isOpen && <Parts activity={activity} />}
    </li>
  )
}

function Parts({ activity }: { activity: Activity }) {
  const { data, isError } = useQuery(activityParts(activity.id))
  if (!data)
    return (
      <div className="col-span-2 w-full pl-7">
        {isError ? <Note>We couldn’t load them.</Note> : <ActivitySkeleton />}
      </div>
    )
  return (
    <ul className="col-span-2 grid w-full gap-1 pt-2 pl-7 text-quiet text-xs">
      {data.map((part) => {
        const path = pathOf(part)
        return (
          <li key={part.id} className="wrap-anywhere">
            {path ? (
              <PathLink to={path} className="inline-block py-1 hover:text-brass">
                {part.summary}
              </PathLink>
            ) : (
              part.summary
            )}
          </li>
        )
      })}
    </ul>
  )
}

const Note = ({ children }: { children: string }) => <p className="py-6 text-quiet text-sm">{children}</p>

function ActivitySkeleton() {
  return (
    <div aria-busy className="grid gap-4 py-3">
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-5 w-4/5" />
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-5 w-3/5" />
    </div>
  )
}
