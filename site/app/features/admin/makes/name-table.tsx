import { Merge, MoreHorizontal, Pencil, Trash2 } from 'lucide-react'
import { Button } from '#app/components/ui/button.tsx'
import { PathLink } from '#app/components/ui/link.tsx'
import { Menu, MenuItem, MenuSeparator } from '#app/components/ui/menu.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#app/components/ui/table.tsx'
import { DENSE } from '#app/features/admin/list/dense.ts'
import { useListState } from '#app/features/admin/list/list-place.ts'
import { SortHeader, type Sorting } from '#app/features/admin/list/sort-header.tsx'
import { formatNumber } from '#app/lib/money.ts'
import { pluralise } from '#app/lib/pluralise.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { canMerge, type Name, nameOf } from './make-queries.ts'

const ICON = { 'aria-hidden': true, strokeWidth: 1.5 }

interface NameActions {
  onRename(name: Name): void
  onMerge(name: Name): void
  onDelete(name: Name): void
}

interface NameTableProps extends NameActions {
  /** All makes, or all models of one make. */
  names: Name[]
  sorting: Sorting
}

export function NameTable({ names, sorting, ...actions }: NameTableProps) {
  const areMakes = names[0]?.model === null
  const state = useListState()
  return (
    <Table label={areMakes ? 'Makes' : 'Models'} className={DENSE}>
      <TableHead>
        <TableRow>
          <SortHeader column="plain_name" {...sorting}>
            {areMakes ? 'Make' : 'Model'}
          </SortHeader>
          <SortHeader column="vehicles" numeric {...sorting}>
            Vehicles
          </SortHeader>
          {areMakes && (
            <SortHeader column="models" numeric {...sorting}>
              Models
            </SortHeader>
          )}
          <TableHeader>
            <span className="sr-only">Actions</span>
          </TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {names.map((name) => (
          <TableRow key={nameOf(name)}>
            <TableCell className="w-full font-medium wrap-anywhere">
              {areMakes && name.vehicles > 0 ? (
                <PathLink
                  to={`?make=${encodeURIComponent(name.make)}`}
                  state={state}
                  className="flex min-h-9 items-center underline-offset-4 hover:underline"
                >
                  {name.make}
                </PathLink>
              ) : (
                nameOf(name)
              )}
            </TableCell>
            <TableCell numeric>
              {areMakes && name.vehicles > 0 ? (
                <PathLink
                  to={`/admin/vehicles?make=${encodeURIComponent(name.make)}`}
                  aria-label={`Show ${pluralise(name.vehicles, 'vehicle', 'vehicles')} of ${name.make}`}
                  className="inline-flex min-h-9 min-w-9 items-center justify-end underline-offset-4 hover:underline"
                >
                  {formatNumber(name.vehicles)}
                </PathLink>
              ) : (
                formatNumber(name.vehicles)
              )}
            </TableCell>
            {areMakes && <TableCell numeric>{formatNumber(name.models ?? 0)}</TableCell>}
            <TableCell className="w-px">
              <NameMenu name={name} {...actions} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function NameMenu({ name, onRename, onMerge, onDelete }: NameActions & { name: Name }) {
  const { isAdmin } = useSession()
  return (
    <Menu
      trigger={
        <Button variant="quiet" size="icon" className="h-9!" aria-label={`Actions for ${nameOf(name)}`}>
          <MoreHorizontal {...ICON} />
        </Button>
      }
    >
      <MenuItem onSelect={() => onRename(name)}>
        <Pencil {...ICON} /> Rename
      </MenuItem>
      {canMerge(name, isAdmin) && (
        <MenuItem onSelect={() => onMerge(name)}>
          <Merge {...ICON} /> Merge into…
        </MenuItem>
      )}
      {isAdmin && name.isOffered && name.vehicles === 0 && (
        <>
          <MenuSeparator />
          <MenuItem danger onSelect={() => onDelete(name)}>
            <Trash2 {...ICON} /> Delete
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
