import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { formatTime } from '#app/lib/dates.ts'
import type { Refused } from './bulk-change.ts'
import { undoableChanges } from './bulk-queries.ts'
import { useUndoChange } from './use-bulk-change.ts'

interface UndoNoticeProps {
  /** The change that was just made. Its button gets the focus, because the button that made it is gone. */
  justMade: string | null
  onRefused(refused: Refused[]): void
}

/** The user's own changes that can still be undone, the latest first. */
export function UndoNotice({ justMade, onRefused }: UndoNoticeProps) {
  const { data: changes = [] } = useQuery(undoableChanges)
  const list = useRef<HTMLUListElement>(null)
  const focused = useRef<string>(undefined)
  const { undo, undoing } = useUndoChange({
    onDone: (refused) => {
      if (refused.length > 0) onRefused(refused)
      else list.current?.focus()
    },
  })
  return (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label="Changes you can undo"
      className="mb-4 grid gap-2 outline-none empty:mb-0 empty:h-0"
    >
      {changes.map(({ id, summary, expires_at }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-x-4 border border-hairline bg-raised py-1.5 pr-1.5 pl-4 text-sm max-sm:pt-3"
        >
          <span className="min-w-0 wrap-anywhere">
            {summary}. <span className="tabular text-quiet">You can undo this until {formatTime(expires_at)}.</span>
          </span>
          <Button
            size="sm"
            variant="quiet"
            className="ml-auto"
            aria-label={`Undo: ${summary}`}
            loading={undoing === id}
            disabled={undoing !== null}
            onClick={() => undo(id)}
            ref={(button) => {
              if (!button || id !== justMade || focused.current === id) return
              focused.current = id
              button.focus()
            }}
          >
            <Undo2 aria-hidden strokeWidth={1.5} /> Undo
          </Button>
        </li>
      ))}
    </ul>
  )
}
