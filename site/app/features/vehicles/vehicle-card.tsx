import clsx from 'clsx'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { TextLink } from '#app/components/ui/link.tsx'
import { formatPrice } from '#app/lib/money.ts'
import type { ListedVehicle } from '#app/lib/vehicle.ts'
import { carryPicture } from '#app/lib/view-transition.ts'
import { VehicleImage } from '#app/platform/vehicle-image.tsx'
import { VehicleFacts } from './vehicle-facts.tsx'

/** card: picture above words; row: picture beside words; lead: the large one of a set. */
export type CardLayout = 'card' | 'row' | 'lead'

interface VehicleCardProps {
  vehicle: ListedVehicle
  layout?: CardLayout
  heading?: 'h2' | 'h3'
  /** The width of the picture, as in the HTML attribute. */
  sizes: string
  /** Seen at once, without scrolling. */
  priority?: boolean
  /** Lies on the picture's corner: the heart. */
  corner?: ReactNode
  /** A line of news above the links. */
  note?: ReactNode
  /** In the saved list, with a handler, a card can be taken out. */
  isSavedList?: boolean
  onRemove?: (id: string) => void
}

export function VehicleCard(props: VehicleCardProps) {
  const { vehicle, layout = 'card', heading: Heading = 'h3', note } = props
  const picture = useRef<HTMLDivElement>(null)
  const path = `/vehicles/${vehicle.id}`
  // Its picture comes along to the vehicle's own page.
  const toVehicle = { to: path, viewTransition: true, onClick: () => carryPicture(picture.current, vehicle.id) }
  return (
    <article id={`vehicle-${vehicle.id}`} className={clsx('vehicle-card group', `is-${layout}`)}>
      <div ref={picture} className="vehicle-card-picture">
        <CardPicture {...props} toVehicle={toVehicle} />
      </div>
      <div className="vehicle-card-words">
        <div className="vehicle-card-head flex items-baseline justify-between gap-x-4">
          <Heading className={clsx('display min-w-0', layout === 'lead' ? 'text-xl lg:text-2xl' : 'text-xl')}>
            <Link {...toVehicle} className="decoration-brass decoration-1 underline-offset-4 hover:underline">
              {vehicle.title}
            </Link>
          </Heading>
          <p className={clsx('tabular shrink-0 font-medium', layout === 'lead' && 'lg:text-lg')}>
            {formatPrice(vehicle.price)}
          </p>
        </div>
        <VehicleFacts vehicle={vehicle} />
        {layout !== 'card' && vehicle.description && (
          <p
            className={clsx(
              'mt-1 max-w-measure text-sm text-quiet max-md:hidden',
              layout === 'lead' ? 'line-clamp-4' : 'line-clamp-3',
            )}
          >
            {vehicle.description}
          </p>
        )}
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
      {/* The title is the link that is read out and tabbed to; the picture is the large target for a pointer. */}
      <Link {...toVehicle} tabIndex={-1} aria-hidden className="block">
        <VehicleImage
          src={vehicle.image}
          alt=""
          sizes={sizes}
          priority={priority}
          placeholder={vehicle.placeholder}
          className={clsx(vehicle.sold && 'is-sold')}
        />
      </Link>
      {vehicle.sold ? (
        <span className="sold-band">Sold</span>
      ) : (
        vehicle.featured && <span className="featured-mark absolute top-3 left-3">Featured</span>
      )}
      {corner && <div className="vehicle-card-corner absolute top-2 right-2">{corner}</div>}
      {isSavedList && onRemove && (
        <button
          type="button"
          className="vehicle-card-remove on-dark absolute top-2 right-2 inline-flex h-11 items-center gap-1.5 bg-page/72 px-3 text-sm transition-colors hover:bg-page"
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

/** One way on that is seen, one that waits: the enquiry has its button on the vehicle's page. */
function CardLinks({ vehicle, toVehicle }: Pick<VehicleCardProps, 'vehicle'> & ToVehicle) {
  return (
    <div className="vehicle-card-links mt-auto flex flex-wrap items-center justify-between gap-x-4 pt-1">
      <TextLink {...toVehicle} arrow className="min-h-11 text-sm font-medium">
        <span>
          View Details<span className="sr-only"> of {vehicle.title}</span>
        </span>
      </TextLink>
      {!vehicle.sold && (
        <Link
          to={`${toVehicle.to}/enquiry`}
          className="inline-flex min-h-11 items-center text-sm text-quiet decoration-brass decoration-1 underline-offset-[0.3em] transition-colors hover:text-ink hover:underline"
        >
          <span>
            Enquire Now<span className="sr-only"> about {vehicle.title}</span>
          </span>
        </Link>
      )}
    </div>
  )
}
