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
import { useSelection } from '#app/features/admin/list/use-selection.ts'
import { ScreenHeader } from '#app/features/admin/screen-header.tsx'
import { useErrorToast } from '#app/features/admin/use-error-toast.ts'
import { BulkChanges } from '#app/features/admin/vehicles/bulk-changes.tsx'
import { DeleteVehicleDialog } from '#app/features/admin/vehicles/delete-vehicle-dialog.tsx'
import { EndReservationDialog } from '#app/features/admin/vehicles/end-reservation-dialog.tsx'
import { ReserveDialog } from '#app/features/admin/vehicles/reserve-dialog.tsx'
import { SoldDialog } from '#app/features/admin/vehicles/sold-dialog.tsx'
import { useAvailability } from '#app/features/admin/vehicles/use-availability.ts'
import { useVehicleOrder } from '#app/features/admin/vehicles/use-vehicle-order.ts'
import { VehicleFilterMenu } from '#app/features/admin/vehicles/vehicle-filter-menu.tsx'
import {
  countVehicleFilters,
  NO_VEHICLE_FILTERS,
  readVehicleFilters,
} from '#app/features/admin/vehicles/vehicle-filters.ts'
import { VehicleListMenu } from '#app/features/admin/vehicles/vehicle-list-menu.tsx'
import { type VehicleRow, vehiclePage } from '#app/features/admin/vehicles/vehicle-queries.ts'
import { VehicleTable } from '#app/features/admin/vehicles/vehicle-table.tsx'
import { LONGEST_IN_STOCK, STOCK_VIEWS } from '#app/features/admin/vehicles/vehicle-views.ts'
import { useSession } from '#app/platform/session/session.tsx'

export const meta = () => [{ title: 'Vehicles | Back office' }]

const VIEWS = STOCK_VIEWS.map(({ value }) => value)

export default function AdminVehiclesPage() {
  const [params, change] = useListParams()
  const { q, view, page } = readListParams(params, VIEWS)
  const { chosen, sorting } = useVehicleOrder(STOCK_VIEWS, view)
  const { isAdmin } = useSession()
  const filters = readVehicleFilters(params, isAdmin)
  const vehicleList = { view: chosen, filters, q }
  const query = useQuery(vehiclePage(vehicleList, page))
  // The selection is kept from page to page and in any order, but not if other vehicles are listed.
  const selection = useSelection(query.data?.rows ?? [], ({ id }) => id, JSON.stringify([chosen.where, filters, q]))
  const [toDelete, setToDelete] = useState<VehicleRow | null>(null)
  const [toToggleSold, setToToggleSold] = useState<VehicleRow | null>(null)
  const [toReserve, setToReserve] = useState<VehicleRow | null>(null)
  const [toRelease, setToRelease] = useState<VehicleRow | null>(null)
  const availability = useAvailability()
  const list = useListState()
  useErrorToast(query.isError, 'Failed to fetch vehicles')

  const isNarrowed = q !== '' || Object.keys(chosen.where).length > 0 || countVehicleFilters(filters) > 0
  const showAll = () => change({ q: '', view: '', ...NO_VEHICLE_FILTERS })

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
        <div className="flex gap-3 max-sm:w-full">
          <Select
            aria-label="View"
            className="text-sm sm:w-56"
            options={STOCK_VIEWS.map(({ value, label }) => ({ value, label }))}
            value={view}
            onValueChange={(value) => change({ view: value, sort: '' })}
          />
          <VehicleFilterMenu
            filters={filters}
            isSortedByDays={chosen.order.column === LONGEST_IN_STOCK}
            onChange={change}
          />
          <VehicleListMenu list={vehicleList} total={query.data?.total ?? 0} />
        </div>
      </div>
      <BulkChanges list={vehicleList} total={query.data?.total ?? 0} selection={selection}>
        <ListBody
          query={query}
          noun={{ one: 'vehicle', many: 'vehicles' }}
          empty={isNarrowed ? <NothingMatches onShowAll={showAll} /> : <NoVehicles />}
        >
          {(vehicles) => (
            <VehicleTable
              vehicles={vehicles}
              sorting={sorting}
              selection={selection}
              onDelete={setToDelete}
              onSold={setToToggleSold}
              onReserve={setToReserve}
              onEndReservation={setToRelease}
              onFeatured={(vehicle) => availability.change({ vehicle, soldUntil: null, featured: !vehicle.featured })}
            />
          )}
        </ListBody>
      </BulkChanges>
      <DeleteVehicleDialog vehicle={toDelete} onClose={() => setToDelete(null)} />
      {toToggleSold && <SoldDialog vehicle={toToggleSold} onClose={() => setToToggleSold(null)} />}
      {toReserve && <ReserveDialog vehicle={toReserve} onClose={() => setToReserve(null)} />}
      {toRelease && <EndReservationDialog vehicle={toRelease} onClose={() => setToRelease(null)} />}
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
    description="No vehicles in this view match your search and filters."
    action={
      <Button variant="hairline" onClick={onShowAll}>
        Show all vehicles
      </Button>
    }
  />
)
