import { useQuery } from '@tanstack/react-query'
import { Car, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button, ButtonLink } from '#app/components/ui/button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { Select } from '#app/components/ui/select.tsx'
import { ListBody } from '#app/features/admin/list/list-body.tsx'
import { readListParams } from '#app/features/admin/list/list-params.ts'
import { useListState } from '#app/features/admin/list/list-place.ts'
import { SearchBox } from '#app/features/admin/list/search-box.tsx'
import { useListParams } from '#app/features/admin/list/use-list-params.ts'
import { ScreenHeader } from '#app/features/admin/screen-header.tsx'
import { useErrorToast } from '#app/features/admin/use-error-toast.ts'
import { DeleteVehicleDialog } from '#app/features/admin/vehicles/delete-vehicle-dialog.tsx'
import { SoldDialog } from '#app/features/admin/vehicles/sold-dialog.tsx'
import { useAvailability } from '#app/features/admin/vehicles/use-availability.ts'
import { useVehicleOrder } from '#app/features/admin/vehicles/use-vehicle-order.ts'
import { type VehicleRow, vehiclePage } from '#app/features/admin/vehicles/vehicle-queries.ts'
import { VehicleTable } from '#app/features/admin/vehicles/vehicle-table.tsx'
import { STOCK_VIEWS } from '#app/features/admin/vehicles/vehicle-views.ts'

export const meta = () => [{ title: 'Vehicles | Back office' }]

const VIEWS = STOCK_VIEWS.map(({ value }) => value)

export default function AdminVehiclesPage() {
  const [params, change] = useListParams()
  const { q, view, page } = readListParams(params, VIEWS)
  const { chosen, sorting } = useVehicleOrder(STOCK_VIEWS, view)
  const query = useQuery(vehiclePage(chosen, q, page))
  const [toDelete, setToDelete] = useState<VehicleRow | null>(null)
  const [toToggleSold, setToToggleSold] = useState<VehicleRow | null>(null)
  const availability = useAvailability()
  const list = useListState()
  useErrorToast(query.isError, 'Failed to fetch vehicles')

  const isNarrowed = q !== '' || Object.keys(chosen.where).length > 0
  const showAll = () => change({ q: '', view: '' })

  return (
    <>
      <ScreenHeader
        title="Vehicles"
        action={
          <ButtonLink to="/admin/vehicles/add" state={list}>
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
          onValueChange={(value) => change({ view: value, sort: '' })}
        />
      </div>
      <ListBody
        query={query}
        noun={{ one: 'vehicle', many: 'vehicles' }}
        empty={isNarrowed ? <NothingMatches onShowAll={showAll} /> : <NoVehicles />}
      >
        {(vehicles) => (
          <VehicleTable
            vehicles={vehicles}
            sorting={sorting}
            onDelete={setToDelete}
            onSold={setToToggleSold}
            onFeatured={(vehicle) => availability.change({ vehicle, soldUntil: null, featured: !vehicle.featured })}
          />
        )}
      </ListBody>
      <DeleteVehicleDialog vehicle={toDelete} onClose={() => setToDelete(null)} />
      {toToggleSold && <SoldDialog vehicle={toToggleSold} onClose={() => setToToggleSold(null)} />}
    </>
  )
}

const NoVehicles = () => (
  <EmptyState
    icon={<Car aria-hidden />}
    title="No vehicles found"
    description="Vehicles you add appear here, and on your site once they have a picture."
    action={<ButtonLink to="/admin/vehicles/add">Add Your First Vehicle</ButtonLink>}
  />
)

const NothingMatches = ({ onShowAll }: { onShowAll(): void }) => (
  <EmptyState
    icon={<Car aria-hidden />}
    title="No vehicles found"
    description="No vehicles in this view match your search."
    action={
      <Button variant="hairline" onClick={onShowAll}>
        Show all vehicles
      </Button>
    }
  />
)
