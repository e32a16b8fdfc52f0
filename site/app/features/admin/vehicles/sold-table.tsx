import { ExternalLink } from 'lucide-react'
import { buttonClass } from '#app/components/ui/button.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#app/components/ui/table.tsx'
import { DENSE } from '#app/features/admin/list/dense.ts'
import { SortHeader, type Sorting } from '#app/features/admin/list/sort-header.tsx'
import { formatDate } from '#app/lib/dates.ts'
import { formatMiles } from '#app/lib/money.ts'
import { VehicleImage } from '#app/platform/vehicle-image.tsx'
import { AskingPrice } from './asking-price.tsx'
import type { VehicleRow } from './vehicle-queries.ts'
import { VehicleStatusBadge } from './vehicle-status-badge.tsx'

const WIDE = 'hidden md:table-cell'
/** Below this width, these details are shown below the title. */
const FROM_LAPTOP = 'hidden xl:table-cell'

export function SoldTable({ vehicles, sorting }: { vehicles: VehicleRow[]; sorting: Sorting }) {
  return (
    <Table label="Sold vehicles" className={DENSE}>
      <TableHead>
        <TableRow>
          <TableHeader>Image</TableHeader>
          <SortHeader column="title" {...sorting}>
            Title
          </SortHeader>
          <SortHeader column="make" className={FROM_LAPTOP} {...sorting}>
            Make and model
          </SortHeader>
          <SortHeader column="price" numeric className={WIDE} {...sorting}>
            Price
          </SortHeader>
          <SortHeader column="year" numeric className={FROM_LAPTOP} {...sorting}>
            Year
          </SortHeader>
          <SortHeader column="mileage" numeric className={FROM_LAPTOP} {...sorting}>
            Mileage
          </SortHeader>
          <SortHeader column="sold_expiry_date" className={WIDE} {...sorting}>
            Status
          </SortHeader>
          <SortHeader column="updated_at" className={WIDE} {...sorting}>
            Sold date
          </SortHeader>
          <TableHeader>
            <span className="sr-only">Actions</span>
          </TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {vehicles.map((vehicle) => (
          <SoldRow key={vehicle.id} vehicle={vehicle} />
        ))}
      </TableBody>
    </Table>
  )
}

function SoldRow({ vehicle }: { vehicle: VehicleRow }) {
  return (
    <TableRow>
      <TableCell className="w-16">
        <VehicleImage src={vehicle.vehicle_images[0]?.image_url} alt="" sizes="56px" className="w-14" />
      </TableCell>
      <TableCell className="font-medium">
        {vehicle.title}
        <span className="tabular block font-normal text-quiet text-xs md:hidden">
          <AskingPrice vehicle={vehicle} /> · sold {formatDate(vehicle.updated_at)}
        </span>
        <span className="tabular hidden font-normal text-quiet text-xs md:block xl:hidden">
          {vehicle.make} {vehicle.model} · {vehicle.year} · {formatMiles(vehicle.mileage)}
        </span>
      </TableCell>
      <TableCell className={FROM_LAPTOP}>
        {vehicle.make} {vehicle.model}
      </TableCell>
      <TableCell numeric className={WIDE}>
        <AskingPrice vehicle={vehicle} className="block text-quiet text-xs" />
      </TableCell>
      <TableCell numeric className={FROM_LAPTOP}>
        {vehicle.year}
      </TableCell>
      <TableCell numeric className={FROM_LAPTOP}>
        {formatMiles(vehicle.mileage)}
      </TableCell>
      <TableCell className={WIDE}>
        <VehicleStatusBadge vehicle={vehicle} />
      </TableCell>
      <TableCell className={`tabular ${WIDE}`}>{formatDate(vehicle.updated_at)}</TableCell>
      <TableCell className="w-px">
        <a
          href={`/vehicles/${vehicle.id}`}
          target="_blank"
          rel="noreferrer"
          aria-label={`View ${vehicle.title} in a new tab`}
          className={buttonClass({ variant: 'hairline', size: 'sm' })}
        >
          <ExternalLink aria-hidden strokeWidth={1.5} />
          View
        </a>
      </TableCell>
    </TableRow>
  )
}
