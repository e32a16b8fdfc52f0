import { Columns3, MessageCircle, Phone, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, ButtonLink, buttonClass } from '#app/components/ui/button.tsx'
import { TextLink } from '#app/components/ui/link.tsx'
import { UnbrokenTitle } from '#app/components/ui/unbroken-title.tsx'
import { formatMiles, formatPrice } from '#app/lib/money.ts'
import { telHref, whatsAppHref } from '#app/lib/telephone.ts'
import type { Vehicle } from '#app/lib/vehicle.ts'
import { useCompany } from '#app/platform/company/company.tsx'
import { SoldNote } from '#app/platform/sold-note.tsx'
import { addToComparePath } from './compare/compare-path.ts'
import { ShareButton } from './share-button.tsx'

interface VehicleSummaryProps {
  vehicle: Vehicle
  /** The Save/Saved toggle. */
  save: ReactNode
  dealer: VehicleDealer
  /** Where similar vehicles are listed. */
  similar: string
}

/** The dealer's contact details; empty if unknown. */
export interface VehicleDealer {
  companyPhone: string
  whatsApp: string
  /** Whether visitors can ask for alerts. */
  hasAlerts: boolean
}

/** The part beside the pictures: title, price, key facts and actions. */
export function VehicleSummary({ vehicle, save, dealer, similar }: VehicleSummaryProps) {
  const { vehicleLine } = useCompany()
  return (
    <div className="grid gap-6">
      <div className="grid gap-3">
        {!namesMakeAndModel(vehicle) && (
          <p className="overline-text">
            {vehicle.make} {vehicle.model}
          </p>
        )}
        <h1 className="display text-3xl">
          <UnbrokenTitle>{vehicle.title}</UnbrokenTitle>
        </h1>
        <p className="tabular text-2xl">
          {formatPrice(vehicle.price)}
          {vehicle.wasPrice && (
            <small className="ml-2 text-base text-quiet">{` was ${formatPrice(vehicle.wasPrice)}`}</small>
          )}
        </p>
      </div>
      <Facts vehicle={vehicle} />
      {vehicle.sold && <SoldNote vehicleId={vehicle.id} similar={similar} />}
      {vehicle.isReserved && (
        <p className="no-print border-l-2 border-brass pl-4 text-sm">
          This vehicle is reserved. You can still enquire or book a test drive, in case it becomes available.
        </p>
      )}
      <div className="grid gap-3 max-lg:hidden print:hidden">
        <VehicleActions vehicle={vehicle} />
      </div>
      <div className="small-actions no-print">
        {save}
        <ButtonLink variant="quiet" to={addToComparePath(vehicle.id)} rel="nofollow">
          <Columns3 aria-hidden strokeWidth={1.5} />
          Compare
        </ButtonLink>
        <ShareButton title={vehicle.title} />
        <Button variant="quiet" className="max-lg:hidden needs-script" onClick={() => window.print()}>
          <Printer aria-hidden strokeWidth={1.5} />
          Print
        </Button>
      </div>
      <div className="grid gap-3 border-t pt-5 text-sm text-quiet">
        {dealer.companyPhone && (
          <TextLink href={telHref(dealer.companyPhone)} className="tabular justify-self-start text-ink">
            <Phone aria-hidden className="size-4" strokeWidth={1.5} />
            {dealer.companyPhone}
          </TextLink>
        )}
        {dealer.whatsApp && (
          <TextLink
            href={whatsAppHref(dealer.whatsApp, aboutVehicle(vehicle))}
            target="_blank"
            rel="noreferrer"
            className="justify-self-start text-ink"
          >
            <MessageCircle aria-hidden className="size-4" strokeWidth={1.5} />
            Message us on WhatsApp
            <span className="sr-only"> (opens in a new tab)</span>
          </TextLink>
        )}
        {dealer.hasAlerts && (
          <TextLink to={`/alerts/new?vehicle=${vehicle.id}`} className="no-print justify-self-start text-ink">
            Email alerts for this vehicle
          </TextLink>
        )}
        {vehicleLine && <p>{vehicleLine}</p>}
      </div>
    </div>
  )
}

/** The message names the vehicle, so that the dealer knows which one the visitor means. */
const aboutVehicle = ({ title }: Vehicle) => `Hello, I’m interested in the ${title}.`

/** Whether the title already contains the make and model, so that they need not be repeated. */
function namesMakeAndModel({ title, make, model }: Vehicle): boolean {
  const lowerTitle = title.toLowerCase()
  return [make, model].every((word) => lowerTitle.includes(word.toLowerCase()))
}

function Facts({ vehicle }: { vehicle: Vehicle }) {
  const facts = [
    ['Year', vehicle.year],
    ['Mileage', formatMiles(vehicle.mileage)],
    ['Fuel type', vehicle.fuelType],
    ['Transmission', vehicle.transmission],
  ]
  return (
    <dl className="grid grid-cols-2 gap-px border-y bg-hairline">
      {facts.map(([name, value]) => (
        <div key={name} className="bg-page py-4 even:pl-5">
          <dt className="text-xs text-quiet">{name}</dt>
          <dd className="mt-0.5">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Make Enquiry and Test Drive, or why they are unavailable. */
function VehicleActions({ vehicle }: { vehicle: Vehicle }) {
  if (vehicle.sold) {
    return (
      <>
        <Button size="lg" disabled>
          Vehicle Sold
        </Button>
        <Button size="lg" variant="hairline" disabled>
          Unavailable
        </Button>
      </>
    )
  }
  return (
    <>
      <ButtonLink to={`/vehicles/${vehicle.id}/enquiry`} size="lg">
        Make Enquiry
      </ButtonLink>
      <ButtonLink to={`/vehicles/${vehicle.id}/test-drive`} size="lg" variant="hairline">
        Test Drive
      </ButtonLink>
    </>
  )
}

/** On a phone, the price and actions stay at the bottom of the screen. */
export function ActionBar({ vehicle, dealer }: { vehicle: Vehicle; dealer: VehicleDealer }) {
  return (
    <section aria-label="Price and actions" className="action-bar no-print">
      <p className="tabular mr-auto font-medium">{formatPrice(vehicle.price)}</p>
      {dealer.companyPhone && !vehicle.sold && (
        <a
          href={telHref(dealer.companyPhone)}
          aria-label={`Call ${dealer.companyPhone}`}
          className={buttonClass({ variant: 'quiet', size: 'icon' }, 'action-call')}
        >
          <Phone aria-hidden strokeWidth={1.5} />
        </a>
      )}
      <VehicleActions vehicle={vehicle} />
    </section>
  )
}
