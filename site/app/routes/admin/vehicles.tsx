import { useQuery } from '@tanstack/react-query'
import { Car, Plus } from 'lucide-react'
import { useState } from 'react'
import { ButtonLink } from '#app/components/ui/button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { Select } from '#app/components/ui/select.tsx'
import { ListBody } from '#app/features/admin/list/list-body.tsx'
import { readListParams } from '#app/features/admin/list/list-params.ts'
import { SearchBox } from '#app/features/admin/list/search-box.tsx'
import { useListParams } from '#app/features/admin/list/use-list-params.ts'
import { ScreenHeader } from '#app/features/admin/screen-header.tsx'
import { useErrorToast } from '#app/features/admin/use-error-toast.ts'
import { DeleteVehicleDialog } from '#app/features/admin/vehicles/delete-vehicle-dialog.tsx'
import { type VehicleRow, vehiclePage } from '#app/features/admin/vehicles/vehicle-queries.ts'
import { VehicleTable } from '#app/features/admin/vehicles/vehicle-table.tsx'
import { findView, STOCK_VIEWS } from '#app/features/admin/vehicles/vehicle-views.ts'

export const meta = () => [{ title: 'Vehicles | Back office' }]

const VIEWS = STOCK_VIEWS.map(({ value }) => value)

export default function AdminVehiclesPage() {
  const [params, change] = useListParams()
  const { q, view, page } = readListParams(params, VIEWS)
  const query = useQuery(vehiclePage(findView(STOCK_VIEWS, view), q, page))
  const [doomed, setDoomed] = useState<VehicleRow | null>(null)
  useErrorToast(query.isError, 'Failed to fetch vehicles')

  return (
    <>
      <ScreenHeader
        title="Vehicles"
        action={
          <ButtonLink to="/admin/vehicles/add">
            <Plus aria-hidden /> Add New Vehicle
          </ButtonLink>
        }
      />
      <div className="mb-4 flex flex-wrap gap-3">
        <SearchBox label="Search vehicles" value={q} onSearch={(term) => change({ q: term })} />
        <Select
          aria-label="View"
          className="text-sm sm:w-56"
          options={STOCK_VIEWS.map(({ value, label }) => ({ value, label }))}
          value={view}
          onValueChange={(value) => change({ view: value })}
        />
      </div>
      <ListBody query={query} noun="vehicles" empty={<NoVehicles />}>
        {(vehicles) => <VehicleTable vehicles={vehicles} onDelete={setDoomed} />}
      </ListBody>
      <DeleteVehicleDialog vehicle={doomed} onClose={() => setDoomed(null)} />
    </>
  )
}

const NoVehicles = () => (
  <EmptyState
    icon={<Car aria-hidden />}
    title="No vehicles found"
    action={<ButtonLink to="/admin/vehicles/add">Add Your First Vehicle</ButtonLink>}
  />
)
