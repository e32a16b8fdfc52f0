// Uses the native <details>, which is readable and searchable without JavaScript. Opening an item closes the others
// with the same `name`.
import clsx from 'clsx'
import { Plus } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

export function Accordion({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={clsx('border-t border-hairline', className)} {...rest} />
}

interface AccordionItemProps {
  title: ReactNode
  name?: string
  open?: boolean
  /** The title's heading level. */
  as?: 'h2' | 'h3'
  children: ReactNode
}

export function AccordionItem({ title, name, open, as: Heading = 'h3', children }: AccordionItemProps) {
  return (
    <details className="accordion-item group border-b border-hairline" name={name} open={open}>
      <summary className="flex list-none items-center justify-between gap-6 py-5 transition-colors hover:text-brass">
        <Heading className="display text-xl leading-tight">{title}</Heading>
        <Plus
          aria-hidden
          className="size-5 shrink-0 text-brass transition-transform duration-200 group-open:rotate-45"
          strokeWidth={1.25}
        />
      </summary>
      <div className="max-w-measure pb-7 text-quiet">{children}</div>
    </details>
  )
}
