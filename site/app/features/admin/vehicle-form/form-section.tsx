import clsx from 'clsx'
import { type ReactNode, useId } from 'react'
import { Card } from '#app/components/ui/card.tsx'

interface FormSectionProps {
  title: string
  note?: ReactNode
  className?: string
  children: ReactNode
}

export function FormSection({ title, note, className, children }: FormSectionProps) {
  const id = useId()
  return (
    <Card className={clsx('p-5 sm:p-6', className)}>
      <section aria-labelledby={id} className="flex h-full flex-col">
        <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h2 id={id} className="display text-2xl">
            {title}
          </h2>
          {note && <p className="text-quiet text-sm">{note}</p>}
        </div>
        {children}
      </section>
    </Card>
  )
}
