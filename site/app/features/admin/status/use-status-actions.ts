import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '#app/components/ui/toast.tsx'
import {
  discardAllFailed,
  discardHeld,
  discardUndelivered,
  dismissIncident,
  retryUndelivered,
  sendHeld,
  type Undelivered,
} from './status-queries.ts'

/** Retries, discards and dismisses items, and shows a toast for each outcome. */
export function useStatusActions() {
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: ['status'] })

  const retrying = useMutation({
    mutationFn: (item: Undelivered | null) => retryUndelivered(item),
    onSuccess: (count) => {
      if (count === 0) toast.info('There was nothing to retry')
      else toast.success(count === 1 ? 'Retrying now' : `Retrying ${count} items`)
    },
    onError: () => toast.error('Failed to retry'),
    onSettled,
  })
  const discarding = useMutation({
    mutationFn: (item: Undelivered | null) => (item ? discardUndelivered(item) : discardAllFailed()),
    onSuccess: () => toast.success('Discarded'),
    onError: () => toast.error('Failed to discard'),
    onSettled,
  })
  const sendingHeld = useMutation({
    mutationFn: (item: Undelivered | null) => sendHeld(item),
    onSuccess: (count) => toast.success(count === 1 ? 'Sending now' : `Sending ${count} emails`),
    onError: () => toast.error('Failed to send'),
    onSettled,
  })
  const discardingHeld = useMutation({
    mutationFn: (item: Undelivered | null) => discardHeld(item),
    onSuccess: () => toast.success('Discarded'),
    onError: () => toast.error('Failed to discard'),
    onSettled,
  })
  const dismissing = useMutation({
    mutationFn: dismissIncident,
    onError: () => toast.error('Failed to dismiss'),
    onSettled,
  })

  return {
    retry: retrying.mutate,
    isRetrying: retrying.isPending,
    discard: discarding.mutate,
    sendHeld: sendingHeld.mutate,
    isSendingHeld: sendingHeld.isPending,
    discardHeld: discardingHeld.mutate,
    isDiscardingHeld: discardingHeld.isPending,
    dismissIncident: dismissing.mutate,
  }
}
