import type { ReactNode } from 'react'
import { ButtonLink } from '#app/components/ui/button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { Section, SectionHeading } from '#app/components/ui/section.tsx'
import type { ListedVehicle } from '#app/lib/vehicle.ts'
import { VehicleGrid } from './vehicle-grid.tsx'

interface VehicleNotFoundProps {
  others?: ListedVehicle[]
  cornerFor?: (vehicle: ListedVehicle) => ReactNode
}

/** Visitors who follow an old link are looking for a car, so other cars are shown below. */
export function VehicleNotFound({ others = [], cornerFor }: VehicleNotFoundProps) {
  const words = (
    <EmptyState
      as="h1"
      className={others.length > 0 ? 'py-16 md:py-24' : 'py-28 md:py-40'}
      title="Vehicle Not Found"
      description="The vehicle you're looking for doesn't exist or has been removed."
      action={<ButtonLink to="/vehicles">Back to Vehicles</ButtonLink>}
    />
  )
  if (others.length === 0) return words
  return (
    <>
      {words}
      <Section ground="sunken" aria-labelledby="others">
        <SectionHeading id="others" title="You may also like" />
        <VehicleGrid vehicles={others} view="grid" heading="h3" cornerFor={cornerFor} />
      </Section>
    </>
  )
}
