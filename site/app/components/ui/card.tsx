import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={clsx('border border-hairline bg-raised', className)} {...rest} />
}

interface CardHeaderProps {
  title: ReactNode
  description?: ReactNode
  action?: ReactNode
  /** The title's heading level. */
  as?: 'h1' | 'h2' | 'h3'
}

export function CardHeader({ title, description, action, as: Heading = 'h2' }: CardHeaderProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-4 px-6 pt-6">
      <div className="grid gap-1">
        <Heading className="display text-xl">{title}</Heading>
        {description && <p className="text-sm text-quiet">{description}</p>}
      </div>
      {action}
    </div>
  )
}

export function CardBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={clsx('p-6', className)} {...rest} />
}
