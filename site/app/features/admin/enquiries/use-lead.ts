import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { toast } from '#app/components/ui/toast.tsx'
import type { Page } from '#app/features/admin/list/fetch-page.ts'
import {
  changeLead,
  type InboxItem,
  type LeadChange,
  type LeadReference,
  type LeadState,
  leadKey,
  leadQuery,
} from './inbox-queries.ts'
import { leadNoun, statusOnOpening } from './inbox-rules.ts'
import { refreshInbox, refusalOfChange } from './use-lead-actions.ts'

/** A lead, and what staff can do with its status. Opening a new lead sets it to Responded. */
export function useLead(reference: LeadReference, onDone: () => void, pollMs?: number) {
  const client = useQueryClient()
  const query = useQuery({
    ...leadQuery(reference),
    placeholderData: () => findListed(client, reference),
    refetchInterval: pollMs,
  })
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (change: LeadChange) => changeLead(reference, change),
    onSuccess: (state: LeadState) => {
      client.setQueryData<InboxItem | null>(leadKey(reference), (lead) => lead && { ...lead, ...state })
      // Its timeline, on the lead's own page.
      void client.invalidateQueries({ queryKey: ['inbox', 'desk'] })
      return refreshInbox(client)
    },
    onError: (error) => toast.error(refusalOfChange(error)),
  })

  const lead = query.isPlaceholderData ? undefined : query.data
  const opened = useRef<string>(undefined)
  useEffect(() => {
    // Only once, so that a lead that has just been set back to New stays New.
    if (!lead || opened.current === lead.id) return
    opened.current = lead.id
    if (statusOnOpening(lead.status)) mutate('opened')
  }, [lead, mutate])

  const finish = (change: LeadChange, notice: string) =>
    mutate(change, {
      onSuccess: () => {
        toast.success(`${leadNoun(reference.kind)} ${notice}`)
        onDone()
      },
    })

  return {
    query,
    pending: isPending ? variables : null,
    markAnswered: () => mutate('answered'),
    markClosed: () => finish('closed', 'marked as closed'),
    reopen: () => mutate('reopened', { onSuccess: () => toast.success(`${leadNoun(reference.kind)} reopened`) }),
    setBackToNew: () => finish('new', 'set back to New'),
  }
}

/** The row in the list that the dialog was opened from, so that it opens without a pause. */
function findListed(client: ReturnType<typeof useQueryClient>, { kind, id }: LeadReference) {
  return client
    .getQueriesData<Page<InboxItem>>({ queryKey: ['inbox', 'page'] })
    .flatMap(([, page]) => page?.rows ?? [])
    .find((item) => item.kind === kind && item.id === id)
}
