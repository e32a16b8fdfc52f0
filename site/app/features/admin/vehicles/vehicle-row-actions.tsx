import { ExternalLink, MoreHorizontal, Pencil, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { Button, buttonClass } from '#app/components/ui/button.tsx'
import { Menu, MenuItem } from '#app/components/ui/menu.tsx'
import type { VehicleRow } from './vehicle-queries.ts'

const ACTION = buttonClass({ variant: 'quiet', size: 'icon' }, 'w-8! h-9!')
const ICON = { 'aria-hidden': true, strokeWidth: 1.5 }

/** Three icons at the row's end; on a phone a menu, so that rows stay low. */
export function VehicleRowActions({ vehicle, onDelete }: { vehicle: VehicleRow; onDelete(): void }) {
  const page = `/vehicles/${vehicle.id}`
  const form = `/admin/vehicles/edit/${vehicle.id}`
  return (
    <>
      <div className="hidden justify-end md:flex">
        <a
          href={page}
          target="_blank"
          rel="noreferrer"
          aria-label={`View ${vehicle.title} in a new tab`}
          title="View"
          className={ACTION}
        >
          <ExternalLink {...ICON} />
        </a>
        <Link to={form} aria-label={`Edit ${vehicle.title}`} title="Edit" className={ACTION}>
          <Pencil {...ICON} />
        </Link>
        <button
          type="button"
          onClick={onDelete}
          aria-label={`Delete ${vehicle.title}`}
          title="Delete"
          className={ACTION}
        >
          <Trash2 {...ICON} />
        </button>
      </div>
      <div className="md:hidden">
        <Menu
          trigger={
            <Button variant="quiet" size="icon" aria-label={`Actions for ${vehicle.title}`}>
              <MoreHorizontal {...ICON} />
            </Button>
          }
        >
          <MenuItem asChild>
            <a href={page} target="_blank" rel="noreferrer">
              <ExternalLink {...ICON} /> View
            </a>
          </MenuItem>
          <MenuItem asChild>
            <Link to={form}>
              <Pencil {...ICON} /> Edit
            </Link>
          </MenuItem>
          <MenuItem danger onSelect={onDelete}>
            <Trash2 {...ICON} /> Delete
          </MenuItem>
        </Menu>
      </div>
    </>
  )
}
