import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { PrefetchPageLinks } from 'react-router'
import { PathLink } from '#app/components/ui/link.tsx'
import { formatPrice } from '#app/lib/money.ts'
import type { ListedVehicle } from '#app/lib/vehicle.ts'
import { namePicture, STAGE_SIZES } from '#app/lib/view-transition.ts'
import { fetchPicture, VehicleImage } from '#app/platform/vehicle-image.tsx'
import { useIntent } from './use-intent.ts'
import { VehicleFacts } from './vehicle-facts.tsx'

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
  /** The heart in the picture's corner. */
  corner?: ReactNode
  /** A note above the links. */
  note?: ReactNode
  /** Whether the card is in the saved list, where it has a remove button if `onRemove` is set. */
  isSavedList?: boolean
  onRemove?: (id: string) => void
}

export function VehicleCard(props: VehicleCardProps) {
  const { vehicle, layout = 'card', heading: Heading = 'h3', note } = props
  const picture = useRef<HTMLDivElement>(null)
  const path = `/vehicles/${vehicle.id}`
  // The picture takes part in the view transition to the vehicle page.
  const toVehicle = { to: path, viewTransition: true, onClick: () => namePicture(picture.current, vehicle.id) }
  const { isWanted, listeners } = useIntent()
  useEffect(() => {
    if (isWanted) fetchPicture(vehicle.image, STAGE_SIZES)
  }, [isWanted, vehicle.image])
  return (
    <article id={`vehicle-${vehicle.id}`} className={`vehicle-card is-${layout}`} {...listeners}>
      {isWanted && <PrefetchPageLinks page={path} />}
      <div ref={picture} className="vehicle-card-picture">
        <CardPicture {...props} toVehicle={toVehicle} />
      </div>
      <div className="vehicle-card-words">
        <div className="vehicle-card-head">
          <Heading className="vehicle-card-title display">
            <PathLink {...toVehicle}>{vehicle.title}</PathLink>
          </Heading>
          <p className="vehicle-card-price">{formatPrice(vehicle.price)}</p>
        </div>
        <VehicleFacts vehicle={vehicle} />
        {layout !== 'card' && vehicle.description && <p className="vehicle-card-text">{vehicle.description}</p>}
        {note}
        <CardLinks vehicle={vehicle} toVehicle={toVehicle} />
      </div>
    </article>
  )
}

interface ToVehicle {
  toVehicle: { to: string; viewTransition: boolean; onClick: () => void }
}

function CardPicture(props: VehicleCardProps & ToVehicle) {
  const { vehicle, sizes, priority, corner, isSavedList, onRemove, toVehicle } = props
  return (
    <>
      {/* Keyboard and screen-reader users have the title's link; the picture is a large target for pointers. */}
      <PathLink {...toVehicle} tabIndex={-1} aria-hidden>
        <VehicleImage
          src={vehicle.image}
          alt=""
          sizes={sizes}
          priority={priority}
          placeholder={vehicle.placeholder}
          className={vehicle.sold ? 'is-sold' : undefined}
        />
      </PathLink>
      {vehicle.sold ? (
        <span className="sold-band">Sold</span>
      ) : (
        vehicle.featured && <span className="featured-mark on-dark">Featured</span>
      )}
      {corner}
      {isSavedList && onRemove && (
        <button
          type="button"
          className="vehicle-card-remove on-dark inline-flex h-11 items-center gap-1.5 bg-page/72 px-3 text-sm transition-colors hover:bg-page"
          aria-label={`Remove ${vehicle.title} from saved list`}
          onClick={() => onRemove(vehicle.id)}
        >
          <X aria-hidden className="size-4" strokeWidth={1.5} />
          <span className="vehicle-card-remove-word">Remove</span>
        </button>
      )}
    </>
  )
}

/** View Details is prominent and Enquire Now is subtle, because the vehicle page has its own enquiry button. */
function CardLinks({ vehicle, toVehicle }: Pick<VehicleCardProps, 'vehicle'> & ToVehicle) {
  return (
    <div className="vehicle-card-links">
      <PathLink {...toVehicle} className="text-link arrow-link" aria-label={`View Details of ${vehicle.title}`}>
        View Details
      </PathLink>
      {!vehicle.sold && (
        <PathLink to={`${toVehicle.to}/enquiry`} aria-label={`Enquire Now about ${vehicle.title}`}>
          Enquire Now
        </PathLink>
      )}
    </div>
  )
}
