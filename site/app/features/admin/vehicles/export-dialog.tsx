import { useEffect, useRef, useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Dialog } from '#app/components/ui/dialog.tsx'
import { FieldError } from '#app/components/ui/field.tsx'
import { Progress } from '#app/components/ui/progress.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { londonDate } from '#app/lib/dates.ts'
import { downloadFile } from '#app/lib/download-file.ts'
import { formatNumber } from '#app/lib/money.ts'
import { pluralise } from '#app/lib/pluralise.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { exportVehicles, readListed } from './vehicle-export.ts'
import type { VehicleListQuery } from './vehicle-queries.ts'

export interface ExportDialogProps {
  list: VehicleListQuery
  /** How many vehicles the list has. */
  total: number
  onClose(): void
}

const ADMINS_FILE =
  'It also has registrations, VINs, purchases, costs, margins and sales, so keep it safe. Sales staff export it without them.'

/** Exports the list as it is filtered and sorted. Closing the dialog stops an export that is under way. */
export function ExportDialog({ list, total, onClose }: ExportDialogProps) {
  const { isAdmin } = useSession()
  const [exported, setExported] = useState<number | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const underWay = useRef<AbortController>(null)
  useEffect(() => () => underWay.current?.abort(), [])

  const start = async () => {
    const controller = new AbortController()
    const { signal } = controller
    underWay.current = controller
    setFailed(false)
    setExported(0)
    try {
      const lines = await exportVehicles(list.view.order, readListed(list, isAdmin, signal), {
        isAdmin,
        onProgress: setExported,
        signal,
      })
      downloadFile(`vehicles-${londonDate()}.csv`, lines, 'text/csv')
      toast.success(`${pluralise(lines.length - 1, 'vehicle', 'vehicles')} exported`)
      onClose()
    } catch {
      if (signal.aborted) return
      setExported(null)
      setFailed(true)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title="Export as CSV"
      description={`${pluralise(total, 'vehicle', 'vehicles')}, as the list is filtered and sorted`}
      footer={
        <>
          <Button variant="hairline" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={exported !== null} disabled={total === 0} onClick={() => void start()}>
            Export
          </Button>
        </>
      }
    >
      <p>
        The file opens in any spreadsheet. {isAdmin ? ADMINS_FILE : 'It has the details that buyers see.'} Descriptions,
        features and pictures are left out.
      </p>
      {exported !== null && (
        <div className="mt-4 grid gap-1.5 text-quiet text-sm">
          <Progress label="Exported" value={Math.min(exported, total)} max={total} />
          <p className="tabular">
            {formatNumber(exported)} of {formatNumber(total)}
          </p>
        </div>
      )}
      {hasFailed && (
        <FieldError className="mt-4">We couldn’t export the vehicles. Check your connection and try again.</FieldError>
      )}
    </Dialog>
  )
}
