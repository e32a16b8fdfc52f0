import { useQuery } from '@tanstack/react-query'
import { Car, type LucideIcon, MessageSquare, Plus, Users } from 'lucide-react'
import { Link } from 'react-router'
import { Card, CardBody, CardHeader } from '#app/components/ui/card.tsx'
import { ActivityList } from '#app/features/admin/dashboard/activity-list.tsx'
import { Counters } from '#app/features/admin/dashboard/counters.tsx'
import { dashboardCounts, recentActivity } from '#app/features/admin/dashboard/dashboard-queries.ts'
import { ScreenHeader } from '#app/features/admin/screen-header.tsx'
import { useErrorToast } from '#app/features/admin/use-error-toast.ts'

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
  useErrorToast(counts.isError, 'Failed to fetch dashboard statistics')

  return (
    <>
      <ScreenHeader title="Dashboard" />
      <Counters counts={counts.data} failed={counts.isError} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_320px]">
        <Card className="order-2 xl:order-1">
          <CardHeader title="Recent Activity" />
          <CardBody className="pt-3">
            <ActivityList activities={activity.data} failed={activity.isError} />
          </CardBody>
        </Card>
        <Card className="order-1 xl:order-2">
          <CardHeader title="Quick Actions" />
          <CardBody className="grid gap-px pt-3 sm:grid-cols-2 xl:grid-cols-1">
            {QUICK_ACTIONS.map(({ to, label, icon: Icon }) => (
              <Link key={to} to={to} className="flex min-h-11 items-center gap-3 text-sm hover:text-brass">
                <Icon aria-hidden className="size-4 text-brass" strokeWidth={1.5} />
                {label}
              </Link>
            ))}
          </CardBody>
        </Card>
      </div>
    </>
  )
}
