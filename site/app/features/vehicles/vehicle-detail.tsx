import { lazy, type ReactNode, Suspense } from 'react'
import { Container } from '#app/components/ui/container.tsx'
import { Section, SectionHeading } from '#app/components/ui/section.tsx'
import type { ListedVehicle, Vehicle } from '#app/lib/vehicle.ts'
import { BackToVehicles } from './back-to-vehicles.tsx'
import { type PrintedDealer, PrintedHead } from './printed-head.tsx'
import { VehicleDetails } from './vehicle-details.tsx'
import type { FactGroup } from './vehicle-facts.ts'
import { VehicleGallery } from './vehicle-gallery.tsx'
import { VehicleGrid } from './vehicle-grid.tsx'
import type { Media } from './vehicle-media.ts'
import { ActionBar, type VehicleDealer, VehicleSummary } from './vehicle-summary.tsx'

// Loaded on demand, because few vehicles have a video.
const MediaLinks = lazy(() => import('./media-links.tsx'))

interface VehicleDetailProps {
  vehicle: Vehicle
  similar: ListedVehicle[]
  facts: FactGroup[]
  media: Media[]
  stockNumber: string
  /** The confirmation of a form that the customer has just sent. */
  notice: ReactNode
  save: ReactNode
  cornerFor: (vehicle: ListedVehicle) => ReactNode
  dealer: VehicleDealer & PrintedDealer
}

export function VehicleDetail({
  vehicle,
  similar,
  facts,
  media,
  stockNumber,
  notice,
  save,
  cornerFor,
  dealer,
}: VehicleDetailProps) {
  return (
    <>
      <Container className="pb-16 md:pb-24 print:!pb-0">
        <PrintedHead dealer={dealer} />
        <div className="no-print py-2 md:py-4">
          <BackToVehicles id={vehicle.id} />
        </div>
        {notice}
        <div className="vehicle-layout">
          <div className="vehicle-pictures">
            <VehicleGallery key={vehicle.id} vehicle={vehicle} />
            {media.length > 0 && (
              <Suspense>
                <MediaLinks key={vehicle.id} vehicle={vehicle} media={media} />
              </Suspense>
            )}
          </div>
          <div className="vehicle-summary">
            <VehicleSummary
              vehicle={vehicle}
              save={save}
              dealer={dealer}
              similar={similar.length > 0 ? '#similar' : '/vehicles'}
            />
          </div>
          <VehicleDetails vehicle={vehicle} facts={facts} stockNumber={stockNumber} />
        </div>
      </Container>
      {similar.length > 0 && (
        <Section ground="sunken" aria-labelledby="similar" className="no-print">
          <SectionHeading id="similar" title="You may also like" />
          <VehicleGrid vehicles={similar} view="grid" heading="h3" cornerFor={cornerFor} />
        </Section>
      )}
      <ActionBar vehicle={vehicle} dealer={dealer} />
    </>
  )
}
