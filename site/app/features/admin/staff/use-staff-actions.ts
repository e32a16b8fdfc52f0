import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '#app/components/ui/toast.tsx'
import { nameOf } from '#app/features/admin/customers/customer.schema.ts'
import { resetTwoSteps, setCustomerDisabled } from '#app/features/admin/customers/customer-queries.ts'
import { refusalInWords } from '#app/features/admin/refusal-in-words.ts'
import type { StaffMember } from './staff-queries.ts'

/** Disables and enables staff and resets their two-step verification, with toasts. */
export function useStaffActions() {
  const client = useQueryClient()
  const [refusal, setRefusal] = useState<string | null>(null)
  const settled = {
    onError: (error: Error) => {
      setRefusal(refusalInWords(error))
      toast.error('Failed to change the account')
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['accounts'] }),
  }
  const toggling = useMutation({
    mutationFn: (member: StaffMember) => setCustomerDisabled(member, !member.disabled),
    onSuccess: (_, member) => {
      setRefusal(null)
      toast.success(`${nameOf(member)} has been ${member.disabled ? 'enabled' : 'disabled'}`)
    },
    ...settled,
  })
  const resetting = useMutation({
    mutationFn: resetTwoSteps,
    onSuccess: (_, member) => {
      setRefusal(null)
      toast.success(`Two-step verification has been reset for ${nameOf(member)}`)
    },
    ...settled,
  })
  return { toggleDisabled: toggling.mutate, resetTwoSteps: resetting.mutate, refusal, setRefusal }
}
