import type { AuthClient } from '#app/lib/browser-backend.ts'
import { announceByEmail } from '#app/lib/send-email.ts'
import { challengeMessageOf } from '#app/lib/submit-error.ts'
import { EMAIL_TAKEN_MESSAGE } from '#app/platform/session/link-hash.ts'
import { type RegisterValues, splitName, weakPasswordMessage } from './auth.schema.ts'
import { waitMessageOf } from './email-wait.ts'

export const FAILED_MESSAGE = 'Failed to create account'

export interface RegisterProblem {
  message: string
  /** The field beside which to show the problem, if any. */
  field?: 'email' | 'password'
}

const TAKEN: RegisterProblem = {
  message: EMAIL_TAKEN_MESSAGE,
  field: 'email',
}

/** Resolves to the problem to show, or null on success. */
export async function register(
  auth: AuthClient,
  values: RegisterValues,
  captchaToken: string,
): Promise<RegisterProblem | null> {
  const { name, email, password, phone } = values
  const { data, error } = await auth.signUp({
    email,
    password,
    options: {
      data: { ...splitName(name), phone },
      emailRedirectTo: `${window.location.origin}/`,
      captchaToken,
    },
  })
  const weakness = error && weakPasswordMessage(error)
  if (weakness) return { message: weakness, field: 'password' }
  if (error?.message.includes('already registered')) return TAKEN
  if (error) return { message: challengeMessageOf(error) ?? waitMessageOf(error) ?? (error.message || FAILED_MESSAGE) }
  // The service gives the same response for a taken address as for a new one, so that it does not reveal who has an
  // account. The only difference is that a taken address has an empty list of identities.
  if (data.user?.identities?.length === 0) return TAKEN

  void announceByEmail({
    type: 'admin-notification',
    to: 'admin',
    data: {
      enquiryType: 'registration',
      customerName: name,
      customerEmail: email,
      customerPhone: phone || 'Not provided',
      message: 'A new user has registered on the website.',
    },
  })
  return null
}
