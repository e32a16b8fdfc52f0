import clsx from 'clsx'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  title: ReactNode
  description?: ReactNode
  /** A thin line icon. */
  icon?: ReactNode
  /** A link or button to the next step. */
  action?: ReactNode
  as?: 'h1' | 'h2' | 'h3'
  className?: string
}

export function EmptyState({ title, description, icon, action, as: Heading = 'h2', className }: EmptyStateProps) {
  return (
    <div className={clsx('grid justify-items-center gap-3 px-5 py-20 text-center short:py-8', className)}>
      {icon && <div className="mb-2 text-brass short:hidden [&_svg]:size-9 [&_svg]:stroke-1">{icon}</div>}
      <Heading className="display text-2xl">{title}</Heading>
      {description && <p className="max-w-[46ch] text-quiet">{description}</p>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
