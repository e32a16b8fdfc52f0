import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { PrefetchPageLinks } from 'react-router'
import { useFollow } from '#app/components/ui/link.tsx'
import { UnbrokenTitle } from '#app/components/ui/unbroken-title.tsx'
import { formatMiles, formatPrice } from '#app/lib/money.ts'
import { pictureMark } from '#app/lib/picture-mark.ts'
import type { ListedVehicle } from '#app/lib/vehicle.ts'
import { namePicture, STAGE_SIZES } from '#app/lib/view-transition.ts'
import { fetchPicture, VehicleImage } from '#app/platform/vehicle-image.tsx'
import { useIntent } from './use-intent.ts'

/** card: picture above the text; row: picture beside the text; lead: the large card in the featured set. */
type CardLayout = 'card' | 'row' | 'lead'

interface VehicleCardProps {
  vehicle: ListedVehicle
  layout?: CardLayout
  heading?: 'h2' | 'h3'
  /** The picture's `sizes` attribute. */
  sizes: string
  /** Whether the card is in view without scrolling. */
  priority?: boolean
  /** The button in the picture's corner. */
  corner?: ReactNode
  /** A note above the links. */
  note?: ReactNode
}

/** A list renders 20 cards, so a card has few components of its own, and its links share one handler. */
export function VehicleCard(props: VehicleCardProps) {
  const { vehicle, layout = 'card', heading: Heading = 'h3', sizes, priority, corner, note } = props
  const picture = useRef<HTMLDivElement>(null)
  const { isWanted, listeners } = useIntent()
  const follow = useFollow()
  useEffect(() => {
    if (isWanted) fetchPicture(vehicle.image, STAGE_SIZES)
  }, [isWanted, vehicle.image])
  const path = `/vehicles/${vehicle.id}`
  const mark = pictureMark(vehicle)
  const toVehicle = (event: MouseEvent<HTMLAnchorElement>) => {
    // The picture takes part in the view transition to the vehicle page.
    namePicture(picture.current, vehicle.id)
    follow(event, { viewTransition: true })
  }
  return (
    <article id={`vehicle-${vehicle.id}`} className={`vehicle-card is-${layout}`} {...listeners}>
      {isWanted && <PrefetchPageLinks page={path} />}
      <div ref={picture} className="vehicle-card-picture">
        {/* biome-ignore lint/a11y/useAnchorContent: the picture is a large target for pointers; others use the title's link */}
        <a tabIndex={-1} aria-hidden href={path} onClick={toVehicle} data-discover="">
          <VehicleImage
            src={vehicle.image}
            alt={vehicle.caption ?? ''}
            sizes={sizes}
            priority={priority}
            placeholder={vehicle.placeholder}
            className={vehicle.sold ? 'is-sold' : undefined}
          />
        </a>
        {vehicle.sold ? (
          <span className="sold-band">Sold</span>
        ) : (
          mark && <span className="picture-mark on-dark">{mark}</span>
        )}
        {corner}
      </div>
      <div className="vehicle-card-words">
        <div className="vehicle-card-head">
          <Heading className="vehicle-card-title display">
            <a href={path} onClick={toVehicle} data-discover="">
              <UnbrokenTitle>{vehicle.title}</UnbrokenTitle>
            </a>
          </Heading>
          <p className="vehicle-card-price">
            {formatPrice(vehicle.price)}
            {vehicle.wasPrice && <small>{` was ${formatPrice(vehicle.wasPrice)}`}</small>}
          </p>
        </div>
        <ul className="vehicle-facts">
          <li>{vehicle.year}</li>
          <li>{formatMiles(vehicle.mileage)}</li>
          <li>{vehicle.fuelType}</li>
          <li>{vehicle.transmission}</li>
        </ul>
        {layout !== 'card' && vehicle.description && <p className="vehicle-card-text">{vehicle.description}</p>}
        {note}
        {/* Enquire Now is subtle, because the vehicle page has its own enquiry button. */}
        <div className="vehicle-card-links">
          <a
            className="text-link arrow-link"
            aria-label={`View Details of ${vehicle.title}`}
            href={path}
            onClick={toVehicle}
            data-discover=""
          >
            View Details
          </a>
          {!vehicle.sold && (
            <a
              aria-label={`Enquire Now about ${vehicle.title}`}
              href={`${path}/enquiry`}
              onClick={follow}
              data-discover=""
            >
              Enquire Now
            </a>
          )}
        </div>
      </div>
    </article>
  )
}
