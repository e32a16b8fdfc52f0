import type { SendEmail } from '#supabase/functions/_shared/send-email.schema.ts'
import { getFunctions } from './browser-backend.ts'

/** Throws if the function refuses or cannot be reached. */
export async function sendEmail(email: SendEmail): Promise<void> {
  const functions = await getFunctions()
  const { error } = await functions.invoke('send-email', { body: email })
  if (error) throw error
}

/** For emails that the insert has already queued. If this call fails, the failure is only logged. */
export async function announceByEmail(...emails: SendEmail[]): Promise<void> {
  for (const email of emails) {
    await sendEmail(email).catch((error: unknown) => console.warn('send-email', error))
  }
}
