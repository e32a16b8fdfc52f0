import { useQuery } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { Button, ButtonLink } from '#app/components/ui/button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { Select } from '#app/components/ui/select.tsx'
import { ListBody } from '#app/features/admin/list/list-body.tsx'
import { readListParams } from '#app/features/admin/list/list-params.ts'
import { SearchBox } from '#app/features/admin/list/search-box.tsx'
import { useListParams } from '#app/features/admin/list/use-list-params.ts'
import { ScreenHeader } from '#app/features/admin/screen-header.tsx'
import { useErrorToast } from '#app/features/admin/use-error-toast.ts'
import { SoldTable } from '#app/features/admin/vehicles/sold-table.tsx'
import { useVehicleOrder } from '#app/features/admin/vehicles/use-vehicle-order.ts'
import { vehiclePage } from '#app/features/admin/vehicles/vehicle-queries.ts'
import { SOLD_VIEWS } from '#app/features/admin/vehicles/vehicle-views.ts'

export const meta = () => [{ title: 'Sold Vehicles | Back office' }]

const VIEWS = SOLD_VIEWS.map(({ value }) => value)

export default function SoldVehiclesPage() {
  const [params, change] = useListParams()
  const { q, view, page } = readListParams(params, VIEWS)
  const { chosen, sorting } = useVehicleOrder(SOLD_VIEWS, view)
  const query = useQuery(vehiclePage({ view: chosen, q }, page))
  useErrorToast(query.isError, 'Failed to fetch vehicles')

  return (
    <>
      <ScreenHeader title="Sold Vehicles" />
      <div className="mb-4 flex flex-wrap gap-3">
        <SearchBox label="Search sold vehicles" value={q} onSearch={(term) => change({ q: term })} />
        <Select
          aria-label="Sort"
          className="text-sm sm:w-56"
          options={SOLD_VIEWS.map(({ value, label }) => ({ value, label }))}
          value={view}
          onValueChange={(value) => change({ view: value, sort: '' })}
        />
      </div>
      <ListBody
        query={query}
        noun={{ one: 'sold vehicle', many: 'sold vehicles' }}
        empty={
          <EmptyState
            icon={<BadgeCheck aria-hidden />}
            title="No sold vehicles found"
            description={q ? 'No sold vehicles match your search.' : 'Vehicles appear here once you mark them as sold.'}
            action={
              q ? (
                <Button variant="hairline" onClick={() => change({ q: '' })}>
                  Show all sold vehicles
                </Button>
              ) : (
                <ButtonLink to="/admin/vehicles?view=available" variant="hairline">
                  See available vehicles
                </ButtonLink>
              )
            }
          />
        }
      >
        {(vehicles) => <SoldTable vehicles={vehicles} sorting={sorting} />}
      </ListBody>
    </>
  )
}
