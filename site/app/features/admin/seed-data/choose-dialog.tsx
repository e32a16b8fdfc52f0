import { Checkbox } from '#app/components/ui/checkbox.tsx'
import { ConfirmDialog } from '#app/components/ui/dialog.tsx'
import { formatNumber } from '#app/lib/money.ts'
import type { DemoStock, Listed } from './demo-stock.ts'
import { reasonsOf, vehiclesInWords } from './removal-in-words.ts'

interface ChooseDialogProps {
  open: boolean
  stock: DemoStock
  ticked: string[]
  onTick(ids: string[]): void
  isChoosing: boolean
  onChoose(): void
  onClose(): void
}

/** Step one: which vehicles to remove. */
export function ChooseDialog({ open, stock, ticked, onTick, isChoosing, onChoose, onClose }: ChooseDialogProps) {
  const { unused, used } = stock
  const chosen = unused.total + ticked.length
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Remove demo vehicles"
      description={
        unused.total > 0
          ? `This will remove ${vehiclesInWords(unused.total)} with no edits or enquiries.`
          : 'All remaining demo vehicles have been edited or enquired about.'
      }
      confirmLabel={chosen === 0 ? 'Continue' : `Continue with ${vehiclesInWords(chosen)}`}
      disabled={chosen === 0}
      loading={isChoosing}
      onConfirm={onChoose}
    >
      {(unused.total > 0 || used.total > 0) && (
        <div className="grid gap-5">
          {unused.total > 0 && <UnusedVehicles {...unused} />}
          {used.total > 0 && <UsedVehicles {...used} ticked={ticked} onTick={onTick} />}
        </div>
      )}
    </ConfirmDialog>
  )
}

const LIST = 'grid max-h-48 gap-1 overflow-y-auto border-y border-hairline py-2'

function UnusedVehicles({ listed, total }: Listed) {
  return (
    <details className="text-sm">
      <summary className="flex min-h-11 cursor-pointer items-center underline decoration-hairline underline-offset-4 hover:text-brass">
        Show vehicles
      </summary>
      <ul className={LIST}>
        {listed.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
      <More count={total - listed.length} outcome="removed" />
    </details>
  )
}

interface UsedVehiclesProps extends Listed {
  ticked: string[]
  onTick(ids: string[]): void
}

function UsedVehicles({ listed, total, ticked, onTick }: UsedVehiclesProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm">
        These vehicles have been edited or enquired about. We’ll keep them unless you tick them.
      </legend>
      <ul className={LIST}>
        {listed.map((vehicle) => (
          <li key={vehicle.id}>
            <Checkbox
              label={
                <>
                  {vehicle.title} <span className="text-quiet">({reasonsOf(vehicle)})</span>
                </>
              }
              checked={ticked.includes(vehicle.id)}
              onCheckedChange={(checked) =>
                onTick(checked ? [...ticked, vehicle.id] : ticked.filter((id) => id !== vehicle.id))
              }
            />
          </li>
        ))}
      </ul>
      <More count={total - listed.length} outcome="kept" />
    </fieldset>
  )
}

const More = ({ count, outcome }: { count: number; outcome: 'removed' | 'kept' }) =>
  count > 0 && (
    <p className="mt-2 text-quiet text-sm">
      {formatNumber(count)} more will be {outcome}.
    </p>
  )
