import type { ReactNode } from 'react'
import { Button, ButtonLink } from '#app/components/ui/button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import type { ListedVehicle } from '#app/lib/vehicle.ts'
import type { ListingState } from './vehicle-filters.ts'
import { VehicleGrid } from './vehicle-grid.tsx'
import type { SearchPage } from './vehicle-search.server.ts'

interface NothingFoundProps extends Pick<SearchPage, 'nearest' | 'emptyStock'> {
  listing: ListingState
  columns: 2 | 3
  resetForm: string
  cornerFor: (vehicle: ListedVehicle) => ReactNode
}

/** Instead of a list without vehicles: what to do next, and the vehicles that come closest to a search. */
export function NothingFound({ listing, nearest, emptyStock, columns, resetForm, cornerFor }: NothingFoundProps) {
  return (
    <>
      <EmptyState
        title={emptyStock?.title ?? 'No vehicles found'}
        description={emptyStock?.description ?? 'Try adjusting your filters to find more vehicles'}
        action={
          emptyStock ? (
            <ButtonLink to="/contact" variant="hairline">
              Contact Us
            </ButtonLink>
          ) : (
            <Button type="submit" form={resetForm} variant="hairline">
              Reset Filters
            </Button>
          )
        }
      />
      {nearest.length > 0 && (
        <section aria-labelledby="nearest" className="border-t pt-10">
          <h2 id="nearest" className="display mb-8 text-2xl">
            The closest we have
          </h2>
          <VehicleGrid vehicles={nearest} view={listing.view} heading="h3" columns={columns} cornerFor={cornerFor} />
        </section>
      )}
    </>
  )
}
