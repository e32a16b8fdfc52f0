import { useMutation, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { toast } from '#app/components/ui/toast.tsx'
import { refusalInWords } from '#app/features/admin/refusal-in-words.ts'
import { firstStepFacts, isUnderWay, sendTestMail, type TestMail } from './first-step-queries.ts'
import { testMailInWords } from './first-steps.ts'

const TONE: Record<TestMail['status'], string> = {
  pending: 'text-quiet',
  sending: 'text-quiet',
  sent: 'text-success',
  failed: 'text-danger',
}

/** Sends a test email to the signed-in admin through the normal queue, and shows the outcome. */
export function TestMailAction({ mail }: { mail: TestMail | null }) {
  const client = useQueryClient()
  const sending = useMutation({
    mutationFn: sendTestMail,
    onError: (error) => {
      const isLimited = (error as { code?: string }).code === 'PT429'
      const failure = isLimited
        ? 'You’ve sent too many test emails in the last hour. Please try again later.'
        : 'Failed to send a test email'
      toast.error(refusalInWords(error) ?? failure)
    },
    onSettled: () => client.invalidateQueries({ queryKey: firstStepFacts.queryKey }),
  })
  const isBusy = sending.isPending || (isUnderWay(mail) && !mail?.error)
  return (
    <div className="text-xs">
      <p role="status" className={clsx('max-w-[60ch] [overflow-wrap:anywhere]', mail && TONE[mail.status])}>
        {mail && testMailInWords(mail)}
      </p>
      <button
        type="button"
        disabled={isBusy}
        onClick={() => sending.mutate()}
        className="min-h-9 underline decoration-brass underline-offset-4 hover:text-brass disabled:opacity-50"
      >
        {mail ? 'Send another test email' : 'Send a test email'}
      </button>
    </div>
  )
}
