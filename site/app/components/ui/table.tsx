import clsx from 'clsx'
import type { ComponentProps } from 'react'

/**
 * Scrolls sideways on a narrow screen; `label` names the table for screen readers. On a wide screen, the head stays at
 * the top of the window, which a scrolling section would prevent. The section has a `relative`
 * position, because screen-reader text in the last column would otherwise widen the page.
 */
export function Table({ label, className, ...rest }: ComponentProps<'table'> & { label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className="relative overflow-x-auto lg:overflow-x-visible" aria-label={label} tabIndex={0}>
      <table className={clsx('w-full border-collapse text-left text-sm', className)} {...rest} />
    </section>
  )
}

export function TableHead({ className, ...rest }: ComponentProps<'thead'>) {
  return (
    <thead
      className={clsx(
        'border-b border-line lg:[&_th]:sticky lg:[&_th]:top-0 lg:[&_th]:z-10 lg:[&_th]:bg-raised lg:[&_th]:shadow-[inset_0_-1px_0_var(--line)]',
        className,
      )}
      {...rest}
    />
  )
}

export function TableBody({ className, ...rest }: ComponentProps<'tbody'>) {
  return <tbody className={clsx('divide-y divide-hairline', className)} {...rest} />
}

export function TableRow({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr className={clsx('h-11 transition-colors [tbody_&]:hover:bg-ink/3', className)} {...rest} />
}

interface CellProps {
  /** Right-aligns the text and uses tabular figures. */
  numeric?: boolean
}

export function TableHeader({ numeric, className, ...rest }: ComponentProps<'th'> & CellProps) {
  return (
    <th
      scope="col"
      className={clsx(
        'px-3 py-2.5 text-xs font-medium tracking-[0.08em] whitespace-nowrap text-quiet uppercase first:pl-0 last:pr-0',
        numeric && 'text-right',
        className,
      )}
      {...rest}
    />
  )
}

export function TableCell({ numeric, className, ...rest }: ComponentProps<'td'> & CellProps) {
  return (
    <td
      className={clsx('px-3 py-2 first:pl-0 last:pr-0', numeric && 'tabular text-right whitespace-nowrap', className)}
      {...rest}
    />
  )
}
