import type { ReactNode } from 'react'

interface ScreenHeaderProps {
  title: string
  /** One line below the title. */
  note?: ReactNode
  action?: ReactNode
}

export function ScreenHeader({ title, note, action }: ScreenHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="grid gap-1">
        <h1 className="display text-3xl">{title}</h1>
        {note && <p className="text-quiet text-sm">{note}</p>}
      </div>
      {action && <div className="flex flex-wrap gap-3">{action}</div>}
    </header>
  )
}
