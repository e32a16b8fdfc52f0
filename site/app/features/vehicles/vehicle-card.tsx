import clsx from 'clsx'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button, ButtonLink } from '#app/components/ui/button.tsx'
import { TextLink } from '#app/components/ui/link.tsx'
import { formatPrice } from '#app/lib/money.ts'
import type { ListedVehicle } from '#app/lib/vehicle.ts'
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
  const path = `/vehicles/${vehicle.id}`
  return (
    <article id={`vehicle-${vehicle.id}`} className={clsx('vehicle-card group', `is-${layout}`)}>
      <CardPicture {...props} path={path} />
      <div className="vehicle-card-words">
        <div className="vehicle-card-head flex items-baseline justify-between gap-x-4">
          <Heading className={clsx('display min-w-0', layout === 'lead' ? 'text-xl lg:text-2xl' : 'text-xl')}>
            <Link to={path} className="decoration-brass decoration-1 underline-offset-4 hover:underline">
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
              'max-w-measure text-sm text-quiet max-md:hidden',
              layout === 'lead' ? 'line-clamp-6' : 'line-clamp-3',
            )}
          >
            {vehicle.description}
          </p>
        )}
        {note}
        <CardLinks {...props} path={path} />
      </div>
    </article>
  )
}

function CardPicture({ vehicle, sizes, priority, corner, path }: VehicleCardProps & { path: string }) {
  return (
    <div className="vehicle-card-picture">
      {/* The title is the link that is read out and tabbed to; the picture is the large target for a pointer. */}
      <Link to={path} tabIndex={-1} aria-hidden className="block">
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
        vehicle.featured && <Badge className="vehicle-card-badge absolute top-3 left-3">Featured</Badge>
      )}
      {corner && <div className="vehicle-card-corner absolute top-2 right-2">{corner}</div>}
    </div>
  )
}

function CardLinks({ vehicle, path, isSavedList, onRemove }: VehicleCardProps & { path: string }) {
  const of = <span className="sr-only"> of {vehicle.title}</span>
  return (
    <div className="vehicle-card-links mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-2">
      <TextLink to={path} arrow className="min-h-11 text-sm">
        <span>View Details{of}</span>
      </TextLink>
      <div className="flex items-center gap-2">
        {isSavedList && onRemove && (
          <Button variant="quiet" size="sm" onClick={() => onRemove(vehicle.id)}>
            <X aria-hidden strokeWidth={1.5} />
            <span>
              Remove<span className="sr-only"> {vehicle.title} from saved list</span>
            </span>
          </Button>
        )}
        {!vehicle.sold && (
          <ButtonLink to={`${path}/enquiry`} variant="hairline" size="sm">
            <span>
              Enquire Now<span className="sr-only"> about {vehicle.title}</span>
            </span>
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
