import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '#app/components/ui/toast.tsx'
import { type BulkChange, changeLeads, resultInWords, SLOT_TAKEN } from './bulk-changes.ts'
import { changeLead, type LeadReference } from './inbox-queries.ts'
import { leadNoun } from './inbox-rules.ts'

/** The list and the counts beside Enquiries. */
export const refreshInbox = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: ['inbox', 'page'] }),
    client.invalidateQueries({ queryKey: ['inbox', 'counts'] }),
    client.invalidateQueries({ queryKey: ['dashboard'] }),
  ])

interface Refusal {
  code?: string
  message?: string
}

/** P0001 is a refusal in words, such as of a colleague who has left. */
export function refusalOfChange({ code, message }: Refusal): string {
  if (code === SLOT_TAKEN) return 'Another customer has booked this time. Please agree a new one.'
  return code === 'P0001' && message ? message : 'Failed to update enquiry status'
}

interface Request {
  leads: readonly LeadReference[]
  change: BulkChange | 'new'
  /** The colleague's name. */
  to?: string
  onDone?(): void
}

/** What staff can do with leads in the list, one or several at a time. */
export function useLeadActions() {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ leads, change, to }: Request) => {
      if (change !== 'new') {
        const result = await changeLeads(leads, change)
        return { words: resultInWords(change, result, to), isRefused: result.taken > 0 }
      }
      for (const lead of leads) await changeLead(lead, 'new')
      return { words: leads.map(({ kind }) => `${leadNoun(kind)} set back to New`).join(), isRefused: false }
    },
    onSuccess: ({ words, isRefused }, { onDone }) => {
      if (isRefused) toast.error(words)
      else toast.success(words)
      onDone?.()
    },
    onError: (error: Refusal) => toast.error(refusalOfChange(error)),
    onSettled: () => refreshInbox(client),
  })
  return { act: mutate, isPending }
}
