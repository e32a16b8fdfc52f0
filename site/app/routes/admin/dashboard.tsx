import { useQuery } from '@tanstack/react-query'
import { Car, type LucideIcon, MessageSquare, Plus, Users } from 'lucide-react'
import { Card, CardBody, CardHeader } from '#app/components/ui/card.tsx'
import { PathLink } from '#app/components/ui/link.tsx'
import { ActivityList } from '#app/features/admin/activity/activity-list.tsx'
import { recentActivity } from '#app/features/admin/activity/activity-queries.ts'
import { Counters } from '#app/features/admin/dashboard/counters.tsx'
import { dashboardCounts } from '#app/features/admin/dashboard/dashboard-queries.ts'
import { TodayCard } from '#app/features/admin/dashboard/today-card.tsx'
import { peopleWaiting, stockWaiting, type Today } from '#app/features/admin/dashboard/today-queries.ts'
import { FirstStepsCard } from '#app/features/admin/first-steps/first-steps-card.tsx'
import { ScreenHeader } from '#app/features/admin/screen-header.tsx'
import { isAdminScreen } from '#app/features/admin/shell/admin-links.ts'
import { useErrorToast } from '#app/features/admin/use-error-toast.ts'
import { useSession } from '#app/platform/session/session.tsx'

export const meta = () => [{ title: 'Dashboard | Back office' }]

const QUICK_ACTIONS: { to: string; label: string; icon: LucideIcon }[] = [
  { to: '/admin/vehicles/add', label: 'Add New Vehicle', icon: Plus },
  { to: '/admin/vehicles', label: 'Manage Vehicles', icon: Car },
  { to: '/admin/enquiries', label: 'View Enquiries', icon: MessageSquare },
  { to: '/admin/customers', label: 'Manage Customers', icon: Users },
]

export default function AdminDashboardPage() {
  const counts = useQuery(dashboardCounts)
  const activity = useQuery(recentActivity)
  const { isAdmin, user } = useSession()
  const people = useQuery(peopleWaiting(user?.id ?? ''))
  const stock = useQuery(stockWaiting)
  const today = people.data && stock.data && { ...people.data, ...stock.data }
  useErrorToast(counts.isError, 'Failed to fetch dashboard statistics')

  return (
    <>
      <ScreenHeader title="Dashboard" />
      {/* Rendered once we know whether it starts expanded, so that the layout does not shift. */}
      {isAdmin && !people.isPending && <FirstStepsCard isBusy={people.data ? hasWork(people.data) : true} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-[minmax(0,1fr)_280px]">
        <TodayCard today={today} failed={people.isError || stock.isError} />
        <QuickActions />
        <div className="xl:col-span-2">
          <Counters counts={counts.data} failed={counts.isError} />
        </div>
        <Card className="xl:col-span-2">
          <CardHeader
            title="Recent Activity"
            action={
              <PathLink
                to="/admin/activity"
                className="mt-1 text-quiet text-sm underline underline-offset-4 hover:text-brass"
              >
                All activity
              </PathLink>
            }
          />
          <CardBody className="pt-3">
            <ActivityList activities={activity.data} failed={activity.isError} />
          </CardBody>
        </Card>
      </div>
    </>
  )
}

const hasWork = ({ leads, testDrives, steps }: Pick<Today, 'leads' | 'testDrives' | 'steps'>) =>
  leads.total + testDrives.total + steps.total > 0

function QuickActions() {
  const { isAdmin } = useSession()
  return (
    <Card>
      <CardHeader title="Quick Actions" />
      <CardBody className="grid gap-x-4 gap-y-px pt-3 sm:grid-cols-2 xl:grid-cols-1">
        {QUICK_ACTIONS.filter(({ to }) => isAdmin || !isAdminScreen(to)).map(({ to, label, icon: Icon }) => (
          <PathLink key={to} to={to} className="flex min-h-11 items-center gap-3 text-sm hover:text-brass">
            <Icon aria-hidden className="size-4 shrink-0 text-brass" strokeWidth={1.5} />
            {label}
          </PathLink>
        ))}
      </CardBody>
    </Card>
  )
}
