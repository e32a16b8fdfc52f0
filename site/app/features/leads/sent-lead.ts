// A signed-in customer is taken to the vehicle three seconds after sending a form. The confirmation goes with them in
// the history entry, so that the vehicle page can show it, even after a reload.

import type { VisitTime } from '#supabase/functions/_shared/visit.ts'

export interface SentLead {
  title: string
  /** What happens next. */
  text: string
  /** For a test drive. */
  visit?: VisitTime
}

export const asSent = (sent: SentLead) => ({ sent })

export function sentOf(state: unknown): SentLead | null {
  const sent = (state as { sent?: Partial<SentLead> } | null)?.sent
  return typeof sent?.title === 'string' && typeof sent.text === 'string' ? (sent as SentLead) : null
}
