import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '#app/components/ui/toast.tsx'
import {
  putAllFailedAside,
  putIncidentAside,
  putUndeliveredAside,
  retryUndelivered,
  type Undelivered,
} from './status-queries.ts'

/** Retry and put aside, with their messages. */
export function useStatusActions() {
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: ['status'] })

  const retrying = useMutation({
    mutationFn: (item: Undelivered | null) => retryUndelivered(item),
    onSuccess: (count) => {
      if (count === 0) toast.info('Nothing was waiting to be tried again')
      else toast.success(count === 1 ? 'It is being tried again' : `${count} are being tried again`)
    },
    onError: () => toast.error('Failed to try again'),
    onSettled,
  })
  const puttingAside = useMutation({
    mutationFn: (item: Undelivered | null) => (item ? putUndeliveredAside(item) : putAllFailedAside()),
    onSuccess: () => toast.success('Put aside'),
    onError: () => toast.error('Failed to put it aside'),
    onSettled,
  })
  const forgetting = useMutation({
    mutationFn: putIncidentAside,
    onError: () => toast.error('Failed to put it aside'),
    onSettled,
  })

  return {
    retry: retrying.mutate,
    isRetrying: retrying.isPending,
    putAside: puttingAside.mutate,
    putIncidentAside: forgetting.mutate,
  }
}
