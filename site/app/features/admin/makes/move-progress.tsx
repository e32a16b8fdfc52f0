import { FieldError } from '#app/components/ui/field.tsx'
import { Progress } from '#app/components/ui/progress.tsx'
import { formatNumber } from '#app/lib/money.ts'

interface MoveProgressProps {
  moved: number | null
  total: number
  problem: string | null
}

/** How far a change of many vehicles has come, and why it stopped. */
export function MoveProgress({ moved, total, problem }: MoveProgressProps) {
  return (
    <>
      {moved !== null && total > 0 && (
        <div className="grid gap-1.5 text-quiet text-sm">
          <Progress label="Vehicles changed" value={Math.min(moved, total)} max={total} />
          <p className="tabular">
            {formatNumber(moved)} of {formatNumber(total)} vehicles
          </p>
        </div>
      )}
      {problem && <FieldError>{problem}</FieldError>}
    </>
  )
}
