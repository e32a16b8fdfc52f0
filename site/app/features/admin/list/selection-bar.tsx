import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { BottomBar } from '#app/features/admin/bottom-bar.tsx'
import { formatNumber } from '#app/lib/money.ts'

interface SelectionBarProps {
  label: string
  count: number
  onClear(): void
  /** What can be done with the selected rows. */
  children: ReactNode
}

/** Appears below a list as soon as a row is selected. */
export function SelectionBar({ label, count, onClear, children }: SelectionBarProps) {
  if (count === 0) return null
  return (
    <BottomBar className="mt-4 items-center">
      <section
        aria-label={label}
        className="flex w-full flex-wrap items-center justify-end gap-x-1.5 gap-y-3 sm:gap-x-3"
      >
        <p role="status" className="tabular mr-auto whitespace-nowrap text-sm">
          {formatNumber(count)} selected
        </p>
        <Button variant="quiet" className="max-sm:-order-1 max-sm:-ml-2 max-sm:px-2!" onClick={onClear}>
          <X aria-hidden className="sm:hidden" strokeWidth={1.5} />
          <span className="max-sm:sr-only">Clear</span>
        </Button>
        {children}
      </section>
    </BottomBar>
  )
}
