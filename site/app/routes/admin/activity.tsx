import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { Button } from '#app/components/ui/button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { Field, Input } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/select.tsx'
import { ACTIVITY_SUBJECTS, readActivityFilters } from '#app/features/admin/activity/activity-filters.ts'
import { ActivityRows } from '#app/features/admin/activity/activity-list.tsx'
import { activityPage } from '#app/features/admin/activity/activity-queries.ts'
import { ListBody } from '#app/features/admin/list/list-body.tsx'
import { readListParams } from '#app/features/admin/list/list-params.ts'
import { useListParams } from '#app/features/admin/list/use-list-params.ts'
import { ScreenHeader } from '#app/features/admin/screen-header.tsx'
import { colleagues } from '#app/features/admin/staff/staff-queries.ts'
import { useErrorToast } from '#app/features/admin/use-error-toast.ts'
import { londonDate } from '#app/lib/dates.ts'
import { useSession } from '#app/platform/session/session.tsx'

export const meta = () => [{ title: 'Activity | Back office' }]

/** Who did what, and when. */
export default function AdminActivityPage() {
  const [params, change] = useListParams()
  const filters = readActivityFilters(params)
  const { page } = readListParams(params, ['all'])
  const query = useQuery(activityPage(filters, page))
  const { data: staff } = useQuery(colleagues)
  const { isAdmin } = useSession()
  useErrorToast(query.isError, 'Failed to load the activity')

  const subjects = Object.entries(ACTIVITY_SUBJECTS)
    .filter(([, { isForAdmins }]) => isAdmin || !isForAdmins)
    .map(([value, { label }]) => ({ value, label }))
  const isNarrowed = Object.values(filters).some((value) => value !== '')
  const today = londonDate()
  return (
    <>
      <ScreenHeader title="Activity" />
      <div className="mb-4 grid max-w-3xl gap-3 min-[22rem]:grid-cols-2 md:grid-cols-4">
        <Field label="Who">
          <Select
            placeholder="Everyone"
            options={(staff ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={filters.who}
            onValueChange={(who) => change({ who })}
          />
        </Field>
        <Field label="What">
          <Select
            placeholder="Everything"
            options={subjects}
            value={filters.what}
            onValueChange={(what) => change({ what })}
          />
        </Field>
        <Field label="From">
          <Input
            type="date"
            max={filters.to || today}
            value={filters.from}
            onChange={(event) => change({ from: event.target.value })}
          />
        </Field>
        <Field label="To">
          <Input
            type="date"
            min={filters.from}
            max={today}
            value={filters.to}
            onChange={(event) => change({ to: event.target.value })}
          />
        </Field>
      </div>
      <ListBody
        query={query}
        noun={{ one: 'entry', many: 'entries' }}
        empty={
          <EmptyState
            icon={<History aria-hidden />}
            title="No activity found"
            description={isNarrowed ? 'Nothing matches these filters.' : 'New enquiries and changes will appear here.'}
            action={
              isNarrowed && (
                <Button variant="hairline" onClick={() => change({ who: '', what: '', from: '', to: '' })}>
                  Show all
                </Button>
              )
            }
          />
        }
      >
        {(activities) => <ActivityRows activities={activities} />}
      </ListBody>
    </>
  )
}
