import clsx from 'clsx'
import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

type AlertTone = 'info' | 'success' | 'warning' | 'danger'

const LOOK: Record<AlertTone, { icon: LucideIcon; edge: string; text: string }> = {
  info: { icon: Info, edge: 'border-info', text: 'text-info' },
  success: { icon: CircleCheck, edge: 'border-success', text: 'text-success' },
  warning: { icon: TriangleAlert, edge: 'border-warning', text: 'text-warning' },
  danger: { icon: CircleAlert, edge: 'border-danger', text: 'text-danger' },
}

interface AlertProps {
  tone?: AlertTone
  title?: ReactNode
  className?: string
  children?: ReactNode
}

/** A message in the page. A problem interrupts the screen reader; other messages wait until it has finished. */
export function Alert({ tone = 'info', title, className, children }: AlertProps) {
  const { icon: Icon, edge, text } = LOOK[tone]
  return (
    <div
      role={tone === 'danger' || tone === 'warning' ? 'alert' : 'status'}
      className={clsx(
        'flex gap-3 border-l-2 bg-raised px-4 py-3.5 text-sm ring-1 ring-hairline ring-inset',
        edge,
        className,
      )}
    >
      <Icon aria-hidden className={clsx('mt-0.5 size-4.5 shrink-0', text)} strokeWidth={1.5} />
      <div className="grid gap-1">
        {title && <p className="font-medium">{title}</p>}
        {children && <div className={clsx(title && 'text-quiet')}>{children}</div>}
      </div>
    </div>
  )
}
