import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Container } from './container.tsx'

type SectionProps = ComponentProps<'section'> & { ground?: 'page' | 'raised' | 'sunken' }

const GROUND = { page: '', raised: 'bg-raised', sunken: 'bg-sunken' }

/** A section of the page with space above and below: 64 px on a phone, 112 px on a desktop. */
export function Section({ ground = 'page', className, children, ...rest }: SectionProps) {
  return (
    <section className={clsx('py-16 md:py-28', GROUND[ground], className)} {...rest}>
      <Container>{children}</Container>
    </section>
  )
}

interface HeadingProps {
  overline?: ReactNode
  /** Empty if the dealer has removed it. */
  title: ReactNode
  intro?: ReactNode
  /** To the right of the title on a desktop. */
  action?: ReactNode
  id?: string
  className?: string
}

export function SectionHeading({ overline, title, intro, action, id, className }: HeadingProps) {
  if (!overline && !title) return null
  return (
    <div className={clsx('mb-10 flex flex-wrap items-end justify-between gap-x-10 gap-y-5 md:mb-14', className)}>
      <div className="grid max-w-measure gap-3">
        {overline && <p className="overline-text">{overline}</p>}
        {title && (
          <h2 id={id} className="display text-3xl md:text-4xl">
            {title}
          </h2>
        )}
        {intro && <p className="text-quiet md:text-lg">{intro}</p>}
      </div>
      {action}
    </div>
  )
}

/** An inner page's h1. */
export function PageHeading({ overline, title, intro, action, className }: Omit<HeadingProps, 'id'>) {
  return (
    <div
      className={clsx(
        'flex flex-wrap items-end justify-between gap-x-10 gap-y-6 pt-10 pb-8 md:pt-20 md:pb-12',
        className,
      )}
    >
      <div className="grid max-w-measure gap-3 md:gap-4">
        {overline && <p className="overline-text">{overline}</p>}
        <h1 className="display wrap-anywhere text-3xl md:text-4xl">{title}</h1>
        {intro && <p className="text-quiet md:text-lg">{intro}</p>}
      </div>
      {action}
    </div>
  )
}
