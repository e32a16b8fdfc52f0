import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '#app/components/ui/button.tsx'
import { Container } from '#app/components/ui/container.tsx'
import type { Vehicle } from '#app/lib/vehicle.ts'
import { SoldNote } from '#app/platform/sold-note.tsx'
import { VehicleAside, VehicleStrip } from './vehicle-in-view.tsx'

interface LeadPageProps {
  vehicle: Vehicle
  title: string
  intro: string
  /** The form, which is not shown for a sold vehicle. */
  children: ReactNode
}

/** A page with a form about one vehicle. The vehicle stays in view beside the form, or above it on a phone. */
export function LeadPage({ vehicle, title, intro, children }: LeadPageProps) {
  return (
    <>
      <VehicleStrip vehicle={vehicle} />
      <Container className="grid gap-x-20 gap-y-10 pt-6 pb-20 md:pt-10 md:pb-28 lg:grid-cols-[minmax(0,1fr)_24rem] min-[110rem]:grid-cols-[minmax(0,1fr)_40rem]">
        {/* A focused field must not be hidden behind the header and the vehicle strip. */}
        <div className="max-w-[40rem] max-lg:[&_:is(input,textarea,button)]:scroll-mt-28">
          <ButtonLink to={`/vehicles/${vehicle.id}`} variant="quiet" className="-ml-5">
            <ArrowLeft aria-hidden strokeWidth={1.5} />
            Back to Vehicle Details
          </ButtonLink>
          <div className="mt-5 mb-9 grid gap-3 md:mt-8">
            <h1 className="display text-3xl md:text-4xl">{title}</h1>
            {!vehicle.sold && <p className="text-quiet md:text-lg">{intro}</p>}
          </div>
          {vehicle.sold ? <SoldNote vehicleId={vehicle.id} similar={`/vehicles/${vehicle.id}#similar`} /> : children}
        </div>
        <VehicleAside vehicle={vehicle} />
      </Container>
    </>
  )
}
