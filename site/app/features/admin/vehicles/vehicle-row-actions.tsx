import {
  BadgeCheck,
  BadgeX,
  CalendarCheck,
  CalendarX,
  Copy,
  ExternalLink,
  MoreHorizontal,
  Pencil,
  Star,
  StarOff,
  Trash2,
} from 'lucide-react'
import { Button, buttonClass } from '#app/components/ui/button.tsx'
import { PathLink } from '#app/components/ui/link.tsx'
import { Menu, MenuItem, MenuSeparator } from '#app/components/ui/menu.tsx'
import { useListState } from '#app/features/admin/list/list-place.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { canBeReserved } from './reservation-rules.ts'
import type { VehicleRow } from './vehicle-queries.ts'

const ACTION = buttonClass({ variant: 'quiet', size: 'icon' }, 'w-8! h-9!')
const ICON = { 'aria-hidden': true, strokeWidth: 1.5 }

/** The row actions that are not plain links. */
export interface RowActions {
  onDelete(vehicle: VehicleRow): void
  onSold(vehicle: VehicleRow): void
  onFeatured(vehicle: VehicleRow): void
  onReserve(vehicle: VehicleRow): void
  onEndReservation(vehicle: VehicleRow): void
}

interface VehicleRowActionsProps extends RowActions {
  vehicle: VehicleRow
}

const pageOf = ({ id }: VehicleRow) => `/vehicles/${id}`
const formOf = ({ id }: VehicleRow) => `/admin/vehicles/edit/${id}`
const copyOf = ({ id }: VehicleRow) => `/admin/vehicles/add?copy=${id}`

/**
 * Shows icons at the end of the row and a menu for the other actions, including Delete, which must not be pressed by
 * mistake. On a phone, the menu contains every action, to keep rows short.
 */
export function VehicleRowActions(props: VehicleRowActionsProps) {
  const { vehicle } = props
  const list = useListState()
  return (
    <>
      <div className="hidden justify-end md:flex">
        {/* A draft has no page. */}
        {!vehicle.hidden && (
          <a
            href={pageOf(vehicle)}
            target="_blank"
            rel="noreferrer"
            aria-label={`View ${vehicle.title} in a new tab`}
            title="View"
            className={ACTION}
          >
            <ExternalLink {...ICON} />
          </a>
        )}
        <PathLink
          to={formOf(vehicle)}
          state={list}
          aria-label={`Edit ${vehicle.title}`}
          title="Edit"
          className={ACTION}
        >
          <Pencil {...ICON} />
        </PathLink>
        <Menu
          trigger={
            <button type="button" aria-label={`More actions for ${vehicle.title}`} title="More" className={ACTION}>
              <MoreHorizontal {...ICON} />
            </button>
          }
        >
          <AvailabilityItems {...props} />
          <ReservationItems {...props} />
          <DuplicateItem {...props} />
          <DeleteItem {...props} />
        </Menu>
      </div>
      <div className="md:hidden">
        <PhoneMenu {...props} />
      </div>
    </>
  )
}

function PhoneMenu(props: VehicleRowActionsProps) {
  const { vehicle } = props
  const list = useListState()
  return (
    <Menu
      trigger={
        <Button variant="quiet" size="icon" aria-label={`Actions for ${vehicle.title}`}>
          <MoreHorizontal {...ICON} />
        </Button>
      }
    >
      {!vehicle.hidden && (
        <MenuItem asChild>
          <a href={pageOf(vehicle)} target="_blank" rel="noreferrer">
            <ExternalLink {...ICON} /> View
          </a>
        </MenuItem>
      )}
      <MenuItem asChild>
        <PathLink to={formOf(vehicle)} state={list}>
          <Pencil {...ICON} /> Edit
        </PathLink>
      </MenuItem>
      <AvailabilityItems {...props} />
      <ReservationItems {...props} />
      <DuplicateItem {...props} />
      <DeleteItem {...props} />
    </Menu>
  )
}

function DuplicateItem({ vehicle }: VehicleRowActionsProps) {
  const list = useListState()
  return (
    <MenuItem asChild>
      <PathLink to={copyOf(vehicle)} state={list}>
        <Copy {...ICON} /> Duplicate
      </PathLink>
    </MenuItem>
  )
}

function DeleteItem({ vehicle, onDelete }: VehicleRowActionsProps) {
  const { isAdmin } = useSession()
  if (!isAdmin) return null
  return (
    <>
      <MenuSeparator />
      <MenuItem danger onSelect={() => onDelete(vehicle)}>
        <Trash2 {...ICON} /> Delete
      </MenuItem>
    </>
  )
}

function ReservationItems({ vehicle, onReserve, onEndReservation }: VehicleRowActionsProps) {
  if (!canBeReserved(vehicle)) return null
  const isReserved = vehicle.vehicle_state === 'Reserved'
  return (
    <>
      <MenuItem onSelect={() => onReserve(vehicle)}>
        <CalendarCheck {...ICON} /> {isReserved ? 'Edit reservation' : 'Reserve'}
      </MenuItem>
      {isReserved && (
        <MenuItem onSelect={() => onEndReservation(vehicle)}>
          <CalendarX {...ICON} /> End reservation
        </MenuItem>
      )}
    </>
  )
}

function AvailabilityItems({ vehicle, onSold, onFeatured }: VehicleRowActionsProps) {
  return (
    <>
      <MenuItem onSelect={() => onSold(vehicle)}>
        {vehicle.sold ? <BadgeX {...ICON} /> : <BadgeCheck {...ICON} />}
        {vehicle.sold ? 'Mark as available' : 'Mark as sold'}
      </MenuItem>
      {!vehicle.sold && (
        <MenuItem onSelect={() => onFeatured(vehicle)}>
          {vehicle.featured ? <StarOff {...ICON} /> : <Star {...ICON} />}
          {vehicle.featured ? 'Remove from featured' : 'Feature'}
        </MenuItem>
      )}
    </>
  )
}
