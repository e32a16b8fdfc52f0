import { Alert } from '#app/components/ui/alert.tsx'
import { CHALLENGE_MESSAGE, SUBMIT_MESSAGE, type SubmitFailure } from '#app/lib/submit-error.ts'
import { OFFLINE_MESSAGE } from '#app/platform/offline.ts'

/** Why the form was not sent, unless the message is already beside a field. */
export function SubmitAlert({ failure }: { failure: SubmitFailure | null }) {
  if (!failure || failure.kind === 'slot-taken') return null
  if (failure.kind === 'offline') return <Alert tone="warning">{OFFLINE_MESSAGE}</Alert>
  if (failure.kind === 'challenge') return <Alert tone="danger">{CHALLENGE_MESSAGE}</Alert>
  return failure.kind === 'failed' && failure.reason ? (
    <Alert tone="danger" title={SUBMIT_MESSAGE}>
      {failure.reason}
    </Alert>
  ) : (
    <Alert tone="danger">{SUBMIT_MESSAGE}</Alert>
  )
}
