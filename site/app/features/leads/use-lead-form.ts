import { useState } from 'react'
import { toast } from '#app/components/ui/toast.tsx'
import { clearDraft } from '#app/lib/form-draft.ts'
import type { SubmitFailure } from '#app/lib/submit-error.ts'
import { useCaptcha } from '#app/platform/captcha/use-captcha.ts'

interface LeadForm<T> {
  kind: 'enquiry' | 'test-drive'
  /** Sends with the challenge's token; null when it was stored, else why not. */
  send(values: T, token: string): Promise<SubmitFailure | null>
  draft: string
  success: string
  onFailure?(failure: SubmitFailure): void
}

/** The way of every such form: challenge, send, then a toast and the confirmation, or the reason why not. */
export function useLeadForm<T>({ kind, send, draft, success, onFailure }: LeadForm<T>) {
  const captcha = useCaptcha(kind)
  const [failure, setFailure] = useState<SubmitFailure | null>(null)
  const [isSent, setSent] = useState(false)

  async function attempt(values: T): Promise<SubmitFailure | null> {
    const token = await captcha.execute().catch(() => null)
    if (token === null) return { kind: 'challenge' }
    return send(values, token).catch((): SubmitFailure => ({ kind: 'failed', reason: null }))
  }

  async function submit(values: T) {
    setFailure(null)
    const result = await attempt(values)
    captcha.reset()
    setFailure(result)
    if (result) return onFailure?.(result)
    clearDraft(draft)
    toast.success(success)
    setSent(true)
  }

  return { submit, failure, isSent }
}
