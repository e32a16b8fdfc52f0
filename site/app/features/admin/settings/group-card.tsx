import { Plus } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Card } from '#app/components/ui/card.tsx'

interface GroupCardProps {
  title: string
  /** Whether the group starts collapsed, because it is one of many. */
  isFolded: boolean
  /** A field in the group has an error, so the group must be open. */
  hasErrors: boolean
  children: ReactNode
}

export function GroupCard({ title, isFolded, hasErrors, children }: GroupCardProps) {
  const details = useRef<HTMLDetailsElement>(null)
  // Opens when errors appear. It stays open once they are fixed, because the user may still be typing.
  useEffect(() => {
    if (hasErrors && details.current) details.current.open = true
  }, [hasErrors])
  const fields = <div className="grid gap-5 sm:grid-cols-2">{children}</div>
  if (!isFolded) {
    return (
      <Card className="grid gap-5 p-5 sm:p-6">
        <h2 className="display text-2xl">{title}</h2>
        {fields}
      </Card>
    )
  }
  return (
    <Card>
      <details ref={details} className="group">
        <summary className="flex list-none items-center justify-between gap-6 px-5 py-4 transition-colors hover:text-brass sm:px-6">
          <h2 className="display text-2xl">{title}</h2>
          <Plus
            aria-hidden
            className="size-5 shrink-0 text-brass transition-transform duration-200 group-open:rotate-45"
            strokeWidth={1.25}
          />
        </summary>
        <div className="px-5 pt-1 pb-6 sm:px-6">{fields}</div>
      </details>
    </Card>
  )
}
