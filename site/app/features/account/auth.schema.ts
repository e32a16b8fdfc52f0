import { customerFields } from '#app/lib/customer.schema.ts'
import { z } from '#app/lib/zod.ts'
import { PHONE_LENGTH } from '#supabase/functions/_shared/lengths.ts'

export const MIN_PASSWORD_LENGTH = 6

const newPassword = z
  .string()
  .min(1, 'Please enter a password')
  .min(MIN_PASSWORD_LENGTH, `Password must be at least ${MIN_PASSWORD_LENGTH} characters`)
  // What the auth service can hash; longer ones would be cut without a word.
  .refine((value) => new TextEncoder().encode(value).length <= 72, 'Please use a password of at most 72 bytes')

/** What the service thinks of a new password, in words to stand beside the field; null when it is about something else. */
export function weakPasswordMessage(error: { code?: string; message: string; reasons?: unknown }): string | null {
  if (error.code !== 'weak_password') return null
  const isCommon = Array.isArray(error.reasons) && error.reasons.includes('pwned')
  return isCommon ? 'This password is too easy to guess. Please choose another one.' : error.message
}

const confirmation = z.string().min(1, 'Please enter the password again')

const mustMatch = (values: { password: string; confirmPassword: string }) => values.password === values.confirmPassword
const MISMATCH = { message: "Passwords don't match", path: ['confirmPassword'] }

export const loginSchema = z.object({
  email: customerFields.email,
  password: z.string().min(1, 'Please enter your password'),
})
export type LoginValues = z.infer<typeof loginSchema>

export const registerSchema = z
  .object({
    name: customerFields.name,
    email: customerFields.email,
    phone: z.string().trim().max(PHONE_LENGTH, `Please use at most ${PHONE_LENGTH} characters`),
    password: newPassword,
    confirmPassword: confirmation,
  })
  .refine(mustMatch, MISMATCH)
export type RegisterValues = z.infer<typeof registerSchema>

export const newPasswordSchema = z
  .object({ password: newPassword, confirmPassword: confirmation })
  .refine(mustMatch, MISMATCH)
export type NewPasswordValues = z.infer<typeof newPasswordSchema>

export const forgotPasswordSchema = z.object({ email: customerFields.email })
export type ForgotPasswordValues = z.infer<typeof forgotPasswordSchema>

export const profileSchema = z.object({
  name: customerFields.name,
  phone: z.string().trim().max(PHONE_LENGTH, `Please use at most ${PHONE_LENGTH} characters`),
})
export type ProfileValues = z.infer<typeof profileSchema>

/** The first word, and the rest, which may be empty. */
export function splitName(name: string): { first_name: string; last_name: string } {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  return { first_name: first, last_name: rest.join(' ') }
}
