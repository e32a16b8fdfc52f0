import clsx from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { PathLink } from './link.tsx'
import { pageWindow } from './page-window.ts'

interface PaginationProps {
  page: number
  totalPages: number
  /** Renders pages as links, which work without JavaScript and open in new tabs. */
  hrefFor: (page: number) => string
  /** Disables the controls while loading. */
  disabled?: boolean
}

const STEP = 'grid min-h-11 min-w-11 place-content-center px-3 text-sm tabular transition-colors'

export function Pagination({ page, totalPages, disabled = false, hrefFor }: PaginationProps) {
  if (totalPages <= 1) return null
  return (
    <nav aria-label="Pagination">
      <ul className="flex flex-wrap items-center justify-center gap-1">
        <li>
          <Step to={hrefFor(page - 1)} disabled={disabled || page <= 1}>
            <span className="flex items-center gap-1.5">
              <ChevronLeft aria-hidden className="size-4" strokeWidth={1.5} />
              <span className="max-sm:sr-only">Previous</span>
            </span>
          </Step>
        </li>
        {pageWindow(page, totalPages).map((number, index, all) =>
          number === null ? (
            <li key={`gap-after-${all[index - 1]}`} aria-hidden className="px-1 text-quiet">
              …
            </li>
          ) : (
            <li key={number}>
              <Step to={hrefFor(number)} label={`Page ${number}`} current={number === page} disabled={disabled}>
                {number}
              </Step>
            </li>
          ),
        )}
        <li>
          <Step to={hrefFor(page + 1)} disabled={disabled || page >= totalPages}>
            <span className="flex items-center gap-1.5">
              <span className="max-sm:sr-only">Next</span>
              <ChevronRight aria-hidden className="size-4" strokeWidth={1.5} />
            </span>
          </Step>
        </li>
      </ul>
    </nav>
  )
}

interface StepProps {
  to: string
  label?: string
  current?: boolean
  disabled: boolean
  children: ReactNode
}

function Step({ to, label, current = false, disabled, children }: StepProps) {
  const look = clsx(STEP, current ? 'bg-ink text-page' : 'hover:bg-ink/6')
  const shared = { 'aria-label': label, 'aria-current': current ? ('page' as const) : undefined }
  if (disabled) {
    return (
      <button type="button" className={clsx(look, 'cursor-not-allowed opacity-50')} disabled {...shared}>
        {children}
      </button>
    )
  }
  return (
    <PathLink className={look} to={to} preventScrollReset {...shared}>
      {children}
    </PathLink>
  )
}
