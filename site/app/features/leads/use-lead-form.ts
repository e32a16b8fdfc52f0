import { useState } from 'react'
import { clearDraft } from '#app/lib/form-draft.ts'
import type { SubmitFailure } from '#app/lib/submit-error.ts'
import { useChallengedSubmit } from '#app/platform/captcha/use-challenged-submit.ts'
import { isOffline } from '#app/platform/offline.ts'
import type { FormKind } from '#supabase/functions/_shared/lead-kinds.ts'

interface LeadForm<T> {
  kind: FormKind
  /**
   * Sends the form with the bot check's token. Resolves to null once it is stored, otherwise to the reason for the
   * failure.
   */
  send(values: T, token: string): Promise<SubmitFailure | null>
  draft: string
  onSent?(): void
  onFailure?(failure: SubmitFailure): void
}

/** Shared by all lead forms: runs the bot check, sends the form, then shows the confirmation or the reason for failure. */
export function useLeadForm<T>({ kind, send, draft, onSent, onFailure }: LeadForm<T>) {
  const submitChallenged = useChallengedSubmit(kind)
  const [failure, setFailure] = useState<SubmitFailure | null>(null)
  const [isSent, setSent] = useState(false)

  async function submit(values: T) {
    setFailure(null)
    const answer = await sendOrGuest(() =>
      submitChallenged<SubmitFailure | null>((token) => send(values, token), { kind: 'challenge' }),
    ).catch((): SubmitFailure => ({ kind: 'failed', reason: null }))
    const result: SubmitFailure | null = answer && isOffline() ? { kind: 'offline' } : answer
    setFailure(result)
    if (result) return onFailure?.(result)
    clearDraft(draft)
    setSent(true)
    onSent?.()
  }

  return { submit, failure, isSent, isWaiting: failure?.kind === 'offline' }
}

/** Retries if the session ended while the form was open. The second attempt is made as a guest, with a new bot check. */
export async function sendOrGuest(attempt: () => Promise<SubmitFailure | null>): Promise<SubmitFailure | null> {
  const answer = await attempt()
  return answer?.kind === 'session-ended' ? attempt() : answer
}
