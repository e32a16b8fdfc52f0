import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from '#app/components/ui/toast.tsx'
import type { LeadReference } from '#app/features/admin/enquiries/inbox-queries.ts'
import { refusalInWords } from '#app/features/admin/refusal-in-words.ts'
import { colleagues } from '#app/features/admin/staff/staff-queries.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { assignLead, deskKey } from './lead-queries.ts'

/** The colleagues to choose from. A lead that a colleague has just taken stays theirs. */
export function useAssignee(reference: LeadReference, assigneeId: string | null) {
  const client = useQueryClient()
  const { user } = useSession()
  const { data: staff = [] } = useQuery(colleagues)
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string | null) => assignLead(reference, id, assigneeId),
    onSuccess: (isDone) => {
      if (!isDone) toast.info('A colleague has just changed who this is assigned to')
      return client.invalidateQueries({ queryKey: deskKey(reference) })
    },
    onError: (error) => toast.error(refusalInWords(error) ?? 'Failed to assign'),
  })
  const options = staff
    .filter(({ id, disabled }) => !disabled || id === assigneeId)
    .map(({ id, name }) => ({ value: id, label: id === user?.id ? `${name} (you)` : name }))
  const isKnown = assigneeId === null || options.some(({ value }) => value === assigneeId)
  return {
    ownId: user?.id ?? null,
    options: isKnown ? options : [...options, { value: assigneeId, label: 'A former colleague' }],
    assign: mutate,
    isBusy: isPending,
  }
}
