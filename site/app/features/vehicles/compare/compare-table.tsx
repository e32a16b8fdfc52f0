import './compare.css'
import { X } from 'lucide-react'
import { PathLink } from '#app/components/ui/link.tsx'
import { pictureMark } from '#app/lib/picture-mark.ts'
import type { ListedVehicle } from '#app/lib/vehicle.ts'
import { VehicleImage } from '#app/platform/vehicle-image.tsx'
import { type CompareAddress, comparePath } from './compare-address.ts'
import type { ComparedGroup, ComparedRow } from './comparison.server.ts'

interface CompareTableProps {
  cars: ComparedCar[]
  groups: ComparedGroup[]
  address: CompareAddress
}

export type ComparedCar = Pick<
  ListedVehicle,
  'id' | 'title' | 'image' | 'placeholder' | 'price' | 'wasPrice' | 'sold' | 'isReserved' | 'featured'
>

/** On a phone each label has a line of its own, above the cars' values. */
export function CompareTable({ cars, groups, address }: CompareTableProps) {
  const shown = groups
    .map(({ title, rows }) => ({ title, rows: address.onlyDifferences ? rows.filter(({ differs }) => differs) : rows }))
    .filter(({ rows }) => rows.length > 0)
  return (
    <table className={`compare-table has-${cars.length}`}>
      <caption className="sr-only">
        {cars.length > 1 ? `Comparison of ${cars.map(({ title }) => title).join(' and ')}` : 'The car to compare'}
      </caption>
      <thead>
        <tr className="compare-pictures no-print">
          <td />
          {cars.map((car) => (
            <td key={car.id}>
              <CarPicture car={car} address={address} />
            </td>
          ))}
        </tr>
        <tr className="compare-names">
          <td />
          {cars.map(({ id, title, sold }) => (
            <th key={id} scope="col">
              <PathLink to={`/vehicles/${id}`} className="compare-title display">
                {title}
              </PathLink>
              {sold && <span className="sr-only"> (sold)</span>}
            </th>
          ))}
        </tr>
      </thead>
      {shown.map(({ title, rows }) => (
        <tbody key={title}>
          <tr className="compare-group">
            <th colSpan={cars.length + 1} scope="rowgroup">
              {title}
            </th>
          </tr>
          {rows.map((row) => (
            <Row key={row.label} row={row} cars={cars} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

function CarPicture({ car, address }: { car: ComparedCar; address: CompareAddress }) {
  const rest = address.ids.filter((id) => id !== car.id)
  const mark = pictureMark(car)
  return (
    <div className="compare-picture">
      <PathLink to={`/vehicles/${car.id}`} tabIndex={-1} aria-hidden>
        <VehicleImage
          src={car.image}
          alt=""
          sizes="(min-width: 768px) 25vw, 33vw"
          priority
          placeholder={car.placeholder}
          className={car.sold ? 'is-sold' : undefined}
        />
      </PathLink>
      {car.sold ? (
        <span className="sold-band">Sold</span>
      ) : (
        mark && <span className="picture-mark on-dark">{mark}</span>
      )}
      <PathLink
        to={comparePath(rest, address.onlyDifferences && rest.length > 1)}
        preventScrollReset
        className="compare-remove on-dark"
        aria-label={`Remove ${car.title} from the comparison`}
      >
        <X aria-hidden className="size-4" strokeWidth={1.5} />
      </PathLink>
    </div>
  )
}

function Row({ row: { label, values, differs }, cars }: { row: ComparedRow; cars: ComparedCar[] }) {
  return (
    <tr className={differs ? 'is-different' : undefined}>
      <th scope="row">
        {label}
        {differs && (
          <span className="compare-mark">
            <span aria-hidden> ◆</span>
            <span className="sr-only"> (differs)</span>
          </span>
        )}
      </th>
      {values.map((value, index) => (
        <td key={cars[index]?.id}>
          {value || (
            <>
              <span aria-hidden>–</span>
              <span className="sr-only">Not listed</span>
            </>
          )}
        </td>
      ))}
    </tr>
  )
}
