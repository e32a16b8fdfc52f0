import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Dialog } from '#app/components/ui/dialog.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { refusalInWords } from '#app/features/admin/refusal-in-words.ts'
import {
  BULK_WORDS,
  type BulkChange,
  type BulkKind,
  type PriceInput,
  type Refused,
  readPriceChange,
  sortPlan,
} from './bulk-change.ts'
import { BulkPreview } from './bulk-preview.tsx'
import { bulkPreview } from './bulk-queries.ts'
import { PriceChangeFields } from './price-change-fields.tsx'
import { useBulkChange } from './use-bulk-change.ts'

const TYPING_PAUSE_MS = 250

interface BulkDialogProps {
  kind: BulkKind
  ids: readonly string[]
  onClose(): void
  /** With the vehicles that were refused although the preview said that they would be changed. */
  onDone(surprises: Refused[], id: string | null): void
}

/** Shows what a change will do to each vehicle before it is made. */
export function BulkDialog(props: BulkDialogProps) {
  const { kind } = props
  const [input, setInput] = useState<PriceInput>({ direction: 'reduce', unit: 'pounds', amount: '' })
  const [typed, setTyped] = useState(input)
  useEffect(() => {
    const timer = setTimeout(() => setTyped(input), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [input])

  if (kind !== 'price') return <PreviewedChange {...props} change={{ kind }} />
  const read = readPriceChange(typed)
  const problem = read && 'problem' in read ? read.problem : undefined
  return (
    <PreviewedChange {...props} change={read && !('problem' in read) && typed === input ? read : null}>
      <PriceChangeFields value={input} problem={problem} onChange={setInput} />
    </PreviewedChange>
  )
}

interface PreviewedChangeProps extends BulkDialogProps {
  /** Null while it is being entered. */
  change: BulkChange | null
  children?: ReactNode
}

function PreviewedChange({ kind, ids, change, onClose, onDone, children }: PreviewedChangeProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...bulkPreview(ids, change),
    placeholderData: keepPreviousData,
  })
  const { apply, isApplying } = useBulkChange({ onDone })
  const words = BULK_WORDS[kind]
  const plan = data ? sortPlan(data) : null
  const count = plan?.changing.length ?? 0
  const isReady = change !== null && data !== undefined && !isFetching && !isPlaceholderData && !error
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isApplying && onClose()}
      title={words.action}
      description={`${words.help}${count > 0 ? ' You can undo this for ten minutes.' : ''}`}
      footer={
        <>
          <Button variant="hairline" disabled={isApplying} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant={kind === 'delete' ? 'danger' : 'solid'}
            loading={isApplying}
            disabled={!isReady || count === 0}
            onClick={() => isReady && apply({ planned: data, change })}
          >
            {count > 0 ? words.confirm(count) : words.action}
          </Button>
        </>
      }
    >
      <div className="grid gap-6">
        {children}
        {error ? (
          <div role="alert" className="flex flex-wrap items-center gap-4 text-danger text-sm">
            {refusalInWords(error) ?? 'We couldn’t load the preview.'}
            <Button size="sm" variant="hairline" onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        ) : plan ? (
          <div aria-busy={!isReady} className={isReady ? undefined : 'opacity-60'}>
            <BulkPreview plan={plan} kind={kind} />
          </div>
        ) : (
          isFetching && <LoadingPreview />
        )}
      </div>
    </Dialog>
  )
}

const LoadingPreview = () => (
  <div aria-busy className="grid gap-3">
    <Skeleton className="h-5 w-1/3" />
    <Skeleton className="h-5 w-full" />
    <Skeleton className="h-5 w-full" />
  </div>
)
