import { PathLink } from '#app/components/ui/link.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#app/components/ui/table.tsx'
import { daysInStock } from '#app/features/admin/days-in-stock.ts'
import { DENSE } from '#app/features/admin/list/dense.ts'
import { useListState } from '#app/features/admin/list/list-place.ts'
import { SelectAllBox, SelectBox } from '#app/features/admin/list/select-box.tsx'
import { SortHeader, type Sorting } from '#app/features/admin/list/sort-header.tsx'
import type { Selection } from '#app/features/admin/list/use-selection.ts'
import { vehicleCodes } from '#app/features/admin/vehicle-search.ts'
import { formatDate } from '#app/lib/dates.ts'
import { formatMiles } from '#app/lib/money.ts'
import { VehicleImage } from '#app/platform/vehicle-image.tsx'
import { PriceEditor } from './price-editor.tsx'
import type { VehicleRow } from './vehicle-queries.ts'
import { type RowActions, VehicleRowActions } from './vehicle-row-actions.tsx'
import { VehicleStatusBadge } from './vehicle-status-badge.tsx'

// On wide screens, details have their own columns. On narrow screens, they are shown below the title or the status, so
// that the table needs no horizontal scrolling.
const FROM_TABLET = 'hidden md:table-cell'
const FROM_LAPTOP = 'hidden xl:table-cell'
const FROM_DESKTOP = 'hidden min-[1400px]:table-cell'

interface VehicleTableProps extends RowActions {
  vehicles: VehicleRow[]
  sorting: Sorting
  selection: Selection<VehicleRow>
}

export function VehicleTable({ vehicles, sorting, selection, ...actions }: VehicleTableProps) {
  return (
    <Table label="Vehicles" className={DENSE}>
      <TableHead>
        <TableRow>
          <TableHeader className={`w-9 ${FROM_TABLET}`}>
            <SelectAllBox selection={selection} rows={vehicles} />
          </TableHeader>
          <TableHeader className="max-md:pl-0!">
            <span className="ml-1 md:hidden">
              <SelectAllBox selection={selection} rows={vehicles} />
            </span>
            <span className="max-md:sr-only">Image</span>
          </TableHeader>
          <SortHeader column="title" {...sorting}>
            Title<span className="hidden min-[1400px]:inline">, make and model</span>
          </SortHeader>
          <SortHeader column="price" numeric className={FROM_TABLET} {...sorting}>
            Price
          </SortHeader>
          <SortHeader column="year" numeric className={FROM_LAPTOP} {...sorting}>
            Year
          </SortHeader>
          <SortHeader column="mileage" numeric className={FROM_LAPTOP} {...sorting}>
            Mileage
          </SortHeader>
          <SortHeader column="transmission" className={FROM_LAPTOP} {...sorting}>
            Transmission
          </SortHeader>
          <SortHeader column="fuel_type" className={FROM_LAPTOP} {...sorting}>
            Fuel type
          </SortHeader>
          <SortHeader column="status" className={FROM_TABLET} {...sorting}>
            Status
          </SortHeader>
          <SortHeader column="sold_expiry_date" className={FROM_DESKTOP} {...sorting}>
            Sold expiry
          </SortHeader>
          <TableHeader>
            <span className="sr-only">Actions</span>
          </TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {vehicles.map((vehicle) => (
          <VehicleTableRow key={vehicle.id} vehicle={vehicle} selection={selection} {...actions} />
        ))}
      </TableBody>
    </Table>
  )
}

type VehicleTableRowProps = RowActions & { vehicle: VehicleRow; selection: Selection<VehicleRow> }

function VehicleTableRow({ vehicle, selection, ...actions }: VehicleTableRowProps) {
  const list = useListState()
  const box = <SelectBox selection={selection} row={vehicle} label={`Select ${vehicle.title}`} />
  return (
    <TableRow className={selection.isSelected(vehicle) ? 'bg-ink/5' : undefined}>
      <TableCell className={FROM_TABLET}>{box}</TableCell>
      <TableCell className="w-16 max-md:pl-0!">
        <VehicleImage src={vehicle.vehicle_images[0]?.image_url} alt="" sizes="56px" className="w-14" />
        <div className="mt-3 ml-1 md:hidden">{box}</div>
      </TableCell>
      <TableCell className="w-full md:max-w-0">
        <PathLink
          to={`/admin/vehicles/edit/${vehicle.id}`}
          state={list}
          title={vehicle.title}
          className="block font-medium wrap-break-word hover:text-brass"
        >
          {vehicle.title}
        </PathLink>
        <FactsUnderTitle vehicle={vehicle} />
      </TableCell>
      <TableCell numeric className={FROM_TABLET}>
        <PriceEditor vehicle={vehicle} />
        {vehicle.price_on_application && <span className="block text-quiet text-xs">on application</span>}
      </TableCell>
      <TableCell numeric className={FROM_LAPTOP}>
        {vehicle.year}
      </TableCell>
      <TableCell numeric className={FROM_LAPTOP}>
        {formatMiles(vehicle.mileage)}
      </TableCell>
      <TableCell className={`whitespace-nowrap ${FROM_LAPTOP}`}>{vehicle.transmission}</TableCell>
      <TableCell className={FROM_LAPTOP}>{vehicle.fuel_type}</TableCell>
      <TableCell className={`whitespace-nowrap ${FROM_TABLET}`}>
        <VehicleStatusBadge vehicle={vehicle} />
        <Until vehicle={vehicle} className="min-[1400px]:hidden" />
        <DaysInStock vehicle={vehicle} />
      </TableCell>
      <TableCell className={`tabular ${FROM_DESKTOP}`}>
        {vehicle.sold_expiry_date ? formatDate(vehicle.sold_expiry_date) : <span className="text-quiet">–</span>}
      </TableCell>
      <TableCell className="w-px">
        <VehicleRowActions vehicle={vehicle} {...actions} />
      </TableCell>
    </TableRow>
  )
}

function FactsUnderTitle({ vehicle }: { vehicle: VehicleRow }) {
  return (
    <div className="mt-0.5 grid gap-0.5 text-quiet text-xs">
      <span>
        {vehicle.make} {vehicle.model} <span className="whitespace-nowrap">· {vehicleCodes(vehicle).join(' · ')}</span>
      </span>
      <span className="tabular md:hidden">
        <PriceEditor vehicle={vehicle}>
          {vehicle.price_on_application && ' on application'} · {vehicle.year} · {formatMiles(vehicle.mileage)}
        </PriceEditor>
      </span>
      <span className="hidden md:block xl:hidden">
        {vehicle.year} · {formatMiles(vehicle.mileage)} · {vehicle.transmission} · {vehicle.fuel_type}
      </span>
      <span className="md:hidden">
        {vehicle.transmission} · {vehicle.fuel_type}
      </span>
      <span className="flex flex-wrap items-center gap-x-2 md:hidden">
        <VehicleStatusBadge vehicle={vehicle} />
        <Until vehicle={vehicle} />
        <DaysInStock vehicle={vehicle} />
      </span>
    </div>
  )
}

function DaysInStock({ vehicle }: { vehicle: VehicleRow }) {
  const days = daysInStock(vehicle)
  return (
    days && (
      <span title={`${days} in stock`} className="tabular block text-quiet text-xs">
        {days}
        <span className="md:sr-only"> in stock</span>
      </span>
    )
  )
}

function Until({ vehicle, className = '' }: { vehicle: VehicleRow; className?: string }) {
  const isReserved = vehicle.vehicle_state === 'Reserved'
  const until = isReserved ? vehicle.reserved_until : vehicle.sold_expiry_date
  // On a desktop, the date of a sold vehicle has its own column.
  const hidden = isReserved ? '' : className
  return until && <span className={`tabular block text-quiet text-xs ${hidden}`}>until {formatDate(until)}</span>
}
