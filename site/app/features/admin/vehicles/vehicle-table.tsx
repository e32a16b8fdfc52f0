import { Link } from 'react-router'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#app/components/ui/table.tsx'
import { DENSE } from '#app/features/admin/list/dense.ts'
import { formatDate } from '#app/lib/dates.ts'
import { formatMiles, formatPrice } from '#app/lib/money.ts'
import { VehicleImage } from '#app/platform/vehicle-image.tsx'
import type { VehicleRow } from './vehicle-queries.ts'
import { VehicleRowActions } from './vehicle-row-actions.tsx'
import { VehicleStatusBadge } from './vehicle-status-badge.tsx'

interface VehicleTableProps {
  vehicles: VehicleRow[]
  onDelete(vehicle: VehicleRow): void
}

/** On a phone the facts stand under the title and the columns go, so that a row is read without scrolling sideways. */
export function VehicleTable({ vehicles, onDelete }: VehicleTableProps) {
  return (
    <Table label="Vehicles" className={DENSE}>
      <TableHead>
        <TableRow>
          <TableHeader>Image</TableHeader>
          <TableHeader>
            Title<span className="hidden md:inline">, make and model</span>
          </TableHeader>
          <TableHeader numeric className="hidden md:table-cell">
            Price
          </TableHeader>
          <TableHeader numeric className="hidden md:table-cell">
            Year
          </TableHeader>
          <TableHeader numeric className="hidden md:table-cell">
            Mileage
          </TableHeader>
          <TableHeader className="hidden md:table-cell">Transmission</TableHeader>
          <TableHeader className="hidden md:table-cell">Fuel type</TableHeader>
          <TableHeader className="hidden md:table-cell">Status</TableHeader>
          <TableHeader className="hidden md:table-cell">Sold expiry</TableHeader>
          <TableHeader>
            <span className="sr-only">Actions</span>
          </TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {vehicles.map((vehicle) => (
          <VehicleTableRow key={vehicle.id} vehicle={vehicle} onDelete={() => onDelete(vehicle)} />
        ))}
      </TableBody>
    </Table>
  )
}

function VehicleTableRow({ vehicle, onDelete }: { vehicle: VehicleRow; onDelete(): void }) {
  return (
    <TableRow>
      <TableCell className="w-16">
        <VehicleImage src={vehicle.vehicle_images[0]?.image_url} alt="" sizes="56px" className="w-14" />
      </TableCell>
      <TableCell className="w-full md:max-w-0">
        <Link
          to={`/admin/vehicles/edit/${vehicle.id}`}
          title={vehicle.title}
          className="block font-medium hover:text-brass md:truncate"
        >
          {vehicle.title}
        </Link>
        <span className="hidden truncate text-quiet text-xs md:block">
          {vehicle.make} {vehicle.model}
        </span>
        <div className="mt-0.5 grid gap-0.5 text-quiet text-xs md:hidden">
          <span className="tabular">
            {formatPrice(vehicle.price)} · {vehicle.year} · {formatMiles(vehicle.mileage)}
          </span>
          <span className="flex items-center gap-2">
            <VehicleStatusBadge vehicle={vehicle} />
            {vehicle.sold_expiry_date && <span>until {formatDate(vehicle.sold_expiry_date)}</span>}
          </span>
        </div>
      </TableCell>
      <TableCell numeric className="hidden md:table-cell">
        {formatPrice(vehicle.price)}
      </TableCell>
      <TableCell numeric className="hidden md:table-cell">
        {vehicle.year}
      </TableCell>
      <TableCell numeric className="hidden md:table-cell">
        {formatMiles(vehicle.mileage)}
      </TableCell>
      <TableCell className="hidden whitespace-nowrap md:table-cell">{vehicle.transmission}</TableCell>
      <TableCell className="hidden md:table-cell">{vehicle.fuel_type}</TableCell>
      <TableCell className="hidden md:table-cell">
        <VehicleStatusBadge vehicle={vehicle} />
      </TableCell>
      <TableCell className="tabular hidden md:table-cell">
        {vehicle.sold_expiry_date ? formatDate(vehicle.sold_expiry_date) : <span className="text-quiet">–</span>}
      </TableCell>
      <TableCell className="w-px">
        <VehicleRowActions vehicle={vehicle} onDelete={onDelete} />
      </TableCell>
    </TableRow>
  )
}
