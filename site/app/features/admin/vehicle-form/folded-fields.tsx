import { ChevronDown } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useState } from 'react'

interface FoldedFieldsProps {
  /** What the fields are, for example "all fields". */
  what: string
  isOpenAtFirst?: boolean
  /** Whether one of the fields has an error; after each failed save, the fields are shown. */
  hasError: boolean
  submitCount: number
  children: ReactNode
}

/** Optional fields, folded up so that adding a vehicle stays quick. */
export function FoldedFields({ what, isOpenAtFirst = false, hasError, submitCount, children }: FoldedFieldsProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const failed = hasError ? submitCount : 0
  // Before the first invalid field is focused.
  useLayoutEffect(() => {
    if (failed > 0) setIsOpen(true)
  }, [failed])
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)} className="group">
      <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2 text-sm underline-offset-4 hover:underline">
        <ChevronDown
          aria-hidden
          className="size-4 text-quiet transition-transform group-open:rotate-180"
          strokeWidth={1.5}
        />
        <span className="group-open:hidden">Show {what}</span>
        <span className="hidden group-open:inline">Hide {what}</span>
      </summary>
      <div className="pt-4">{children}</div>
    </details>
  )
}
