import type { ReactNode } from 'react'
import { ButtonLink } from '#app/components/ui/button.tsx'
import { Container } from '#app/components/ui/container.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { PathLink, TextLink } from '#app/components/ui/link.tsx'
import { PageHeading } from '#app/components/ui/section.tsx'
import { formatNumber } from '#app/lib/money.ts'
import type { ListedVehicle } from '#app/lib/vehicle.ts'
import type { MakeStock } from './make-pages.ts'
import { makeListing, makePath } from './make-paths.ts'
import { listingPath } from './vehicle-filters.ts'
import { VehicleGrid } from './vehicle-grid.tsx'

interface MakeScreenProps {
  stock: MakeStock
  /** The dealer's town, if it is in the address. */
  town?: string
  cornerFor: (vehicle: ListedVehicle) => ReactNode
}

/** All vehicles of one make, for visitors from search engines, with a link to the filtered list. */
export function MakeScreen({ stock, town, cornerFor }: MakeScreenProps) {
  const { make, vehicles, total, models, otherMakes } = stock
  const listing = makeListing(make)
  const modelPath = (model: string) => listingPath({ ...listing, filters: { ...listing.filters, model } })
  const inStock = `${formatNumber(total)} ${make} ${total === 1 ? 'car' : 'cars'} in stock${town ? ` in ${town}` : ''}`
  return (
    <Container className="pb-20 md:pb-28">
      <PageHeading
        overline="Our selection"
        title={`Used ${make} cars`}
        intro={total > 0 && `${inStock}, each with its price, mileage and pictures.`}
        action={
          total > 0 && (
            <TextLink to={listingPath(listing)} arrow className="min-h-11">
              Filter and sort
            </TextLink>
          )
        }
      />
      {models.length > 1 && (
        <Links label={`${make} models`} links={models.map(({ model, vehicles: n }) => [model, n, modelPath(model)])} />
      )}
      {total === 0 ? (
        <EmptyState
          title={`No ${make} cars in stock at the moment`}
          description="Our stock changes every week. Tell us what you’re looking for, and we’ll email you when it arrives."
          action={<ButtonLink to="/contact">Contact Us</ButtonLink>}
        />
      ) : (
        <VehicleGrid vehicles={vehicles} view="grid" isFirstView cornerFor={cornerFor} />
      )}
      {total > vehicles.length && (
        <div className="mt-16 grid justify-items-center">
          <ButtonLink to={listingPath({ ...listing, page: 2 })} variant="hairline">
            More {make} cars
          </ButtonLink>
        </div>
      )}
      {otherMakes.length > 0 && (
        <section aria-labelledby="other-makes" className="mt-20 grid gap-6 border-t pt-10">
          <h2 id="other-makes" className="display text-2xl">
            Other makes
          </h2>
          <Links label="Other makes" links={otherMakes.map(({ name, vehicles: n }) => [name, n, makePath(name)])} />
        </section>
      )}
    </Container>
  )
}

function Links({ label, links }: { label: string; links: (readonly [name: string, vehicles: number, to: string])[] }) {
  return (
    <ul aria-label={label} className="mb-10 flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {links.map(([name, vehicles, to]) => (
        <li key={name}>
          <PathLink to={to} className="inline-flex min-h-9 items-center gap-1.5 hover:text-brass">
            {name} <span className="tabular text-quiet">{formatNumber(vehicles)}</span>
          </PathLink>
        </li>
      ))}
    </ul>
  )
}
