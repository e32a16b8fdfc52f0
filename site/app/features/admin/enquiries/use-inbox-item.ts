import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '#app/components/ui/toast.tsx'
import { type InboxItem, setInboxStatus } from './inbox-queries.ts'
import { closedNotice, statusOnOpening } from './inbox-rules.ts'

/** A copy of the open item: once opened, the item may no longer match the list's filter. */
export function useInboxItem() {
  const client = useQueryClient()
  const [item, setItem] = useState<InboxItem | null>(null)
  const change = useMutation({
    mutationFn: ({ target, status }: { target: InboxItem; status: 'Responded' | 'Closed' }) =>
      setInboxStatus(target, status),
    onSuccess: (status, { target }) => {
      setItem((open) => (open?.id === target.id ? { ...open, status } : open))
      return client.invalidateQueries({ queryKey: ['inbox'] })
    },
    onError: () => toast.error('Failed to update enquiry status'),
  })

  const open = (target: InboxItem) => {
    setItem(target)
    const status = statusOnOpening(target.status)
    if (status) change.mutate({ target, status })
  }

  const markClosed = (target: InboxItem) =>
    change.mutate(
      { target, status: 'Closed' },
      {
        onSuccess: () => {
          toast.success(closedNotice(target.kind))
          setItem(null)
        },
      },
    )

  return { item, open, close: () => setItem(null), markClosed, isChanging: change.isPending }
}
