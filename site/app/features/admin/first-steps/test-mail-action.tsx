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

/** A mail to whoever is signed in, by the way that every mail takes, and what became of it. */
export function TestMailAction({ mail }: { mail: TestMail | null }) {
  const client = useQueryClient()
  const sending = useMutation({
    mutationFn: sendTestMail,
    onError: (error) => {
      const isEnough = (error as { code?: string }).code === 'PT429'
      const failure = isEnough ? 'That is enough test mails for an hour' : 'Failed to send a test mail'
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
        {mail ? 'Send another test mail' : 'Send a test mail'}
      </button>
    </div>
  )
}
