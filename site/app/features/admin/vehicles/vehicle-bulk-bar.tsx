import { useMutation } from '@tanstack/react-query'
import { ChevronUp, EyeOff, Globe, PoundSterling, Star, StarOff, Trash2 } from 'lucide-react'
import { Button } from '#app/components/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#app/components/ui/menu.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { SelectionBar } from '#app/features/admin/list/selection-bar.tsx'
import type { Selection } from '#app/features/admin/list/use-selection.ts'
import { formatNumber } from '#app/lib/money.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { BULK_WORDS, type BulkKind, MAX_CHANGED } from './bulk-change.ts'
import { firstVehicleIds } from './bulk-queries.ts'
import type { VehicleListQuery, VehicleRow } from './vehicle-queries.ts'

const ITEMS = [
  { kind: 'price', Icon: PoundSterling },
  { kind: 'feature', Icon: Star },
  { kind: 'unfeature', Icon: StarOff },
  { kind: 'draft', Icon: EyeOff },
  { kind: 'list', Icon: Globe },
] as const satisfies readonly { kind: BulkKind; Icon: unknown }[]

interface VehicleBulkBarProps {
  list: VehicleListQuery
  /** How many vehicles the list has on all pages. */
  total: number
  selection: Selection<VehicleRow>
  onChange(kind: BulkKind): void
}

/** What can be done with the selected vehicles. */
export function VehicleBulkBar({ list, total, selection, onChange }: VehicleBulkBarProps) {
  const { isAdmin } = useSession()
  const { keys, clear } = selection
  const isTooMany = keys.size > MAX_CHANGED
  return (
    <SelectionBar label="Selected vehicles" count={keys.size} onClear={clear}>
      <SelectAllMatching list={list} total={total} selection={selection} />
      {isTooMany && <p className="w-full text-danger text-sm">You can change up to {MAX_CHANGED} vehicles at once.</p>}
      <Menu
        trigger={
          <Button disabled={isTooMany}>
            Change <ChevronUp aria-hidden />
          </Button>
        }
      >
        {ITEMS.map(({ kind, Icon }) => (
          <MenuItem key={kind} onSelect={() => onChange(kind)}>
            <Icon aria-hidden strokeWidth={1.5} /> {BULK_WORDS[kind].action}
          </MenuItem>
        ))}
        {isAdmin && (
          <>
            <MenuSeparator />
            <MenuItem danger onSelect={() => onChange('delete')}>
              <Trash2 aria-hidden strokeWidth={1.5} /> {BULK_WORDS.delete.action}
            </MenuItem>
          </>
        )}
      </Menu>
    </SelectionBar>
  )
}

function SelectAllMatching({ list, total, selection }: Omit<VehicleBulkBarProps, 'onChange'>) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => firstVehicleIds(list),
    onSuccess: selection.select,
    onError: () => toast.error('Failed to fetch vehicles'),
  })
  if (selection.keys.size >= Math.min(total, MAX_CHANGED)) return null
  const [all, short] =
    total > MAX_CHANGED
      ? [`Select the first ${MAX_CHANGED}`, `First ${MAX_CHANGED}`]
      : [`Select all ${formatNumber(total)}`, `All ${formatNumber(total)}`]
  return (
    <Button variant="quiet" className="max-sm:px-2!" aria-label={all} loading={isPending} onClick={() => mutate()}>
      <span className="max-sm:hidden">{all}</span>
      <span className="sm:hidden">{short}</span>
    </Button>
  )
}
