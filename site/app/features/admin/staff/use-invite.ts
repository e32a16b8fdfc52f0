import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from '#app/components/ui/toast.tsx'
import { siteStatus } from '#app/features/admin/site-status.ts'
import { InviteRefused, inviteColleague } from './staff-queries.ts'

/** Sends an invitation, or sends it again, and says whether it has been sent or waits for email to be set up. */
export function useInvite({ onSent, onError }: { onSent?(): void; onError?(message: string): void } = {}) {
  const client = useQueryClient()
  const { data: site } = useQuery(siteStatus)
  const waitsForMail = site?.mailConfigured === false
  const inviting = useMutation({
    mutationFn: inviteColleague,
    onSuccess: (_, { email }) => {
      toast.success(
        waitsForMail ? `The invitation to ${email} will be sent once email is set up` : `Invitation sent to ${email}`,
      )
      onSent?.()
      return client.invalidateQueries()
    },
    onError: (error) => onError?.(inviteErrorInWords(error)),
  })
  return { inviting, waitsForMail }
}

export const inviteErrorInWords = (error: Error) =>
  error instanceof InviteRefused ? error.message : 'Failed to send the invitation. Please try again.'
