import clsx from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { TableHeader } from '#app/components/ui/table.tsx'
import { pressedSort, type Sort } from './sort.ts'

export interface Sorting {
  /** The current sort order. */
  sort: Sort | null
  onSort(sort: Sort): void
}

interface SortHeaderProps extends Sorting {
  column: string
  numeric?: boolean
  className?: string
  children: ReactNode
}

/** A column header that sorts the list by its column. */
export function SortHeader({ column, sort, onSort, numeric, className, children }: SortHeaderProps) {
  const isSorted = sort?.column === column
  const Arrow = sort?.ascending ? ArrowUp : ArrowDown
  return (
    <TableHeader
      numeric={numeric}
      className={className}
      aria-sort={isSorted ? (sort.ascending ? 'ascending' : 'descending') : undefined}
    >
      <button
        type="button"
        onClick={() => onSort(pressedSort(sort, column))}
        className={clsx(
          // 24 px is the minimum target height; the letter spacing is inherited from the table head.
          'inline-flex min-h-6 cursor-pointer items-center gap-1 tracking-[inherit] uppercase hover:text-ink',
          isSorted && 'text-ink',
          numeric && 'flex-row-reverse',
        )}
      >
        <span>{children}</span>
        {isSorted && <Arrow aria-hidden className="size-3 shrink-0" />}
      </button>
    </TableHeader>
  )
}
