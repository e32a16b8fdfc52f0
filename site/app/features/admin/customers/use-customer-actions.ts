import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { toast } from '#app/components/ui/toast.tsx'
import { MAIL_SERVER_PATH } from '#app/features/admin/email/mail-server-queries.ts'
import { refusalInWords } from '#app/features/admin/refusal-in-words.ts'
import { siteStatus } from '#app/features/admin/site-status.ts'
import { getAuth } from '#app/lib/browser-backend.ts'
import { CHALLENGE_MESSAGE } from '#app/lib/submit-error.ts'
import type { ChallengedSubmit } from '#app/platform/captcha/use-challenged-submit.ts'
import { nameOf } from './customer.schema.ts'
import { type Customer, findAccountEmail, resetTwoSteps, setCustomerDisabled } from './customer-queries.ts'

/**
 * Disables and enables accounts and resets passwords or two-step verification, with toasts. Password resets need a
 * captcha token.
 */
export function useCustomerActions(submitChallenged: ChallengedSubmit) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState<string | null>(null)

  const toggling = useMutation({
    mutationFn: (customer: Customer) => setCustomerDisabled(customer, !customer.disabled),
    onSuccess: (_, customer) => {
      setRefusal(null)
      toast.success(`Customer ${nameOf(customer)} has been ${customer.disabled ? 'enabled' : 'disabled'}`)
    },
    onError: (error, customer) => {
      setRefusal(refusalInWords(error))
      toast.error(customer.disabled ? 'Failed to enable customer' : 'Failed to disable customer')
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['accounts'] }),
  })

  const resetting = useMutation({
    mutationFn: async ({ id }: Customer) => {
      const [status, email] = await Promise.all([client.fetchQuery(siteStatus), findAccountEmail(id)])
      if (!status?.mailConfigured) return { isSent: false, email }
      const auth = await getAuth()
      const redirectTo = `${window.location.origin}/auth?type=recovery`
      const error = await submitChallenged<Error | null>(
        async (captchaToken) => (await auth.resetPasswordForEmail(email, { redirectTo, captchaToken })).error,
        new Error(CHALLENGE_MESSAGE),
      )
      if (error) throw error
      return { isSent: true, email }
    },
    onSuccess: ({ isSent, email }) => {
      if (isSent) toast.success(`Password reset email sent to ${email}`)
      else {
        const onClick = () => void navigate(MAIL_SERVER_PATH)
        toast.info(`Password reset email would be sent to ${email}`, { label: 'Connect your email', onClick })
      }
    },
    onError: () => toast.error('Failed to reset password'),
  })

  const resettingTwoSteps = useMutation({
    mutationFn: resetTwoSteps,
    onSuccess: (_, customer) => {
      setRefusal(null)
      toast.success(`Two-step verification has been reset for ${nameOf(customer)}`)
    },
    onError: (error) => {
      setRefusal(refusalInWords(error))
      toast.error('Failed to reset two-step verification')
    },
  })

  return {
    resetTwoSteps: resettingTwoSteps.mutate,
    toggleDisabled: toggling.mutate,
    resetPassword: resetting.mutate,
    refusal,
  }
}
